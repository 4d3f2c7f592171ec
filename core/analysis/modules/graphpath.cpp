#include "core/analysis/modules/graphpath.h"

#include <algorithm>

namespace ws {
namespace {

constexpr uint32_t stays = UINT32_MAX;
constexpr size_t maxCells = size_t(1) << 28; ///< bits

class Chunk
{
public:
    Chunk(const GraphPathInput &input, bool last) : m_input(input), m_last(last), m_best(input.graphs) {}

    void choose(size_t begin, size_t end, std::vector<uint32_t> &path)
    {
        const size_t n = m_input.graphs;
        m_follows.assign((end - begin) * n, false);
        m_from.assign(end - begin, 0);
        for (size_t j = 0; j < n; ++j)
            m_best[j] = gain(begin, j);
        for (size_t i = begin + 1; i < end; ++i)
            step(i, i - begin);
        uint32_t graph = bestOf();
        for (size_t i = end; i-- > begin;) {
            path[i] = graph;
            const bool follows = m_follows[(i - begin) * n + graph];
            graph = follows ? graph - 1 : m_from[i - begin] == stays ? graph : m_from[i - begin];
        }
    }

private:
    int64_t gain(size_t launch, size_t graph) const { return 2 * int64_t(m_input.score(launch, graph)); }
    uint32_t bestOf() const
    {
        const auto best = m_last ? m_best.rend() - std::max_element(m_best.rbegin(), m_best.rend()) - 1
                                 : std::max_element(m_best.begin(), m_best.end()) - m_best.begin();
        return static_cast<uint32_t>(best);
    }
    void step(size_t launch, size_t row)
    {
        bool fits = false;
        for (size_t j = 0; j < m_best.size() && !fits; ++j)
            fits = m_input.score(launch, j) > 0;
        if (!fits) {
            pass(row);
            return;
        }
        m_from[row] = bestOf();
        const int64_t jump = m_best[m_from[row]] - 1;
        for (size_t j = m_best.size(); j-- > 0;) {
            const bool follows = j > 0 && (m_last ? m_best[j - 1] > jump : m_best[j - 1] >= jump);
            m_follows[row * m_best.size() + j] = follows;
            m_best[j] = (follows ? m_best[j - 1] : jump) + gain(launch, j);
        }
    }

    void pass(size_t row)
    {
        m_from[row] = stays;
        for (size_t j = m_best.size(); j-- > 1;) {
            const bool follows = m_last ? m_best[j - 1] > m_best[j] : m_best[j - 1] >= m_best[j];
            m_follows[row * m_best.size() + j] = follows;
            m_best[j] = std::max(m_best[j], m_best[j - 1]);
        }
    }

    const GraphPathInput &m_input;
    bool m_last;
    std::vector<int64_t> m_best;  ///< by graph
    std::vector<bool> m_follows;  ///< by launch and graph: the launch before has the graph before
    std::vector<uint32_t> m_from; ///< by launch: else the launch before has this one, or the same
};

} // namespace

std::vector<uint32_t> graphPath(const GraphPathInput &input, bool last)
{
    std::vector<uint32_t> path(input.step.size());
    if (!input.graphs)
        return path;
    const size_t maxLength = std::max<size_t>(1, maxCells / input.graphs);
    Chunk chunk(input, last);
    for (size_t begin = 0, end = 0; begin < path.size(); begin = end) {
        while (end < path.size() && input.step[end] == input.step[begin] && end - begin < maxLength)
            ++end;
        chunk.choose(begin, end, path);
    }
    return path;
}

} // namespace ws
