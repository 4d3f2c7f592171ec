#include "core/readers/perfetto/tracks.h"

#include "core/readers/toolkit/wire.h"

#include <charconv>

namespace ws {
namespace {

// TrackDescriptor and its parts (protos/perfetto/trace/track_event/track_descriptor.proto)
enum DescriptorField : uint32_t {
    Uuid = 1,
    TrackName = 2,
    ProcessPart = 3,
    ThreadPart = 4,
    ParentUuid = 5,
    CounterPart = 8,
    StaticName = 10,
};
enum ProcessField : uint32_t { ProcessPid = 1, CommandLine = 2, ProcessName = 6 };
enum ThreadField : uint32_t { ThreadPid = 1, ThreadTid = 2, ThreadName = 5 };
enum CounterField : uint32_t { CounterUnit = 3, UnitMultiplier = 4, IsDifference = 5, UnitName = 6 };
// ProcessTree (protos/perfetto/trace/ps/process_tree.proto)
enum TreeField : uint32_t { TreeProcess = 1, TreeThread = 2 };
constexpr int deepest = 32;

int64_t small(const WireField &field)
{
    return static_cast<int32_t>(field.value);
}

uint64_t threadKey(int64_t pid, int64_t tid)
{
    return static_cast<uint64_t>(pid) << 32 | static_cast<uint32_t>(tid);
}

void readCounter(std::string_view message, TraceTrack &track, StringPool &strings)
{
    static constexpr const char *units[] = {"", "ns", "", "bytes"}; // CounterDescriptor::Unit
    track.isCounter = true;
    WireReader reader(message);
    WireField field;
    while (reader.next(field)) {
        if (field.number == UnitMultiplier)
            track.multiplier = static_cast<double>(field.integer());
        else if (field.number == IsDifference)
            track.isIncremental = field.value;
        else if (field.number == CounterUnit && field.value < std::size(units))
            track.unit = strings.intern(units[field.value]);
        else if (field.number == UnitName && field.type == WireField::Bytes)
            track.unit = strings.intern(field.bytes);
    }
}

/// The digits that follow `word` and a blank, "[" or "#"; empty: the word is not there.
std::string_view numberAfter(std::string_view name, std::string_view word)
{
    for (size_t at = name.find(word); at != name.npos; at = name.find(word, at + 1)) {
        size_t begin = at + word.size();
        while (begin < name.size() && (name[begin] == ' ' || name[begin] == '[' || name[begin] == '#'))
            ++begin;
        const size_t end = std::min(name.find_first_not_of("0123456789", begin), name.size());
        if (end > begin && begin > at + word.size())
            return name.substr(begin, end - begin);
    }
    return {};
}

} // namespace

GpuTrackName gpuTrackName(std::string_view name)
{
    GpuTrackName said;
    for (const char *word : {"STREAM", "Stream", "stream", "QUEUE", "Queue", "queue"})
        if (said.stream = numberAfter(name, word); !said.stream.empty())
            break;
    for (const char *word : {"AGENT", "Agent", "Device", "device", "GPU", "Dispatch"})
        if (said.device = numberAfter(name, word); !said.device.empty())
            break;
    said.side = name.ends_with("(GPU)")   ? GpuTrackName::Gpu
                : name.ends_with("(CPU)") ? GpuTrackName::Cpu
                                          : GpuTrackName::Unknown;
    return said;
}

int64_t threadInName(std::string_view name)
{
    constexpr std::string_view word = "THREAD ";
    const size_t open = name.find('(');
    int64_t tid = -1;
    if (!name.starts_with(word) || open == name.npos || !name.ends_with(')'))
        return -1;
    const char *const end = name.data() + name.size() - 1;
    const auto [rest, error] = std::from_chars(name.data() + open + 1, end, tid);
    return error == std::errc() && rest == end ? tid : -1;
}

uint32_t TraceTracks::find(uint64_t uuid)
{
    const auto [entry, isNew] = m_indexes.try_emplace(uuid, static_cast<uint32_t>(m_tracks.size()));
    if (isNew)
        m_tracks.emplace_back().uuid = uuid;
    return entry->second;
}

void TraceTracks::describe(std::string_view descriptor)
{
    WireReader reader(descriptor);
    WireField field;
    TraceTrack said;
    StringId ownName = 0;
    while (reader.next(field)) {
        if (field.number == Uuid)
            said.uuid = field.value;
        else if (field.number == ParentUuid)
            said.parent = field.value;
        if (field.type != WireField::Bytes)
            continue;
        if (field.number == TrackName || field.number == StaticName)
            ownName = m_strings.intern(field.bytes);
        else if (field.number == CounterPart)
            readCounter(field.bytes, said, m_strings);
        WireReader part(field.bytes);
        WireField inner;
        StringId name = 0;
        while ((field.number == ProcessPart || field.number == ThreadPart) && part.next(inner)) {
            if (inner.number == ProcessPid && inner.type == WireField::Varint) // the thread's is the same
                said.pid = small(inner);
            else if (field.number == ThreadPart && inner.number == ThreadTid && inner.type == WireField::Varint)
                said.tid = small(inner);
            else if (inner.type == WireField::Bytes &&
                     inner.number == (field.number == ProcessPart ? uint32_t(ProcessName) : uint32_t(ThreadName)))
                name = m_strings.intern(inner.bytes);
            else if (field.number == ProcessPart && inner.number == CommandLine && inner.type == WireField::Bytes &&
                     !name)
                name = m_strings.intern(inner.bytes);
        }
        if (field.number == ProcessPart && said.pid >= 0 && (name || !processName(said.pid)))
            m_processes[said.pid] = name;
        if (field.number == ThreadPart && name)
            m_threads[threadKey(said.pid, said.tid)] = name;
    }
    if (reader.isDamaged())
        return;
    TraceTrack &track = m_tracks[find(said.uuid)];
    said.name = ownName ? ownName : track.name;
    if (said.pid < 0) { // a later description adds to an earlier one
        said.pid = track.pid;
        said.tid = said.tid < 0 ? track.tid : said.tid;
    }
    said.parent = said.parent ? said.parent : track.parent;
    said.isDescribed = true;
    track = said;
    if (track.pid >= 0 && track.tid < 0 && track.name) // Kineto: "python [GPU 0]"
        m_processes[track.pid] = track.name;
}

void TraceTracks::readProcesses(std::string_view tree)
{
    enum ProcessOfTree : uint32_t { Pid = 1, Command = 3 };
    enum ThreadOfTree : uint32_t { Tid = 1, Name = 2, Group = 3 };
    WireReader reader(tree);
    WireField field;
    while (reader.next(field)) {
        if (field.type != WireField::Bytes || (field.number != TreeProcess && field.number != TreeThread))
            continue;
        int64_t pid = -1, tid = -1;
        StringId name = 0;
        WireReader part(field.bytes);
        WireField inner;
        while (part.next(inner)) {
            const bool isProcess = field.number == TreeProcess;
            if (inner.number == Tid && inner.type == WireField::Varint)
                (isProcess ? pid : tid) = small(inner);
            else if (!isProcess && inner.number == Group && inner.type == WireField::Varint)
                pid = small(inner);
            else if (inner.number == (isProcess ? uint32_t(Command) : uint32_t(Name)) &&
                     inner.type == WireField::Bytes && !name)
                name = m_strings.intern(inner.bytes);
        }
        if (field.number == TreeProcess && name)
            m_processes.try_emplace(pid, name);
        else if (name)
            m_threads.try_emplace(threadKey(pid, tid), name);
    }
}

uint32_t TraceTracks::parentOf(uint32_t index)
{
    const uint64_t parent = m_tracks[index].parent;
    const auto found = parent ? m_indexes.find(parent) : m_indexes.end();
    return found == m_indexes.end() || found->second == index ? UINT32_MAX : found->second;
}

uint32_t TraceTracks::rowOf(uint32_t index)
{
    for (int depth = 0; depth < deepest; ++depth) {
        const uint32_t parent = parentOf(index);
        if (parent == UINT32_MAX || m_tracks[index].tid >= 0 || m_tracks[index].pid >= 0 ||
            m_tracks[parent].name != m_tracks[index].name)
            return index;
        index = parent;
    }
    return index;
}

int64_t TraceTracks::pidOf(uint32_t index)
{
    for (int depth = 0; depth < deepest && index != UINT32_MAX; ++depth, index = parentOf(index))
        if (m_tracks[index].pid >= 0)
            return m_tracks[index].pid;
    return -1;
}

StringId TraceTracks::processName(int64_t pid) const
{
    const auto found = m_processes.find(pid);
    return found == m_processes.end() ? 0 : found->second;
}

StringId TraceTracks::threadName(int64_t pid, int64_t tid) const
{
    const auto found = m_threads.find(threadKey(pid, tid));
    return found == m_threads.end() ? 0 : found->second;
}

} // namespace ws
