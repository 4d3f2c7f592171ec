#pragma once
// The Kernels tab: the cost of each kernel name in the range or the whole run. A double click highlights its instances
// and shows the first; N and Shift+N go to the next and previous.

#include "widgets/session/derivedkeys.h"
#include "widgets/session/pane.h"
#include "widgets/toolkit/panelbase.h"

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
    /// The rows and the run whose ids they hold, always together.
    struct Shown
    {
        RunPtr run;
        KernelTableOptions options;
        std::shared_ptr<const KernelTable> kernels;
        std::shared_ptr<const ShortNames> shortNames;
        std::shared_ptr<const Limits> limits = nullptr; ///< null: not asked for, or not there yet
    };

    void build();
    static QString withoutTimelineText(const Run *run);
    void dropOldRun();
    void dropRows();
    void fail(const Error &error);
    void present(std::shared_ptr<const Shown> shown);
    void askLimits();
    void addInstanceActions();
    void highlightRows();
    void findInstances(int row);
    void step(int direction);
    const KernelRow *rowAt(int row) const;

    Pane *m_pane;
    ReportModel *m_model;
    TablePane *m_table;
    QComboBox *m_split = nullptr;
    std::shared_ptr<const Shown> m_shown; ///< null: no rows
    CacheRequest<ShortNamesKey> m_wantedNames;
    CacheRequest<LimitsKey> m_wantedLimits;
    CacheRequest<KernelsKey> m_wanted; ///< requested when the names are ready
};

} // namespace ws
