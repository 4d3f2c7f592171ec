#pragma once
// The Kernels tab: the cost of each kernel name in the range or the whole run. A double click highlights its instances
// and shows the first; N and Shift+N go to the next and previous.

#include "core/analysis/kernels/kerneltable.h"
#include "widgets/session/pane.h"
#include "widgets/toolkit/backgroundjob.h"
#include "widgets/toolkit/panelbase.h"
#include "widgets/toolkit/shortnames.h"

class QComboBox;

namespace ws {

class ReportModel;
class TablePane;

class KernelsPanel : public PanelBase
{
    Q_OBJECT
public:
    explicit KernelsPanel(Pane *pane, QWidget *parent = nullptr);
    TablePane *table() const { return m_table; }

protected:
    void refresh() override;

private:
    /// The job's result that the panel shows: the rows and the run whose ids they hold, always together.
    struct Shown
    {
        RunPtr run;
        KernelTableOptions options;
        KernelTable kernels;
        std::shared_ptr<const ShortNames> shortNames;
    };

    void build();
    static QString withoutTimelineText(const Run *run);
    void dropOldRun();
    void dropRows();
    void present(std::shared_ptr<const Shown> shown);
    void addInstanceActions();
    void highlightRows();
    void findInstances(int row);
    void step(int direction);
    bool wantsDetails() const;
    const KernelRow *rowAt(int row) const;

    Pane *m_pane;
    ReportModel *m_model;
    TablePane *m_table;
    QComboBox *m_split = nullptr;
    std::shared_ptr<const Shown> m_shown; ///< null: no rows
    BackgroundJob<Shown> m_job;
};

} // namespace ws
