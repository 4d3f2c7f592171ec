#pragma once
// Chrome traces of Ascend's profilers (torch_npu's trace_view.json, msprof_*.json): their events have no categories.
// The type of a slice follows from its process ("Ascend Hardware", "CANN", "HCCL" or "Communication"), whose name
// msprof writes after the events, and for tasks of the hardware from the argument "Task Type". So slices with Ascend's
// arguments, and flows to them, are kept in short form until the whole file has been read. Durations have fractions of
// a nanosecond, always the same few: rounding each would shift the sums. The rounding error is carried to the next
// slice of the stream, so that sums are right and each is less than a nanosecond off. Rejected: reading a file twice if
// its names come late.

#include "core/model/timelinebuilder.h"
#include "core/readers/chrome/chromeevent.h"

#include <map>
#include <set>
#include <string_view>
#include <vector>

namespace ws {

class AscendRows
{
public:
    AscendRows(Run &run, TimelineBuilder &builder) : m_run(run), m_builder(builder) {}

    /// A thread's name as its metadata has it.
    void nameThread(StringId pid, StringId tid, StringId name) { m_threads[{pid, tid}].name = name; }
    void sortThread(StringId pid, StringId tid, int64_t sortIndex) { m_threads[{pid, tid}].sortIndex = sortIndex; }
    /// Keeps a slice without category when its process or its arguments are Ascend's.
    /// `start` and `duration` in ns, the latter rounded from the event's.
    bool hold(const ChromeEvent &event, StringId pid, StringId tid, int64_t start, int64_t duration, StringId name,
              uint64_t offset);
    /// Keeps a flow between a call or an operator and a task.
    bool holdFlow(std::string_view category, Flows::Kind kind, int64_t time, uint64_t id, uint16_t index, StringId pid,
                  StringId tid);
    /// Gives everything kept to the builder: GPU work, calls, rows that are only shown.
    void release();
    bool isAscend() const { return m_isAscend; } ///< known after release()

private:
    enum class Role : uint8_t { None, Hardware, Cann, Summary, Collectives, Planes };

    struct Thread
    {
        StringId name = 0;
        int64_t sortIndex = 0;
        Role role = Role::None;
        StringId device = 0, row = 0; ///< where its slices are shown; Role::None, Cann and Summary: as the file has it
        StringId sideRow = 0;         ///< where a stream with work shows what does not count
        bool counts = false;          ///< holds GPU work
        bool isOfCollectives = false; ///< holds waits and reductions of HCCL
        bool isOfAllReduces = false;  ///< of MindSpore's own timeline
        float carry[2] = {};          ///< ns lost by rounding so far, of work and of copies
    };
    using ThreadKey = std::pair<StringId, StringId>; ///< pid, tid

    struct Slice
    {
        int64_t start, duration; ///< ns
        uint64_t offset;
        StringId pid, tid, name;
        StringId type; ///< "AI_CORE", "EVENT_WAIT_SQE" …; 0: none
        CollectiveDetail collective;
        float rest; ///< ns of the duration that rounding removed or (negative) added
    };
    struct Flow
    {
        int64_t time;
        uint64_t id;
        StringId pid, tid;
        uint16_t category;
        Flows::Kind kind;
    };

    const Process *processOf(StringId pid) const;
    Role roleOf(ThreadKey key, const Thread &thread, bool hasTasks) const;
    StringId deviceOf(StringId pid) const;
    void settleThreads();
    void placeThread(ThreadKey key, Thread &thread);
    CategoryKind kindOf(const Slice &slice, const Thread &thread) const;
    /// An all-reduce where operators are not in the file, so that nothing says whether they ran beside it.
    bool isBeyondTasks(const Slice &slice, const Thread &thread) const;
    /// A transfer or reduction of a collective, in a file that has no row of whole collectives.
    bool isPart(const Slice &slice, const Thread &thread) const;
    void add(const Slice &slice, Thread &thread);
    uint16_t category(std::string_view name, CategoryKind kind);

    Run &m_run;
    TimelineBuilder &m_builder;
    std::map<ThreadKey, Thread> m_threads;
    std::set<StringId> m_mindSporeDevices; ///< processes that stand for a device
    std::vector<Slice> m_slices;           ///< in the order of the file
    std::vector<Flow> m_flows;
    int64_t m_tasksBegin = INT64_MAX, m_tasksEnd = INT64_MIN; ///< of MindSpore's operators, whose number it limits
    bool m_isAscend = false;
    bool m_hasCollectives = false; ///< rows of whole collectives: their tasks on streams are parts of these
};

} // namespace ws
