#pragma once
// Events of a Chrome trace in short form, made by threads that do not know the run, so that all cores read one file.
// Texts, rows and categories have numbers that mean something to the thread that met them (see DigestMeanings), and
// the times and arguments of slices and flows are read. What is rare or irregular stays as it is in the text. Rejected:
// one table of texts for all threads (its locks cost more than the look-ups; ids would depend on who comes first).

#include "core/model/gpulinks.h"
#include "core/readers/chrome/chromeevent.h"
#include "core/readers/chrome/kinetoargs.h"

#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace ws {

struct EventRecord
{
    enum class Kind : uint8_t { Slice, Label, GpuWork, Launch, Op, FlowStart, FlowStep, FlowEnd, Other };
    int64_t time;     ///< absolute ns. Other: 0
    int64_t duration; ///< ns, never negative; only slices
    uint64_t offset;  ///< of the event's '{' in the unpacked content
    uint32_t name;    ///< number of a text
    uint32_t row;     ///< number of a row
    uint32_t detail;  ///< index into the digest's work, ops, launches, flowIds or others, as `kind` says. Slice: 1 +
                      ///< index into waits, 0: none
    uint16_t category;
    Kind kind;
    bool isModule; ///< a call of an nn.Module
};

/// The events of one piece of text. Texts in `work`, `ops` and `launches` are numbers, not ids of the run.
struct EventDigest
{
    struct Row
    {
        TrackKind kind;
        uint32_t pid, tid;    ///< numbers of texts; GPU rows: device and stream
        uint32_t process = 0; ///< GPU rows: that of the events, where it is not called like the device; else 0
    };

    std::vector<EventRecord> records;
    std::vector<GpuDetail> work;
    std::vector<OpDetail> ops;
    std::vector<LaunchArgs> launches;
    std::vector<WaitArgs> waits;
    std::vector<uint64_t> flowIds;
    std::vector<ChromeEvent> others; ///< views into the text

    // What the numbers mean that this piece is the first one to use. Numbers count on from piece to piece of a thread.
    std::vector<std::string_view> texts;
    std::vector<Row> rows;
    std::vector<uint32_t> categories;            ///< numbers of their texts
    std::shared_ptr<const StringPool> textOwner; ///< what `texts` and those before point into
    bool isFirst = false;                        ///< all numbers begin anew

    void clear();
};

class EventDigester
{
public:
    /// Empties the digest; the next events are put into it until end(). It must live until then.
    void begin(EventDigest &digest);
    void add(const ChromeEvent &event, uint64_t offset);
    /// A slice with a category. `start`: absolute ns, `duration`: ns, not negative.
    void addSlice(const ChromeEvent &event, int64_t start, int64_t duration, uint64_t offset);
    void addFlow(const ChromeEvent &event, int64_t time, uint64_t offset);
    void end();

private:
    struct CategoryUse
    {
        uint16_t number = 0;
        CategoryKind kind = CategoryKind::Other;
        bool isSync = false; ///< cuda_sync
    };
    struct KnownRow
    {
        TrackKind kind = TrackKind::Async; ///< none has it
        std::string pid, tid, process;
        uint32_t number = 0;
    };

    bool addRegular(const ChromeEvent &event, uint64_t offset);
    void addOther(const ChromeEvent &event, uint64_t offset);
    void gpuWork(const ChromeEvent &event, EventRecord &record, CategoryKind kind);
    bool hasModel(uint32_t name);
    uint32_t number(std::string_view raw, bool mayHaveEscapes = true);
    uint32_t row(TrackKind kind, std::string_view pid, std::string_view tid, std::string_view process = {});
    CategoryUse category(std::string_view raw);

    EventDigest *m_digest = nullptr;
    std::shared_ptr<StringPool> m_texts;
    size_t m_textsBefore = 0;                         ///< of them that earlier pieces have used
    std::unordered_map<uint64_t, uint32_t> m_rows[4]; ///< by kind: pid << 32 | tid
    std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> m_rowsOfProcesses; ///< pid, tid, process
    uint32_t m_rowCount = 0;
    KnownRow m_knownRows[16];                               ///< direct-mapped
    std::unordered_map<uint32_t, CategoryUse> m_categories; ///< by text
    std::vector<uint8_t> m_hasModel; ///< by text: 1 no operator of workFormOf(), 2 one, 0 not looked up
    std::string m_lastCategory;
    CategoryUse m_lastCategoryUse;
};

/// `id` of a flow or an async event: the number, or a hash of a textual id.
uint64_t idNumber(std::string_view id);
/// A duration such that the slice ends within ± farthestNs.
inline int64_t boundedDuration(int64_t start, int64_t duration)
{
    return std::min(duration, farthestNs - std::max<int64_t>(start, 0));
}
/// Old Kineto writes "stream 7" where new Kineto writes 7.
std::string_view streamOf(std::string_view tid);

} // namespace ws
