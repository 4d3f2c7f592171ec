#pragma once
// Rows of the timeline that say when and why, not what ran: the steps, on the CPU and on the GPU, and the gaps of each
// device with their causes. They come later than the first picture, from jobs of their own.

#include "core/analysis/gaps/gaps.h"
#include "core/analysis/steps/steps.h"
#include "widgets/timeline/timescale.h"

#include <QHash>
#include <QString>

#include <array>
#include <memory>
#include <vector>

namespace ws {

struct Mark;

/// The two rows of steps; index of a section of kind Steps.
enum class StepsRow : uint32_t { Cpu, Gpu };

using IdleByCause = std::array<int64_t, gapCauseCount>; ///< ns

/// Immutable; made in the GUI thread from finished analyses, O(steps + gaps).
class WhenLanes
{
public:
    WhenLanes(RunPtr run, std::shared_ptr<const Steps> steps, std::shared_ptr<const Gaps> gaps);

    bool hasSteps(StepsRow row) const { return !rowOf(row).empty(); }
    bool hasGaps(size_t device) const { return device < m_gapsOf.size() && !m_gapsOf[device].gaps.empty(); }
    const std::shared_ptr<const Steps> &steps() const { return m_steps; }
    const std::shared_ptr<const Gaps> &gaps() const { return m_gaps; }
    /// What tells the name of a step from those of the others ("…1011"); empty: nothing, or it names no step.
    QString tellingPart(StringId name) const { return m_tellingParts.value(name); }

    /// Steps of at least a pixel as boxes, the others merged into columns.
    std::vector<Mark> stepMarks(StepsRow row, const TimeScale &scale) const;
    /// Gaps as boxes; those narrower than a pixel merge into a column with their share of it, in the colour of the
    /// cause with most of the time. Mark::category is the GapCause.
    std::vector<Mark> gapMarks(size_t device, const TimeScale &scale) const;

    /// Those that touch a time, by begin, at most `max`.
    std::vector<uint32_t> stepsIn(StepsRow row, TimeRange time, size_t max) const;
    std::vector<const Gap *> gapsIn(size_t device, TimeRange time, size_t max) const;
    /// The step drawn at `x`; noStep: none.
    uint32_t stepAt(StepsRow row, const TimeScale &scale, double x) const;
    /// The gap that contains the time; null: the device works then.
    const Gap *gapAt(size_t device, int64_t ns) const;
    /// The gaps that touch the pixel column at `x`, the longest of them (null: none).
    struct Column
    {
        IdleByCause byCause{}; ///< ns within the column
        size_t count = 0;
        const Gap *longest = nullptr;
    };
    Column columnAt(size_t device, const TimeScale &scale, double x) const;

private:
    struct Span
    {
        int64_t begin, end;
        uint32_t step;
    };
    const std::vector<Span> &rowOf(StepsRow row) const { return row == StepsRow::Cpu ? m_cpuSteps : m_gpuSteps; }
    const Gap &gap(size_t device, size_t i) const { return m_gaps->gaps[m_gapsOf[device].gaps[i]]; }
    /// Fast where it is near `from`, which does not end later.
    size_t firstGapEndingAfter(size_t device, int64_t ns, size_t from = 0) const;
    IdleByCause idleBefore(size_t device, size_t i) const;
    /// Gaps [first, last) touch the time.
    IdleByCause idleIn(size_t device, size_t first, size_t last, const TimeRange &time) const;

    RunPtr m_run;
    std::shared_ptr<const Steps> m_steps;
    std::shared_ptr<const Gaps> m_gaps;
    void findTellingParts();
    std::vector<Span> m_cpuSteps, m_gpuSteps; ///< by begin, the longest first
    QHash<StringId, QString> m_tellingParts;
    struct DeviceGaps
    {
        std::vector<uint32_t> gaps;            ///< indices, by time
        std::vector<IdleByCause> beforeBlocks; ///< summed up to every blockGaps-th gap
    };
    static constexpr size_t blockGaps = 64;
    std::vector<DeviceGaps> m_gapsOf; ///< by device
};

} // namespace ws
