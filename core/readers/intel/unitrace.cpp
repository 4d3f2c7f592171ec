#include "core/readers/intel/unitrace.h"

#include "core/base/texts.h"
#include "core/model/timelinebuilder.h"
#include "core/readers/toolkit/textsource.h"
#include "core/readers/toolkit/textvalues.h"
#include "core/readers/toolkit/utf8names.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace ws {
namespace {

constexpr size_t linesToSection = 12;
constexpr size_t maxColumnsOfSummary = 20;

/// The fields of a line between commas, trimmed; onetrace also ends its lines with one.
std::vector<std::string_view> commaFields(std::string_view line)
{
    std::vector<std::string_view> found;
    while (true) {
        const size_t end = std::min(line.find(','), line.size());
        found.push_back(trimmed(line.substr(0, end)));
        if (end == line.size() || found.size() > maxColumnsOfSummary)
            break;
        line.remove_prefix(end + 1);
    }
    if (found.size() > 1 && found.back().empty())
        found.pop_back();
    return found;
}

/// The last `count` - 1 fields of a row and what stands before them; nothing: it has fewer.
std::optional<std::vector<std::string_view>> fieldsFromTheRight(std::string_view line, size_t count)
{
    std::vector<std::string_view> found(count);
    line = trimmed(line);
    if (line.ends_with(','))
        line.remove_suffix(1);
    for (size_t k = count - 1; k > 0; --k) {
        const size_t comma = line.rfind(',');
        if (comma == line.npos)
            return std::nullopt;
        found[k] = trimmed(line.substr(comma + 1));
        line = line.substr(0, comma);
    }
    found[0] = trimmed(line);
    return found;
}

/// "\"GEMM\"", "Tile #0: \"GEMM\"" without the quotes that are there for the commas within.
std::string nameOf(std::string_view text)
{
    std::string name(text);
    const size_t open = name.find('"');
    if (name.size() > 1 && name.ends_with('"') && open != name.npos && open + 1 < name.size()) {
        name.pop_back();
        name.erase(open, 1);
    }
    return name;
}

bool isSummaryHeader(const std::vector<std::string_view> &names)
{
    if (names.size() < 3 || (names.front() != "Kernel" && names.front() != "Function"))
        return false;
    return (names[1] == "Calls" &&
            std::ranges::any_of(names, [](std::string_view n) { return n.ends_with("(ns)"); })) ||
           (names[1] == "Compiled" && std::ranges::find(names, "SIMD") != names.end());
}

Unit unitOfSummary(std::string_view name)
{
    if (name == "Kernel" || name == "Function" || name == "Compiled")
        return Unit::Text;
    const Unit unit = unitOfHeader(name);
    return unit == Unit::Text ? Unit::Number : unit;
}

/// "=== Device Timing Summary ===", "== L0 Backend: ==" without the marks.
std::string_view betweenMarks(std::string_view line, std::string_view mark)
{
    line = trimmed(line);
    if (!line.starts_with(mark) || !line.ends_with(mark) || line.size() <= 2 * mark.size() || line[mark.size()] == '=')
        return {};
    line = trimmed(line.substr(mark.size(), line.size() - 2 * mark.size()));
    while (line.ends_with(':'))
        line.remove_suffix(1);
    return line;
}

std::string backendAbove(const TextPage &page, size_t at)
{
    for (size_t i = at; i-- > 0 && i + linesToSection > at && !page.isTaken(i);) {
        if (const std::string_view backend = betweenMarks(page[i], "=="); !backend.empty())
            return std::string(backend);
        if (!trimmed(page[i]).empty())
            return {};
    }
    return {};
}

const char *reportOfSummary(const Table &table)
{
    if (table.columnIndex("Compiled") >= 0)
        return "kernel_properties";
    if (table.columns.front().name == "Function")
        return "api_timing";
    return table.columnIndex("Time (ns)") >= 0 ? "device_timing" : "kernel_submission";
}

/// "Total Device Time for L0 backend (ns):   185907840" above a summary: a fact of the file.
void takeTotal(TextPage &page, size_t at, FoundTables &found)
{
    const std::string_view line = trimmed(page[at]);
    const size_t colon = line.find("(ns):");
    if (!line.starts_with("Total ") || colon == line.npos || line.find("Time") == line.npos)
        return;
    const std::string_view value = trimmed(line.substr(colon + 5));
    if (parseNumber(value)) {
        found.facts.emplace_back(line.substr(0, colon + 4), value);
        page.take(at);
    }
}

/// A command of the device timeline.
struct Command
{
    std::string_view thread, device, queue, name;
    int64_t start = 0, end = 0;
};

bool takeLabelled(std::string_view &text, std::string_view label, int64_t &number)
{
    const std::string_view digits = trimmed(text);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc())
        return false;
    const std::string_view rest = trimmed(digits.substr(static_cast<size_t>(end - digits.data())));
    if (!rest.starts_with(label))
        return false;
    text = rest.substr(label.size());
    return true;
}

/// "Thread 47342 Device 59736512 : ", "Device Timeline (queue: 0x55a9): ".
bool takeOrigin(std::string_view &line, Command &command)
{
    constexpr std::string_view thread = "Thread ", device = " Device ", old = "Device Timeline ", queue = "(queue: ";
    if (line.starts_with(thread)) {
        const size_t next = line.find(device), colon = line.find(" : ");
        if (next == line.npos || colon == line.npos || colon < next + device.size())
            return false;
        command.thread = line.substr(thread.size(), next - thread.size());
        command.device = line.substr(next + device.size(), colon - next - device.size());
        line.remove_prefix(colon + 3);
        return !command.thread.empty() && command.thread.find(' ') == command.thread.npos && !command.device.empty() &&
               command.device.find(' ') == command.device.npos;
    }
    const size_t open = line.find(queue), close = line.find("): ");
    if (!line.starts_with(old) || open == line.npos || close == line.npos || close < open + queue.size())
        return false;
    command.queue = line.substr(open + queue.size(), close - open - queue.size());
    line.remove_prefix(close + 3);
    return true;
}

bool mayBeCommand(std::string_view line)
{
    return (line.starts_with("Thread ") || line.starts_with("Device Timeline ")) && line.find("[ns]") != line.npos &&
           line.find("start time [ns]") == line.npos;
}

std::optional<Command> parseCommand(std::string_view line)
{
    Command command;
    if (!takeOrigin(line, command))
        return std::nullopt;
    const size_t mark = line.rfind(" [ns] ");
    if (mark == line.npos)
        return std::nullopt;
    command.name = trimmed(line.substr(0, mark));
    std::string_view times = trimmed(line.substr(mark + 6));
    if (times.starts_with('='))
        times.remove_prefix(1);
    int64_t appended = 0, submitted = 0;
    const bool begins = takeLabelled(times, "(append)", appended) || takeLabelled(times, "(queued)", appended);
    if (command.name.empty() || !begins || !takeLabelled(times, "(submit)", submitted) ||
        !takeLabelled(times, "(start)", command.start) || !takeLabelled(times, "(end)", command.end))
        return std::nullopt;
    if (std::min(command.start, command.end) < 0 || std::max(command.start, command.end) > farthestNs)
        return std::nullopt;
    return command;
}

const char *categoryOf(std::string_view name)
{
    const auto has = [name](std::string_view part) { return name.find(part) != name.npos; };
    if (!name.starts_with("ze") && !name.starts_with("cl"))
        return "kernel";
    if (has("Fill"))
        return "gpu_memset";
    const bool moves = has("MemoryCopy") || has("ImageCopy") || has("Memcpy") || has("clEnqueueRead") ||
                       has("clEnqueueWrite") || has("clEnqueueCopy") || has("clEnqueueMap") || has("Migrate");
    return moves ? "gpu_memcpy" : "kernel";
}

/// "{1; 1024; 1} {1024; 1; 1}" at the end of a kernel's name.
std::string gridOf(std::string_view name)
{
    const size_t open = name.rfind(" {"),
                 first = open == name.npos || open == 0 ? name.npos : name.rfind('{', open - 1);
    if (first == name.npos || !name.ends_with("}]"))
        return {};
    std::string grid = "grid [", block = "] block [";
    for (const char c : name.substr(first + 1, open - first - 2))
        grid += c == ';' ? "," : c == ' ' ? "" : std::string(1, c);
    for (const char c : name.substr(open + 2, name.size() - open - 4))
        block += c == ';' ? "," : c == ' ' ? "" : std::string(1, c);
    return grid + block + "]";
}

void addCommand(TimelineBuilder &builder, const Command &command, size_t offset)
{
    StringPool &strings = builder.strings();
    const std::string name = nameOf(command.name);
    GpuDetail detail;
    if (const std::string grid = gridOf(name); !grid.empty())
        detail.grid = strings.intern(grid);
    int64_t duration = command.end - command.start;
    if (duration < 0) {
        builder.diagnostics().add("negative-duration", Core::tr("negative durations; taken as 0"),
                                  static_cast<int64_t>(offset));
        duration = 0;
    }
    const StringId device = strings.intern(command.device.empty() ? std::string_view("0") : command.device);
    const uint32_t track = builder.track(TrackKind::GpuStream, device,
                                         strings.intern(command.thread.empty() ? command.queue : command.thread));
    if (!command.thread.empty()) // it is no queue: commands of one thread run side by side
        builder.nameThread(device, strings.intern(command.thread),
                           strings.intern("thread " + std::string(command.thread)));
    builder.see(command.start);
    builder.see(command.start + duration);
    builder.addGpuWork(track, command.start, duration, strings.intern(name), builder.category(categoryOf(name)), offset,
                       detail);
}

} // namespace

bool findUnitraceTable(TextPage &page, size_t at, FoundTables &found)
{
    const std::string_view line = page[at];
    takeTotal(page, at, found);
    if (line.find("Kernel,") == line.npos && line.find("Function,") == line.npos)
        return false;
    const auto names = commaFields(line);
    if (!isSummaryHeader(names))
        return false;
    Table table;
    table.kind = "unitrace";
    table.line = page.line(at).number;
    for (const std::string_view name : names)
        table.columns.push_back({std::string(name), unitOfSummary(name)});
    table.report = reportOfSummary(table);
    page.take(at);
    size_t i = at + 1;
    for (; i < page.size() && !trimmed(page[i]).empty() && !trimmed(page[i]).starts_with("=="); ++i) {
        const auto cells = fieldsFromTheRight(page[i], names.size());
        const bool isRow = cells && !cells->front().empty() &&
                           (parseNumber((*cells)[1]) || table.columns[1].unit == Unit::Text) &&
                           parseNumber(cells->size() > 2 ? (*cells)[cells->size() - 2] : (*cells)[1]);
        if (!isRow) {
            if (page[i].find(',') == std::string_view::npos)
                break;
            found.diagnostics.add("odd-row", Core::tr("Lines of a table that do not fit its columns were left out."),
                                  static_cast<int64_t>(page.line(i).offset), page[i]);
            page.take(i);
            continue;
        }
        std::vector<Cell> row{nameOf(cells->front())};
        for (size_t k = 1; k < names.size(); ++k)
            row.push_back(cellOf((*cells)[k], table.columns[k].unit));
        table.rows.push_back(std::move(row));
        page.take(i);
    }
    if (i == page.size() && !page.text().ends_with('\n') && found.diagnostics.find("odd-row")) {
        found.complete = false;
        found.diagnostics.add("truncated", Core::tr("The file ends in the middle of a row; rows are missing."));
    }
    table.title = TextPage::title(table.report, backendAbove(page, at), table.line);
    found.tables.push_back(std::move(table));
    return true;
}

Match matchUnitrace(const Head &head)
{
    if (head.container == Container::Sqlite)
        return Match::No;
    std::string storage;
    const std::string_view text = headText(head, storage);
    if (text.find('\0') != text.npos || (text.find("[ns]") == text.npos && text.find("(ns)") == text.npos))
        return Match::No;
    TextPage page(text);
    FoundTables found;
    for (size_t i = 0; i < page.size(); ++i)
        if ((mayBeCommand(page[i]) && parseCommand(page[i])) || findUnitraceTable(page, i, found))
            return Match::Certain;
    return Match::No;
}

Result<std::shared_ptr<Run>> unitraceTimeline(TextPage &page, const QString &path, Progress &progress)
{
    std::shared_ptr<Run> run;
    std::optional<TimelineBuilder> builder;
    uint64_t count = 0;
    for (size_t i = 0; i < page.size(); ++i) {
        if (page.isTaken(i) || !mayBeCommand(page[i]))
            continue;
        const auto command = parseCommand(page[i]);
        if (!run) {
            if (!command)
                continue;
            run = std::make_shared<Run>();
            builder.emplace(*run);
        }
        page.take(i);
        if (command) {
            addCommand(*builder, *command, page.line(i).offset);
            ++count;
        } else if (i + 1 >= page.size() && !page.text().ends_with('\n')) {
            run->info.complete = false;
            run->diagnostics.add("truncated",
                                 Core::tr("the table ends within a row; that row and all after it are missing"),
                                 static_cast<int64_t>(page.line(i).offset), page[i]);
        } else {
            run->diagnostics.add(
                "odd-row",
                Core::tr("Lines that are not rows of the table (fields missing, or no usable time) were skipped."),
                static_cast<int64_t>(page.line(i).offset), page[i]);
        }
        if ((i & 0xFFF) == 0 && progress.isCancelled())
            return Error{ErrorKind::Cancelled, Core::tr("cancelled"), path};
    }
    if (!run)
        return run;
    RunInfo &info = run->info;
    info.format = "unitrace-timeline";
    info.totalEvents = info.slices = info.byPhase["X"] = count;
    noteInvalidUtf8(*run);
    if (const auto finished = builder->finish(progress); !finished)
        return finished.error();
    return run;
}

} // namespace ws
