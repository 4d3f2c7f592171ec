#pragma once
// The lines of an XSpace's planes, written into a TimelineBuilder.
//   /device:GPU:N  a line "Stream #n(…)" is a stream, its events are work; lines that XLA's converter has derived from
//                  it (Steps, XLA Modules, XLA Ops, Framework Ops, Source code …) repeat its times and are rows
//   /device:TPU:N  has no streams: the events of "XLA Ops" that contain no other event are work, those around them
//                  (loops, calls) repeat its time
//   /host:…        threads; calls with a correlation launch work
// GPU work begins at the ns in which it begins. Its duration is rounded so that the durations of one name add up to
// what the file says, to a ns: a writer's ps are real on TPUs only, but sums must not depend on it.

#include "core/model/timelinebuilder.h"
#include "core/readers/toolkit/launchgrids.h"
#include "core/readers/xla/xplanenames.h"

#include <map>
#include <unordered_map>
#include <vector>

namespace ws {

class XplaneEvents
{
public:
    XplaneEvents(ContentWindow &window, Run &run, Progress &progress);

    /// Reads the lines of a plane. False: cancelled.
    bool read(Xplane &plane);
    TimelineBuilder &builder() { return m_builder; }
    uint64_t work() const { return m_work; }
    uint64_t events() const { return m_events; }
    /// Where the last event ended, for what a cut file lacks; INT64_MIN: none.
    int64_t lastTime() const { return m_lastTime; }
    void countEvents();

private:
    enum class Row : uint8_t { Stream, Operations, Derived, Counters, Host };
    struct Line
    {
        int64_t begin = 0, end = 0;
        int64_t id = 0;
        int64_t timestampNs = 0;
        std::string name;
        bool isNamed = false, isCut = false;
        Row row = Row::Host;
        uint32_t track = 0;
        bool holdsWork = false;                   ///< of a stream: not only allocations and the profiler's own cost
        CategoryKind kind = CategoryKind::Kernel; ///< of work whose stats do not tell
        uint16_t category = 0;                    ///< of a derived line
    };
    /// One event as it stands in the file.
    struct Event
    {
        uint64_t id = 0;
        int64_t offsetPs = 0, durationPs = 0;
        int64_t at = 0;            ///< byte of the content
        bool isAggregate = false;  ///< a sum of several, without a time
        size_t statsAt = SIZE_MAX; ///< where the first stat begins in the message
        std::string_view message;

        std::string_view stats() const
        {
            return statsAt < message.size() ? message.substr(statsAt) : std::string_view();
        }
    };
    struct Nested
    {
        int64_t start, duration;
        StringId name, forRules; ///< 0: the name
        uint64_t at;
    };

    enum UsedCategory : uint8_t { Kernel, Copy, Set, Beside, Step, Python, Nvtx, TraceMe };
    static constexpr size_t usedCategories = 8;

    void setUp(Xplane &plane);
    void readHead(Line &line, bool toTheEnd);
    void placeLine(Line &line);
    bool readLine(Line &line);
    int64_t readTogether(Line &line, int64_t at);
    bool parse(std::string_view message, Event &event);
    void take(const Line &line, const Event &event);
    bool timesOf(const Line &line, const Event &event, int64_t &start, int64_t &end);
    void takeWork(const Line &line, const Event &event, int64_t start);
    UsedCategory hostUseOf(const Event &event, StringId name);
    void takeHost(const Line &line, const Event &event, int64_t start, int64_t duration);
    void takeCounter(const Event &event, int64_t start);
    void addOperations(const Line &line);
    int64_t roundedDuration(const Event &event);
    GpuDetail detailOf(const Event &event, CategoryKind &kind, bool &isWork);
    StringId gridOf(const XStat &stat);
    StringId gridIn(std::string_view details);
    StringId textId(const XStat &stat);
    StringId annotationOf(StringId module, StringId op);
    StringId nameOf(const Event &event, bool isShort);
    StringId stepName(StringId name, int64_t number);
    uint16_t category(UsedCategory use);
    bool tick(int64_t at);
    void countDamage(int64_t at);

    ContentWindow &m_window;
    Run &m_run;
    Progress &m_progress;
    TimelineBuilder m_builder;
    LaunchGrids m_grids;
    Xplane *m_plane = nullptr;
    StringId m_pid = 0;
    bool m_isGpu = false, m_isTpu = false, m_isDevice = false;
    std::vector<Nested> m_nested;                         ///< of a line of operations
    std::unordered_map<uint64_t, StringId> m_annotations; ///< by module << 32 | operator
    std::map<std::pair<StringId, int64_t>, StringId> m_stepNames;
    uint16_t m_categories[usedCategories] = {}; ///< 0: not used yet
    uint64_t m_events = 0, m_work = 0, m_samples = 0;
    int64_t m_lastTime = INT64_MIN;
    bool m_isCancelled = false;
};

} // namespace ws
