#pragma once
// The tables of a rocpd database (rocprofv3, rocprof-sys; schemas 3.0.0 to 4.1.0), written into a TimelineBuilder.
// Schema 3 says in each row where something happened, schema 4 names a track that does.

#include "core/readers/amd/dispatchids.h"
#include "core/readers/amd/rocpddevices.h"
#include "core/readers/amd/rocpdpart.h"
#include "core/readers/toolkit/databaserow.h"
#include "core/readers/toolkit/databasetimeline.h"
#include "core/readers/toolkit/launchgrids.h"

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

    std::vector<std::unique_ptr<RocpdPart>> m_parts;
    size_t m_part = 0; ///< the one being read
    RowKeys m_keys;
    LaunchGrids m_grids;
    DispatchIds m_dispatches;
    RocpdDevices m_devices;
    std::vector<uint64_t> m_calls; ///< of the part, ascending: what work can be linked to
    std::map<std::pair<StringId, StringId>, std::string> m_threads; ///< (pid, tid) → name
    uint64_t m_marks = 0, m_samples = 0;
};

} // namespace ws
