#include "core/analysis/compare/apirows.h"

#include "core/analysis/compare/differences.h"
#include "core/analysis/gaps/cpuwaits.h"
#include "core/analysis/gpuscan.h"
#include "core/base/texts.h"

#include <algorithm>
#include <map>

namespace ws {

namespace {

EventRef earlier(const Timeline &timeline, EventRef a, EventRef b)
{
    if (!a.valid() || !b.valid())
        return a.valid() ? a : b;
    return timeline.start(b) < timeline.start(a) ? b : a;
}

/// By name, of CPU threads; invalid: none.
std::vector<EventRef> firstCalls(const Run &run)
{
    std::vector<EventRef> first(run.strings.size());
    for (uint32_t l = 0; l < run.timeline.lanes.size(); ++l) {
        const Lane &lane = run.timeline.lanes[l];
        if (run.timeline.tracks[lane.track].kind != TrackKind::CpuThread)
            continue;
        for (uint32_t i = 0; i < lane.size(); ++i)
            first[lane.name[i]] = earlier(run.timeline, first[lane.name[i]], {l, i});
    }
    return first;
}

} // namespace

std::optional<DiffTable> apiDifferences(const ComparedRun &a, const ComparedRun &b, const Progress *progress)
{
    DiffTable table;
    table.by = DiffBy::Api;
    table.what = Core::tr("CPU calls, self time");
    std::map<std::string, DiffRow, std::less<>> byName;
    for (const ComparedRun *run : {&a, &b}) {
        const auto calls = cpuCalls(run->run(), progress);
        if (!calls)
            return std::nullopt;
        if (calls->empty())
            table.missing = Core::tr("no API calls are in at least one of the files");
        const std::vector<EventRef> first = firstCalls(run->run());
        for (const CpuCalls &call : *calls) {
            DiffRow &row = byName[std::string(run->run().text(call.name))];
            DiffSide &side = run == &a ? row.a : row.b;
            side.count += call.calls;
            side.totalNs = saturatingAdd(side.totalNs, call.selfNs);
            side.place = earlier(run->run().timeline, side.place, first[call.name]);
            if (std::find(side.names.begin(), side.names.end(), call.name) == side.names.end())
                side.names.push_back(call.name);
        }
        if (&a == &b)
            break;
    }
    if (!table.missing.isEmpty())
        return table;
    for (auto &[name, row] : byName) {
        if (&a == &b)
            row.b = row.a;
        row.key = name;
        row.of = CountedTime::ApiCalls;
        row.match = row.a.exists() && row.b.exists() ? DiffRow::Exact : DiffRow::None;
        table.rows.push_back(std::move(row));
    }
    finishTable(table);
    return table;
}

} // namespace ws
