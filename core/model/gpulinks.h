#pragma once
// GPU work, the calls that launch it and CPU operators, as the reader finds them and then linked: each activity with
// its launch and the operator around that. A slice refers to its entry by a number, `extra`: index + 1, 0: none.

#include "core/base/idcolumn.h"
#include "core/model/run.h"

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace ws {

/// What an event's arguments say of the collective that it is part of.
struct CollectiveDetail
{
    StringId args = 0;   ///< see GpuWork::collective; 0: none
    int64_t number = -1; ///< see GpuWork::collectiveNumber; -1: none
};

/// The data of a GPU activity's event besides time and name.
struct GpuDetail
{
    uint64_t correlation = 0; ///< 0: none
    uint64_t externalId = 0;  ///< 0: none
    StringId grid = 0;
    float occupancy = std::numeric_limits<float>::quiet_NaN();   ///< NaN: not in the file
    float blocksPerSm = std::numeric_limits<float>::quiet_NaN(); ///< NaN: not in the file
    uint64_t graphNode = 0;                                      ///< see GpuWork::graphNode
    StringId annotation = 0;                                     ///< see GpuWork::annotation
    StringId matchName = 0;                                      ///< see GpuWork::nameForRules(); 0: the name
    CollectiveDetail collective = {};
    bool isMoved = false; ///< the event's row is for display; the stream is that of the hardware
};

struct OpDetail
{
    int64_t sequence = -1;
    uint64_t externalId = 0;
    uint32_t fwdThread = 0;
    StringId shape = 0;
    StringId callStack = 0;
    CollectiveDetail collective = {};
};

class GpuLinks
{
public:
    explicit GpuLinks(Run &run) : m_run(run) {}

    /// Reserves room for that much GPU work; without it, each doubling copies everything.
    void expect(size_t count);
    uint32_t addGpuWork(uint32_t track, int64_t start, int64_t duration, StringId name, CategoryKind kind,
                        const GpuDetail &detail);
    /// `kernel`: the name of the launched kernel where the call has it, else 0.
    uint32_t addLaunch(uint64_t correlation, StringId kernel = 0);
    uint32_t addOp(const OpDetail &detail);
    /// The call with this correlation waits for a context of the device.
    void addWait(uint64_t correlation, StringId device) { m_waits.emplace_back(correlation, device); }

    /// The slice of an entry and what encloses its start; lanes count within the track. Threads may note different
    /// entries at the same time.
    void note(CategoryKind kind, uint32_t extra, EventRef slice, EventRef op, EventRef module);
    /// Lanes count within the timeline from now on.
    void globalise(CategoryKind kind, uint32_t extra, uint32_t firstLane);
    /// By index, whether a launch or an operator stays; before note(). Their entries move up.
    void keepOnly(const std::vector<bool> &launches, const std::vector<bool> &ops);
    size_t launches() const { return m_run.launches.size(); }
    size_t ops() const { return m_run.ops.size(); }
    /// Sorts by start; times become relative to the run's origin.
    void link(bool parallel);

private:
    uint16_t streamOf(uint32_t track);
    void sortLaunches();
    void linkWaits();
    void sortGpuWork();
    bool namesOp(size_t activity) const;

    Run &m_run;
    IdColumn m_correlation;                   ///< parallel to the run's GPU work
    IdColumn m_launchCorrelation;             ///< parallel to the run's launches
    ValueColumn<StringId> m_grid;             ///< GpuWork::grid
    IdColumn m_gpuExternalId, m_opExternalId; ///< empty: none has one
    std::vector<std::pair<uint64_t, StringId>> m_waits; ///< correlation, device
    std::vector<uint32_t> m_streams;          ///< by track: index into GpuWork::streams, UINT32_MAX: none yet
    size_t m_expected = 0;
};

} // namespace ws
