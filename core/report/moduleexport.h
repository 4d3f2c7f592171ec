#pragma once
// A module tree as text: rows in depth-first order as JSON (schema 1 of `warpscope-cli modules --json`), CSV, or
// indented. In JSON and CSV times are integer nanoseconds and shares fractions of the tree's total.

#include "core/analysis/limits/limits.h"
#include "core/model/moduletree.h"
#include "core/report/csv.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace ws {

/// Row numbers of all nodes, each before its children.
std::vector<uint32_t> depthFirst(const ModuleTree &tree);

/// The displayed name of the node: the class, the instance where those are listed, the kernel, or the reason.
const std::string &shownName(const ModuleTree &tree, const ModuleNode &node);
const char *kindName(ModuleNode::Kind kind);              ///< "module", "kernel", "unattributed"
const char *attributionName(ModuleNode::Attribution how); ///< "exact", "inferred", "unknown"

/// By node: which of its siblings of that name it is, from 0; UINT32_MAX where it is the only one. O(n log n).
std::vector<uint32_t> siblingNumbers(const ModuleTree &tree);

double shareOfTotal(const ModuleTree &tree, const ModuleNode &node);
/// Share of the parent; of the tree's total for roots.
double shareOfParent(const ModuleTree &tree, const ModuleNode &node);

/// One element of "phases".
nlohmann::ordered_json moduleTreeJson(const ModuleTree &tree);

void writeModuleCsvHeader(std::string &out, bool withLimits = false);
/// `limits`: see limitsByNode(), in limitColumns() behind the others; null: without those.
void writeModuleCsv(std::string &out, const ModuleTree &tree, CsvStyle style = CsvStyle::Raw,
                    const std::vector<NamedLimit> *limits = nullptr);

/// Indented like vLLM's layerwise table, with the names last because those of kernels are long, and behind them, where
/// the file has it, the call that launched each ("trace"). Both are shortened to fit `maxWidth` (0: any width). "×32":
/// merged instances,
/// "~": the owner of some of the time is inferred. For the terminal: units, thousands separators, translated titles.
std::string moduleTreeText(const ModuleTree &tree, int maxWidth = 0);

} // namespace ws
