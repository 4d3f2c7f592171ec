// NsysExport: what ran on the GPUs.

#include "core/base/texts.h"
#include "core/readers/nsys/nsysexport.h"
#include "core/readers/nsys/nsysexporttables.h"

namespace ws {
namespace {

constexpr int64_t allStreams = 0xFFFFFFFF; ///< streamId of a synchronisation of the whole context

GpuDetail detailOf(uint64_t correlation)
{
    GpuDetail detail;
    detail.correlation = correlation;
    return detail;
}

/// As nsys prints them: the label from the export's own enumeration, else the short form of old versions.
std::unordered_map<int64_t, std::string> copyNames(const SqliteFile &file)
{
    static constexpr const char *shortForms[] = {"Unknown", "HtoD",         "DtoH",         "HtoA",        "AtoH",
                                                 "AtoA",    "AtoD",         "DtoA",         "DtoD",        "HtoH",
                                                 "PtoP",    "Unified HtoD", "Unified DtoH", "Unified DtoD"};
    std::unordered_map<int64_t, std::string> names;
    for (size_t i = 0; i < std::size(shortForms); ++i)
        names[static_cast<int64_t>(i)] = shortForms[i];
    if (file.has("ENUM_CUDA_MEMCPY_OPER", "label")) {
        SqliteRows rows = file.query("SELECT id, label FROM ENUM_CUDA_MEMCPY_OPER");
        while (rows.next())
            names[rows.integer(0)] = rows.text(1);
    }
    return names;
}

} // namespace

void NsysExport::readKernels()
{
    const std::string table = tableInstead(m_file, nsys::kernel);
    if (!start(table, {"start", "end", "deviceId", "streamId"}))
        return;
    const char *const nameColumn = m_file.has(table, "demangledName") ? "demangledName" : "shortName";
    enum { Row, Start, End, Device, Stream, Correlation, Process, Name, GridX, BlockX = GridX + 3, Node = BlockX + 3 };
    SqliteRows rows =
        m_file.select(table, {"start", "end", "deviceId", "streamId", "correlationId", "globalPid", nameColumn, "gridX",
                              "gridY", "gridZ", "blockX", "blockY", "blockZ", "graphNodeId"});
    const uint16_t category = m_builder.category("kernel");
    const bool hasGrid = m_file.has(table, "gridX") && m_file.has(table, "blockX");
    while (rows.next() && tick()) {
        int64_t begin = 0, duration = 0;
        if (!usable(rows, Start, begin, duration))
            continue;
        const int64_t process = rows.integer(Process);
        GpuDetail detail = detailOf(correlation(process, rows.integer(Correlation)));
        detail.graphNode = static_cast<uint64_t>(rows.integer(Node));
        detail.grid = hasGrid ? m_grids.text({rows.integer(GridX), rows.integer(GridX + 1), rows.integer(GridX + 2)},
                                             {rows.integer(BlockX), rows.integer(BlockX + 1), rows.integer(BlockX + 2)})
                              : 0;
        m_builder.addGpuWork(m_devices.streamTrack(rows.integer(Device), rows.integer(Stream), process), begin,
                             duration, m_names.name(rows.integer(Name)), category,
                             static_cast<uint64_t>(rows.integer(Row)), detail);
        ++m_gpuRows;
    }
    finishTable(table, rows);
}

void NsysExport::readCopies()
{
    const std::string table = tableInstead(m_file, nsys::memcpy);
    if (!start(table, {"start", "end", "deviceId", "streamId"}))
        return;
    enum { Row, Start, End, Device, Stream, Correlation, Process, Kind, Node };
    SqliteRows rows = m_file.select(
        table, {"start", "end", "deviceId", "streamId", "correlationId", "globalPid", "copyKind", "graphNodeId"});
    const uint16_t category = m_builder.category("gpu_memcpy");
    const auto kinds = copyNames(m_file);
    std::unordered_map<int64_t, StringId> names;
    while (rows.next() && tick()) {
        int64_t begin = 0, duration = 0;
        if (!usable(rows, Start, begin, duration))
            continue;
        const int64_t process = rows.integer(Process);
        auto [entry, isNew] = names.try_emplace(rows.integer(Kind), 0);
        if (isNew) {
            const auto known = kinds.find(entry->first);
            entry->second = m_run.strings.intern(
                "[CUDA memcpy " + (known != kinds.end() ? known->second : std::to_string(entry->first)) + ']');
        }
        GpuDetail detail = detailOf(correlation(process, rows.integer(Correlation)));
        detail.graphNode = static_cast<uint64_t>(rows.integer(Node));
        m_builder.addGpuWork(m_devices.streamTrack(rows.integer(Device), rows.integer(Stream), process), begin,
                             duration, entry->second, category, static_cast<uint64_t>(rows.integer(Row)), detail);
        ++m_gpuRows;
    }
    finishTable(table, rows);
}

void NsysExport::readSets()
{
    const std::string table = tableInstead(m_file, nsys::memset);
    if (!start(table, {"start", "end", "deviceId", "streamId"}))
        return;
    enum { Row, Start, End, Device, Stream, Correlation, Process, Node };
    SqliteRows rows =
        m_file.select(table, {"start", "end", "deviceId", "streamId", "correlationId", "globalPid", "graphNodeId"});
    const uint16_t category = m_builder.category("gpu_memset");
    const StringId label = m_run.strings.intern("[CUDA memset]");
    while (rows.next() && tick()) {
        int64_t begin = 0, duration = 0;
        if (!usable(rows, Start, begin, duration))
            continue;
        const int64_t process = rows.integer(Process);
        GpuDetail detail = detailOf(correlation(process, rows.integer(Correlation)));
        detail.graphNode = static_cast<uint64_t>(rows.integer(Node));
        m_builder.addGpuWork(m_devices.streamTrack(rows.integer(Device), rows.integer(Stream), process), begin,
                             duration, label, category, static_cast<uint64_t>(rows.integer(Row)), detail);
        ++m_gpuRows;
    }
    finishTable(table, rows);
}

/// Graphs traced as a whole (the default of nsys): one box represents all kernels of a launch.
void NsysExport::readGraphs()
{
    const std::string table = tableInstead(m_file, nsys::graph);
    if (!start(table, {"start", "end", "deviceId", "streamId"}))
        return;
    enum { Row, Start, End, Device, Stream, Correlation, Process, Graph };
    SqliteRows rows =
        m_file.select(table, {"start", "end", "deviceId", "streamId", "correlationId", "globalPid", "graphId"});
    const uint16_t category = m_builder.category("cuda_graph");
    uint64_t count = 0;
    while (rows.next() && tick()) {
        int64_t begin = 0, duration = 0;
        if (!usable(rows, Start, begin, duration))
            continue;
        const int64_t process = rows.integer(Process);
        const StringId label = m_run.strings.intern("[CUDA graph " + std::to_string(rows.integer(Graph)) + ']');
        m_builder.addGpuWork(m_devices.streamTrack(rows.integer(Device), rows.integer(Stream), process), begin,
                             duration, label, category, static_cast<uint64_t>(rows.integer(Row)),
                             detailOf(correlation(process, rows.integer(Correlation))));
        ++m_gpuRows;
        ++count;
    }
    finishTable(table, rows);
    if (count)
        m_run.diagnostics.add("whole-graphs",
                              Core::tr("CUDA graphs were recorded as a whole, without their kernels; record with nsys "
                                       "profile --cuda-graph-trace=node to see them"),
                              -1, {}, count);
}

/// Waiting for a stream, an event or the device: a label next to the stream, not GPU work.
void NsysExport::readSyncs()
{
    if (!start(nsys::sync, {"start", "end", "deviceId", "streamId"}))
        return;
    enum { Row, Start, End, Device, Stream, Process, Kind, Correlation };
    SqliteRows rows =
        m_file.select(nsys::sync, {"start", "end", "deviceId", "streamId", "globalPid", "syncType", "correlationId"});
    std::unordered_map<int64_t, StringId> kinds;
    if (m_file.has("ENUM_CUPTI_SYNC_TYPE", "label")) {
        SqliteRows labels = m_file.query("SELECT id, label FROM ENUM_CUPTI_SYNC_TYPE");
        while (labels.next())
            kinds[labels.integer(0)] = m_run.strings.intern(labels.text(1));
    }
    const uint16_t category = m_builder.category("cuda_sync", CategoryKind::GpuAnnotation);
    const StringId everywhere = m_run.strings.intern("context");
    while (rows.next() && tick()) {
        int64_t begin = 0, duration = 0;
        if (!usable(rows, Start, begin, duration))
            continue;
        const int64_t stream = rows.integer(Stream);
        const int64_t process = rows.integer(Process);
        const StringId device = number(m_devices.deviceOf(rows.integer(Device), pidOfGlobal(process)));
        const uint32_t track =
            m_builder.track(TrackKind::GpuAnnotation, device, stream == allStreams ? everywhere : number(stream));
        if (const uint64_t call = correlation(process, rows.integer(Correlation)))
            m_builder.addWait(call, device);
        StringId &label = kinds[rows.integer(Kind)];
        if (!label)
            label = m_run.strings.intern("sync type " + std::to_string(rows.integer(Kind)));
        m_builder.addSlice(track, begin, duration, label, category, static_cast<uint64_t>(rows.integer(Row)));
    }
    finishTable(nsys::sync, rows);
}

} // namespace ws
