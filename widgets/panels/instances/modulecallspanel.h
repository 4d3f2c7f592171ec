#pragma once
// Every call of one row of the module tree with its GPU work and its step. It shows the row that another view asks for.

#include "widgets/panels/instances/instancelistpanel.h"

namespace ws {

class ModuleCallsPanel : public InstanceListPanel
{
    Q_OBJECT
public:
    explicit ModuleCallsPanel(Pane *pane, QWidget *parent = nullptr);
    void showCalls(const ModuleCalls &calls); ///< of the pane's run

protected:
    QString whyEmpty(const Run *run) const override;
    void ask(RunContext &context) override;
    void cancel() override;
    EventRef sliceOf(uint32_t row) const override { return (*m_calls->calls)[row].slice; }
    std::optional<int64_t> durationOf(EventRef slice) const override;
    void askSteps() override;
    void fill() override;

private:
    struct CallsOfRun : ViewState
    {
        ModuleCalls calls;
    };

    CacheRequest<ModuleCallsKey> m_wanted;
    std::shared_ptr<const CallList> m_calls; ///< of run()
};

} // namespace ws
