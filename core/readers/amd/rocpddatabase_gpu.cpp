// RocpdDatabase: what ran on the GPUs, their memory and counters.

#include "core/readers/amd/rocmwords.h"
#include "core/readers/amd/rocpddatabase.h"

#include "core/base/texts.h"

#include <algorithm>

namespace ws {
namespace {

constexpr const char *kernels = "rocpd_kernel_dispatch";
constexpr const char *copies = "rocpd_memory_copy";
constexpr const char *allocations = "rocpd_memory_allocate";
constexpr const char *values = "rocpd_pmc_event";

GpuDetail detailOf(uint64_t call)
{
    GpuDetail detail;
    detail.correlation = call;
    return detail;
}

} // namespace

/// HIP's streams are the rows, as in rocprofv3's own pictures; where the recording knows none, all work stands on
/// stream 0 although it ran in several hardware queues: then those.
bool RocpdDatabase::hasStreams()
{
    std::set<int64_t> queues;
    for (const auto &part : m_parts) {
        const char *base = part->has(kernels, "track_id") ? "rocpd_track" : kernels;
        if (!part->has(base, "stream_id"))
            continue;
        if (m_file.query("SELECT 1 FROM " + sqlName(part->table(base)) + " WHERE stream_id > 0 LIMIT 1").next())
            return true;
        SqliteRows rows = m_file.select(part->table(base), {"queue_id"});
        while (rows.next() && queues.size() < 2)
            if (!rows.isNull(1))
                queues.insert(rows.integer(1));
    }
    return queues.size() < 2;
}

void RocpdDatabase::readKernels(RocpdPart &part)
{
    if (!start(part.table(kernels), {"start", "end", "kernel_id"}))
        return;
    enum {
        Row,
        Start,
        End,
        Kernel,
        Track,
        Pid,
        Tid,
        AgentId,
        Queue,
        Stream,
        GridX,
        BlockX = GridX + 3,
        Graph = BlockX + 3,
        Node,
        Dispatch,
        Event
    };
    SqliteRows rows =
        part.select(kernels, {"start", "end", "kernel_id", "track_id", "pid", "tid", "agent_id", "queue_id",
                              "stream_id", "grid_size_x", "grid_size_y", "grid_size_z", "workgroup_size_x",
                              "workgroup_size_y", "workgroup_size_z", "graph_exec_id", "graph_node_id", "dispatch_id"});
    const uint16_t category = m_builder.category("kernel");
    m_keys.begin(part.table(kernels));
    while (rows.next() && tick()) {
        Place place = placeOf(part, rows, Track);
        m_dispatches.add(static_cast<int64_t>(m_part), place.pid, rows.isNull(Dispatch) ? -1 : rows.integer(Dispatch));
        int64_t begin = 0, duration = 0;
        if (!usable(rows, Start, begin, duration))
            continue;
        place.agent = rows.isNull(AgentId) ? place.agent : rows.integer(AgentId);
        place.queue = rows.isNull(Queue) ? place.queue : rows.integer(Queue);
        place.stream = rows.isNull(Stream) ? place.stream : rows.integer(Stream);
        GpuDetail detail = detailOf(link(rows, Event));
        detail.grid = m_grids.textOfItems({rows.integer(GridX), rows.integer(GridX + 1), rows.integer(GridX + 2)},
                                          {rows.integer(BlockX), rows.integer(BlockX + 1), rows.integer(BlockX + 2)});
        if (rows.integer(Graph) > 0)
            detail.graphNode = static_cast<uint64_t>(rows.integer(Graph)) << 32 |
                               (static_cast<uint64_t>(rows.integer(Node)) & UINT32_MAX);
        StringId name = part.kernel(rows.integer(Kernel));
        if (!name) {
            name = m_run.strings.intern("kernel " + std::to_string(rows.integer(Kernel)));
            m_run.diagnostics.add("missing-name", Core::tr("kernels without a name in the "
                                                           "file; their number is shown"));
        }
        m_builder.addGpuWork(m_devices.streamTrack(part, place, place.agent), begin, duration, name, category,
                             m_keys.key(rows.integer(Row)), detail);
        ++m_gpuRows;
    }
    finishTable(part.table(kernels), rows);
}

/// A copy runs on the GPU that it fills, from a GPU to the host on that GPU.
void RocpdDatabase::readCopies(RocpdPart &part)
{
    if (!start(part.table(copies), {"start", "end"}))
        return;
    enum { Row, Start, End, Name, Track, Pid, Tid, Queue, Stream, To, From, Event };
    SqliteRows rows = part.select(copies, {"start", "end", "name_id", "track_id", "pid", "tid", "queue_id", "stream_id",
                                           "dst_agent_id", "src_agent_id"});
    const uint16_t category = m_builder.category("gpu_memcpy");
    m_keys.begin(part.table(copies));
    while (rows.next() && tick()) {
        int64_t begin = 0, duration = 0;
        if (!usable(rows, Start, begin, duration))
            continue;
        Place place = placeOf(part, rows, Track);
        place.queue = rows.isNull(Queue) ? place.queue : rows.integer(Queue);
        place.stream = rows.isNull(Stream) ? place.stream : rows.integer(Stream);
        const auto isGpu = [&](int column) {
            const RocpdPart::Agent *agent = rows.isNull(column) ? nullptr : part.agent(rows.integer(column));
            return agent && agent->isGpu;
        };
        const int64_t agent = isGpu(To)         ? rows.integer(To)
                              : isGpu(From)     ? rows.integer(From)
                              : place.agent < 0 ? rows.integer(To)
                                                : place.agent;
        const StringId name = part.text(rows.integer(Name));
        m_builder.addGpuWork(m_devices.streamTrack(part, place, agent), begin, duration,
                             name ? name : m_run.strings.intern("MEMORY_COPY"), category, m_keys.key(rows.integer(Row)),
                             detailOf(link(rows, Event)));
        ++m_gpuRows;
    }
    finishTable(part.table(copies), rows);
}

/// What is allocated on each device: a running total, in bytes.
void RocpdDatabase::readAllocations(RocpdPart &part)
{
    const std::string table = part.table(allocations);
    if (m_cancelled || !m_file.has(table, "type") || !m_file.has(table, "address") || !m_file.has(table, "start"))
        return;
    struct Block
    {
        StringId owner;
        int64_t size;
    };
    const StringId name = m_run.strings.intern("allocated memory");
    std::map<StringId, int64_t> totals;
    std::unordered_map<int64_t, Block> blocks;
    const auto column = [&](const char *wanted) { return m_file.has(table, wanted) ? wanted : "NULL"; };
    SqliteRows rows = m_file.query(std::string("SELECT start, type, ") + column("level") + ", " + column("agent_id") +
                                   ", address, size, " + column("pid") + ", " + column("track_id") + " FROM " +
                                   sqlName(table) + " ORDER BY start");
    while (rows.next()) {
        if (!isTime(rows, 0))
            continue;
        const bool isAllocation = rows.text(1) == "ALLOC" && (rows.isNull(2) || rows.text(2) == "REAL");
        const auto block = blocks.find(rows.integer(4));
        if (isAllocation) {
            const Place *track = rows.isNull(7) ? nullptr : part.track(rows.integer(7));
            const int64_t agent = rows.isNull(3) ? (track ? track->agent : -1) : rows.integer(3);
            const StringId owner = m_devices.ownerOf(part, agent, part.pid(track ? track->pid : rows.integer(6)));
            blocks[rows.integer(4)] = {owner, rows.integer(5)};
            totals[owner] += rows.integer(5);
            m_builder.addCounter(rows.integer(0), owner, name, 0, static_cast<double>(totals[owner]));
        } else if (rows.text(1) == "FREE" && block != blocks.end()) {
            const StringId owner = block->second.owner;
            totals[owner] -= block->second.size;
            m_builder.addCounter(rows.integer(0), owner, name, 0, static_cast<double>(totals[owner]));
            blocks.erase(block);
        } else {
            continue;
        }
        ++m_samples;
        if (!tick())
            break;
    }
    finishTable(table, rows);
}

/// Counters of samples at their times; those of a kernel from its start to its end, instances added up.
void RocpdDatabase::readCounters(RocpdPart &part)
{
    if (m_cancelled || !part.has(values, "pmc_id") || !part.has(values, "value") || !part.has(values, "event_id"))
        return;
    struct Curve
    {
        StringId owner, name, unit;
    };
    std::unordered_map<int64_t, Curve> curves;
    SqliteRows infos = m_file.select(part.table("rocpd_info_pmc"), {"id", "pid", "agent_id", "name", "units"});
    while (infos.next())
        curves[infos.integer(1)] = {
            m_devices.ownerOf(part, infos.isNull(3) ? -1 : infos.integer(3), part.pid(infos.integer(2))),
            m_run.strings.intern(infos.text(4)), m_run.strings.intern(infos.text(5))};
    const bool hasSamples = part.has(values, "sample_id");
    uint64_t ofKernels = 0;
    const auto read = [&](const char *base, const char *times, const std::string &which) {
        SqliteRows rows = m_file.query(std::string("SELECT ") + times + ", P.pmc_id, sum(P.value) FROM " +
                                       sqlName(part.table(base)) + " T JOIN " + sqlName(part.table(values)) + " P ON " +
                                       which + " GROUP BY T.rowid, P.pmc_id ORDER BY 1");
        while (rows.next() && tick()) {
            const auto curve = curves.find(rows.integer(2));
            if (curve == curves.end() || rows.isNull(0) || !isTime(rows, 0) || (!rows.isNull(1) && !isTime(rows, 1))) {
                untick();
                continue;
            }
            const auto &[owner, name, unit] = curve->second;
            m_builder.addCounter(rows.integer(0), owner, name, unit, rows.real(3));
            if (!rows.isNull(1)) {
                m_builder.addCounter(rows.integer(1), owner, name, unit, 0);
                ++ofKernels;
            }
            ++m_samples;
        }
        finishTable(part.table(values), rows);
    };
    const std::string byEvent = std::string("P.event_id = T.event_id") + (hasSamples ? " AND P.sample_id IS NULL" : "");
    if (part.has("rocpd_sample", "event_id"))
        read("rocpd_sample", "T.timestamp, NULL", byEvent);
    if (part.has("rocpd_sample", "id") && hasSamples)
        read("rocpd_sample", "T.timestamp, NULL", "P.sample_id = T.id");
    if (part.has(kernels, "event_id"))
        read(kernels, "T.start, T.end", byEvent);
    noteKernelCounters(m_run.diagnostics, ofKernels);
}

} // namespace ws
