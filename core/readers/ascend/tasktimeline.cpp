#include "core/readers/ascend/tasktimeline.h"

#include "core/base/texts.h"
#include "core/readers/chrome/ascendwords.h"
#include "core/readers/chrome/kinetoargs.h"
#include "core/readers/toolkit/textlines.h"

#include <algorithm>

namespace ws {
namespace {

/// By TaskTimeline::Field: in kernel_details, in op_summary.
constexpr std::string_view namesOfFields[][2] = {
    {"Name", "Op Name"},
    {"Accelerator Core", "Task Type"},
    {"Start Time(us)", "Task Start Time(us)"},
    {"Duration(us)", "Task Duration(us)"},
    {"Stream ID", "Stream Id"},
    {"Device_id", "Device ID"},
    {"Input Data Types", "InputDataTypes"},
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
    : m_run(run), m_sign(sign), m_width(header.size())
{
    m_at.fill(-1);
    for (size_t field = 0; field < fields; ++field)
        for (const std::string_view name : namesOfFields[field])
            for (size_t i = 0; i < header.size() && m_at[field] < 0; ++i)
                if (trimmed(header[i]) == name)
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
    const auto start = time(row, Start), duration = time(row, Duration);
    if (start && duration)
        addTask(row, *start, *duration, offset);
    else
        ++m_untimed;
}

void TaskTimeline::addTask(const CsvRecord &row, int64_t start, int64_t duration, uint64_t offset)
{
    if (!m_builder)
        m_builder.emplace(m_run);
    const std::string_view number = text(row, Device), type = text(row, TaskType), name = text(row, Name);
    const StringId device = m_run.strings.intern(number.empty() ? std::string_view("0") : number);
    if (m_devices.insert(device).second) {
        Process &process = m_builder->process(device);
        process.name = m_run.strings.intern("Ascend");
        process.labels = m_run.strings.intern("NPU " + std::string(m_run.text(device)));
    }
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
    m_builder->addGpuWork(m_builder->track(TrackKind::GpuStream, device, key), start, duration, shown, category, offset,
                          detail);
    ++m_count;
}

Result<bool> TaskTimeline::finish(Progress &progress)
{
    if (!m_builder)
        return false;
    if (m_untimed)
        m_run.diagnostics.add("no-time", Core::tr("rows without a usable time; they were left out of the timeline"), -1,
                              {}, m_untimed);
    RunInfo &info = m_run.info;
    info.totalEvents = info.slices = info.byPhase["X"] = m_count;
    const auto finished = m_builder->finish(progress);
    if (!finished)
        return finished.error();
    return true;
}

} // namespace ws
