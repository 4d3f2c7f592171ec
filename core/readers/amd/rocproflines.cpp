#include "core/readers/amd/rocproflines.h"

#include "core/base/texts.h"
#include "core/model/timelinebuilder.h"
#include "core/readers/amd/rocmwords.h"
#include "core/readers/toolkit/launchgrids.h"
#include "core/readers/toolkit/textsource.h"
#include "core/readers/toolkit/textvalues.h"
#include "core/readers/toolkit/utf8names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

namespace ws {
namespace {

struct DispatchLine
{
    std::string_view name, device = "0", queue = "0", grid, block, correlation;
    int64_t begin = -1, end = -1;
    std::vector<std::pair<std::string_view, std::string_view>> counters = {}; ///< behind the rest
};

/// "Kernel_Name" and "kernel-name" are the same key.
std::string plainKey(std::string_view key)
{
    std::string plain;
    for (const char c : key)
        plain += c == '-' || c == '_' ? '_' : char(std::tolower(static_cast<unsigned char>(c)));
    return plain;
}

/// "name(value)": a value in quotes ends at the last of them before ")".
bool takePair(std::string_view &line, std::string_view &key, std::string_view &value)
{
    line.remove_prefix(std::min(line.find_first_not_of(", \t"), line.size()));
    const size_t open = line.find('(');
    if (open == line.npos || open == 0 || open > 40)
        return false;
    key = trimmed(line.substr(0, open));
    size_t close = 0;
    if (line.substr(open + 1).starts_with('"')) {
        const size_t quote = line.find("\")", open + 2);
        if (quote == line.npos)
            return false;
        value = line.substr(open + 2, quote - open - 2);
        close = quote + 1;
    } else {
        close = line.find(')', open);
        if (close == line.npos)
            return false;
        value = trimmed(line.substr(open + 1, close - open - 1));
    }
    line.remove_prefix(close + 1);
    return true;
}

int64_t wholeNumber(std::string_view text, int64_t none)
{
    int64_t value = none;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? value : none;
}

/// "time(1,2,3,4)": dispatched, begun, ended, completed.
void takeTimes(std::string_view value, DispatchLine &dispatch)
{
    std::array<std::string_view, 4> parts;
    for (std::string_view &part : parts) {
        const size_t comma = std::min(value.find(','), value.size());
        part = trimmed(value.substr(0, comma));
        value.remove_prefix(std::min(comma + 1, value.size()));
    }
    dispatch.begin = wholeNumber(parts[1], -1);
    dispatch.end = wholeNumber(parts[2], -1);
}

bool mayBeDispatch(std::string_view line)
{
    const std::string_view start = trimmed(line.substr(0, 40));
    const bool begins =
        start.starts_with("dispatch[") || start.starts_with("Dispatch_ID(") || start.starts_with("Record(");
    return begins && (line.find("ernel-name(") != line.npos || line.find("ernel_name(") != line.npos ||
                      line.find("Kernel_Name(") != line.npos);
}

std::optional<DispatchLine> parseDispatch(std::string_view line)
{
    DispatchLine dispatch;
    line = trimmed(line);
    if (line.starts_with("dispatch["))
        line.remove_prefix(std::min(line.find(']') + 1, line.size()));
    for (std::string_view key, value; takePair(line, key, value);) {
        const std::string plain = plainKey(key);
        if (plain == "kernel_name")
            dispatch.name = value;
        else if (plain == "gpu_id" || plain == "agent_id")
            dispatch.device = value;
        else if (plain == "queue_id")
            dispatch.queue = value;
        else if (plain == "grd" || plain == "grid_size")
            dispatch.grid = value;
        else if (plain == "wgr" || plain == "workgroup_size")
            dispatch.block = value;
        else if (plain == "correlation_id")
            dispatch.correlation = value;
        else if (plain == "time")
            takeTimes(value, dispatch);
        else if (plain == "begin_timestamp" || plain == "start_timestamp" || plain == "start_time" ||
                 plain == "begin_ns")
            dispatch.begin = wholeNumber(value, -1);
        else if (plain == "end_timestamp" || plain == "end_time" || plain == "end_ns")
            dispatch.end = wholeNumber(value, -1);
        else if (isRocmCounter(key))
            dispatch.counters.emplace_back(key, value);
    }
    const bool isTimed = dispatch.begin >= 0 && dispatch.end >= dispatch.begin && dispatch.end <= farthestNs;
    return dispatch.name.empty() || !isTimed ? std::nullopt : std::optional(dispatch);
}

/// What was counted for dispatches, as the table that CSV files of these tools have.
class LineCounters
{
public:
    void add(const DispatchLine &dispatch)
    {
        if (dispatch.counters.empty())
            return;
        ++m_counted;
        if (m_cells > maxCells)
            return;
        std::vector<Cell> row{std::string(dispatch.name), double(m_rows.size())};
        for (const auto &[name, value] : dispatch.counters) {
            const auto [column, isNew] = m_columns.try_emplace(std::string(name), m_columns.size() + 2);
            row.resize(std::max(row.size(), column->second + 1));
            row[column->second] = cellOf(value, Unit::Number);
        }
        m_rows.push_back(std::move(row));
        m_cells = m_rows.size() * (m_columns.size() + 2);
        if (m_cells > maxCells)
            m_rows = {};
    }

    void put(Run &run)
    {
        noteKernelCounters(run.diagnostics, m_counted);
        if (m_cells > maxCells)
            run.diagnostics.add("many-counters",
                                Core::tr("There are too many counters for a table of them; they are left out."));
        if (m_rows.empty())
            return;
        Table table;
        table.kind = "rocprof";
        table.report = table.title = "counters";
        table.line = 1;
        table.columns.resize(m_columns.size() + 2, {"", Unit::Number});
        table.columns[0] = {"Kernel", Unit::Text};
        table.columns[1] = {"Dispatch", Unit::Number};
        for (const auto &[name, column] : m_columns)
            table.columns[column].name = name;
        for (std::vector<Cell> &row : m_rows)
            row.resize(table.columns.size());
        table.rows = std::move(m_rows);
        run.tables.push_back(std::move(table));
    }

private:
    static constexpr size_t maxCells = 10'000'000; ///< of rows in which each counter has a column

    std::map<std::string, size_t> m_columns; ///< by counter
    uint64_t m_counted = 0;                  ///< dispatches with counters
    size_t m_cells = 0;
    std::vector<std::vector<Cell>> m_rows;
};

} // namespace

Match matchRocprofLines(const Head &head)
{
    if (head.container == Container::Sqlite)
        return Match::No;
    std::string storage;
    const std::string_view text = headText(head, storage);
    if (text.find('\0') != text.npos || (text.find("dispatch[") == text.npos && text.find("Dispatch_ID(") == text.npos))
        return Match::No;
    for (const TextLine &line : splitLines(text))
        if (mayBeDispatch(line.text) && parseDispatch(line.text))
            return Match::Certain;
    return Match::No;
}

Result<std::shared_ptr<Run>> rocprofTimeline(TextPage &page, const QString &path, Progress &progress)
{
    std::shared_ptr<Run> run;
    std::optional<TimelineBuilder> builder;
    std::optional<LaunchGrids> grids;
    LineCounters counters;
    uint64_t count = 0;
    for (size_t i = 0; i < page.size(); ++i) {
        if (page.isTaken(i) || !mayBeDispatch(page[i]))
            continue;
        const auto dispatch = parseDispatch(page[i]);
        if (!run) {
            if (!dispatch)
                continue;
            run = std::make_shared<Run>();
            builder.emplace(*run);
            grids.emplace(run->strings);
        }
        page.take(i);
        if ((i & 0xFFF) == 0 && progress.isCancelled())
            return Error{ErrorKind::Cancelled, Core::tr("cancelled"), path};
        const size_t offset = page.line(i).offset;
        if (!dispatch) {
            run->diagnostics.add("odd-row", Core::tr("rows without a usable time; they were left out"),
                                 static_cast<int64_t>(offset), page[i]);
            continue;
        }
        StringPool &strings = run->strings;
        const StringId device = strings.intern(dispatch->device);
        builder->process(device).labels = strings.intern("GPU " + std::string(dispatch->device));
        GpuDetail detail;
        detail.correlation = static_cast<uint64_t>(std::max<int64_t>(0, wholeNumber(dispatch->correlation, 0)));
        detail.grid =
            grids->textOfItems({wholeNumber(dispatch->grid, 0), 1, 1}, {wholeNumber(dispatch->block, 0), 1, 1});
        builder->see(dispatch->begin);
        builder->see(dispatch->end);
        builder->addGpuWork(builder->track(TrackKind::GpuStream, device, strings.intern(dispatch->queue)),
                            dispatch->begin, dispatch->end - dispatch->begin, strings.intern(dispatch->name),
                            builder->category("kernel"), offset, detail);
        counters.add(*dispatch);
        ++count;
    }
    if (!run)
        return run;
    counters.put(*run);
    RunInfo &info = run->info;
    info.format = "rocprof-text";
    info.totalEvents = info.slices = info.byPhase["X"] = count;
    noteInvalidUtf8(*run);
    if (const auto finished = builder->finish(progress); !finished)
        return finished.error();
    return run;
}

} // namespace ws
