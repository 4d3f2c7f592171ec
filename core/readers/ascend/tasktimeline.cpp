#include "core/readers/ascend/tasktimeline.h"

#include "core/base/texts.h"
#include "core/readers/chrome/ascendwords.h"
#include "core/readers/chrome/kinetoargs.h"
#include "core/readers/toolkit/textlines.h"

#include <algorithm>

namespace ws {
namespace {

/// By TaskTimeline::Field: in kernel_details, in op_summary, in task_time.
constexpr std::string_view namesOfFields[][3] = {
    {"Name", "Op Name", "kernel_name"},
    {"Accelerator Core", "Task Type", "kernel_type"},
    {"Start Time(us)", "Task Start Time(us)", "task_start(us)"},
    {"Duration(us)", "Task Duration(us)", "task_time(us)"},
    {"Stream ID", "Stream Id", "stream_id"},
    {"Device_id", "Device ID", "Device_id"},
    {"Input Data Types", "InputDataTypes", ""},
    {"Wait Time(us)", "Task Wait Time(us)", ""},
    {"Task ID", "Task Id", "task_id"},
    {"Context ID", "Context Id", ""},
};

/// "hcom_allReduce__586_0_1" → "Group 586 Communication", as msprof calls the row in its traces.
std::string rowOfCollective(std::string_view name)
{
    const size_t begin = name.find("__");
    const size_t end = begin == name.npos ? name.npos : name.find('_', begin + 2);
    if (end == name.npos)
        return "Communication";
    return "Group " + std::string(name.substr(begin + 2, end - begin - 2)) + " Communication";
}

} // namespace

TaskTimeline::TaskTimeline(Run &run, const CsvRecord &header, DecimalSign sign)
    : m_run(run), m_sign(sign), m_width(header.size()),
      m_isOfTasks(std::ranges::any_of(header, [](std::string_view name) { return trimmed(name) == "kernel_type"; }))
{
    m_at.fill(-1);
    for (size_t field = 0; field < fields; ++field)
        for (const std::string_view name : namesOfFields[field])
            for (size_t i = 0; i < header.size() && m_at[field] < 0; ++i)
                if (!name.empty() && trimmed(header[i]) == name)
                    m_at[field] = static_cast<int>(i);
}

std::string_view TaskTimeline::text(const CsvRecord &row, Field field) const
{
    const auto i = static_cast<size_t>(m_at[field]);
    const std::string_view cell = m_at[field] >= 0 && i < row.size() ? trimmed(row[i]) : std::string_view();
    return isNoValue(cell) ? std::string_view() : cell;
}

std::optional<int64_t> TaskTimeline::time(const CsvRecord &row, Field field) const
{
    constexpr int64_t nsPerMicrosecond = 1000;
    const auto last = static_cast<size_t>(m_at[field]) + 1;
    if (m_at[field] < 0 || (row.size() < m_width && row.size() <= last)) // the last cell of a cut row
        return std::nullopt;
    const auto ns = wholeNanoseconds(text(row, field), nsPerMicrosecond, m_sign);
    return ns && *ns >= 0 && *ns <= farthestNs ? ns : std::nullopt;
}

void TaskTimeline::add(const CsvRecord &row, uint64_t offset)
{
    if (m_isOfTasks && text(row, Name).empty())
        return holdPart(row);
    const auto start = time(row, Start), duration = time(row, Duration);
    if (!start || !duration)
        ++m_untimed;
    else if (isRepeated(row, *start, *duration))
        ++m_repeated;
    else
        addTask(row, *start, *duration, offset);
    m_rounded += start && isRoundedTime(text(row, Start), 1000);
}

void TaskTimeline::holdPart(const CsvRecord &row)
{
    const std::string_view type = text(row, TaskType);
    const bool isReduction = type.starts_with("REDUCE_ASYNC");
    if (isReduction || type == "MEMCPY_ASYNC" || type == "SDMA_SQE")
        m_parts.push_back(
            {m_run.strings.intern(text(row, Device)), m_run.strings.intern(text(row, Stream)), isReduction});
}

/// Collectives are not in task_time, but their tasks are: reductions, and copies on the streams of these.
void TaskTimeline::countParts()
{
    std::set<std::pair<StringId, StringId>> reducing;
    for (const Part &part : m_parts)
        if (part.isReduction)
            reducing.emplace(part.device, part.stream);
    const auto parts = std::ranges::count_if(m_parts, [&](const Part &part) {
        return reducing.contains({part.device, part.stream});
    });
    if (parts)
        m_run.diagnostics.add("collective-parts", collectivePartsText(), -1, {}, uint64_t(parts));
}

/// A task runs once at a time: a second row with its number, stream, name and times is the same one.
bool TaskTimeline::isRepeated(const CsvRecord &row, int64_t start, int64_t duration)
{
    const std::string_view task = text(row, Task);
    if (task.empty())
        return false;
    std::string key;
    for (const std::string_view part :
         {text(row, Device), text(row, Stream), task, text(row, Context), text(row, Name)})
        key.append(part).append(1, '\n');
    key += std::to_string(start) + ' ' + std::to_string(duration);
    return !m_tasks.insert(std::move(key)).second;
}

/// The profiler counts what a task waited from the end of the work before it. In whole tables no gap is longer than
/// that; shorter ones are usual, where other work runs meanwhile.
void TaskTimeline::checkWaits()
{
    constexpr int64_t roundingNs = 1'000;
    constexpr uint64_t fewest = 5;
    constexpr double ofTasks = 0.1, ofGaps = 0.1;
    uint64_t contradicted = 0, all = 0;
    double gapNs = 0, beyondNs = 0;
    for (auto &[device, tasks] : m_waits) {
        std::ranges::stable_sort(tasks, {}, &Waited::start);
        int64_t end = tasks.front().end;
        for (const Waited &task : tasks) {
            const int64_t gap = task.start - end;
            if (&task != &tasks.front() && task.ns) {
                ++all;
                gapNs += double(std::max<int64_t>(0, gap));
                if (gap > *task.ns + roundingNs) {
                    ++contradicted;
                    beyondNs += double(gap - *task.ns);
                }
            }
            end = std::max(end, task.end);
        }
    }
    if (contradicted < fewest || double(contradicted) < ofTasks * double(all) || beyondNs < ofGaps * gapNs)
        return;
    m_run.diagnostics
        .add("missing-tasks",
             Core::tr("The NPU waited less before its tasks than the gaps between them in the file last, as its own "
                      "column of wait times says: rows between them are missing, and time that looks idle is not."),
             -1, {}, contradicted)
        .of = all;
}

void TaskTimeline::addDevice(StringId device)
{
    if (!m_builder)
        m_builder.emplace(m_run);
    if (!m_devices.insert(device).second)
        return;
    Process &process = m_builder->process(device);
    process.name = m_run.strings.intern("Ascend");
    process.labels = m_run.strings.intern("NPU " + std::string(m_run.text(device)));
}

void TaskTimeline::addTask(const CsvRecord &row, int64_t start, int64_t duration, uint64_t offset)
{
    const std::string_view number = text(row, Device), type = text(row, TaskType), name = text(row, Name);
    const StringId device = m_run.strings.intern(number.empty() ? std::string_view("0") : number);
    addDevice(device);
    const bool isCollective = type == "HCCL" || type == "COMMUNICATION";
    GpuDetail detail;
    const StringId shown = m_run.strings.intern(name);
    if (isCollective) {
        detail.matchName = collectiveName(m_run.strings, shown, ascendCollectiveWord(name));
        detail.collective = ascendCollective(name, {}, text(row, Elements), m_run.strings);
    }
    const std::string_view stream = text(row, Stream);
    const StringId key = m_run.strings.intern(isCollective     ? rowOfCollective(name)
                                              : stream.empty() ? std::string("unknown")
                                                               : std::string(stream));
    if (isCollective)
        m_builder->nameThread(device, key, key);
    const uint16_t category = m_builder->category(isCollective   ? "Communication"
                                                  : type.empty() ? "kernel"
                                                                 : type,
                                                  CategoryKind::Kernel);
    m_waits[device].push_back({start, start + duration, time(row, Wait)});
    m_builder->addGpuWork(m_builder->track(TrackKind::GpuStream, device, key), start, duration, shown, category, offset,
                          detail);
    ++m_count;
}

Result<bool> TaskTimeline::finish(Progress &progress)
{
    countParts();
    if (!m_builder)
        return false;
    if (m_untimed)
        m_run.diagnostics.add("no-time", Core::tr("rows without a usable time; they were left out of the timeline"), -1,
                              {}, m_untimed);
    if (m_rounded)
        m_run.diagnostics.add("rounded-starts", roundedStartsText(), -1, {}, m_rounded);
    if (m_repeated)
        m_run.diagnostics.add("repeated-tasks",
                              Core::tr("Rows that repeat another one, with the same task, stream, name and times; it "
                                       "counts once."),
                              -1, {}, m_repeated);
    checkWaits();
    RunInfo &info = m_run.info;
    info.totalEvents = info.slices = info.byPhase["X"] = m_count;
    const auto finished = m_builder->finish(progress);
    if (!finished)
        return finished.error();
    return true;
}

} // namespace ws
