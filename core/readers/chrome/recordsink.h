#pragma once
// Gives slices and flows in short form to the builder, with the run's own names, tracks and categories.

#include "core/readers/chrome/ascendrows.h"
#include "core/readers/chrome/digestmeanings.h"

namespace ws {

class RecordSink
{
public:
    RecordSink(Run &run, TimelineBuilder &builder, AscendRows &ascend)
        : m_run(run), m_builder(builder), m_ascend(ascend)
    {
    }

    /// A record of another kind than Other. `meanings`: of the digest's thread.
    void take(const EventDigest &digest, DigestMeanings &meanings, const EventRecord &record);
    /// Counts the waits for recorded events of which the file does not say which, or lacks the call that recorded it.
    void countWaits();
    uint64_t slices() const { return m_slices; }
    uint64_t annotations() const { return m_annotations; }
    /// Whether there was an event of a kind that only Kineto writes.
    bool hasKinetoEvents() const { return m_kineto; }

private:
    void slice(const EventDigest &digest, DigestMeanings &meanings, const EventRecord &record);
    void gpuWork(const GpuDetail &said, DigestMeanings &meanings, const EventRecord &record, uint16_t category);
    void noteRecord(StringId name, uint64_t correlation);
    void flow(uint64_t id, DigestMeanings &meanings, const EventRecord &record);

    Run &m_run;
    TimelineBuilder &m_builder;
    AscendRows &m_ascend;
    uint64_t m_slices = 0;
    uint64_t m_annotations = 0; ///< of GPU work
    bool m_kineto = false;
    std::vector<WaitArgs> m_waits;
    std::vector<uint64_t> m_recordCalls; ///< correlations of calls that record an event
    std::vector<uint8_t> m_isRecordCall; ///< by name: 0 not looked at, 1 no, 2 yes
};

} // namespace ws
