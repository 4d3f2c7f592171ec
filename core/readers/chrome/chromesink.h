#pragma once
// Interprets the events of a Chrome trace: phases, Kineto categories, metadata, counters, flows. Writes into a
// TimelineBuilder. See docs/formats.md for the rules and where they come from.

#include "core/model/timelinebuilder.h"
#include "core/readers/chrome/ascendrows.h"
#include "core/readers/chrome/chromeevents.h"
#include "core/readers/chrome/saidmetadata.h"

#include <string>
#include <string_view>

namespace ws {

class ChromeSink final : public ChromeEvents
{
public:
    ChromeSink(Run &run, Progress &progress);

    void event(const ChromeEvent &event, uint64_t offset) override;
    void damagedEvent(int64_t offset, std::string_view text) override;
    void finding(const char *kind, const QString &message, int64_t offset, std::string_view text) override;
    /// Events so far of a kind that only Kineto writes.
    bool hasKinetoEvents() const { return m_kineto; }
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
    void complete(const ChromeEvent &event, int64_t start, uint64_t offset);
    void gpuWork(const ChromeEvent &event, int64_t start, int64_t duration, uint16_t category, uint64_t offset);
    void gpuLabel(const ChromeEvent &event, int64_t start, int64_t duration, uint16_t category, uint64_t offset);
    void beginEnd(const ChromeEvent &event, int64_t time, uint64_t offset);
    void async(const ChromeEvent &event, int64_t time, uint64_t offset);
    void flow(const ChromeEvent &event, int64_t time);
    void counter(const ChromeEvent &event, int64_t time, uint64_t offset);
    void instant(const ChromeEvent &event, int64_t time, uint64_t offset);
    void memory(const ChromeEvent &event, int64_t time);
    void metadata(const ChromeEvent &event, uint64_t offset);

    StringId text(std::string_view raw, bool mayHaveEscapes = true);
    StringId nameOf(const ChromeEvent &event) { return text(event.name, event.nameEscaped); }
    uint16_t categoryOf(std::string_view raw, std::string_view name);
    Thread &thread(const ChromeEvent &event);
    uint32_t cpuTrack(const ChromeEvent &event);
    StringId streamText(std::string_view tid);

    Run &m_run;
    Progress &m_progress;
    TimelineBuilder m_builder;
    AscendRows m_ascend;
    Thread m_threads[8]; ///< direct-mapped cache
    std::string m_lastCategory;
    uint16_t m_lastCategoryIndex = 0, m_lastModuleIndex = 0;
    CategoryKind m_lastCategoryKind = CategoryKind::Other;
    uint64_t m_phases[128] = {};
    uint64_t m_total = 0;
    uint64_t m_slices = 0;
    uint64_t m_annotations = 0;
    uint64_t m_counterEvents = 0;
    int64_t m_lastTime = INT64_MIN;
    SaidMetadata m_said;
    bool m_lossOpen = false; ///< a damaged event waits for the next good time stamp
    bool m_kineto = false;
};

} // namespace ws
