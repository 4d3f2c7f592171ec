#pragma once
// What changed from A to B, row by row, beside the verdict: difference tables of every kind with the distribution of a
// row's calls in both runs, and the module trees as one. Each is computed when it is first looked at.

#include "core/analysis/compare/compareruns.h"
#include "core/analysis/compare/differences.h"
#include "core/analysis/compare/moduledeltas.h"
#include "core/analysis/compare/rowcalls.h"
#include "widgets/toolkit/backgroundjob.h"
#include "widgets/toolkit/shortnames.h"

#include <QTabWidget>

#include <array>
#include <optional>

class QComboBox;
class QToolButton;

namespace ws {

class EmptyState;
class HistogramView;
class ModuleDeltaPane;
class ReportModel;
class TablePane;

class DifferencePane : public QTabWidget
{
    Q_OBJECT
public:
    explicit DifferencePane(QWidget *parent = nullptr);

    void setPair(std::shared_ptr<const ComparedPair> pair);
    void clear();
    /// Short names of one side's GPU work; null: full names.
    void setNames(size_t side, std::shared_ptr<const ShortNames> names);
    void showKind(DiffBy by);
    /// Of the pair, when limitsWanted() has asked for them.
    void setLimits(const PairLimits &limits);
    /// A page of its own in front of the tables; null: none, and the page of before is free.
    void setFront(QWidget *page, const QString &title = {});

    TablePane *table() const { return m_table; }
    QString countedNote() const;          ///< what the rows hold, and how many of them changed
    const DiffRow *currentKernel() const; ///< the current row, if it is of one kernel; null: none
    const DiffRow *currentSum() const;    ///< the current row, if both have calls of that kernel; null: none
    ModuleDeltaPane *modules() const { return m_modules; }
    TablePane *ncuTable() const { return m_ncu; } ///< its tab is there where Nsight Compute measured a kernel of both
    HistogramView *histogram() const { return m_histogram; }
    QToolButton *limitsButton() const { return m_limitsButton; }

signals:
    /// A slice of each run; invalid: none.
    void placesActivated(ws::EventRef a, ws::EventRef b);
    void rowActivated(const ws::DiffRow &row);
    void failed(const ws::Error &error);
    void limitsWanted();

private:
    void fillKinds();
    void showTabs();
    void presentNcu();
    void askTable();
    void presentTable(std::shared_ptr<const DiffTable> table);
    QStringList shortForms(const DiffRow &row) const;
    void arrangeColumns();
    void showLimits(bool shown);
    void askLimits();
    void askModules();
    void askCalls();
    void presentCalls(std::shared_ptr<const RowDistribution> calls);
    void showBin(double fromNs, double toNs, bool isLast);

    ReportModel *m_model;
    TablePane *m_table;
    HistogramView *m_histogram;
    bool m_hadHistogram = false; ///< it was shown once
    EmptyState *m_missing; ///< in place of the table: why no rows can be compared
    ModuleDeltaPane *m_modules;
    ReportModel *m_ncuModel;
    TablePane *m_ncu;
    QWidget *m_front = nullptr;
    QComboBox *m_by;
    QToolButton *m_limitsButton;                ///< shows the columns that say whether work or efficiency changed
    PairLimits m_limits;                        ///< of m_pair; not asked for at first
    std::optional<DiffBy> m_chosenBy;           ///< by somebody, not by the kind of the runs
    std::shared_ptr<const ComparedPair> m_pair; ///< null: none
    std::shared_ptr<const DiffTable> m_rows;    ///< shown
    std::shared_ptr<const RowDistribution> m_calls;
    std::array<std::shared_ptr<const ShortNames>, 2> m_names;
    BackgroundJob<DiffTable> m_differing;
    BackgroundJob<ModuleDeltas> m_aligning;
    BackgroundJob<RowDistribution> m_collecting;
};

} // namespace ws
