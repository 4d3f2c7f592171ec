#include "widgets/session/sliceplace.h"

#include "core/analysis/slicecontext.h"
#include "core/analysis/stages/stageclassifier.h"
#include "core/analysis/steps/stepplaces.h"
#include "core/base/format.h"
#include "core/base/texts.h"
#include "widgets/session/facttable.h"
#include "widgets/session/slicetext.h"
#include "widgets/session/stepfocus.h"
#include "widgets/toolkit/viewtexts.h"

namespace ws {

SlicePlace::SlicePlace(Pane *pane, QObject *parent) : QObject(parent), m_pane(pane)
{
    connect(pane, &Pane::runChanged, this, &SlicePlace::drop);
    connect(pane, &Pane::stepSourceChanged, this, [this] {
        drop();
        emit changed();
    });
}

void SlicePlace::drop()
{
    m_wantedSteps.cancel();
    m_wantedLayers.cancel();
    m_wantedAttribution.cancel();
    m_run.reset();
    m_steps.reset();
    m_layers.reset();
    m_attribution.reset();
    m_layerOf.clear();
}

void SlicePlace::ask()
{
    if (m_run == m_pane->run())
        return;
    drop();
    m_run = m_pane->run();
    if (!m_run)
        return;
    m_wantedAttribution.ask(m_pane->context().cache(), AttributionKey{}, [this](const auto &attribution) {
        m_attribution = attribution ? *attribution : nullptr;
        emit changed();
    });
    m_wantedSteps.ask(m_pane->context().cache(), StepsKey{{}, m_pane->context().stepSource()},
                      [this](const auto &steps) {
                          m_steps = steps ? *steps : std::make_shared<const Steps>();
                          emit changed();
                          m_wantedLayers.ask(
                              m_pane->context().cache(), LayersKey{{}, m_steps},
                              [this](const auto &layers) {
                                  m_layers = layers ? *layers : nullptr;
                                  m_layerOf.assign(m_layers ? m_run->gpu.size() : 0, UINT32_MAX);
                                  for (uint32_t l = 0; m_layers && l < m_layers->layers.size(); ++l) {
                                      const Layer &layer = m_layers->layers[l];
                                      for (uint32_t k = layer.firstWork; k < layer.firstWork + layer.workCount; ++k)
                                          m_layerOf[m_layers->work[k]] = l;
                                  }
                                  emit changed();
                              },
                              JobPlace::Hidden);
                      });
}

void SlicePlace::addModule(FactTable &table, size_t activity) const
{
    const EventRef module = m_attribution ? m_attribution->moduleSlice(activity) : EventRef{};
    if (const StringId annotated = m_attribution ? m_attribution->annotation(activity) : 0) {
        table.add(Views::tr("Module"), textOf(*m_run, annotated).toHtmlEscaped() + u' ' + Views::tr("(inferred)"));
    } else if (module.valid()) {
        QString text = QStringLiteral("<a href='%1'>%2</a>")
                           .arg(sliceLink(module), textOf(*m_run, m_run->timeline.name(module)).toHtmlEscaped());
        if (m_attribution->how(activity) == Attribution::How::Inferred)
            text += u' ' + Views::tr("(inferred)");
        table.add(Views::tr("Module"), text);
    } else if (activity < m_layerOf.size() && m_layerOf[activity] != UINT32_MAX) {
        table.add(Views::tr("Layer"),
                  Views::tr("%1, by repetition of names").arg(m_layers->layers[m_layerOf[activity]].index));
    }
}

void SlicePlace::add(FactTable &table, EventRef slice, const std::optional<InstanceRank> &rank) const
{
    if (m_run != m_pane->run())
        return;
    const CategoryKind kind = m_run->timeline.category(slice).kind;
    const size_t activity = isGpuWork(kind) ? gpuIndexOf(*m_run, slice).value_or(SIZE_MAX) : SIZE_MAX;
    if (const QString stage = stageText(m_pane->context(), slice); !stage.isEmpty())
        table.add(Views::tr("Stage"), stage.toHtmlEscaped());
    if (activity != SIZE_MAX)
        addModule(table, activity);
    uint32_t step = noStep;
    if (m_steps)
        step = activity != SIZE_MAX ? m_steps->of(activity) : stepOfSlice(*m_run, *m_steps, slice);
    if (step != noStep) {
        table.add(Views::tr("Step"), stepTitle(*m_run, *m_steps, step).toHtmlEscaped());
        const Step &found = m_steps->steps[step];
        if (found.slice == slice && found.activities > 0) // a step is one box on the CPU and one on the GPU
            table.add(Views::tr("Step on the GPU"),
                      Views::tr("%1, from %2 after the run's first event")
                          .arg(formatDuration(found.gpuEndNs - found.gpuStartNs), formatMoment(found.gpuStartNs)));
    }
    if (rank)
        table.add(Views::tr("Instance"), rankText(*rank));
}

QString stageText(const RunContext &context, EventRef slice)
{
    const RunPtr &run = context.run();
    const auto &classes = context.classes();
    if (!run || !classes || !classes->names || !isGpuWork(run->timeline.category(slice).kind))
        return {};
    const auto activity = gpuIndexOf(*run, slice);
    const uint32_t name = activity ? classes->names->indexOf(run->gpu.nameForRules(*activity)) : noName;
    if (name == noName)
        return {};
    const StageGroup &group = classes->groups[classes->group[name]];
    return group.substage.empty() ? toText(group.stage)
                                  : toText(group.stage) + Views::tr(" › ") + toText(group.substage);
}

QString rankText(const InstanceRank &rank)
{
    const QString place =
        Views::tr("%1 of %2 of this name")
            .arg(formatCount(static_cast<int64_t>(rank.rank)), formatCount(static_cast<int64_t>(rank.count)));
    return rank.count > 1 && rank.toMedian > 0
               ? Views::tr("%1, %2 × the median duration").arg(place, formatNumber(rank.toMedian))
               : place;
}

} // namespace ws
