#pragma once
// What a replay adds to the timeline: the critical path as a row, and shades of GPU work by its slack. Made by a worker
// when the user asks for it, so that a frame finds sums and least values by blocks and walks over no activities.

#include "widgets/session/replayrequest.h"
#include "widgets/timeline/marks.h"

#include <array>

namespace ws {

class Palette;

/// Of a palette; what is not explained is hatched.
QRgb pathPartColour(const Palette &palette, PathPart part);

/// By how much longer work may take, from none to most; 0: it has no shade.
enum class SlackShade : uint8_t { Without, None, To10us, To100us, To1ms, More };
constexpr size_t slackShadeCount = 6;
SlackShade slackShade(int64_t slackNs);
/// "no slack", "up to 10 µs"
QString slackShadeText(SlackShade shade);
/// The less slack the stronger.
QRgb slackShadeColour(const Palette &palette, SlackShade shade);
/// "may take 40 µs longer at no cost"
QString slackText(int64_t slackNs);

class ReplayRows
{
public:
    ReplayRows(RunPtr run, ReplayLane lane);

    bool isProven() const { return m_lane.isProven; }
    bool hasSlack() const { return !m_lane.slackNs.empty(); }
    const std::vector<PathPiece> &path() const { return m_lane.pieces; }

    /// Pieces of at least two pixels as boxes; the others merge into columns of the kind that has most of their time.
    /// Mark::category is the PathPart.
    std::vector<Mark> pathMarks(const TimeScale &scale) const;
    /// Those that touch a time, by begin, at most `max`.
    std::vector<const PathPiece *> piecesIn(TimeRange time, size_t max) const;
    /// The pieces that touch the pixel column at `x`: the time of each kind in it, and the longest; null: none.
    struct Column
    {
        std::array<int64_t, pathPartCount> ns{};
        size_t count = 0;
        const PathPiece *longest = nullptr;
    };
    Column columnAt(const TimeScale &scale, double x) const;

    /// Of GPU work; nothing: unknown.
    std::optional<int64_t> slackOf(EventRef slice) const;
    /// Gives the marks of a lane of GPU work their shade: of several slices that of the least slack.
    void shade(uint32_t lane, const TimeScale &scale, std::vector<Mark> &marks) const;
    /// The GPU work of a shade, 1 by activity.
    std::vector<uint32_t> activitiesOf(SlackShade shade) const;

private:
    using Times = std::array<int64_t, pathPartCount>;
    size_t firstEndingAfter(int64_t ns, size_t from = 0) const;
    Times timesBefore(size_t piece) const;
    Times timesIn(size_t first, size_t last, TimeRange time) const;

    static constexpr size_t blockSize = 64;
    struct Shades
    {
        std::vector<uint8_t> bySlice, leastOfBlock;
    };

    RunPtr m_run;
    ReplayLane m_lane;
    std::vector<Times> m_beforeBlocks;
    std::vector<Shades> m_shades; ///< by lane; empty: no GPU work
};

struct ReplayRowsKey : DerivedKey
{
    using Value = ReplayRows;
    static constexpr size_t maxKept = 2;
    std::shared_ptr<const Replayed> replayed; ///< of the run
    bool operator==(const ReplayRowsKey &) const = default;
    std::optional<Value> make(const RunPtr &run, const Progress &progress) const;
};

} // namespace ws
