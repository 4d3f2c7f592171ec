#pragma once
// The Stages tab: how many seconds are attention, GEMM, communication, copies, and how many are not GPU work at all,
// for all open runs side by side. Chart and table show the same numbers.

#include "widgets/stages/chartdata.h"

#include <QTimer>
#include <QWidget>

class QAction;
class QComboBox;
class QDoubleSpinBox;
class QHBoxLayout;
class QLabel;
class QMenu;
class QSpinBox;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace ws {

class EmptyState;
class PivotModel;
class StageChart;
class TablePane;

class StagesPanel : public QWidget
{
    Q_OBJECT
public:
    explicit StagesPanel(StageController *controller, QWidget *parent = nullptr);

    StageChart *chart() const { return m_chart; }
    TablePane *table() const { return m_table; }
    const ChartOptions &options() const { return m_options; }
    /// What is shown: level, path, threshold, hidden segments.
    void setOptions(const ChartOptions &options);
    /// Writes the chart at the window's colours; asks before it replaces a file.
    void exportChartAs();
    void exportResultCsv();
    void exportPivotCsv();
    void exportMappingCsv();
    /// What can be done with a segment, a bar, or both.
    void fillMenu(QMenu &menu, std::optional<size_t> segment, std::optional<size_t> bar);
    /// Bars become steps, the range the step that this annotation of the current run is part of.
    void showStepOf(EventRef annotation);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void build();
    void buildBar(QHBoxLayout *bar);
    void buildBarChoice();
    void buildStepAction();
    void chooseBars();
    void refresh();
    void fillTable(ChartData data);
    void fitColumns();
    void showControls();
    void showScope();
    void select(const ChartSegment &segment, const RunPtr &run);
    void drill(const ChartSegment &segment);
    void goUp();
    void toggleHidden(const ChartSegment &segment);
    void addSegmentActions(QMenu &menu, size_t segment, std::optional<size_t> bar);
    void addStepActions(QMenu &menu, const ChartBar &bar);
    void activateBar(const ChartBar &bar);
    RunContext *activate(const RunPtr &run);
    std::shared_ptr<const Steps> stepsOf(const RunPtr &run) const;
    uint32_t currentStep(const RunPtr &run) const;
    void showStep(const RunPtr &run, uint32_t step);
    void takeWantedStep();
    const ChartBar *currentBar() const;
    void updateStepAction();
    void saveText(const QString &title, const QString &name, const std::string &text);

    StageController *m_controller;
    Pane *m_pane;
    ChartOptions m_options;
    EventRef m_wantedStep; ///< annotation in m_wantedRun; its step is shown once it is known
    std::weak_ptr<const Run> m_wantedRun;
    QAction *m_showStep = nullptr;     ///< of the table, for keys
    bool m_columnsAreTheUsers = false; ///< the widths of the bars' columns
    QTimer m_refresh;                  ///< several results in one turn of the event loop are one picture
    StageChart *m_chart = nullptr;
    PivotModel *m_pivot = nullptr;
    TablePane *m_table = nullptr;
    QSplitter *m_splitter = nullptr;
    QStackedWidget *m_stack = nullptr;
    EmptyState *m_empty = nullptr;
    QToolButton *m_up = nullptr;
    QToolButton *m_showAll = nullptr;
    QComboBox *m_level = nullptr;
    QComboBox *m_unit = nullptr;
    QComboBox *m_sweep = nullptr;
    QComboBox *m_bars = nullptr;
    QComboBox *m_parts = nullptr;
    QComboBox *m_pick = nullptr;
    QSpinBox *m_most = nullptr;
    QDoubleSpinBox *m_threshold = nullptr;
    QLabel *m_scope = nullptr;
};

} // namespace ws
