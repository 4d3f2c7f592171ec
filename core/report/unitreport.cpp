#include "core/report/unitreport.h"

#include "core/base/format.h"
#include "core/base/quantiles.h"
#include "core/base/texts.h"
#include "core/report/stepreport.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ws {
namespace {

class UnitReport
{
    Q_DECLARE_TR_FUNCTIONS(UnitReport)
};

/// Of named steps, whose wall times are known on the CPU.
nlohmann::ordered_json stepsJson(const Steps &steps)
{
    std::vector<int64_t> walls;
    double sum = 0;
    const bool allOpen = std::ranges::all_of(steps.steps, &Step::isOpen);
    for (const Step &step : steps.steps) {
        if (step.isOpen && !allOpen)
            continue;
        walls.push_back(step.wall.length());
        sum += double(step.wall.length());
    }
    return {{"kind", "step"},
            {"name", nullptr},
            {"count", steps.steps.size()},
            {"medianNs", medianNs(walls)},
            {"meanNs", std::llround(sum / double(walls.size()))},
            {"spreadNs", percentileNs(walls, 90) - percentileNs(walls, 10)}};
}

} // namespace

QString noUnitText(const WorkUnit &unit)
{
    const DoubtedPeriods &doubted = unit.doubted;
    switch (doubted.why) {
    case UnitDoubt::Layers:
        return Core::tr("the kernels that repeat regularly (%1 ×, %2 at the median) may be layers of one pass: others "
                        "run before and after them")
            .arg(formatCount(int64_t(doubted.count)), formatRounded(doubted.medianNs));
    case UnitDoubt::PartOfACall:
        return Core::tr("the kernels that repeat regularly (%1 ×, %2 at the median) are layers: one launch of a graph "
                        "or one call of a module runs several of them")
            .arg(formatCount(int64_t(doubted.count)), formatRounded(doubted.medianNs));
    case UnitDoubt::OneKernel:
        return Core::tr("one kernel makes nearly all launches (%1 ×, %2 from one to the next at the median), so that "
                        "nothing tells where a step begins")
            .arg(formatCount(int64_t(doubted.count)), formatRounded(doubted.medianNs));
    case UnitDoubt::None:
    case UnitDoubt::Multiple:
    case UnitDoubt::Uneven:
        break;
    }
    return Core::tr("none can be inferred from kernels that repeat");
}

QString unitText(const UnitPeriods &periods)
{
    return UnitReport::tr("%1 × %2").arg(formatCount(int64_t(periods.beginNs.size())),
                                         formatDuration(std::llround(periods.meanNs)));
}

ReportTable unitReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const Steps> &steps,
                       const WorkUnit &unit)
{
    ReportTable table = stepReport(run, steps);
    table.notes << UnitReport::tr(
                       "No step is named in the file. These are inferred: a kernel that repeats regularly, %1 "
                       "(mean; median %2, the middle 80 % within %3).")
                       .arg(unitText(unit.devices.front()), formatDuration(unit.devices.front().medianNs),
                            formatDuration(unit.devices.front().spreadNs));
    const UnitPeriods &periods = unit.devices.front();
    table.notes << UnitReport::tr("They take %1, from %2 to %3 of the recording.")
                       .arg(formatRounded(periods.endNs - periods.beginNs.front()),
                            formatRounded(periods.beginNs.front()), formatRounded(periods.endNs));
    if (unit.devices.front().lastIsCut)
        table.notes << UnitReport::tr("The recording ends within the last one.");
    return table;
}

nlohmann::ordered_json unitJson(const Run &run, const Steps &steps, const WorkUnit &unit)
{
    if (unit.found()) {
        const UnitPeriods &periods = unit.devices.front();
        return {
            {"kind", "repetition"},         {"name", run.text(unit.anchor)},          {"count", periods.beginNs.size()},
            {"medianNs", periods.medianNs}, {"meanNs", std::llround(periods.meanNs)}, {"spreadNs", periods.spreadNs}};
    }
    if (!steps.steps.empty())
        return stepsJson(steps);
    return {{"kind", "none"},      {"name", nullptr},   {"count", 0},
            {"medianNs", nullptr}, {"meanNs", nullptr}, {"spreadNs", nullptr}};
}

} // namespace ws
