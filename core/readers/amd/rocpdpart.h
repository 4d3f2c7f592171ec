#pragma once
// The tables of one process in a rocpd database. Their names end in the process's id ("rocpd_region_0198c2…"): a merged
// database has several sets of them, and the views without that ending, where an exporter made them, show all. Ids mean
// something within one set only. Small tables (agents, threads, tracks, symbols) are held, names are asked for once.

#include "core/base/stringpool.h"
#include "core/readers/toolkit/sqlitefile.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ws {

class RocpdPart
{
public:
    struct Agent
    {
        bool isGpu = false;
        int64_t index = 0; ///< among the GPUs of its node, where the file tells
        std::string node;  ///< id of the machine
        std::string model;
    };
    /// Where something happened; -1: not told.
    struct Place
    {
        int64_t pid = -1, tid = -1, agent = -1, queue = -1, stream = -1;
    };

    RocpdPart(const SqliteFile &file, StringPool &strings, std::string suffix);

    /// The endings of the table names of each set, in the order of their names.
    static std::vector<std::string> suffixesIn(const SqliteFile &file);
    /// A table's name without the ending, and the ending.
    static std::pair<std::string, std::string> split(const std::string &table);

    std::string table(const char *base) const { return base + m_suffix; }
    bool has(const char *base) const { return m_file.has(table(base)); }
    bool has(const char *base, const char *column) const { return m_file.has(table(base), column); }

    /// `columns` of `base`, row id first, then of its event; what the schema lacks is NULL.
    SqliteRows select(const char *base, const std::vector<const char *> &columns) const;
    /// What select() adds at the end: category, id of the call, of its parent, the one given from outside, more as
    /// JSON.
    static constexpr int Category = 0, Call = 1, Parent = 2, External = 3, Extra = 4;

    StringId text(int64_t id);     ///< of rocpd_string; 0: not there
    StringId category(int64_t id); ///< schema 4 has a table of its own for them
    StringId kernel(int64_t id);   ///< the name for people, else the symbol; 0: not there
    const Agent *agent(int64_t id) const;
    const std::unordered_map<int64_t, Agent> &agents() const { return m_agents; }
    const Place *track(int64_t id) const; ///< schema 4: what else the rows themselves say
    StringId trackName(int64_t id);
    int64_t pid(int64_t processId) const; ///< of the system; the id itself where there is no table
    int64_t tid(int64_t threadId) const;
    const std::string *threadName(int64_t threadId) const;

private:
    struct Thread
    {
        int64_t tid;
        std::string name;
    };

    void readAgents();
    void readThreads();
    void readTracks();
    StringId ask(SqliteRows &query, int64_t id);

    const SqliteFile &m_file;
    StringPool &m_strings;
    std::string m_suffix;
    SqliteRows m_textQuery, m_categoryQuery, m_kernelQuery;
    std::unordered_map<int64_t, StringId> m_texts, m_categories, m_kernels;
    std::unordered_map<int64_t, Agent> m_agents;
    std::unordered_map<int64_t, Place> m_tracks;
    std::unordered_map<int64_t, int64_t> m_processes;
    std::unordered_map<int64_t, int64_t> m_trackNames; ///< track → text
    std::unordered_map<int64_t, Thread> m_threads;
};

} // namespace ws
