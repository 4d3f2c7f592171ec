#pragma once
// Every instance of one kernel or operator with its step, layer or module, shape and launch delay. It shows the name of
// the selected slice, or one that another view asks for.

#include "widgets/panels/instances/instancelistpanel.h"

namespace ws {

class InstancesPanel : public InstanceListPanel
{
    Q_OBJECT
public:
    explicit InstancesPanel(Pane *pane, QWidget *parent = nullptr);
    /// A name of the pane's run.
    void showName(StringId name);

protected:
    QString whyEmpty(const Run *run) const override;
    void ask(RunContext &context) override;
    void cancel() override;
    void dropSteps() override;
    EventRef sliceOf(uint32_t row) const override { return m_named->instances->rows[row].slice; }
    std::optional<int64_t> durationOf(EventRef slice) const override;
    void askSteps() override;
    void fill() override;

private:
    struct NameOfRun : ViewState
    {
        StringId name = 0; ///< 0: none chosen yet
    };

    void followSelection();

    CacheRequest<InstancesKey> m_wanted;
    CacheRequest<LayersKey> m_wantedLayers;
    CacheRequest<AttributionKey> m_wantedAttribution;
    CacheRequest<ShortNamesKey> m_wantedNames;
    CacheRequest<LimitsKey> m_wantedLimits;
    std::shared_ptr<const NamedInstances> m_named; ///< of run()
    std::shared_ptr<const Layers> m_layers;
    std::shared_ptr<const Attribution> m_attribution;
    std::shared_ptr<const ShortNames> m_names; ///< null: not known yet
    std::shared_ptr<const Limits> m_limits;    ///< null: not known yet, or nobody looks at them
};

} // namespace ws
