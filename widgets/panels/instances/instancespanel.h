#pragma once
// The Instances tab: every instance of one kernel or operator with its step, layer or module, shape and launch delay,
// the distribution of their durations, and the way to the slowest, the median and the fastest one. It shows the name
// of the selected slice, or one that another view asks for.

#include "widgets/panels/instances/instancekeys.h"
#include "widgets/session/runtablepanel.h"

class QLabel;

namespace ws {

class HistogramView;

class InstancesPanel : public RunTablePanel
{
    Q_OBJECT
public:
    explicit InstancesPanel(Pane *pane, QWidget *parent = nullptr);
    /// A name of the pane's run.
    void showName(StringId name);
    HistogramView *histogram() const { return m_histogram; }

protected:
    QString whyEmpty(const Run *run) const override;
    void ask(RunContext &context) override;
    void cancel() override; ///< and forgets what it knows of the run, before another one is asked for
    void activate(int row) override;

private:
    struct NameOfRun : ViewState
    {
        StringId name = 0; ///< 0: none chosen yet
    };

    void build();
    QWidget *buildBar();
    void followSelection();
    void askContext();
    void dropSteps();
    void fill();
    void goTo(uint32_t row);
    void goToBin(double fromNs, double toNs, bool isLast);

    QLabel *m_title = nullptr;
    HistogramView *m_histogram = nullptr;
    CacheRequest<InstancesKey> m_wanted;
    CacheRequest<StepsKey> m_wantedSteps;
    CacheRequest<LayersKey> m_wantedLayers;
    CacheRequest<AttributionKey> m_wantedAttribution;
    RunPtr m_run; ///< of the four below
    std::shared_ptr<const NamedInstances> m_named;
    std::shared_ptr<const Steps> m_steps;
    std::shared_ptr<const Layers> m_layers;
    std::shared_ptr<const Attribution> m_attribution;
};

} // namespace ws
