#pragma once
// The Stages tab: how many seconds are attention, GEMM, communication, copies, and how many are not GPU work at all,
// for all open runs side by side. Chart and table show the same numbers.

#include "widgets/stages/chartdata.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QHBoxLayout;
class QLabel;
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

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void build();
    void buildBar(QHBoxLayout *bar);
    void buildBarChoice();
    void chooseBars();
    void refresh();
    void fillTable(ChartData data);
    void showControls();
    void showScope();
    void select(const ChartSegment &segment, const RunPtr &run);
    void drill(const ChartSegment &segment);
    void goUp();
    void toggleHidden(const ChartSegment &segment);
    void saveText(const QString &title, const QString &name, const std::string &text);

    StageController *m_controller;
    ChartOptions m_options;
    QTimer m_refresh; ///< several results in one turn of the event loop are one picture
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
