#pragma once
// Tables of Ascend's profilers with a row for each operator or collective that ran (kernel_details, msprof's
// op_summary): where the rows have a start, the table is a timeline, too. Times are read from their text, in whole
// nanoseconds. Streams are rows; collectives, which have none in the table, have a row for each of their groups.

#include "core/model/timelinebuilder.h"
#include "core/readers/toolkit/csvtext.h"
#include "core/readers/toolkit/textvalues.h"

#include <array>
#include <optional>
#include <set>

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
    enum Field : uint8_t { Name, TaskType, Start, Duration, Stream, Device, Elements, fields };

    std::string_view text(const CsvRecord &row, Field field) const;
    std::optional<int64_t> time(const CsvRecord &row, Field field) const;
    void addTask(const CsvRecord &row, int64_t start, int64_t duration, uint64_t offset);

    Run &m_run;
    DecimalSign m_sign;
    size_t m_width;
    std::array<int, fields> m_at;
    std::optional<TimelineBuilder> m_builder; ///< once a row has a time
    std::set<StringId> m_devices;
    uint64_t m_count = 0, m_untimed = 0;
};

} // namespace ws
