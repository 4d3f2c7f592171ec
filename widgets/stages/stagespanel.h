#pragma once
// The Stages tab: the seconds of attention, GEMM, communication, copies and of no GPU work at all, for all open runs
// side by side. Chart and table show the same numbers.

#include "widgets/session/userpeaks.h"
#include "widgets/session/whatif.h"
#include "widgets/stages/chartdata.h"
#include "widgets/stages/stageexports.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QAction;
class QMenu;
class QSplitter;
class QStackedWidget;

namespace ws {

class ChartControls;
class EmptyState;
class PivotPane;
class StageChart;
class StepNavigator;
class TablePane;

class StagesPanel : public QWidget
{
    Q_OBJECT
public:
    explicit StagesPanel(StageController *controller, QWidget *parent = nullptr);

    StageChart *chart() const { return m_chart; }
    TablePane *table() const;
    const ChartOptions &options() const;
    /// The view: level, path, threshold, hidden segments.
    void setOptions(const ChartOptions &options);
    /// The menu of a segment, a bar, or both.
    void fillMenu(QMenu &menu, std::optional<size_t> segment, std::optional<size_t> bar);
    /// Shows a stage or a substage: the chart's level that has it, and its row marked.
    void showPart(const StageKey &key);
    /// Sets bars to steps and the range to the step of this annotation of the current run.
    void showStepOf(EventRef annotation);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void build();
    void buildButtons();
    void buildStepAction();
    void connectChart();
    void refresh();
    void askLimits(const std::vector<ChartSource> &sources);
    void showEmpty();
    void select(const ChartSegment &segment, const RunPtr &run);
    void addBarActions(QMenu &menu, const ChartBar &bar);
    WhatIfPlace whatIfOf(const StageKey &key, const RunPtr &run) const;
    void addSegmentActions(QMenu &menu, size_t segment, std::optional<size_t> bar);
    void updateStepAction();
    void markWantedPart();

    StageController *m_controller;
    Pane *m_pane;
    StageExports m_exports;
    std::optional<StageKey> m_wantedPart; ///< as soon as the table has it
    StepNavigator *m_steps;
    CacheRequest<LimitsKey> m_wantedLimits;
    LimitsKey m_limitsKey;                  ///< of the next
    RunPtr m_limitsRun;                     ///< of the next
    std::shared_ptr<const Limits> m_limits; ///< null: not known yet, or nobody looks at them
    QTimer m_refresh;                       ///< draws several results in one turn of the event loop once
    QAction *m_showStep = nullptr;          ///< of the table, for keys
    ChartControls *m_controls = nullptr;
    StageChart *m_chart = nullptr;
    PivotPane *m_table = nullptr;
    QSplitter *m_splitter = nullptr;
    QStackedWidget *m_stack = nullptr;
    EmptyState *m_empty = nullptr;
};

} // namespace ws
