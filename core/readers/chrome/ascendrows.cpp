#include "core/readers/chrome/ascendrows.h"

#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "core/readers/chrome/ascendwords.h"
#include "core/readers/chrome/jsonscan.h"
#include "core/readers/chrome/kinetoargs.h"

#include <algorithm>
#include <set>

namespace ws {
namespace {

using namespace json;

bool isHardware(std::string_view process)
{
    return process == "Ascend Hardware" || process == "Task Scheduler";
}

bool isCollectives(std::string_view process)
{
    return process == "HCCL" || process == "Communication";
}

/// An operator in MindSpore's own timeline, which does not say on which unit it ran.
constexpr std::string_view mindSporeTask = "operator";

/// The type of tasks whose type this version of CANN does not know (until early 2024 most operators of new chips).
constexpr std::string_view unknownTask = "Other";

/// What tells what a task is: its type, and of an unknown type the name, for tasks that are no operator are called as
/// their type is ("EVENT_RECORD", "Notify Wait").
std::string_view typeOrName(std::string_view type, std::string_view name)
{
    return type == unknownTask ? name : type;
}

/// "aclnnMm_MatMulCommon_MatMulV2", "Default/network/MatMul-op3": the name of an operator, not of a kind of task.
bool isOperatorsName(std::string_view name)
{
    const bool hasLower = std::ranges::any_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
    return hasLower && name.find(' ') == name.npos && !name.starts_with("Notify_") && !name.starts_with("Memcpy");
}

/// The category of a task; Other: it is only shown. Waiting, notifying and the parts of collectives are not work.
CategoryKind kindOfTask(std::string_view type, std::string_view name)
{
    if (type == unknownTask && isOperatorsName(name))
        return CategoryKind::Kernel;
    type = typeOrName(type, name);
    static constexpr std::string_view computation[] = {"AI_CORE", "AI_VECTOR_CORE", "AIC", "AIV", "AI_CPU", "DSA_SQE"};
    if (type == mindSporeTask)
        return CategoryKind::Kernel;
    if (std::find(std::begin(computation), std::end(computation), type) != std::end(computation) ||
        type.starts_with("MIX_") || type.starts_with("KERNEL_"))
        return CategoryKind::Kernel;
    const bool isDma = type == "PCIE_DMA_SQE" || type == "SDMA_SQE" || type == "MEMCPY_ASYNC";
    return isDma && name.starts_with("MEMCPY") ? CategoryKind::Memcpy : CategoryKind::Other;
}

/// Tasks of CANN until 2023 by which a stream is one of HCCL's: its copies are parts of collectives.
bool isPartOfCollective(std::string_view type)
{
    return type.starts_with("NOTIFY_") || type.starts_with("REDUCE_ASYNC");
}

/// MindSpore's own timeline: pid 10000 has an all-reduce of the training trace a slice, "stream_540_parallel_0".
bool isAllReduceOfMindSpore(std::string_view pid, std::string_view name)
{
    return pid == "10000" && name.starts_with("stream_") && name.find("_parallel_") != name.npos;
}

/// The rest of decimal microseconds, in ns: 53.7410625 → 0.0625, 1.0007 → −0.3.
float roundedAway(std::string_view micros)
{
    const size_t point = micros.find('.');
    if (point == micros.npos || micros.find_first_of("eE-") != micros.npos)
        return 0;
    float rest = 0, scale = 0.1F;
    for (const char c : micros.substr(std::min(point + 4, micros.size()), 7)) {
        rest += scale * static_cast<float>(c - '0');
        scale /= 10;
    }
    return rest >= 0.5F ? rest - 1 : rest;
}

/// The duration plus the carry, once that is half a nanosecond.
int64_t withCarry(int64_t duration, float rest, float &carry)
{
    carry += rest;
    const int step = carry >= 0.5F ? 1 : carry <= -0.5F && duration > 0 ? -1 : 0;
    carry -= static_cast<float>(step);
    return duration + step;
}

} // namespace

const Process *AscendRows::processOf(StringId pid) const
{
    const auto &all = m_run.timeline.processes;
    const auto found = std::find_if(all.begin(), all.end(), [pid](const Process &p) { return p.pid == pid; });
    return found == all.end() ? nullptr : &*found;
}

bool AscendRows::hold(const ChromeEvent &event, StringId pid, StringId tid, int64_t start, int64_t duration,
                      StringId name, uint64_t offset)
{
    const Process *process = processOf(pid);
    const std::string_view called = process ? m_run.text(process->name) : std::string_view();
    if (!called.empty() && !isHardware(called) && !isCollectives(called) && called != profilersSummary &&
        called != "CANN")
        return false;
    bool isOurs = !called.empty();
    StringId type = 0;
    std::string_view count, elements;
    bool hasType = false, hasFullName = false;
    const auto look = [&](const Member &m) {
        hasType = hasType || m.key == "type";
        hasFullName = hasFullName || m.key == "fullname";
        if (m.key == "Task Type")
            type = m_run.strings.intern(m.token());
        else if (m.key == "count")
            count = m.token();
        else if (m.key == "data_type")
            elements = m.token();
        isOurs = isOurs || m.key == "Task Type" || m.key == "connection_id" || m.key == "transport type";
    };
    if (!event.args.empty())
        forEachMember(event.args, look);
    if (!isOurs && hasType && hasFullName) { // MindSpore's timeline: a process is a device, a thread a stream
        isOurs = true;
        type = m_run.strings.intern(mindSporeTask);
    }
    if (!isOurs && called.empty() && isAllReduceOfMindSpore(m_run.text(pid), m_run.text(name)))
        isOurs = m_threads[{pid, tid}].isOfAllReduces = true;
    if (isOurs)
        m_slices.push_back({start, duration, offset, pid, tid, name, type,
                            ascendCollective(m_run.text(name), count, elements, m_run.strings),
                            roundedAway(event.dur)});
    return isOurs;
}

bool AscendRows::holdFlow(std::string_view category, Flows::Kind kind, int64_t time, uint64_t id, uint16_t index,
                          StringId pid, StringId tid)
{
    const bool isOurs = category == "HostToDevice" || category == "async_npu";
    if (isOurs)
        m_flows.push_back({time, id, pid, tid, index, kind});
    return isOurs;
}

AscendRows::Role AscendRows::roleOf(ThreadKey key, const Thread &thread, bool hasTasks) const
{
    const Process *process = processOf(key.first);
    const std::string_view called = process ? m_run.text(process->name) : std::string_view();
    if (isHardware(called) || (called.empty() && hasTasks))
        return Role::Hardware;
    if (called == "CANN")
        return Role::Cann;
    if (called == profilersSummary)
        return Role::Summary;
    if (!isCollectives(called))
        return Role::None;
    const std::string_view name = m_run.text(thread.name); // "Group 0 Communication", until 2023 "Communication Kernel"
    return name.find("Communication") != name.npos ? Role::Collectives : Role::Planes;
}

/// The number in the label "NPU 3"; torch_npu writes "NPU", because it has only one device, and msprof until 2023 has
/// the number in the file's name.
StringId AscendRows::deviceOf(StringId pid) const
{
    const Process *process = processOf(pid);
    if (m_mindSporeDevices.contains(pid))
        return pid;
    const std::string_view label = process ? m_run.text(process->labels) : std::string_view();
    const size_t digits = label.find_last_not_of("0123456789") + 1;
    if (digits < label.size())
        return m_run.strings.intern(label.substr(digits));
    const std::string ofFile = deviceOfIteration(m_run.info.stamp.path).toStdString();
    return m_run.strings.intern(ofFile.empty() ? std::string_view("0") : std::string_view(ofFile));
}

void AscendRows::settleThreads()
{
    std::set<ThreadKey> withTasks;
    for (const Slice &slice : m_slices) {
        Thread &thread = m_threads[{slice.pid, slice.tid}];
        if (!slice.type)
            continue;
        withTasks.insert({slice.pid, slice.tid});
        thread.isOfCollectives |= isPartOfCollective(typeOrName(m_run.text(slice.type), m_run.text(slice.name)));
        if (m_run.text(slice.type) != mindSporeTask || processOf(slice.pid))
            continue;
        m_mindSporeDevices.insert(slice.pid);
        m_tasksBegin = std::min(m_tasksBegin, slice.start);
        m_tasksEnd = std::max(m_tasksEnd, slice.start + slice.duration);
    }
    for (auto &[key, thread] : m_threads) {
        thread.role = roleOf(key, thread, withTasks.contains(key));
        if (thread.isOfAllReduces && m_mindSporeDevices.size() == 1) { // of several, nothing tells which is meant
            thread.role = Role::Collectives;
            thread.name = m_run.strings.intern("AllReduce (" + std::string(m_run.text(key.second)) + ')');
        }
    }
    m_hasCollectives = std::ranges::any_of(m_slices, [&](const Slice &slice) {
        return m_threads[{slice.pid, slice.tid}].role == Role::Collectives;
    });
    for (const Slice &slice : m_slices) {
        Thread &thread = m_threads[{slice.pid, slice.tid}];
        const bool isTask = thread.role == Role::Hardware && slice.type;
        m_isAscend |= isTask || thread.role == Role::Collectives;
        thread.counts |= thread.role == Role::Collectives || (isTask && kindOf(slice, thread) != CategoryKind::Other);
    }
    for (auto &[key, thread] : m_threads)
        if (m_isAscend)
            placeThread(key, thread);
        else
            thread.role = Role::None;
}

/// The row of a device: streams keep their numbers, collectives have the name of their thread in the file.
void AscendRows::placeThread(ThreadKey key, Thread &thread)
{
    if (thread.role == Role::None || thread.role == Role::Cann || thread.role == Role::Summary)
        return;
    thread.device = deviceOf(thread.isOfAllReduces ? *m_mindSporeDevices.begin() : key.first);
    const std::string name(m_run.text(thread.name)), tid(m_run.text(key.second));
    thread.row = thread.role == Role::Hardware      ? key.second
                 : thread.role == Role::Collectives ? thread.name
                                                    : m_run.strings.intern(name + " (" + tid + ')');
    thread.sideRow = thread.counts ? m_run.strings.intern(tid + " (not counted)") : thread.row;
    for (const StringId row : {thread.row, thread.sideRow}) {
        m_builder.nameThread(thread.device, row, thread.name);
        m_builder.sortThread(thread.device, row, thread.sortIndex);
    }
    if (processOf(thread.device))
        return;
    Process &process = m_builder.process(thread.device); // named as a device in Kineto, so that its rows have a title
    process.name = m_run.strings.intern("Ascend");
    process.labels = m_run.strings.intern("NPU " + std::string(m_run.text(thread.device)));
}

uint16_t AscendRows::category(std::string_view name, CategoryKind kind)
{
    const uint16_t index = m_builder.category(name);
    if (index)
        m_run.timeline.categories[index].kind = kind;
    return index;
}

bool AscendRows::isBeyondTasks(const Slice &slice, const Thread &thread) const
{
    return thread.isOfAllReduces && (slice.start >= m_tasksEnd || slice.start + slice.duration <= m_tasksBegin);
}

bool AscendRows::isPart(const Slice &slice, const Thread &thread) const
{
    if (m_hasCollectives || thread.role != Role::Hardware || !thread.isOfCollectives)
        return false;
    const std::string_view type = typeOrName(m_run.text(slice.type), m_run.text(slice.name));
    return type.starts_with("REDUCE_ASYNC") || type == "SDMA_SQE" ||
           kindOfTask(type, m_run.text(slice.name)) == CategoryKind::Memcpy;
}

/// HCCL's own copies are parts of its collectives.
CategoryKind AscendRows::kindOf(const Slice &slice, const Thread &thread) const
{
    const CategoryKind kind = kindOfTask(m_run.text(slice.type), m_run.text(slice.name));
    return kind == CategoryKind::Memcpy && thread.isOfCollectives ? CategoryKind::Other : kind;
}

/// In a group every slice is communication, whatever its name: the name for rules states it.
void AscendRows::add(const Slice &slice, Thread &thread)
{
    const std::string_view name = m_run.text(slice.name);
    const bool isCollective = thread.role == Role::Collectives;
    std::string type(isCollective ? "Communication" : m_run.text(slice.type));
    const CategoryKind kind = isCollective ? CategoryKind::Kernel : kindOf(slice, thread);
    if (kind != CategoryKind::Kernel) // operators of an unknown type are "Other", and a category has one kind
        type = std::string(typeOrName(m_run.text(slice.type), name));
    if (kind == CategoryKind::Memcpy)
        type += " (copy)"; // SDMA_SQE also reduces for HCCL
    const bool isBeyond = isBeyondTasks(slice, thread);
    if (isBeyond)
        type += " (not counted)";                                 // a category has one kind
    const bool isWork = kind != CategoryKind::Other && !isBeyond; // else a wait or a notification beside the streams
    const uint16_t index = category(type, isWork ? kind : CategoryKind::GpuAnnotation);
    if (!isWork) {
        m_builder.addSlice(m_builder.cpuTrack(thread.device, thread.sideRow), slice.start, slice.duration, slice.name,
                           index, slice.offset);
        return;
    }
    const uint32_t track = m_builder.track(TrackKind::GpuStream, thread.device, thread.row);
    GpuDetail detail;
    if (isCollective) {
        const std::string_view called = thread.isOfAllReduces ? std::string_view("AllReduce") : name;
        detail.matchName = collectiveName(m_run.strings, slice.name, ascendCollectiveWord(called));
        detail.collective = thread.isOfAllReduces ? ascendCollective(called, {}, {}, m_run.strings) : slice.collective;
    }
    const int64_t duration = withCarry(slice.duration, slice.rest, thread.carry[kind == CategoryKind::Memcpy]);
    m_builder.addGpuWork(track, slice.start, duration, slice.name, index, slice.offset, detail);
}

void AscendRows::release()
{
    settleThreads();
    uint64_t beyond = 0, parts = 0;
    for (const Slice &slice : m_slices) {
        Thread &thread = m_threads[{slice.pid, slice.tid}];
        beyond += thread.device && isBeyondTasks(slice, thread);
        parts += thread.device && isPart(slice, thread);
        if (thread.device) {
            add(slice, thread);
            continue;
        }
        const uint16_t index = thread.role == Role::Cann      ? category("CANN", CategoryKind::Launch)
                               : thread.role == Role::Summary ? category(profilersSummary, CategoryKind::GpuAnnotation)
                                                              : 0;
        m_builder.addSlice(m_builder.cpuTrack(slice.pid, slice.tid), slice.start, slice.duration, slice.name, index,
                           slice.offset);
    }
    for (const Flow &flow : m_flows) {
        const auto found = m_threads.find({flow.pid, flow.tid});
        const bool isMoved = found != m_threads.end() && found->second.device;
        m_builder.addFlow(flow.kind, flow.time, flow.id, flow.category, isMoved ? found->second.device : flow.pid,
                          isMoved ? found->second.row : flow.tid);
    }
    if (beyond)
        m_run.diagnostics.add("collectives-alone",
                              Core::tr("all-reduces where the file has no operators; they are shown but not counted"),
                              -1, {}, beyond);
    if (parts)
        m_run.diagnostics.add("collective-parts", collectivePartsText(), -1, {}, parts);
    std::vector<Slice>().swap(m_slices);
    std::vector<Flow>().swap(m_flows);
}

} // namespace ws
