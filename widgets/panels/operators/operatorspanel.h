#pragma once
// The Operators tab: the cost of each operator on the CPU and the GPU, in the range or the whole run, as in torch's
// key_averages. A double click highlights its calls and shows the first.

#include "widgets/session/derivedkeys.h"
#include "widgets/session/pane.h"
#include "widgets/toolkit/panelbase.h"

class QComboBox;

namespace ws {

class ReportModel;
class TablePane;

class OperatorsPanel : public PanelBase
{
    Q_OBJECT
public:
    explicit OperatorsPanel(Pane *pane, QWidget *parent = nullptr);
    TablePane *table() const { return m_table; }

protected:
    void refresh() override;

private:
    /// The rows and the run whose ids they hold, always together.
    struct Shown
    {
        RunPtr run;
        bool byShape = false;
        std::shared_ptr<const OperatorTable> operators;
        std::shared_ptr<const Limits> limits = nullptr; ///< null: not asked for, or not there yet
    };

    void build();
    void dropOldRun();
    void dropRows();
    void present(Shown shown);
    void askLimits();
    void showFirst(int row);

    Pane *m_pane;
    ReportModel *m_model;
    TablePane *m_table;
    QComboBox *m_split = nullptr;
    std::optional<Shown> m_shown; ///< none: no rows
    CacheRequest<OperatorsKey> m_wanted;
    CacheRequest<LimitsKey> m_wantedLimits;
};

} // namespace ws
