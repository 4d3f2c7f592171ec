#include "core/analysis/compare/apirows.h"

#include "core/analysis/compare/differences.h"
#include "core/analysis/gaps/cpuwaits.h"
#include "core/analysis/gpuscan.h"
#include "core/base/texts.h"

#include <algorithm>
#include <map>

namespace ws {

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
        for (const CpuCalls &call : *calls) {
            DiffRow &row = byName[std::string(run->run().text(call.name))];
            DiffSide &side = run == &a ? row.a : row.b;
            side.count += call.calls;
            side.totalNs = saturatingAdd(side.totalNs, call.selfNs);
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
        row.match = row.a.exists() && row.b.exists() ? DiffRow::Exact : DiffRow::None;
        table.rows.push_back(std::move(row));
    }
    finishTable(table);
    return table;
}

} // namespace ws
