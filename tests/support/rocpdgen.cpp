#include "tests/support/rocpdgen.h"

#include <QByteArray>

#include <map>
#include <sstream>

namespace ws::test {
namespace {

constexpr int gpus = 2, firstGpuAgent = 2; // agents 0 and 1 are processors

class Generator
{
public:
    Generator(const RocpdProcess &process, RocpdSchema schema) : m_process(process), m_isV4(schema == RocpdSchema::V4)
    {
    }

    std::string sql(bool withViews)
    {
        tables();
        about();
        for (const RocpdCall &call : m_process.calls)
            region(call);
        for (const auto &[time, message] : m_process.marks)
            mark(time, message);
        for (const RocpdKernel &kernel : m_process.kernels)
            dispatch(kernel);
        for (const RocpdCopy &copy : m_process.copies)
            memoryCopy(copy);
        for (const RocpdAllocation &allocation : m_process.allocations)
            allocate(allocation);
        for (const auto &[text, id] : m_texts)
            insert("string", quoted(std::to_string(id), text));
        if (withViews)
            for (const std::string &name : m_tables)
                m_out << "CREATE VIEW \"" << name << "\" AS SELECT * FROM " << table(name) << ";\n";
        return m_out.str();
    }

private:
    static std::string quoted(const std::string &first, const std::string &text)
    {
        std::string safe;
        for (const char c : text)
            safe += c == '\'' ? std::string("''") : std::string(1, c);
        return first + ",'" + safe + '\'';
    }
    std::string table(const std::string &name) const { return '"' + name + m_process.uuid + '"'; }
    void create(const std::string &name, const std::string &columns)
    {
        m_tables.push_back("rocpd_" + name);
        m_out << "CREATE TABLE " << table("rocpd_" + name) << " (\"id\" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "
              << columns << ");\n";
    }
    void insert(const std::string &name, const std::string &values)
    {
        m_out << "INSERT INTO " << table("rocpd_" + name) << " VALUES (" << values << ");\n";
    }
    int text(const std::string &text)
    {
        return m_texts.try_emplace(text, static_cast<int>(m_texts.size()) + 1).first->second;
    }
    int kernelId(const std::string &name)
    {
        const auto [entry, isNew] = m_kernels.try_emplace(name, static_cast<int>(m_kernels.size()) + 1);
        if (isNew)
            insert("info_kernel_symbol",
                   std::to_string(entry->second) + quoted(",1", name + "_symbol.kd") + quoted("", name));
        return entry->second;
    }

    void tables()
    {
        const std::string where3 = "\"nid\" INTEGER NOT NULL, \"pid\" INTEGER NOT NULL, \"tid\" INTEGER, ";
        const std::string track = "\"track_id\" INTEGER NOT NULL, ";
        const std::string where = m_isV4 ? track : where3;
        const std::string gpu = m_isV4 ? "" : "\"agent_id\" INTEGER, \"queue_id\" INTEGER, \"stream_id\" INTEGER, ";
        const std::string times = "\"start\" BIGINT NOT NULL, \"end\" BIGINT NOT NULL, ";
        const std::string event = "\"event_id\" INTEGER, \"extdata\" JSONB DEFAULT '{}' NOT NULL";
        create("metadata", "tag TEXT NOT NULL, value TEXT NOT NULL");
        create("string", "string TEXT NOT NULL");
        create("info_node", "machine_id TEXT, hostname TEXT");
        create("info_process", "nid INTEGER, pid INTEGER NOT NULL, command TEXT");
        create("info_thread", "nid INTEGER, pid INTEGER, tid INTEGER NOT NULL, name TEXT");
        create("info_agent",
               "nid INTEGER, type TEXT, absolute_index INTEGER, logical_index INTEGER, type_index INTEGER,"
               "name TEXT, product_name TEXT");
        create("info_kernel_symbol", "code_object_id INTEGER, kernel_name TEXT, display_name TEXT");
        create("info_pmc", "nid INTEGER, pid INTEGER, agent_id INTEGER, name TEXT NOT NULL, units TEXT");
        if (m_isV4)
            create("info_category", "name TEXT NOT NULL");
        create("track", std::string("nid INTEGER, pid INTEGER, tid INTEGER, ") +
                            (m_isV4 ? "agent_id INTEGER, queue_id INTEGER, stream_id INTEGER, " : "") +
                            "name_id INTEGER");
        create("event", "category_id INTEGER, stack_id INTEGER, parent_stack_id INTEGER, correlation_id INTEGER,"
                        "extdata JSONB DEFAULT '{}' NOT NULL");
        create("arg", "event_id INTEGER, position INTEGER, type TEXT, name TEXT, value TEXT");
        create("pmc_event", "event_id INTEGER, pmc_id INTEGER NOT NULL, value REAL");
        create("region", where + times + "\"name_id\" INTEGER NOT NULL, " + event);
        create("sample", track + "\"timestamp\" BIGINT NOT NULL, " + event);
        create("kernel_dispatch", where + gpu + "\"kernel_id\" INTEGER NOT NULL, dispatch_id INTEGER, " + times +
                                      "workgroup_size_x INTEGER, workgroup_size_y INTEGER, workgroup_size_z INTEGER,"
                                      "grid_size_x INTEGER, grid_size_y INTEGER, grid_size_z INTEGER, " +
                                      event);
        create("memory_copy", where + (m_isV4 ? "" : "\"queue_id\" INTEGER, \"stream_id\" INTEGER, ") + times +
                                  "\"name_id\" INTEGER NOT NULL, dst_agent_id INTEGER, src_agent_id INTEGER,"
                                  "\"size\" INTEGER NOT NULL, " +
                                  event);
        if (!m_process.allocations.empty())
            create("memory_allocate", where + (m_isV4 ? "" : "\"agent_id\" INTEGER, ") + times +
                                          "type TEXT, level TEXT, address INTEGER, size INTEGER, " + event);
    }

    void about()
    {
        insert("metadata", quoted("1", "schema_version") + quoted("", m_isV4 ? "4" : "3"));
        insert("info_node", quoted("7", "machine") + quoted("", "host-a"));
        insert("info_process", quoted("1,7," + std::to_string(m_process.pid), "python3 train.py"));
        insert("info_thread", quoted("5,7,1," + std::to_string(m_process.tid), "worker"));
        for (int agent = 0; agent < firstGpuAgent + gpus; ++agent) {
            const bool isGpu = agent >= firstGpuAgent;
            const std::string index = std::to_string(agent);
            insert("info_agent",
                   quoted(index + ",7", isGpu ? "GPU" : "CPU") + ',' + index + ',' + index +
                       quoted(',' + std::to_string(isGpu ? agent - firstGpuAgent : agent), isGpu ? "gfx942" : "EPYC") +
                       quoted("", isGpu ? "AMD Instinct MI300X" : "EPYC"));
        }
        insert("info_pmc", quoted("3,7,1,2", "SQ_WAVES") + quoted("", ""));
    }

    int event(const std::string &category, int64_t call, const std::string &extra = "{}")
    {
        int id = text(category);
        if (m_isV4) {
            const auto [entry, isNew] = m_categories.try_emplace(category, static_cast<int>(m_categories.size()) + 1);
            id = entry->second;
            if (isNew)
                insert("info_category", quoted(std::to_string(id), category));
        }
        const std::string calls = std::to_string(call);
        insert("event",
               quoted(std::to_string(++m_events) + ',' + std::to_string(id) + ',' + calls + ',' + calls + ",0", extra));
        return m_events;
    }
    int track(const std::string &values)
    {
        const auto [entry, isNew] = m_tracks.try_emplace(values, static_cast<int>(m_tracks.size()) + 1);
        if (isNew)
            insert("track", std::to_string(entry->second) + ',' + values);
        return entry->second;
    }
    /// Columns of schema 3, or the track of schema 4.
    std::string place(const std::string &gpu, const std::string &gpuOfTrack)
    {
        if (!m_isV4)
            return "7,1,5" + gpu;
        return std::to_string(track("7,1,5," + gpuOfTrack + ",NULL"));
    }
    void region(const RocpdCall &call)
    {
        const int id =
            event(call.category, call.id, call.message.empty() ? "{}" : "{\"message\": \"" + call.message + "\"}");
        insert("arg", quoted(quoted("NULL," + std::to_string(id) + ",0", "void*") + quoted("", "stream"), "0x0"));
        insert("region", "NULL," + place("", "NULL,NULL,NULL") + ',' + std::to_string(call.start) + ',' +
                             std::to_string(call.end) + ',' + std::to_string(text(call.name)) + ',' +
                             quoted(std::to_string(id), "{}"));
    }
    void mark(int64_t time, const std::string &message)
    {
        const int id = event("MARKER_CORE_API", 0, "{\"message\": \"" + message + "\"}");
        const std::string name = std::to_string(text("MARKER_CORE_API"));
        const int on = track(m_isV4 ? "7,1,5,NULL,NULL,NULL," + name : "7,1,5," + name);
        insert("sample",
               "NULL," + std::to_string(on) + ',' + std::to_string(time) + ',' + quoted(std::to_string(id), "{}"));
    }
    void dispatch(const RocpdKernel &kernel)
    {
        const int id = event("KERNEL_DISPATCH", kernel.call);
        const std::string gpu = std::to_string(kernel.gpu + firstGpuAgent) + ',' + std::to_string(kernel.queue) + ',' +
                                std::to_string(kernel.stream);
        insert("kernel_dispatch", "NULL," + place(',' + gpu, gpu) + ',' + std::to_string(kernelId(kernel.name)) + ',' +
                                      std::to_string(++m_dispatches) + ',' + std::to_string(kernel.start) + ',' +
                                      std::to_string(kernel.end) + ',' + std::to_string(kernel.block) + ",2,3," +
                                      std::to_string(kernel.grid) + ",8,6," + quoted(std::to_string(id), "{}"));
        for (int instance = 0; instance < 2 && kernel.counter >= 0; ++instance)
            insert("pmc_event",
                   "NULL," + std::to_string(id) + ",3," + QByteArray::number(kernel.counter / 2).toStdString());
    }
    void memoryCopy(const RocpdCopy &copy)
    {
        const int id = event("MEMORY_COPY", copy.call);
        const std::string gpu = std::to_string(copy.gpu + firstGpuAgent), stream = std::to_string(copy.stream);
        insert("memory_copy",
               "NULL," + place(",NULL," + stream, "NULL,NULL," + stream) + ',' + std::to_string(copy.start) + ',' +
                   std::to_string(copy.end) + ',' +
                   std::to_string(text(copy.toHost ? "MEMORY_COPY_DEVICE_TO_HOST" : "MEMORY_COPY_HOST_TO_DEVICE")) +
                   ',' + (copy.toHost ? "0," + gpu : gpu + ",0") + ',' + std::to_string(copy.bytes) + ',' +
                   quoted(std::to_string(id), "{}"));
    }
    void allocate(const RocpdAllocation &allocation)
    {
        const std::string id = std::to_string(event("MEMORY_ALLOCATION", 0)), time = std::to_string(allocation.time),
                          gpu = allocation.gpu < 0 ? "NULL" : std::to_string(allocation.gpu + firstGpuAgent);
        const std::string begin = "NULL," + place(',' + gpu, gpu + ",NULL,NULL") + ',' + time + ',' + time;
        insert("memory_allocate", quoted(quoted(begin, allocation.type), allocation.level) + ',' +
                                      std::to_string(allocation.address) + ',' + std::to_string(allocation.bytes) +
                                      ',' + quoted(id, "{}"));
    }

    const RocpdProcess &m_process;
    bool m_isV4;
    std::ostringstream m_out;
    std::vector<std::string> m_tables;
    std::map<std::string, int> m_texts, m_kernels, m_categories, m_tracks;
    int m_events = 0, m_dispatches = 0;
};

} // namespace

std::string rocpdSql(const RocpdProcess &process, RocpdSchema schema, bool withViews)
{
    return Generator(process, schema).sql(withViews);
}

} // namespace ws::test
