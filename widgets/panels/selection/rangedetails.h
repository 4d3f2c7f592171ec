#pragma once
// The slices in the selected range, on all GPU streams or on one track: count, union busy time, sum, by name.

#include "core/analysis/busy/rangestats.h"
#include "widgets/session/pane.h"
#include "widgets/toolkit/backgroundjob.h"

#include <QWidget>

class QComboBox;
class QLabel;

namespace ws {

class ReportModel;
class TablePane;

class RangeDetails : public QWidget
{
    Q_OBJECT
public:
    explicit RangeDetails(Pane *pane, QWidget *parent = nullptr);

private:
    void fillRows();
    void refresh();
    /// The rows and the run whose ids they hold, always together.
    struct Shown
    {
        RunPtr run;
        int64_t rangeNs = 0;
        bool nests = false; ///< rows of CPU threads: only self times add up
        RangeStats stats;
        std::vector<QStringList> forms; ///< short names by row; empty for CPU threads
    };

    void dropOldRun();
    void dropRows();
    void present(std::shared_ptr<const Shown> shown);
    void highlight(int row);
    std::vector<uint32_t> tracks() const;

    Pane *m_pane;
    ReportModel *m_model;
    TablePane *m_table;
    QComboBox *m_rows;
    QLabel *m_figures;
    std::shared_ptr<const Shown> m_shown; ///< null: no rows
    BackgroundJob<Shown> m_job;
};

} // namespace ws
