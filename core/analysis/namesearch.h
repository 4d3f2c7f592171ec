#pragma once
// Search over the names of slices: the pattern is tried once per distinct name, hits are then found by scanning the
// lanes' name columns. Hits have an order (start, then lane) but are not stored: in a trace of ten million events a
// search for "a" would take 80 MB, while finding the next hit and its number takes a few milliseconds.

#include "core/base/progress.h"
#include "core/model/run.h"

#include <QString>

#include <optional>
#include <vector>

namespace ws {

struct NameHits
{
    std::vector<uint8_t> names; ///< by StringId: 1 when the name matches and a slice has it
    uint64_t distinct = 0;      ///< names that match
    uint64_t count = 0;         ///< slices with such a name
    QString problem;            ///< on how many names the pattern gave up; empty: on none
};

/// The error of a regular expression; empty: none.
QString patternError(const QString &pattern);

/// Case-insensitive, anywhere in the name. Empty when cancelled; an invalid pattern has no hits.
std::optional<NameHits> findNames(const Run &run, const QString &text, bool regex, const Progress *progress = nullptr);

struct Hit
{
    EventRef slice;
    uint64_t number = 0; ///< 1 … NameHits::count
};

/// The hit after (step +1) or before (−1) `from` in the order of (start, lane), around the ends; an invalid `from`
/// gives the first or last one. Empty when cancelled or without hits.
std::optional<Hit> nextHit(const Run &run, const NameHits &hits, EventRef from, int step,
                           const Progress *progress = nullptr);

} // namespace ws
