#include "core/readers/nvprof/nvproftrace.h"

#include "core/base/format.h"
#include "core/base/texts.h"
#include "core/model/timelinebuilder.h"
#include "core/readers/nvprof/nvproftables.h"
#include "core/readers/toolkit/ruledtext.h"
#include "core/readers/toolkit/textsource.h"
#include "core/readers/toolkit/textvalues.h"
#include "core/readers/toolkit/utf8names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <deque>
#include <map>

namespace ws {
namespace {

constexpr size_t maxProcesses = 64;
constexpr size_t linesWithin = 3; ///< of other programs between two rows of text

enum TraceField : uint8_t {
    StartField,
    DurationField,
    GridField,
    BlockField,
    GridXField,
    GridYField,
    GridZField,
    BlockXField,
    BlockYField,
    BlockZField,
    DeviceField,
    ContextField,
    StreamField,
    CorrelationField,
    NameField,
    fieldCount
};

constexpr std::array<std::string_view, fieldCount> fieldNames{
    "Start",   "Duration", "Grid Size", "Block Size", "Grid X", "Grid Y",         "Grid Z", "Block X",
    "Block Y", "Block Z",  "Device",    "Context",    "Stream", "Correlation_ID", "Name"};

/// The columns of a trace.
struct TraceHeader
{
    bool isCsv = false;
    char delimiter = ',';
    DecimalSign sign = DecimalSign::Point;
    std::string prefix; ///< of the lines of a text
    size_t columns = 0;
    std::array<int, fieldCount> at{};
    std::vector<size_t> edges;     ///< of a text: where each name ends, as cells are aligned to the right
    int64_t nsPerUnit[2] = {0, 0}; ///< of a CSV: Start and Duration
    bool isGpu() const { return at[DeviceField] >= 0 || at[StreamField] >= 0; }
};

using Cells = std::array<std::string_view, fieldCount>;

template <class Names> bool placeFields(const Names &names, TraceHeader &header)
{
    header.at.fill(-1);
    header.columns = names.size();
    for (size_t i = 0; i < names.size(); ++i)
        for (size_t field = 0; field < fieldCount; ++field)
            if (trimmed(names[i]) == fieldNames[field] && header.at[field] < 0)
                header.at[field] = static_cast<int>(i);
    return header.at[StartField] >= 0 && header.at[DurationField] >= 0 && header.at[NameField] >= 0;
}

std::optional<TraceHeader> textHeader(std::string_view line)
{
    const size_t start = line.find("Start  Duration");
    if (start == line.npos || line.size() > 4096)
        return std::nullopt;
    TraceHeader header;
    if (!trimmed(line.substr(0, start)).empty())
        header.prefix = trimmedRight(line.substr(0, start));
    const auto names = splitAtGaps(line.substr(start));
    for (const std::string_view name : names)
        header.edges.push_back(static_cast<size_t>(name.data() + name.size() - line.data()));
    if (names.size() < 3 || !placeFields(names, header) || header.at[NameField] + 1 != int(names.size()))
        return std::nullopt;
    return header;
}

void setCell(const TraceHeader &header, size_t column, std::string_view text, Cells &cells)
{
    for (size_t field = 0; field < fieldCount; ++field)
        if (header.at[field] == int(column))
            cells[field] = text;
}

/// Cut where the header's names end: a cell may be so wide ("0.91874GB/s") that a single blank is left in front of it.
bool cellsAtEdges(std::string_view line, const TraceHeader &header, Cells &cells)
{
    size_t begin = header.prefix.size();
    for (size_t i = 0; i + 1 < header.columns; ++i) {
        const size_t end = header.edges[i];
        if (end + 1 >= line.size() || line[end] != ' ' || line[end - 1] == ' ')
            return false;
        setCell(header, i, trimmed(line.substr(begin, end - begin)), cells);
        begin = end;
    }
    cells[NameField] = trimmed(line.substr(begin));
    return !cells[NameField].empty();
}

/// The cells of a row of text; where they are not below the header's names, pieces at gaps, and the rest is the name.
bool textCells(std::string_view line, const TraceHeader &header, Cells &cells)
{
    if (cellsAtEdges(line, header, cells))
        return true;
    std::string_view rest = trimmed(withoutPrefix(line, header.prefix));
    for (size_t i = 0; i + 1 < header.columns; ++i) {
        const size_t end = rest.find("  ");
        if (end == rest.npos)
            return false;
        setCell(header, i, rest.substr(0, end), cells);
        rest = trimmed(rest.substr(end));
    }
    cells[NameField] = rest;
    return !rest.empty();
}

bool isTextRow(std::string_view line, const TraceHeader &header)
{
    Cells cells;
    return textCells(line, header, cells) && wholeNanoseconds(cells[StartField]);
}

/// A header and a row near below it: other tools have tables of starts and durations, too.
std::optional<TraceHeader> textTrace(const TextPage &page, size_t at)
{
    auto header = textHeader(page[at]);
    if (!header)
        return std::nullopt;
    for (size_t i = at + 1; i < page.size() && i <= at + 1 + linesWithin; ++i)
        if (isTextRow(page[i], *header))
            return header;
    return std::nullopt;
}

/// The header of a CSV at a line; `hasUnits` says whether the row of units follows.
std::optional<TraceHeader> csvTrace(const TextPage &page, size_t at, bool &hasUnits)
{
    const std::string_view line = page[at];
    if (line.find("Start") == line.npos || line.find("Duration") == line.npos || line.size() > 20'000)
        return std::nullopt;
    TraceHeader header;
    header.isCsv = true;
    header.delimiter = csvDelimiter(line);
    header.sign = decimalSign(page.text().substr(size_t(page.line(at).offset)), header.delimiter);
    CsvText csv(page.text(), page.line(at).offset, header.delimiter);
    const auto names = csv.next();
    if (!names || names->size() < 3 || !placeFields(*names, header))
        return std::nullopt;
    const auto units = csv.next();
    const auto unitOf = [&](TraceField field) {
        const auto column = static_cast<size_t>(header.at[field]);
        return units && column < units->size() ? nanosecondsIn(trimmed((*units)[column])) : 0;
    };
    header.nsPerUnit[0] = unitOf(StartField);
    header.nsPerUnit[1] = unitOf(DurationField);
    hasUnits = units && isNvprofUnits(*units) && header.nsPerUnit[0] && header.nsPerUnit[1];
    const bool isOurs = hasUnits || header.at[StreamField] >= 0 ||
                        (header.at[CorrelationField] >= 0 && header.columns <= 4); // nsys: Strm, CorrId
    return isOurs ? std::optional(header) : std::nullopt;
}

/// "void gemm<int=3>(float*) [101]": the number in brackets at the end, taken off.
uint64_t takeBracketed(std::string_view &name)
{
    const size_t open = name.rfind(" [");
    if (!name.ends_with(']') || open == name.npos || open + 3 > name.size())
        return 0;
    const std::string_view digits = name.substr(open + 2, name.size() - open - 3);
    uint64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (digits.empty() || error != std::errc() || end != digits.data() + digits.size())
        return 0;
    name = name.substr(0, open);
    return number;
}

/// "(651 1 1)" and three cells as "651,1,1".
std::string extentOf(std::string_view text)
{
    std::string extent;
    if (!text.starts_with('(') || !text.ends_with(')'))
        return extent;
    for (const char c : text.substr(1, text.size() - 2))
        extent += c == ' ' ? ',' : c;
    return extent;
}

/// The rows of one process.
class Recording
{
public:
    explicit Recording(NvprofProcess process)
        : m_run(std::make_shared<Run>()), m_builder(*m_run), m_process(std::move(process))
    {
        const StringId pid = m_run->strings.intern(m_process.pid.empty() ? std::string_view("0") : m_process.pid);
        m_calls = m_builder.cpuTrack(pid, m_run->strings.intern("API"));
        m_pid = pid;
    }

    const std::shared_ptr<Run> &run() const { return m_run; }
    const NvprofProcess &process() const { return m_process; }
    bool holds(const TraceHeader &header) const { return header.isGpu() ? m_hasGpu : m_hasCalls; }
    void begin(const TraceHeader &header) { (header.isGpu() ? m_hasGpu : m_hasCalls) = true; }

    void add(const TraceHeader &header, const Cells &cells, int64_t start, std::optional<int64_t> duration,
             size_t offset);
    void roundedTo(int64_t ns) { m_tick = std::max(m_tick, ns); }
    Result<bool> finish(Progress &progress);

private:
    void addGpuWork(const Cells &cells, std::string_view name, uint64_t correlation, int64_t start, int64_t duration,
                    size_t offset);
    void addCall(std::string_view name, uint64_t correlation, int64_t start, int64_t duration, size_t offset);
    StringId deviceOf(const Cells &cells);

    std::shared_ptr<Run> m_run;
    TimelineBuilder m_builder;
    NvprofProcess m_process;
    StringId m_pid = 0;
    uint32_t m_calls = 0;
    bool m_hasGpu = false, m_hasCalls = false;
    int64_t m_tick = 0;
    uint64_t m_count = 0, m_events = 0;
    std::map<std::string, std::string> m_contexts; ///< by the name of a device without a number, the first one
    bool m_hasCutDevices = false;
};

StringId Recording::deviceOf(const Cells &cells)
{
    const std::string_view device = isNoValue(cells[DeviceField]) ? std::string_view("0") : cells[DeviceField];
    const size_t open = device.rfind('(');
    if (device.ends_with(')') && open != device.npos) {
        const std::string_view number = device.substr(open + 1, device.size() - open - 2);
        if (!number.empty() && number.find_first_not_of("0123456789") == number.npos) {
            const StringId pid = m_run->strings.intern(number);
            Process &process = m_builder.process(pid);
            process.name = m_run->strings.intern(trimmed(device.substr(0, open)));
            process.labels = m_run->strings.intern("GPU " + std::string(number));
            return pid;
        }
    }
    // A name without its number: contexts tell the GPUs of one model apart.
    std::string name(device);
    if (!isNoValue(cells[ContextField])) {
        const auto first = m_contexts.try_emplace(name, cells[ContextField]).first;
        if (first->second != cells[ContextField]) {
            name += ", context " + std::string(cells[ContextField]);
            m_hasCutDevices = true;
        }
    }
    return m_run->strings.intern(name);
}

void Recording::addGpuWork(const Cells &cells, std::string_view name, uint64_t correlation, int64_t start,
                           int64_t duration, size_t offset)
{
    const bool isManaged = name.starts_with("[Unified Memory");
    const bool isCopy = name.find("emcpy") != name.npos;
    const char *category = !name.starts_with('[')             ? "kernel"
                           : isCopy                           ? "gpu_memcpy"
                           : name.find("memset") != name.npos ? "gpu_memset"
                                                              : "kernel";
    GpuDetail detail;
    detail.correlation = correlation;
    std::string grid = extentOf(cells[GridField]), block = extentOf(cells[BlockField]);
    if (grid.empty() && !isNoValue(cells[GridXField])) {
        const auto joined = [&](TraceField first) {
            return std::string(cells[first]) + "," + std::string(cells[first + 1]) + "," +
                   std::string(cells[first + 2]);
        };
        grid = joined(GridXField);
        block = joined(BlockXField);
    }
    if (!grid.empty())
        detail.grid = m_run->strings.intern("grid [" + grid + "] block [" + block + "]");
    const StringId stream = m_run->strings.intern(
        isManaged || isNoValue(cells[StreamField]) ? std::string_view("Unified Memory") : cells[StreamField]);
    const uint32_t track = m_builder.track(TrackKind::GpuStream, deviceOf(cells), stream);
    m_builder.addGpuWork(track, start, duration, m_run->strings.intern(name), m_builder.category(category), offset,
                         detail);
}

void Recording::addCall(std::string_view name, uint64_t correlation, int64_t start, int64_t duration, size_t offset)
{
    // "cudaLaunch (void gemm(float*) [94])": the call and the kernel that it launched.
    std::string_view kernel;
    if (const size_t open = name.find(" ("); open != name.npos && name.ends_with(')')) {
        kernel = name.substr(open + 2, name.size() - open - 3);
        if (const uint64_t number = takeBracketed(kernel))
            correlation = correlation ? correlation : number;
        name = name.substr(0, open);
    }
    const bool isDriver = name.size() > 2 && name.starts_with("cu") && isupper(static_cast<unsigned char>(name[2]));
    const uint16_t category = m_builder.category(isDriver ? "cuda_driver" : "cuda_runtime");
    if (correlation)
        m_builder.addLaunch(m_calls, start, duration, m_run->strings.intern(name), category, offset, correlation,
                            kernel.empty() ? 0 : m_run->strings.intern(kernel));
    else
        m_builder.addSlice(m_calls, start, duration, m_run->strings.intern(name), category, offset);
}

void Recording::add(const TraceHeader &header, const Cells &cells, int64_t start, std::optional<int64_t> duration,
                    size_t offset)
{
    std::string_view name = cells[NameField];
    uint64_t correlation = 0;
    std::from_chars(cells[CorrelationField].data(), cells[CorrelationField].data() + cells[CorrelationField].size(),
                    correlation);
    const bool isCall =
        !header.isGpu() || (isNoValue(cells[DeviceField]) && isNoValue(cells[StreamField]) && !name.starts_with('['));
    if (const uint64_t number = isCall ? 0 : takeBracketed(name); number && !correlation)
        correlation = number;
    ++m_events;
    m_builder.see(start);
    const bool isFault = name.starts_with("[Unified Memory") && name.find("emcpy") == name.npos;
    if (isFault || !duration) { // no work: faults of pages, with and without a duration
        const StringId row = m_run->strings.intern("Unified Memory");
        const uint16_t category = m_builder.category("unified_memory");
        if (duration)
            m_builder.addSlice(m_builder.cpuTrack(m_pid, row), start, *duration, m_run->strings.intern(name), category,
                               offset);
        else
            m_builder.addInstant(start, m_run->strings.intern(name), category, m_pid, row, offset);
        m_count += duration ? 1 : 0;
        return;
    }
    ++m_count;
    m_builder.see(start + *duration);
    if (isCall)
        addCall(name, correlation, start, *duration, offset);
    else
        addGpuWork(cells, name, correlation, start, *duration, offset);
}

Result<bool> Recording::finish(Progress &progress)
{
    RunInfo &info = m_run->info;
    info.format = "nvprof-trace";
    info.totalEvents = m_events;
    info.slices = m_count;
    info.byPhase["X"] = m_count;
    if (!m_process.pid.empty())
        info.facts.emplace_back(Core::tr("Process").toStdString(), m_process.pid);
    if (!m_process.command.empty())
        info.facts.emplace_back(Core::tr("Command").toStdString(), m_process.command);
    if (!m_process.pid.empty() || !m_process.command.empty())
        m_builder.process(m_pid).name = m_run->strings.intern(nvprofPlace(m_process));
    if (m_tick > 1)
        m_run->diagnostics.add("rounded-times",
                               Core::tr("nvprof prints five digits: starts are whole multiples of %1, so shorter gaps "
                                        "and overlaps mean nothing. nvprof --csv prints all digits.")
                                   .arg(formatDuration(m_tick)),
                               -1, {}, m_events);
    if (m_hasCutDevices)
        m_run->diagnostics.add("cut-devices", Core::tr("nvprof cuts names of GPUs to 15 characters and their numbers "
                                                       "with them: contexts are shown as GPUs of their own. nvprof "
                                                       "--csv prints whole names."));
    noteInvalidUtf8(*m_run);
    return m_builder.finish(progress);
}

/// All traces of a page.
class Traces
{
public:
    Traces(TextPage &page, Progress &progress) : m_page(page), m_progress(progress) {}

    /// False: cancelled.
    bool readText(size_t at, const TraceHeader &header)
    {
        Recording &recording = recordingFor(at, header);
        size_t others = 0;
        for (size_t i = at + 1; i < m_page.size() && others <= linesWithin; ++i) {
            const std::string_view line = trimmed(withoutPrefix(m_page[i], header.prefix));
            Cells cells;
            if (textCells(m_page[i], header, cells) && addText(recording, header, cells, m_page.line(i).offset)) {
                others = 0;
                m_page.take(i);
            } else if (line.empty() || line.starts_with("Regs: ") || line.starts_with("==") ||
                       line.starts_with("```")) {
                break;
            } else if (wholeNanoseconds(line.substr(0, line.find(' ')))) {
                badRow(recording, i);
                m_page.take(i);
            } else {
                ++others;
            }
            if ((i & 0xFFF) == 0 && m_progress.isCancelled())
                return false;
        }
        return true;
    }

    bool readCsv(size_t at, const TraceHeader &header)
    {
        Recording &recording = recordingFor(at, header);
        CsvText csv(m_page.text(), m_page.line(at).offset, header.delimiter);
        csv.next();
        csv.next();
        size_t end = csv.offset();
        for (auto row = csv.next(); row && row->size() > 1; row = csv.next()) {
            const size_t line = m_page.lineAt(end);
            if (row->size() < header.columns || !addCsv(recording, header, *row, end))
                badRow(recording, line);
            end = csv.offset();
            if ((++m_progress.events & 0xFFF) == 0 && m_progress.isCancelled())
                return false;
        }
        m_page.take(at, m_page.lineAt(end));
        return true;
    }

    std::deque<Recording> &recordings() { return m_recordings; }

private:
    /// A process has one, unless it has such a trace already: then somebody put two logs together.
    Recording &recordingFor(size_t at, const TraceHeader &header)
    {
        NvprofProcess process = nvprofProcess(m_page, at);
        const bool isKnown =
            !m_recordings.empty() && m_recordings.back().process() == process && !m_recordings.back().holds(header);
        if (!isKnown && m_recordings.size() < maxProcesses)
            m_recordings.emplace_back(std::move(process));
        m_recordings.back().begin(header);
        m_page.take(at);
        return m_recordings.back();
    }

    static bool addText(Recording &recording, const TraceHeader &header, const Cells &cells, size_t offset)
    {
        const auto start = wholeNanoseconds(cells[StartField]), duration = wholeNanoseconds(cells[DurationField]);
        if (!start || (!duration && !isNoValue(cells[DurationField])) || *start < -farthestNs || *start > farthestNs ||
            (duration && (*duration < 0 || *duration > farthestNs)))
            return false;
        const std::string_view text = cells[StartField];
        const size_t point = text.find('.'), unit = text.find_last_of("0123456789.") + 1;
        int64_t tick = nanosecondsIn(trimmed(text.substr(unit)));
        for (size_t i = point; i != text.npos && i + 1 < unit; ++i)
            tick /= 10;
        recording.roundedTo(tick);
        recording.add(header, cells, *start, duration, offset);
        return true;
    }

    static bool addCsv(Recording &recording, const TraceHeader &header, const CsvRecord &row, size_t offset)
    {
        Cells cells;
        for (size_t field = 0; field < fieldCount; ++field)
            if (header.at[field] >= 0)
                cells[field] = trimmed(row[size_t(header.at[field])]);
        const auto start = wholeNanoseconds(cells[StartField], header.nsPerUnit[0], header.sign),
                   duration = wholeNanoseconds(cells[DurationField], header.nsPerUnit[1], header.sign);
        if (cells[NameField].empty() || !start || (!duration && !isNoValue(cells[DurationField])) ||
            *start < -farthestNs || *start > farthestNs || (duration && (*duration < 0 || *duration > farthestNs)))
            return false;
        recording.add(header, cells, *start, duration, offset);
        return true;
    }

    void badRow(Recording &recording, size_t line)
    {
        Diagnostics &diagnostics = recording.run()->diagnostics;
        const auto offset = static_cast<int64_t>(m_page.line(line).offset);
        if (line + 1 >= m_page.size() && !m_page.text().ends_with('\n')) {
            recording.run()->info.complete = false;
            diagnostics.add("truncated", Core::tr("the table ends within a row; that row and all after it are missing"),
                            offset, m_page[line]);
            return;
        }
        diagnostics.add(
            "odd-row",
            Core::tr("Lines that are not rows of the table (fields missing, or no usable time) were skipped."), offset,
            m_page[line]);
    }

    TextPage &m_page;
    Progress &m_progress;
    std::deque<Recording> m_recordings;
};

} // namespace

Match matchNvprofTrace(const Head &head)
{
    if (head.container == Container::Sqlite)
        return Match::No;
    std::string storage;
    const std::string_view text = headText(head, storage);
    if (text.find("Start") == text.npos || text.find("Duration") == text.npos || text.find('\0') != text.npos)
        return Match::No;
    const TextPage page(text);
    for (size_t i = 0; i < page.size(); ++i) {
        bool hasUnits = false;
        if (textTrace(page, i) || csvTrace(page, i, hasUnits))
            return Match::Certain;
    }
    return Match::No;
}

Result<std::vector<std::shared_ptr<Run>>> nvprofTimelines(TextPage &page, const QString &path, Progress &progress)
{
    Traces traces(page, progress);
    for (size_t i = 0; i < page.size(); ++i) {
        const std::string_view line = page[i];
        if (page.isTaken(i) || line.find("Start") == line.npos || line.find("Duration") == line.npos)
            continue;
        bool hasUnits = false, goesOn = true;
        if (const auto text = textTrace(page, i)) {
            goesOn = traces.readText(i, *text);
        } else if (const auto csv = csvTrace(page, i, hasUnits)) {
            if (!hasUnits)
                return Error{ErrorKind::Malformed,
                             Core::tr("the trace of nvprof lacks its second row, which has the units of the times "
                                      "(\"ms,us,…\"): without it they mean nothing; make it again with nvprof "
                                      "--print-gpu-trace --csv --log-file FILE"),
                             path, static_cast<int64_t>(page.line(i).offset)};
            goesOn = traces.readCsv(i, *csv);
        }
        if (!goesOn)
            return Error{ErrorKind::Cancelled, Core::tr("cancelled"), path};
    }
    std::vector<std::shared_ptr<Run>> runs;
    for (Recording &recording : traces.recordings()) {
        if (const auto finished = recording.finish(progress); !finished)
            return finished.error();
        runs.push_back(recording.run());
    }
    return runs;
}

} // namespace ws
