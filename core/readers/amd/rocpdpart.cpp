#include "core/readers/amd/rocpdpart.h"

#include <algorithm>
#include <array>
#include <set>

namespace ws {
namespace {

/// Names by which a set of tables is known. No other table begins with one of them.
constexpr std::array known = {"rocpd_kernel_dispatch", "rocpd_memory_copy",    "rocpd_region",
                              "rocpd_info_process",    "rocpd_info_agent",     "rocpd_info_kernel_symbol",
                              "rocpd_sample",          "rocpd_memory_allocate"};

int64_t orNone(const SqliteRows &rows, int column)
{
    return rows.isNull(column) ? -1 : rows.integer(column);
}

} // namespace

RocpdPart::RocpdPart(const SqliteFile &file, StringPool &strings, std::string suffix)
    : m_file(file), m_strings(strings), m_suffix(std::move(suffix)),
      m_textQuery(file.query("SELECT string FROM " + sqlName(table("rocpd_string")) + " WHERE id = ?")),
      m_categoryQuery(has("rocpd_info_category", "name")
                          ? file.query("SELECT name FROM " + sqlName(table("rocpd_info_category")) + " WHERE id = ?")
                          : file.query("SELECT string FROM " + sqlName(table("rocpd_string")) + " WHERE id = ?")),
      m_kernelQuery(file.query(std::string("SELECT coalesce(nullif(") +
                               (has("rocpd_info_kernel_symbol", "display_name") ? "display_name" : "NULL") +
                               ", ''), kernel_name) FROM " + sqlName(table("rocpd_info_kernel_symbol")) +
                               " WHERE id = ?"))
{
    readAgents();
    readThreads();
    readTracks();
}

std::vector<std::string> RocpdPart::suffixesIn(const SqliteFile &file)
{
    std::set<std::string> suffixes;
    for (const std::string &table : file.tables())
        for (const std::string_view base : known)
            if (table.starts_with(base) && (table.size() == base.size() || table[base.size()] == '_'))
                suffixes.insert(table.substr(base.size()));
    return {suffixes.begin(), suffixes.end()};
}

std::pair<std::string, std::string> RocpdPart::split(const std::string &table)
{
    for (const std::string_view base : known)
        if (table.starts_with(base))
            return {std::string(base), table.substr(base.size())};
    return {table, {}};
}

SqliteRows RocpdPart::select(const char *base, const std::vector<const char *> &columns) const
{
    const std::string rows = table(base), events = table("rocpd_event");
    std::string sql = "SELECT R.rowid";
    for (const char *column : columns)
        sql += m_file.has(rows, column) ? ", R." + sqlName(column) : std::string(", NULL");
    const bool joined = m_file.has(events, "id") && m_file.has(rows, "event_id");
    for (const char *column : {"category_id", "stack_id", "parent_stack_id", "correlation_id", "extdata"})
        sql += joined && m_file.has(events, column) ? ", E." + sqlName(column) : std::string(", NULL");
    sql += " FROM " + sqlName(rows) + " R";
    if (joined)
        sql += " LEFT JOIN " + sqlName(events) + " E ON E.id = R.event_id";
    return m_file.query(sql);
}

StringId RocpdPart::ask(SqliteRows &query, int64_t id)
{
    query.bind(1, id);
    return query.next() ? m_strings.intern(query.text(0)) : 0;
}

StringId RocpdPart::text(int64_t id)
{
    auto [entry, isNew] = m_texts.try_emplace(id, 0);
    if (isNew)
        entry->second = ask(m_textQuery, id);
    return entry->second;
}

StringId RocpdPart::category(int64_t id)
{
    auto [entry, isNew] = m_categories.try_emplace(id, 0);
    if (isNew)
        entry->second = ask(m_categoryQuery, id);
    return entry->second;
}

StringId RocpdPart::kernel(int64_t id)
{
    auto [entry, isNew] = m_kernels.try_emplace(id, 0);
    if (isNew)
        entry->second = ask(m_kernelQuery, id);
    return entry->second;
}

const RocpdPart::Agent *RocpdPart::agent(int64_t id) const
{
    const auto found = m_agents.find(id);
    return found == m_agents.end() ? nullptr : &found->second;
}

const RocpdPart::Place *RocpdPart::track(int64_t id) const
{
    const auto found = m_tracks.find(id);
    return found == m_tracks.end() ? nullptr : &found->second;
}

StringId RocpdPart::trackName(int64_t id)
{
    const auto found = m_trackNames.find(id);
    return found == m_trackNames.end() ? 0 : text(found->second);
}

int64_t RocpdPart::pid(int64_t processId) const
{
    const auto found = m_processes.find(processId);
    return found == m_processes.end() ? processId : found->second;
}

int64_t RocpdPart::tid(int64_t threadId) const
{
    const auto found = m_threads.find(threadId);
    return found == m_threads.end() ? threadId : found->second.tid;
}

const std::string *RocpdPart::threadName(int64_t threadId) const
{
    const auto found = m_threads.find(threadId);
    return found == m_threads.end() || found->second.name.empty() ? nullptr : &found->second.name;
}

/// A GPU is called by its number among the GPUs of its machine, as HIP counts them.
void RocpdPart::readAgents()
{
    std::unordered_map<int64_t, std::string> machines;
    SqliteRows nodes = m_file.select(table("rocpd_info_node"), {"id", "machine_id", "hostname"});
    while (nodes.next())
        machines[nodes.integer(1)] = nodes.text(nodes.isNull(2) ? 3 : 2);
    enum { Row, Id, Node, Type, TypeIndex, LogicalIndex, AbsoluteIndex, Product, Model, Name };
    SqliteRows rows =
        m_file.select(table("rocpd_info_agent"), {"id", "nid", "type", "type_index", "logical_index", "absolute_index",
                                                  "product_name", "model_name", "name"});
    while (rows.next()) {
        Agent agent;
        agent.isGpu = rows.text(Type) == "GPU";
        agent.index = rows.integer(Id);
        for (const int column : {AbsoluteIndex, LogicalIndex, TypeIndex})
            if (!rows.isNull(column))
                agent.index = rows.integer(column);
        agent.node = machines[rows.integer(Node)];
        for (const int column : {Name, Model, Product})
            if (!rows.text(column).empty())
                agent.model = rows.text(column);
        m_agents.emplace(rows.integer(Id), std::move(agent));
    }
}

void RocpdPart::readThreads()
{
    SqliteRows processes = m_file.select(table("rocpd_info_process"), {"id", "pid"});
    while (processes.next())
        m_processes[processes.integer(1)] = processes.integer(2);
    SqliteRows threads = m_file.select(table("rocpd_info_thread"), {"id", "tid", "name"});
    while (threads.next())
        m_threads.emplace(threads.integer(1), Thread{threads.integer(2), std::string(threads.text(3))});
}

void RocpdPart::readTracks()
{
    enum { Row, Id, Pid, Tid, AgentId, Queue, Stream, Name };
    SqliteRows rows =
        m_file.select(table("rocpd_track"), {"id", "pid", "tid", "agent_id", "queue_id", "stream_id", "name_id"});
    while (rows.next()) {
        m_tracks[rows.integer(Id)] = {orNone(rows, Pid), orNone(rows, Tid), orNone(rows, AgentId), orNone(rows, Queue),
                                      orNone(rows, Stream)};
        if (!rows.isNull(Name))
            m_trackNames[rows.integer(Id)] = rows.integer(Name);
    }
}

} // namespace ws
