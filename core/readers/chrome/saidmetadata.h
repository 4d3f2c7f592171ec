#pragma once
// What the metadata events of a file have said of each row, to notice repeats and contradictions: one recorder wrote
// 310,046 events for 7 threads, and torch renames threads that it reuses. The last one counts.

#include "core/base/diagnostics.h"
#include "core/base/stringpool.h"

#include <string>
#include <string_view>
#include <unordered_map>

namespace ws {

class SaidMetadata
{
public:
    /// `tid` matters for events of threads only. `value`: what it says, as in the file; empty: nothing.
    void add(std::string_view event, StringId pid, StringId tid, std::string_view value, int64_t offset);
    /// Recorders repeat a few rows (torch its main thread); that says nothing.
    void report(Diagnostics &diagnostics) const;

private:
    struct Count
    {
        uint64_t events = 0;
        int64_t firstOffset = -1;
        std::string first; ///< the value

        void add(std::string_view value, int64_t offset);
    };
    std::unordered_map<uint64_t, size_t> m_said[5]; ///< by kind of event, then pid and tid: hash of the value
    Count m_repeats, m_renames;
};

} // namespace ws
