#pragma once
// A slice in words that are valid in every run of the same file, and after the file has been written anew: its row, its
// begin and its name. Ids (EventRef) are valid in one run only.

#include "core/model/run.h"

#include <string>

namespace ws {

struct SliceAddress
{
    TrackKind kind = TrackKind::CpuThread;
    std::string process, thread; ///< Track::pid and Track::tid as text
    int64_t startNs = 0;         ///< since the run's origin
    int64_t durationNs = -1;     ///< tells nested slices with one begin and name apart; -1: not known
    std::string name;            ///< as it is in the file
    bool isNameCut = false;      ///< `name` is only the begin of it
    bool operator==(const SliceAddress &) const = default;
};

/// `slice` is a valid slice of the run.
SliceAddress addressOf(const Run &run, EventRef slice);
/// `shiftNs` is added to the address's begin: the difference of the origins. Of several the one with the same duration,
/// else the first. Invalid: there is none. O(lanes of the row · log slices).
EventRef findSlice(const Run &run, const SliceAddress &address, int64_t shiftNs = 0);

/// "gpu", "gpuLabel", "thread", "async": in files and links.
const char *trackKindWord(TrackKind kind);
/// False: no such word.
bool trackKindOf(std::string_view word, TrackKind &kind);

} // namespace ws
