#pragma once
// The tables of a rocpd database (rocprofv3, rocprof-sys; schemas 3.0.0 to 4.1.0), written into a TimelineBuilder.
// Schema 3 says in each row where something happened, schema 4 names a track that does.

#include "core/readers/amd/dispatchgrid.h"
#include "core/readers/amd/rocpdpart.h"
#include "core/readers/databaserow.h"
#include "core/readers/databasetimeline.h"

#include <map>
#include <memory>
#include <set>

namespace ws {

class RocpdDatabase : public DatabaseTimeline
{
public:
    RocpdDatabase(const SqliteFile &file, Run &run, Progress &progress);

    bool read() override;
    RowKeys takeKeys() { return std::move(m_keys); }
    /// Puts into a row what its ids mean: texts, agents, the arguments of a call, the counters of a kernel.
    static void describe(const SqliteFile &file, const RowKeys::Place &place, nlohmann::ordered_json &row);

private:
    using Place = RocpdPart::Place;

    // rocpddatabase.cpp
    void readPart(size_t part);
    void readRegions(RocpdPart &part);
    void readSamples(RocpdPart &part);
    void nameTracks();
    void readInfo();
    StringId messageOf(const SqliteRows &rows, int column);
    Place placeOf(const RocpdPart &part, const SqliteRows &rows, int firstColumn) const;
    uint64_t link(const SqliteRows &rows, int eventColumn) const;
    uint64_t packed(int64_t id) const;
    // rocpddatabase_gpu.cpp
    bool hasStreams();
    void readKernels(RocpdPart &part);
    void readCopies(RocpdPart &part);
    void readAllocations(RocpdPart &part);
    void readCounters(RocpdPart &part);
    StringId deviceOf(const RocpdPart &part, int64_t agent);
    StringId ownerOf(const RocpdPart &part, int64_t agent, int64_t process);
    uint32_t streamTrack(const RocpdPart &part, const Place &place, int64_t agent);

    std::vector<std::unique_ptr<RocpdPart>> m_parts;
    size_t m_part = 0; ///< the one being read
    RowKeys m_keys;
    DispatchGrids m_grids;
    std::vector<uint64_t> m_calls; ///< of the part, ascending: what work can be linked to
    bool m_byStream = true;        ///< rows of GPU work are streams, else hardware queues
    std::string m_firstNode;       ///< devices of other machines are named with it
    std::map<std::pair<StringId, int64_t>, int64_t> m_streamOwner;  ///< (device, stream) → first process
    std::map<StringId, std::string> m_devices;                      ///< device → model
    std::map<std::pair<StringId, StringId>, std::string> m_threads; ///< (pid, tid) → name
    uint64_t m_marks = 0, m_samples = 0;
};

} // namespace ws
