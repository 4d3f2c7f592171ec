#pragma once
// GPU work, the calls that launch it and CPU operators, as the reader finds them and then linked: each activity with
// its launch and the operator around that. A slice refers to its entry by a number, `extra`: index + 1, 0: none.

#include "core/base/idcolumn.h"
#include "core/model/launchprocesses.h"
#include "core/model/run.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <unordered_map>
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
    StringId inputs = 0; ///< see CpuOps::inputs
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
    /// `kernel`: the name of the launched kernel where the call has it, else 0. A call needs one of the two ids.
    uint32_t addLaunch(uint64_t correlation, StringId kernel = 0, uint64_t externalId = 0);
    uint32_t addOp(const OpDetail &detail);
    /// The call with this correlation waits for a context of the device.
    void addWait(uint64_t correlation, StringId device) { m_waits.emplace_back(correlation, device); }
    /// The GPU work of `track` is of `device` and was written under another process number; before any is added.
    void own(uint32_t track, StringId device, StringId process);
    /// A thread with launches; each may come often.
    void launchesOn(uint32_t track, bool hasCorrelation)
    {
        m_isFlowNeeded |= !hasCorrelation;
        if (track == m_launchTrack)
            return;
        m_launchTrack = track;
        m_hasLaunches.resize(std::max<size_t>(m_hasLaunches.size(), track + 1));
        m_hasLaunches[track] = true;
    }

    /// The External id of a call where it may name an operator, else 0: a copy of the correlation names none.
    uint64_t operatorOf(uint32_t launch) const;
    /// The External id of an operator; 0: none.
    uint64_t idOfOp(uint32_t op) const { return m_opExternalId.empty() ? 0 : idAt(m_opExternalId, op - 1); }
    /// A launch's operator, once that is known better than at note(). Its lane counts as there.
    void setOp(uint32_t launch, EventRef op) { m_run.launches.op[launch - 1] = op; }
    /// Launches whose External ids name no operator around their begin, and how many do.
    void leaveUnnamed(const std::vector<uint32_t> &launches, size_t named);

    /// The slice of an entry and what encloses its start; lanes count within the track. Threads may note different
    /// entries at the same time.
    void note(CategoryKind kind, uint32_t extra, EventRef slice, EventRef op, EventRef module);
    /// Lanes count within the timeline from now on.
    void globalise(CategoryKind kind, uint32_t extra, uint32_t firstLane);
    /// By index, whether a launch or an operator stays; before note(). Their entries move up.
    void keepOnly(const std::vector<bool> &launches, const std::vector<bool> &ops);
    /// By activity, in the order of addGpuWork(), before link(): whether all calls with its correlation begin so far
    /// from it. `starts`: of the calls. Empty: that is so for none, or for all that have a call.
    std::vector<bool> farFromCalls(const std::vector<int64_t> &starts, int64_t farNs) const;
    size_t launches() const { return m_run.launches.size(); }
    size_t ops() const { return m_run.ops.size(); }
    /// Sorts by start; times become relative to the run's origin.
    void link(bool parallel);
    /// GPU work without a launch, where ids are missing: the call that an arrow (ac2g) comes from. Once the flows have
    /// their tracks and times.
    void linkByFlows();
    /// Counts the work that several calls may have launched, in the end.
    void countAmbiguous();

private:
    static uint64_t idAt(const IdColumn &ids, size_t i) { return i < ids.size() ? ids[i] : 0; }
    uint16_t streamOf(uint32_t track);
    StringId processOf(EventRef slice) const { return m_run.timeline.track(slice).pid; }
    std::string_view callName(uint32_t launch) const
    {
        return m_run.text(m_run.timeline.name(m_run.launches.slice[launch]));
    }
    int64_t beginOf(uint32_t launch) const { return m_run.timeline.start(m_run.launches.slice[launch]); }
    bool isNear(EventRef op, EventRef call) const;
    void sortLaunches();
    void linkWaits();
    void sortGpuWork();
    bool namesOp(size_t activity) const;
    void nameLaunches();
    void findProcesses();
    void linkByCorrelation();
    void linkByExternalIds();
    void tellTwinsApart();
    void checkShared();
    void checkFiltered();
    int namesWork(uint32_t launch, size_t activity) const;
    void share(size_t activity, std::vector<uint32_t> &idle);
    void nameWork();
    std::unordered_map<uint64_t, std::vector<uint32_t>> placesOf(const IdColumn &ids,
                                                                 std::vector<uint64_t> wanted) const;

    Run &m_run;
    IdColumn m_correlation;                             ///< parallel to the run's GPU work
    IdColumn m_launchCorrelation;                       ///< parallel to the run's launches
    ValueColumn<StringId> m_grid;                       ///< GpuWork::grid
    IdColumn m_gpuExternalId, m_opExternalId;           ///< empty: none has one
    std::vector<std::pair<uint64_t, StringId>> m_waits; ///< correlation, device
    IdColumn m_launchExternalId;                        ///< parallel to the run's launches; empty: none has one
    std::vector<uint32_t> m_streams;                    ///< by track: index into GpuWork::streams, UINT32_MAX: none yet
    GpuOwners m_owners;
    uint32_t m_launchTrack = UINT32_MAX;          ///< the last one
    std::vector<bool> m_hasLaunches;              ///< by track
    std::vector<uint32_t> m_unnamed;              ///< launches, as note() counts them
    size_t m_named = 0;                           ///< launches within the operator that their External id names
    bool m_hasOnlyExternalIds = false;            ///< GPU work without a correlation
    std::unique_ptr<LaunchProcesses> m_processes; ///< null: one process launches all GPU work
    bool m_isFlowNeeded = false;                  ///< calls or work without a correlation
    bool m_isAsked = false;                       ///< some activity's own External id may name its operator
    uint64_t m_ambiguous = 0;                     ///< activities that several calls may have launched
    size_t m_expected = 0;
};

} // namespace ws
