#include "core/readers/amd/rocprofcsv.h"

#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "core/model/timelinebuilder.h"
#include "core/readers/amd/dispatchids.h"
#include "core/readers/amd/rocmwords.h"
#include "core/readers/nsys/nsystrace.h"
#include "core/readers/toolkit/csvtext.h"
#include "core/readers/toolkit/launchgrids.h"
#include "core/readers/toolkit/textlines.h"
#include "core/readers/toolkit/textsource.h"
#include "core/readers/toolkit/textvalues.h"
#include "core/readers/toolkit/utf8names.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace ws {
namespace {

/// What a column says, by the names that rocprofv3 and, behind it, rocprof give it.
enum Column : uint8_t {
    KernelColumn,
    DirectionColumn,
    FunctionColumn,
    DomainColumn,
    StartColumn,
    EndColumn,
    DeviceColumn,
    SourceColumn,
    QueueColumn,
    StreamColumn,
    PidColumn,
    TidColumn,
    CorrelationColumn,
    DispatchColumn,
    DispatchedColumn,
    CompletedColumn,
    CounterColumn,
    CountColumn,
    GridXColumn,
    GridYColumn,
    GridZColumn,
    BlockXColumn,
    BlockYColumn,
    BlockZColumn,
    columns
};

const std::array<std::vector<std::string_view>, columns> columnNames = {{
    {"Kernel_Name", "KernelName"},
    {"Direction"},
    {"Function", "Operation"}, // allocations have the latter, and Kind where calls have Domain
    {"Domain", "Kind"},
    {"Start_Timestamp", "BeginNs"},
    {"End_Timestamp", "EndNs"},
    {"Agent_Id", "Destination_Agent_Id", "gpu-id", "GPU_ID"},
    {"Source_Agent_Id"},
    {"Queue_Id", "queue-id", "Queue_ID"},
    {"Stream_Id"},
    {"Process_Id", "pid", "PID"},
    {"Thread_Id", "tid", "TID"},
    {"Correlation_Id", "Correlation_ID"},
    {"Dispatch_Id"}, // rocprof's Index and rocprof-compute's Dispatch_ID count rows
    {"DispatchNs"},
    {"CompleteNs"},
    {"Counter_Name"},
    {"Counter_Value"},
    {"Grid_Size_X", "grd", "Grid_Size"},
    {"Grid_Size_Y"},
    {"Grid_Size_Z"},
    {"Workgroup_Size_X", "wgr", "Workgroup_Size"},
    {"Workgroup_Size_Y"},
    {"Workgroup_Size_Z"},
}};

struct Columns
{
    explicit Columns(const CsvRecord &header)
    {
        for (size_t column = 0; column < columns; ++column)
            for (const std::string_view name : columnNames[column])
                for (size_t i = 0; i < header.size() && at[column] < 0; ++i)
                    if (trimmed(header[i]) == name)
                        at[column] = static_cast<int>(i);
    }
    /// rocprofv3 writes a row for each counter of each dispatch.
    bool isByCounter() const { return at[CounterColumn] >= 0 && at[CountColumn] >= 0 && at[DispatchColumn] >= 0; }
    bool isTrace() const
    {
        return at[StartColumn] >= 0 && at[EndColumn] >= 0 &&
               (at[KernelColumn] >= 0 || at[DirectionColumn] >= 0 || at[FunctionColumn] >= 0);
    }
    bool listsCalls() const { return at[KernelColumn] < 0 && at[DirectionColumn] < 0; }
    std::string_view text(const CsvRecord &row, Column column) const
    {
        const auto i = static_cast<size_t>(at[column]);
        return at[column] >= 0 && i < row.size() ? trimmed(row[i]) : std::string_view();
    }
    /// The number at the end of the cell ("Agent 4" is 4).
    int64_t number(const CsvRecord &row, Column column, int64_t none) const
    {
        std::string_view cell = text(row, column);
        if (const size_t blank = cell.rfind(' '); blank != cell.npos)
            cell.remove_prefix(blank + 1);
        int64_t value = none;
        const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
        if (error == std::errc() && end == cell.data() + cell.size())
            return value;
        return parseWhole(cell, 0).value_or(none); // as a spreadsheet or pandas has saved it again
    }

    std::array<int, columns> at = [] {
        std::array<int, columns> none{};
        none.fill(-1);
        return none;
    }();
};

constexpr int64_t earlyNs = 1000; ///< two clocks of one machine agree to less

class Rows
{
public:
    Rows(Run &run, const Columns &columns) : m_columns(columns), m_run(run), m_builder(run), m_grids(run.strings) {}

    TimelineBuilder &builder() { return m_builder; }
    DispatchIds &dispatches() { return m_dispatches; }
    enum class Added : uint8_t { No, Work, Repeated };
    /// No: no row of the trace. Repeated: a further counter of a dispatch that was added before.
    Added add(const CsvRecord &row, uint64_t offset);
    /// Says that kernels begin before they were dispatched, where more than one of a hundred does.
    void noteEarlyBegins() const;
    /// False: what rows list of the CPU are ranges that the program has marked.
    bool hasCalls() const { return m_hasCalls; }
    /// Where each counter has a row: the number of the dispatch that was added or repeated last, from 0.
    size_t lastDispatch() const { return m_last; }

private:
    void addGpuWork(const CsvRecord &row, int64_t begin, int64_t duration, uint64_t offset, bool isCopy);
    void addCall(const CsvRecord &row, int64_t begin, int64_t duration, uint64_t offset);
    StringId number(int64_t value) { return m_run.strings.intern(std::to_string(value)); }
    std::string_view text(const CsvRecord &row, Column column) const { return m_columns.text(row, column); }

    const Columns &m_columns;
    Run &m_run;
    TimelineBuilder m_builder;
    LaunchGrids m_grids;
    DispatchIds m_dispatches;
    uint64_t m_dispatched = 0;
    bool m_hasCalls = false;
    uint64_t m_early = 0; ///< rows that begin before their dispatch
    int64_t m_firstEarly = -1;
    std::set<int64_t> m_devices;
    std::map<std::tuple<int64_t, int64_t, int64_t, int64_t>, size_t> m_counted; ///< by process, dispatch, begin, end
    size_t m_last = 0;
};

Rows::Added Rows::add(const CsvRecord &row, uint64_t offset)
{
    constexpr int64_t none = INT64_MIN;
    const int64_t process = m_columns.number(row, PidColumn, 0), dispatch = m_columns.number(row, DispatchColumn, -1);
    const int64_t begin = m_columns.number(row, StartColumn, none), end = m_columns.number(row, EndColumn, none);
    if (begin < -farthestNs || begin > farthestNs || end < -farthestNs || end > farthestNs) {
        if (!m_columns.isByCounter())
            m_dispatches.add(0, process, dispatch); // it is there, whenever it ran
        return Added::No;
    }
    if (m_columns.isByCounter()) {
        const auto [counted, isNew] = m_counted.try_emplace({process, dispatch, begin, end}, m_counted.size());
        m_last = counted->second;
        if (!isNew)
            return Added::Repeated;
    }
    m_dispatches.add(0, process, dispatch);
    if (isRoundedTime(text(row, StartColumn), 1) || isRoundedTime(text(row, EndColumn), 1))
        m_run.diagnostics.add(
            "rounded-durations",
            Core::tr("Begins and ends are written with too few digits (“%1”), as spreadsheets save long "
                     "numbers: how long work took, and when, is lost. Open the file as the profiler "
                     "wrote it.")
                .arg(toText(text(row, StartColumn))),
            static_cast<int64_t>(offset));
    if (end < begin)
        m_run.diagnostics.add("negative-duration", Core::tr("negative durations; taken as 0"),
                              static_cast<int64_t>(offset));
    const int64_t duration = std::max<int64_t>(0, end - begin);
    const bool isKernel = !text(row, KernelColumn).empty();
    if (isKernel || !text(row, DirectionColumn).empty())
        addGpuWork(row, begin, duration, offset, !isKernel);
    else
        addCall(row, begin, duration, offset);
    return Added::Work;
}

void Rows::addGpuWork(const CsvRecord &row, int64_t begin, int64_t duration, uint64_t offset, bool isCopy)
{
    const std::string_view name = text(row, isCopy ? DirectionColumn : KernelColumn);
    const bool fromDevice = isCopy && name.find("DEVICE_TO_HOST") != name.npos;
    const int64_t device = m_columns.number(row, fromDevice ? SourceColumn : DeviceColumn, 0);
    const int64_t stream = m_columns.number(row, StreamColumn, -1);
    const StringId pid = number(device);
    if (m_devices.insert(device).second)
        m_builder.process(pid).labels = m_run.strings.intern("GPU " + std::to_string(device));
    GpuDetail detail;
    const int64_t correlation = m_columns.number(row, CorrelationColumn, 0);
    detail.correlation = correlation > 0 ? static_cast<uint64_t>(correlation) : 0;
    // rocprof's first version writes when the packet was put into the queue, and no calls.
    const int64_t dispatched = m_columns.number(row, DispatchedColumn, 0);
    if (dispatched > begin + earlyNs && m_early++ == 0)
        m_firstEarly = static_cast<int64_t>(offset);
    // Where a kernel is completed before it begins, the clocks of host and device differ.
    const int64_t completed = m_columns.number(row, CompletedColumn, begin);
    if (dispatched > 0 && dispatched <= begin && completed >= begin && detail.correlation == 0) {
        detail.correlation = ++m_dispatched;
        m_builder.addLaunch(m_builder.cpuTrack(number(m_columns.number(row, PidColumn, 0)),
                                               number(m_columns.number(row, TidColumn, 0))),
                            dispatched, 0, m_run.strings.intern("dispatch"),
                            m_builder.category("dispatch", CategoryKind::Launch), offset, detail.correlation);
    }
    const auto extent = [&](Column x, Column y, Column z) {
        return Extent{m_columns.number(row, x, 0), m_columns.number(row, y, 1), m_columns.number(row, z, 1)};
    };
    if (!isCopy)
        detail.grid = m_grids.textOfItems(extent(GridXColumn, GridYColumn, GridZColumn),
                                          extent(BlockXColumn, BlockYColumn, BlockZColumn));
    const uint32_t track = m_builder.track(TrackKind::GpuStream, pid,
                                           number(stream >= 0 ? stream : m_columns.number(row, QueueColumn, 0)));
    m_builder.addGpuWork(track, begin, duration, m_run.strings.intern(name),
                         m_builder.category(isCopy ? "gpu_memcpy" : "kernel"), offset, detail);
}

void Rows::noteEarlyBegins() const
{
    if (m_early * 100 > m_early + m_dispatched)
        m_run.diagnostics.add(
            "before-dispatch",
            Core::tr("Kernels begin before they were dispatched: the pass that counted has moved their "
                     "begins, and how long they took is not known. timestamps.csv or pmc_perf.csv of the "
                     "same folder have their times."),
            m_firstEarly, {}, m_early);
}

void Rows::addCall(const CsvRecord &row, int64_t begin, int64_t duration, uint64_t offset)
{
    const std::string_view domain = text(row, DomainColumn);
    const uint16_t category =
        m_builder.category(domain.empty() ? std::string_view("call") : domain, kindOfRocmDomain(domain));
    const uint32_t track =
        m_builder.cpuTrack(number(m_columns.number(row, PidColumn, 0)), number(m_columns.number(row, TidColumn, 0)));
    const StringId name = m_run.strings.intern(text(row, FunctionColumn));
    const int64_t correlation = m_columns.number(row, CorrelationColumn, 0);
    m_hasCalls |= m_builder.kindOf(category) != CategoryKind::UserAnnotation;
    if (m_builder.kindOf(category) == CategoryKind::Launch && correlation > 0)
        m_builder.addLaunch(track, begin, duration, name, category, offset, static_cast<uint64_t>(correlation));
    else
        m_builder.addSlice(track, begin, duration, name, category, offset);
}

/// Counters of dispatches, which rocprof-compute (pmc_perf.csv) and rocprof with an input file write behind what they
/// say of a dispatch: a table beside the timeline. Unknown columns alone are none: one at least is called as a counter.
/// Rejected: counters as curves, for a value is of a whole dispatch.
class DispatchCounters
{
public:
    DispatchCounters(const CsvRecord &header, const Columns &columns) : m_columns(columns)
    {
        static constexpr std::string_view known[] = {"Dispatch_ID",
                                                     "Index",
                                                     "Kernel_ID",
                                                     "Kernel_Id",
                                                     "Kind",
                                                     "queue-index",
                                                     "LDS_Per_Workgroup",
                                                     "lds",
                                                     "scr",
                                                     "Scratch_Per_Workitem",
                                                     "Arch_VGPR",
                                                     "Accum_VGPR",
                                                     "arch_vgpr",
                                                     "accum_vgpr",
                                                     "vgpr",
                                                     "SGPR",
                                                     "sgpr",
                                                     "wave_size",
                                                     "Wave_Size",
                                                     "fbar",
                                                     "sig",
                                                     "obj",
                                                     "DispatchNs",
                                                     "CompleteNs",
                                                     "DurationNs",
                                                     "XCC_ID",
                                                     "Private_Segment_Size",
                                                     "Group_Segment_Size",
                                                     "VGPR_Count",
                                                     "Accum_VGPR_Count",
                                                     "SGPR_Count",
                                                     "Scratch_Size",
                                                     "LDS_Block_Size",
                                                     "LDS_Block_Size_v",
                                                     "Counter_Name"};
        for (size_t i = 0; i < header.size(); ++i) {
            const std::string_view name = trimmed(header[i]);
            const std::string_view first = withoutRepetition(name);
            const bool isNamed = std::ranges::any_of(
                columnNames, [&](const auto &names) { return std::ranges::find(names, name) != names.end(); });
            if (!name.empty() && (!isNamed || name == "Counter_Value") &&
                std::ranges::find(known, first) == std::end(known))
                m_counters.push_back(i);
        }
        const bool areCounters =
            std::ranges::any_of(m_counters, [&](size_t i) { return isRocmCounter(trimmed(header[i])); });
        if (columns.at[KernelColumn] < 0 || !areCounters)
            m_counters.clear();
        m_table.kind = "rocprof";
        m_table.report = m_table.title = "counters";
        m_table.line = 1;
        m_table.columns = {{"Kernel", Unit::Text}, {"Dispatch", Unit::Number}};
        if (columns.isByCounter())
            m_counters.clear();
        for (const size_t i : m_counters)
            m_table.columns.push_back({std::string(trimmed(header[i])), Unit::Number});
    }

    /// dispatch: the number of the row's, where each counter has a row of its own.
    void add(const CsvRecord &row, size_t dispatch)
    {
        if (m_columns.isByCounter())
            return addCounter(row, dispatch);
        if (m_counters.empty())
            return;
        std::vector<Cell> cells{std::string(m_columns.text(row, KernelColumn)), double(m_table.rows.size())};
        for (const size_t i : m_counters)
            cells.push_back(i < row.size() ? cellOf(row[i], Unit::Number) : Cell());
        m_hasNumbers = m_hasNumbers || std::any_of(cells.begin() + 2, cells.end(), [](const Cell &cell) {
                           return std::holds_alternative<double>(cell);
                       });
        m_table.rows.push_back(std::move(cells));
    }

    void put(Run &run)
    {
        for (std::vector<Cell> &row : m_table.rows)
            row.resize(m_table.columns.size());
        noteKernelCounters(run.diagnostics, m_hasNumbers ? m_table.rows.size() : 0);
        if (m_hasNumbers)
            run.tables.push_back(std::move(m_table));
    }

private:
    void addCounter(const CsvRecord &row, size_t dispatch)
    {
        const std::string name(m_columns.text(row, CounterColumn));
        const auto [column, isNew] = m_columnOf.try_emplace(name, m_table.columns.size());
        if (isNew)
            m_table.columns.push_back({name, Unit::Number});
        if (dispatch == m_table.rows.size())
            m_table.rows.push_back(
                {std::string(m_columns.text(row, KernelColumn)), double(m_columns.number(row, DispatchColumn, 0))});
        std::vector<Cell> &cells = m_table.rows[dispatch];
        cells.resize(std::max(cells.size(), column->second + 1));
        const Cell value = cellOf(m_columns.text(row, CountColumn), Unit::Number);
        Cell &sum = cells[column->second]; // instances of a counter add up
        if (const double *part = std::get_if<double>(&value))
            sum = *part + (std::holds_alternative<double>(sum) ? std::get<double>(sum) : 0);
        m_hasNumbers = m_hasNumbers || std::holds_alternative<double>(sum);
    }

    /// "Kernel_ID_12" is Kernel_ID of a further run of the program, which rocprof-compute has put beside the first.
    static std::string_view withoutRepetition(std::string_view name)
    {
        const size_t digits = name.find_last_not_of("0123456789");
        return digits != name.npos && digits + 1 < name.size() && name[digits] == '_' ? name.substr(0, digits) : name;
    }

    const Columns &m_columns;
    std::vector<size_t> m_counters;
    std::map<std::string, size_t> m_columnOf; ///< by counter's name, where each has rows of its own
    Table m_table;
    bool m_hasNumbers = false;
};

/// The header's line; empty when the text does not begin with one.
std::string_view headerLine(std::string_view text)
{
    constexpr size_t longest = 62'000; // rocprof-compute's 2,000 counters take 38,000
    const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    return line.size() <= longest && line.find(',') != line.npos ? line : std::string_view();
}

bool isTrace(std::string_view text)
{
    const std::string_view line = headerLine(text);
    const auto header = CsvText(line, 0, ',').next();
    return header && Columns(*header).isTrace();
}

} // namespace

Match matchRocprofCsv(const Head &head)
{
    if (head.container == Container::Sqlite)
        return Match::No;
    std::string storage;
    return isTrace(headText(head, storage)) ? Match::Certain : Match::No;
}

Result<RunPtr> readRocprofCsv(ByteSource &source, Progress &progress)
{
    auto run = std::make_shared<Run>();
    RunInfo &info = run->info;
    const auto text = readText(source, progress, *run);
    if (!text)
        return text.error();
    CsvText csv(*text, 0, ',');
    const auto header = csv.next();
    const Columns columns(header ? *header : CsvRecord());
    if (!columns.isTrace())
        return Error{ErrorKind::UnknownFormat, Core::tr("the table has no columns of a trace of rocprof"),
                     source.path(), 0};
    Rows rows(*run, columns);
    DispatchCounters counters(*header, columns);
    uint64_t count = 0, work = 0;
    for (size_t at = csv.offset(); const auto row = csv.next(); at = csv.offset()) {
        if (row->size() == 1 && trimmed(row->front()).empty())
            continue;
        if (const Rows::Added added = rows.add(*row, at); added != Rows::Added::No) {
            ++count;
            work += added == Rows::Added::Work;
            counters.add(*row, rows.lastDispatch());
        } else
            run->diagnostics.add("odd-row", Core::tr("rows without a usable time; they were left out"),
                                 static_cast<int64_t>(at), row->front());
        if ((++progress.events & 0xFFF) == 0 && progress.isCancelled())
            return Error{ErrorKind::Cancelled, Core::tr("cancelled"), source.path()};
    }
    if (count == 0)
        run->diagnostics.add("no-rows", Core::tr("The table has a header, but no row that is GPU work."));
    if (count > 0 && columns.listsCalls())
        run->diagnostics.add(
            callsAlone,
            rows.hasCalls()
                ? Core::tr("The file lists calls of the CPU alone. What the GPU did stands in other files of "
                           "the same recording: kernel_trace.csv, memory_copy_trace.csv.")
                : Core::tr("The file lists ranges that the program has marked. What the GPU did in them stands "
                           "in other files of the same recording: kernel_trace.csv, memory_copy_trace.csv."));
    rows.dispatches().check(run->diagnostics);
    rows.noteEarlyBegins();
    counters.put(*run);
    info.format = "rocprof-csv";
    info.totalEvents = info.byPhase["X"] = count;
    info.slices = work;
    (*info.header)["columns"] = *header;
    (*info.header)["delimiter"] = ",";
    run->seek = source.seekIndex();
    run->eventText = std::make_shared<TraceRowText>();
    noteInvalidUtf8(*run);
    const auto finished = rows.builder().finish(progress);
    if (!finished)
        return finished.error();
    return RunPtr(run);
}

} // namespace ws
