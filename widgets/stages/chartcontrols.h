#pragma once
// The bar above the stage chart: what a bar and a segment stand for, which ones are drawn, in which unit.

#include "widgets/stages/chartdata.h"

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QHBoxLayout;
class QLabel;
class QSpinBox;
class QToolButton;

namespace ws {

class ChartControls : public QWidget
{
    Q_OBJECT
public:
    explicit ChartControls(StageController *controller, QWidget *parent = nullptr);

    const ChartOptions &options() const { return m_options; }
    void setOptions(const ChartOptions &options);
    /// Goes into a segment; "other" is opened by a lower threshold.
    void drill(const ChartSegment &segment);
    void goUp();
    void toggleHidden(const ChartSegment &segment);
    /// Shows and hides what the open runs have a use for.
    void refresh();
    bool showsModules() const; ///< the parts are modules, which no mapping knows
    /// Stands at the right end, or as much of it as has room.
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
    void showScope();
    bool hasTrees() const;

    StageController *m_controller;
    ChartOptions m_options;
    QString m_scopeText;
    QHBoxLayout *m_layout;
    QToolButton *m_up = nullptr;
    QComboBox *m_level = nullptr;
    QComboBox *m_parts = nullptr;
    QComboBox *m_bars = nullptr;
    QSpinBox *m_most = nullptr;
    QComboBox *m_pick = nullptr;
    QComboBox *m_unit = nullptr;
    QDoubleSpinBox *m_threshold = nullptr;
    QComboBox *m_sweep = nullptr;
    QToolButton *m_showAll = nullptr;
    QLabel *m_scope = nullptr;
};

} // namespace ws
