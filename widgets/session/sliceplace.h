#pragma once
// Where a slice belongs: its stage, module or layer, step, and its place among the instances of its name. The analyses
// come from the run's cache; what is not known yet is left out until changed().

#include "core/analysis/instances/instances.h"
#include "widgets/session/derivedkeys.h"
#include "widgets/session/pane.h"

#include <QObject>

namespace ws {

class FactTable;

class SlicePlace : public QObject
{
    Q_OBJECT
public:
    explicit SlicePlace(Pane *pane, QObject *parent = nullptr);

    /// Asks for what is missing for this run.
    void ask();
    void add(FactTable &table, EventRef slice, const std::optional<InstanceRank> &rank) const;

signals:
    void changed();

private:
    void drop();
    void addModule(FactTable &table, size_t activity) const;

    Pane *m_pane;
    CacheRequest<StepsKey> m_wantedSteps;
    CacheRequest<LayersKey> m_wantedLayers;
    CacheRequest<AttributionKey> m_wantedAttribution;
    RunPtr m_run; ///< of the others
    std::shared_ptr<const Steps> m_steps;
    std::shared_ptr<const Layers> m_layers;
    std::shared_ptr<const Attribution> m_attribution;
    std::vector<uint32_t> m_layerOf; ///< by activity: index into Layers::layers; UINT32_MAX: none
};

/// "layer › gemm"; empty: no mapping has been applied, or the slice is no GPU work.
QString stageText(const RunContext &context, EventRef slice);
/// "17 of 320 of this name, 2.1 × the median duration"
QString rankText(const InstanceRank &rank);

} // namespace ws
