#pragma once
// The Waits tab: what CPU threads spend their time on, calls that wait told apart from work, by self time. A double
// click highlights the calls and shows the longest one.

#include "widgets/session/derivedkeys.h"
#include "widgets/session/runtablepanel.h"

namespace ws {

class WaitsPanel : public RunTablePanel
{
    Q_OBJECT
public:
    explicit WaitsPanel(Pane *pane, QWidget *parent = nullptr);

protected:
    QString whyEmpty(const Run *run) const override;
    void ask(RunContext &context) override;
    void cancel() override
    {
        m_wantedSteps.cancel();
        m_wanted.cancel();
    }
    void activate(int row) override;

private:
    void askWithin(RunContext &context, std::vector<TimeRange> stretches);
    void showCalls(const RunPtr &run, std::shared_ptr<const std::vector<CpuCalls>> calls);

    CacheRequest<StepsKey> m_wantedSteps;
    CacheRequest<CpuCallsKey> m_wanted;
    std::shared_ptr<const std::vector<CpuCalls>> m_calls; ///< of the shown table
};

} // namespace ws
