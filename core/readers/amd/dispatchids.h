#pragma once
// Dispatches that a recording of rocprofv3 leaves out. The profiler numbers the dispatches of a process one after the
// other, over all of its GPUs and queues, so that a whole recording has each number from its first to its last (checked
// on recordings of 1,128 and 43,915 dispatches). Rejected: numbers of calls, of which profilers leave out some always.

#include "core/base/diagnostics.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ws {

class DispatchIds
{
public:
    /// `part`, `process`: what tells processes apart. Ids below 0 are none.
    void add(int64_t part, int64_t process, int64_t id)
    {
        if (id >= 0)
            m_ids[{part, process}].push_back(id);
    }
    /// Says "missing-dispatches" where a fiftieth of a process's numbers and more than 20 are not there. A number that
    /// comes twice says that the rows are of several processes, or that a dispatch has several rows: then nothing is
    /// known. O(dispatches × log dispatches).
    void check(Diagnostics &diagnostics);

private:
    std::map<std::pair<int64_t, int64_t>, std::vector<int64_t>> m_ids;
};

} // namespace ws
