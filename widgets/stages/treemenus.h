#pragma once
// What of layerwise profiles the chart shows: which phases (kinds, every n-th, single ones), and which modules count as
// one with all below them. Two buttons with menus, which the keyboard reaches, too.

#include "widgets/stages/chartdata.h"

#include <QObject>

class QMenu;
class QToolButton;

namespace ws {

class TreeMenus : public QObject
{
    Q_OBJECT
public:
    /// `options` and `parent` live longer than it.
    TreeMenus(StageController *controller, ChartOptions *options, QWidget *parent);

    QToolButton *phases() const { return m_phases; }
    QToolButton *folding() const { return m_folding; }
    void refresh();

signals:
    void changed(); ///< the options

private:
    void fillPhases();
    void fillKinds(const QStringList &kinds);
    void fillSteps();
    void fillSinglePhases(const std::vector<std::string> &phases);
    void fillFolding();
    QToolButton *makeButton(QWidget *parent, const QString &tip, void (TreeMenus::*fill)());

    StageController *m_controller;
    ChartOptions *m_options;
    QToolButton *m_phases;
    QToolButton *m_folding;
};

} // namespace ws
