#pragma once
// Recognises launches of graphs by their name (cudaGraphLaunch, cuGraphLaunch_ptsz, hipGraphLaunch), once per name.

#include "core/model/run.h"

#include <vector>

namespace ws {

class GraphLaunches
{
public:
    explicit GraphLaunches(const Run &run) : m_run(run), m_known(run.strings.size()) {}
    /// `launch`: index into Launches.
    bool contains(uint32_t launch)
    {
        const StringId name = m_run.timeline.name(m_run.launches.slice[launch]);
        uint8_t &known = m_known[name];
        if (!known)
            known = m_run.text(name).find("GraphLaunch") != std::string_view::npos ? Yes : No;
        return known == Yes;
    }

private:
    enum : uint8_t { No = 1, Yes = 2 };
    const Run &m_run;
    std::vector<uint8_t> m_known;
};

/// Whether the run launches graphs. O(names).
inline bool hasGraphLaunches(const Run &run)
{
    for (StringId name = 0; name < run.strings.size(); ++name)
        if (run.text(name).find("GraphLaunch") != std::string_view::npos)
            return true;
    return false;
}

} // namespace ws
