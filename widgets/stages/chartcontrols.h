#pragma once
// The bar above the stage chart: the meaning of bars and segments, the choice among them, the unit.

#include "widgets/stages/chartdata.h"

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;

class QLabel;
class QSpinBox;
class QToolButton;

namespace ws {

class TreeMenus;
class WrapLayout;

class ChartControls : public QWidget
{
    Q_OBJECT
public:
    explicit ChartControls(StageController *controller, QWidget *parent = nullptr);

    const ChartOptions &options() const { return m_options; }
    void setOptions(const ChartOptions &options);
    /// Drills into a segment; for "other" it lowers the threshold.
    void drill(const ChartSegment &segment);
    void goUp();
    void toggleHidden(const ChartSegment &segment);
    void hidePhase(const std::string &phase);
    /// Shows the controls that apply to the open runs and hides the others.
    void refresh();
    bool showsModules() const; ///< the parts are modules, which no mapping covers
    /// Shown at the right end, cut to the room.
    void setScope(const QString &text);
    void addButton(QToolButton *button);

signals:
    void changed(); ///< the options

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void buildParts();
    void buildBars();
    void buildDrawing();
    void chooseBars();
    void showRuns();
    void showScope();
    bool hasTrees() const;

    StageController *m_controller;
    ChartOptions m_options;
    QString m_scopeText;
    WrapLayout *m_layout;
    QToolButton *m_up = nullptr;
    QComboBox *m_runs = nullptr;
    QComboBox *m_level = nullptr;
    QComboBox *m_parts = nullptr;
    QComboBox *m_bars = nullptr;
    QSpinBox *m_max = nullptr;
    QComboBox *m_pick = nullptr;
    QComboBox *m_unit = nullptr;
    QDoubleSpinBox *m_threshold = nullptr;
    QSpinBox *m_top = nullptr;
    TreeMenus *m_trees = nullptr; ///< of layerwise profiles
    QComboBox *m_sweep = nullptr;
    QToolButton *m_showAll = nullptr;
    QLabel *m_scope = nullptr;
};

} // namespace ws
