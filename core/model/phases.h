#pragma once
// The phases of a layerwise profile: one prefill, and a phase for every step that decodes, "decode_1", "decode_2" … .
// Steps of one kind do the same work, so their mean stands for them: profiles with different numbers of steps have it
// in common.

#include "core/model/moduletree.h"

#include <string_view>

namespace ws {

/// "decode" of "decode_12": the name without its number.
std::string_view phaseKind(std::string_view phase);

/// Names of the phases of these trees, in their order: those that `wanted` names (a phase, a kind of phases, or the
/// 1-based number of one; empty: all), and of each kind the first, every n-th after it, and the last.
std::vector<std::string> chosenPhases(const std::vector<ModuleTree> &trees, std::string_view wanted = {},
                                      uint32_t every = 1);

/// The leaves of either view of a phase add up to its total. The summary has a row for each name, so it counts where
/// it has rows, else the calls.
bool isCounted(const std::vector<ModuleTree> &trees, const ModuleTree &tree);

/// The phases of one kind.
struct PhaseSteps
{
    std::string kind;                      ///< "decode"
    std::vector<const ModuleTree *> trees; ///< of each step the counted one
};
/// In the order of the file; `wanted` as for chosenPhases().
std::vector<PhaseSteps> phaseSteps(const std::vector<ModuleTree> &trees, std::string_view wanted = {});

/// The mean of trees of one view: nodes of one path are one, the k-th sibling of a name the k-th. A step without a
/// node counts as 0. A node's time is that of its children and its own, each rounded to ns. O(nodes × log siblings).
ModuleTree meanTree(const std::vector<const ModuleTree *> &trees, std::string phase);

} // namespace ws
