#include "core/model/sliceaddress.h"

#include <utility>

namespace ws {
namespace {

constexpr std::pair<TrackKind, const char *> kindWords[] = {{TrackKind::GpuStream, "gpu"},
                                                            {TrackKind::GpuAnnotation, "gpuLabel"},
                                                            {TrackKind::CpuThread, "thread"},
                                                            {TrackKind::Async, "async"}};

bool isNamed(std::string_view name, const SliceAddress &address)
{
    return address.isNameCut ? name.starts_with(address.name) : name == address.name;
}

} // namespace

SliceAddress addressOf(const Run &run, EventRef slice)
{
    const Timeline &timeline = run.timeline;
    const Track &track = timeline.track(slice);
    return {track.kind,
            std::string(run.text(track.pid)),
            std::string(run.text(track.tid)),
            timeline.start(slice),
            timeline.duration(slice),
            std::string(run.text(timeline.name(slice))),
            false};
}

EventRef findSlice(const Run &run, const SliceAddress &address, int64_t shiftNs)
{
    const int64_t start = address.startNs + shiftNs;
    EventRef first;
    for (const Track &track : run.timeline.tracks) {
        if (track.kind != address.kind || run.text(track.pid) != address.process ||
            run.text(track.tid) != address.thread)
            continue;
        for (uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l) {
            const Lane &lane = run.timeline.lanes[l];
            for (size_t i = lane.firstStartingFrom(start); i < lane.size() && lane.start[i] == start; ++i) {
                if (!isNamed(run.text(lane.name[i]), address))
                    continue;
                const EventRef slice{l, static_cast<uint32_t>(i)};
                if (address.durationNs < 0 || lane.durationOf(i) == address.durationNs)
                    return slice;
                if (!first.valid())
                    first = slice;
            }
        }
    }
    return first;
}

const char *trackKindWord(TrackKind kind)
{
    for (const auto &[known, word] : kindWords)
        if (known == kind)
            return word;
    return "thread";
}

bool trackKindOf(std::string_view word, TrackKind &kind)
{
    for (const auto &[known, text] : kindWords)
        if (word == text) {
            kind = known;
            return true;
        }
    return false;
}

} // namespace ws
