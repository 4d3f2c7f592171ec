#pragma once
// The launches of graphs in a replay with the work of each, as sequences of numbers that a capture knows too.

#include "core/analysis/modules/capture.h"

#include <map>
#include <optional>
#include <vector>

namespace ws {

struct ReplayGraph
{
    uint32_t launch = 0;                  ///< index into Launches
    uint32_t step = 0;                    ///< index into Steps; noStep: outside
    std::optional<int64_t> batch, tokens; ///< of the step
    std::vector<uint32_t> byStart;        ///< activities in order of start
    std::vector<uint32_t> byNode;         ///< in order of their graph nodes; empty: the file does not name these
    uint32_t startSequence = 0;           ///< index into ReplayGraphs::sequences
    uint32_t nodeSequence = noSlice;      ///< noSlice: no nodes
};

struct ReplayGraphs
{
    std::vector<ReplayGraph> graphs; ///< in order of their launches
    /// Distinct sequences of work: numbers of the capture; kernels that it does not have are larger than its numbers.
    std::vector<std::vector<uint32_t>> sequences;
};

/// Nothing when cancelled. O(activities).
std::optional<ReplayGraphs> replayGraphs(const Run &run, const Capture &capture, const Progress *progress);

/// Gives equal sequences one number, in order of appearance.
class SequenceNumbers
{
public:
    explicit SequenceNumbers(std::vector<std::vector<uint32_t>> &sequences) : m_sequences(sequences) {}
    uint32_t of(std::vector<uint32_t> sequence)
    {
        const auto next = static_cast<uint32_t>(m_sequences.size());
        const auto [known, isNew] = m_numbers.try_emplace(sequence, next);
        if (isNew)
            m_sequences.push_back(std::move(sequence));
        return known->second;
    }

private:
    std::vector<std::vector<uint32_t>> &m_sequences;
    std::map<std::vector<uint32_t>, uint32_t> m_numbers;
};

} // namespace ws
