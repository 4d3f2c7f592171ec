#pragma once
// Interprets the events of a Chrome trace: phases, Kineto categories, metadata, counters, flows. Writes into a
// TimelineBuilder. See docs/formats.md for the rules and where they come from.

#include "core/model/timelinebuilder.h"
#include "core/readers/chrome/recordsink.h"
#include "core/readers/chrome/saidmetadata.h"

#include <QString>

#include <deque>
#include <string>
#include <string_view>

namespace ws {

class ChromeSink
{
public:
    ChromeSink(Run &run, Progress &progress);

    /// `offset`: of the event's '{' in the unpacked content.
    void event(const ChromeEvent &event, uint64_t offset);
    /// The digest of the next piece that the `thread`-th of the threads has parsed, whether its events are taken or
    /// not. It must live as long as they are taken.
    void learn(const EventDigest &digest, size_t thread);
    /// From now on this sink takes the events of the pieces that `before` has learned.
    void goOnFrom(ChromeSink &before);
    /// Records of the digest learned last, from `begin` to before `end`: the same as event() for each of their events.
    void take(size_t begin, size_t end);
    void damagedEvent(int64_t offset, std::string_view text);
    /// Another irregularity, as for Diagnostics::add.
    void finding(const char *kind, const QString &message, int64_t offset, std::string_view text);
    /// Events so far of a kind that only Kineto writes.
    bool hasKinetoEvents() const { return m_kineto || m_records.hasKinetoEvents(); }
    /// Of an Ascend device: known after close().
    bool isAscend() const { return m_ascend.isAscend(); }
    /// Ends the reading: counts by phase, time span of the losses, invalid UTF-8. The builder's `finish` is next.
    void close();
    TimelineBuilder &builder() { return m_builder; }
    int64_t lastTime() const { return m_lastTime; } ///< absolute ns of the last event with a time; INT64_MIN: none

private:
    struct Thread ///< (pid, tid) as the events name it
    {
        std::string pidText, tidText;
        StringId pid = 0, tid = 0;
        uint32_t track = UINT32_MAX;
    };

    void count(const ChromeEvent &event);
    void countOne()
    {
        if ((++m_total & 0xFFF) == 0)
            m_progress.events = static_cast<int64_t>(m_total);
    }
    void complete(const ChromeEvent &event, int64_t start, uint64_t offset);
    void takeOwn();
    void takeBegun(uint32_t number, int64_t duration);
    void seen(int64_t time);
    void beginEnd(const ChromeEvent &event, int64_t time, uint64_t offset);
    void async(const ChromeEvent &event, int64_t time, uint64_t offset);
    void counter(const ChromeEvent &event, int64_t time, uint64_t offset);
    void instant(const ChromeEvent &event, int64_t time, uint64_t offset);
    void memory(const ChromeEvent &event, int64_t time);
    void metadata(const ChromeEvent &event, uint64_t offset);

    StringId text(std::string_view raw, bool mayHaveEscapes = true);
    StringId nameOf(const ChromeEvent &event) { return text(event.name, event.nameEscaped); }
    uint16_t categoryOf(std::string_view raw, std::string_view name);
    Thread &thread(const ChromeEvent &event);
    uint32_t cpuTrack(const ChromeEvent &event);

    Run &m_run;
    Progress &m_progress;
    TimelineBuilder m_builder;
    AscendRows m_ascend;
    RecordSink m_records;
    std::deque<DigestMeanings> m_meanings; ///< by thread
    const EventDigest *m_digest = nullptr; ///< the one learned last …
    DigestMeanings *m_digestMeanings = nullptr;
    EventDigester m_ownDigester; ///< of events that came one by one
    EventDigest m_ownDigest;
    DigestMeanings m_ownMeanings;
    EventDigester m_begunDigester; ///< of begins of GPU work, launches and operators, in one digest:
    EventDigest m_begun;
    DigestMeanings m_begunMeanings;
    Thread m_threads[8]; ///< direct-mapped cache
    struct
    {
        std::string deviceType, device;
        StringId name = 0;
    } m_memory; ///< the curve of the allocation before
    std::string m_lastCategory;
    uint16_t m_lastCategoryIndex = 0, m_lastModuleIndex = 0;
    CategoryKind m_lastCategoryKind = CategoryKind::Other;
    bool m_kineto = false;
    uint64_t m_phases[128] = {};
    uint64_t m_total = 0;
    uint64_t m_slices = 0; ///< without a category
    uint64_t m_counterEvents = 0;
    int64_t m_lastTime = INT64_MIN;
    SaidMetadata m_said;
    bool m_lossOpen = false; ///< a damaged event waits for the next good time stamp
};

} // namespace ws
