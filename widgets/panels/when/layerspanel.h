#pragma once
// The Layers tab: layers by repetition, one row for each layer of each step. A double click shows the layer in the
// timeline.

#include "widgets/session/derivedkeys.h"
#include "widgets/session/runtablepanel.h"

namespace ws {

class LayersPanel : public RunTablePanel
{
    Q_OBJECT
public:
    explicit LayersPanel(Pane *pane, QWidget *parent = nullptr);

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
    void showLayers(const RunPtr &run, std::shared_ptr<const Steps> steps, std::shared_ptr<const Layers> layers);

    CacheRequest<StepsKey> m_wantedSteps;
    CacheRequest<LayersKey> m_wanted;
};

} // namespace ws
