#pragma once
// The tables of a `.rpd`, written into a TimelineBuilder. Ids of merged databases are sparse (process << 32 | number),
// so what belongs to an id is looked up in sorted pairs.

#include "core/readers/toolkit/databaserow.h"
#include "core/readers/toolkit/databasetimeline.h"
#include "core/readers/toolkit/launchgrids.h"

#include <set>
#include <unordered_map>
#include <vector>

namespace ws {

class RpdDatabase : public DatabaseTimeline
{
public:
    RpdDatabase(const SqliteFile &file, Run &run, Progress &progress);

    bool read() override;
    RowKeys takeKeys() { return std::move(m_keys); }
    /// Puts into a row what its ids mean: texts, the launch's grid, the copy's bytes, the frames of the stack.
    static void describe(const SqliteFile &file, const RowKeys::Place &place, nlohmann::ordered_json &row);

private:
    struct Pair
    {
        int64_t id;
        int64_t value;
    };
    /// Sorted by id; of several pairs with one id the first counts.
    class Pairs
    {
    public:
        void add(int64_t id, int64_t value) { m_all.push_back({id, value}); }
        void sort();
        int64_t value(int64_t id, int64_t none) const;

    private:
        std::vector<Pair> m_all;
    };
    struct Name
    {
        StringId text = 0;
        CategoryKind kind = CategoryKind::Kernel; ///< what work of this type is
        bool countsItems = false;                 ///< launches of this type, or by this call, give sizes in work items
        bool isLaunch = false;                    ///< a call that launches kernels, or begins or ends a capture
    };

    void readLinks();
    void readLaunches();
    void readOps();
    void readCalls(std::string_view table);
    void call(const SqliteRows &rows, int64_t begin, int64_t duration, bool mayLaunch);
    void readMonitors();
    void nameTracks();
    void readInfo();
    const Name &name(int64_t id);
    uint16_t categoryOfCall(const SqliteRows &rows, StringId name);
    StringId longText(int64_t id);

    SqliteRows m_nameQuery, m_textQuery;
    RowKeys m_keys;
    LaunchGrids m_gridTexts;
    std::unordered_map<int64_t, Name> m_names;
    Pairs m_apiOfOp;
    std::vector<int64_t> m_launching; ///< calls that caused work, ascending
    std::vector<int64_t> m_itemCalls; ///< those of them that give a launch's size in work items, ascending
    Pairs m_grids;                    ///< of calls: text of blocks | text of work items << 32
    std::set<int64_t> m_gpus;
    std::set<int64_t> m_processes;
    uint64_t m_marks = 0, m_samples = 0;
};

} // namespace ws
