#pragma once
// The rows and their positions: groups (a GPU, a process) of sections (a stream, a thread, a curve) of rows. A pure
// function of the data and of the user's folding, hiding, pinning and filter; heights in logical pixels. Linear in the
// number of tracks; visible rows are found by binary search.

#include "widgets/timeline/timelinedata.h"
#include "widgets/timeline/whenlanes.h"

#include <QString>

#include <unordered_set>
#include <vector>

namespace ws {

class ReplayRows;

struct SectionId
{
    enum Kind : uint8_t { Track, Counter, Instants, Steps, Gaps, Path };
    Kind kind = Track;
    uint32_t index = 0; ///< of the track, the counter, the StepsRow or the device; of the path 1: it is not proven
    uint64_t key() const { return uint64_t(kind) << 32 | index; }
    bool operator==(const SectionId &) const = default;
};

struct LayoutRow
{
    enum Kind : uint8_t {
        Heading,  ///< of a group; GPU groups show how busy the device is
        Lane,     ///< item: lane
        Folded,   ///< item: depth within FoldedThread::lanes of the section's track
        Counter,  ///< item: counter
        Instants, ///< item: track, or tracks.size() for those without one
        Steps,    ///< item: StepsRow
        Gaps,     ///< item: index in TimelineData::devices
        Path,     ///< the critical path
    };
    Kind kind = Lane;
    bool device = false; ///< Heading of a GPU; item: index in TimelineData::devices
    uint32_t track = 0;  ///< Lane and Folded
    uint32_t group = 0;
    uint32_t section = UINT32_MAX; ///< UINT32_MAX: the group's heading
    uint32_t item = 0;
    int y = 0;
    int height = 0;
};

struct LayoutSection
{
    SectionId id;
    uint32_t group = 0;
    uint32_t firstRow = 0;
    uint32_t rowCount = 0;
    int y = 0;
    int height = 0;
    bool folded = false;
    bool pinned = false;
};

struct LayoutGroup
{
    enum Kind : uint8_t { Steps, Gpu, Process, Pinned, Replay };
    Kind kind = Process;
    StringId pid = 0;
    uint32_t firstSection = 0;
    uint32_t sectionCount = 0;
    int y = 0;
    int height = 0; ///< with all sections
    bool folded = false;
    uint64_t key() const { return uint64_t(kind) << 32 | pid; }
};

struct LayoutChoices
{
    bool python = false; ///< show python_function rows
    std::unordered_set<uint64_t> foldedGroups;
    std::unordered_set<uint64_t> foldedSections; ///< only the first row
    std::unordered_set<uint64_t> hidden;
    std::vector<uint64_t> pinned; ///< in the order of pinning
    QString filter;               ///< sections that isNamedLike() it; empty: all
    bool operator==(const LayoutChoices &) const = default;
};

struct RowLayout
{
    std::vector<LayoutGroup> groups;
    std::vector<LayoutSection> sections;
    std::vector<LayoutRow> rows; ///< y ascending
    int pinnedHeight = 0;        ///< rows above do not scroll
    int height = 0;
    std::vector<uint32_t> sectionOfTrack;     ///< UINT32_MAX: not shown
    size_t hiddenCount = 0;                   ///< sections hidden or filtered out
    size_t pythonCount = 0;                   ///< threads left out because Python frames are not shown
    std::shared_ptr<const WhenLanes> when;    ///< of the rows of steps and gaps; null: none
    std::shared_ptr<const ReplayRows> replay; ///< of the row of the path; null: none

    /// Rows that touch [top, bottom).
    std::pair<size_t, size_t> rowsBetween(int top, int bottom) const;
    /// The row at y, or SIZE_MAX.
    size_t rowAt(int y) const;
    size_t sectionAt(int y) const;
    /// The row in which a slice is drawn, or SIZE_MAX. O(rows of its section + log slices).
    size_t rowOf(const TimelineData &data, EventRef slice) const;
};

/// `when` null: without rows of steps and gaps; `replay` null: without the critical path.
RowLayout layoutRows(const TimelineData &data, const LayoutChoices &choices,
                     std::shared_ptr<const WhenLanes> when = nullptr,
                     std::shared_ptr<const ReplayRows> replay = nullptr);

/// "stream 7", "thread 25286 (python)", "Memory: Total Reserved".
QString sectionTitle(const Run &run, SectionId id);
/// Whether a title or what the file calls it contains the text, in any case: "memory" finds a counter in every
/// language.
bool isNamedLike(const Run &run, SectionId id, const QString &text);
/// As it stands at the row: a pinned one of several devices names its own, "stream 7 · GPU 1".
QString shownTitle(const TimelineData &data, const LayoutSection &section);
/// "GPU 0", "python 25286".
QString groupTitle(const TimelineData &data, const LayoutGroup &group);

namespace rowheight {
constexpr int heading = 22, gpuLane = 20, gap = 2, subLane = 12, cpu = 15, annotation = 15, counter = 36, instants = 12;
constexpr int steps = 18, gaps = 16, path = 18;
constexpr int minSection = 18;
} // namespace rowheight

} // namespace ws
