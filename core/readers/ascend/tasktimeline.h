#pragma once
// Tables of Ascend's profilers with a row for each operator or collective that ran (kernel_details, msprof's
// op_summary, task_time): where the rows have a start, the table is a timeline, too. Times are read from their text, in
// whole nanoseconds. Streams are rows; collectives, which have none in the table, have a row for each of their groups.
// The tasks of task_time that have no name of a kernel are the runtime's own (events, settings), no work. A task whose
// row stands in the table several times ran once. Where the gaps between the rows are longer than what the rows
// themselves say that the device waited, rows are missing.

#include "core/model/timelinebuilder.h"
#include "core/readers/toolkit/csvtext.h"
#include "core/readers/toolkit/textvalues.h"

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

namespace ws {

class TaskTimeline
{
public:
    TaskTimeline(Run &run, const CsvRecord &header, DecimalSign sign);

    /// `offset` of the row's text. Rows without a start or a duration are only counted.
    void add(const CsvRecord &row, uint64_t offset);
    /// False: no row had a time, and the run has no timeline. Errors: those of TimelineBuilder::finish().
    Result<bool> finish(Progress &progress);

private:
    enum Field : uint8_t { Name, TaskType, Start, Duration, Stream, Device, Elements, Wait, Task, Context, fields };
    /// What the profiler says of the time before a task.
    struct Waited
    {
        int64_t start = 0, end = 0;
        std::optional<int64_t> ns;
    };

    /// A task of the runtime that is part of a collective, where its stream has reductions.
    struct Part
    {
        StringId device = 0, stream = 0;
        bool isReduction = false;
    };

    std::string_view text(const CsvRecord &row, Field field) const;
    std::optional<int64_t> time(const CsvRecord &row, Field field) const;
    void addTask(const CsvRecord &row, int64_t start, int64_t duration, uint64_t offset);
    void addDevice(StringId device);
    void holdPart(const CsvRecord &row);
    void countParts();
    bool isRepeated(const CsvRecord &row, int64_t start, int64_t duration);
    void checkWaits();

    Run &m_run;
    DecimalSign m_sign;
    size_t m_width;
    std::array<int, fields> m_at;
    std::optional<TimelineBuilder> m_builder; ///< once a row has a time
    std::set<StringId> m_devices;
    uint64_t m_count = 0, m_untimed = 0, m_repeated = 0, m_rounded = 0;
    std::map<StringId, std::vector<Waited>> m_waits; ///< by device
    std::unordered_set<std::string> m_tasks;         ///< what tells one of them from the others
    std::vector<Part> m_parts;                       ///< reductions and copies, in the order of the rows
    bool m_isOfTasks;                                ///< task_time: rows without a name are no work
};

} // namespace ws
