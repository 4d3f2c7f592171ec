#include "app/window/panelcontent.h"

#include "core/analysis/compare/comparedrun.h"
#include "core/analysis/limits/limits.h"
#include "core/analysis/replay/replayanswer.h"
#include "widgets/session/session.h"

#include <QString>

#include <algorithm>

namespace ws {
namespace {

bool hasSlicesOf(const Run &run, std::initializer_list<CategoryKind> kinds)
{
    const auto &categories = run.timeline.categories;
    return std::any_of(categories.begin(), categories.end(), [&](const Category &category) {
        return std::find(kinds.begin(), kinds.end(), category.kind) != kinds.end();
    });
}

/// As the mapping in force has it; while that is not known, there may be some.
bool hasCommunication(const RunContext &context)
{
    const auto &communication = context.communication();
    return context.run()->gpu.size() > 0 &&
           (!communication || std::find(communication->begin(), communication->end(), 1) != communication->end());
}

} // namespace

bool canFill(const QString &id, const Session &session, bool hasJob)
{
    const RunContext *context = session.active();
    if (!context)
        return true;
    const Run &run = *context->run();
    const bool hasWork = run.gpu.size() > 0, hasTrees = !run.layerwise.empty();
    if (id == QLatin1String("compare"))
        return session.contexts().size() > 1 || !twoPartsOf(context->run()).empty();
    if (id == QLatin1String("runs"))
        return session.contexts().size() > 1;
    if (id == QLatin1String("kernels") || id == QLatin1String("steps") || id == QLatin1String("gaps") ||
        id == QLatin1String("layers"))
        return hasWork;
    if (id == QLatin1String("operators"))
        return run.ops.size() > 0;
    if (id == QLatin1String("limits"))
        return (hasWork && !run.ops.inputs.empty()) || hasPrintedCalls(run);
    if (id == QLatin1String("replay"))
        return hasJob || mayReplay(run);
    if (id == QLatin1String("modules"))
        return hasWork || hasTrees;
    if (id == QLatin1String("code"))
        return hasSlicesOf(run, {CategoryKind::Python, CategoryKind::Module, CategoryKind::CpuOp});
    if (id == QLatin1String("waits"))
        return hasSlicesOf(run, {CategoryKind::Launch});
    if (id == QLatin1String("collectives"))
        return hasCommunication(*context);
    if (id == QLatin1String("selection"))
        return !run.timeline.lanes.empty();
    if (id == QLatin1String("instances"))
        return hasWork || run.ops.size() > 0;
    if (id == QLatin1String("notes"))
        return !context->notes().empty();
    if (id == QLatin1String("tables"))
        return !run.tables.empty();
    return true;
}

} // namespace ws
