#pragma once
// A module tree for programs: rows in depth-first order as JSON (schema 1 of `warpscope-cli modules --json`) and CSV.
// Times are integer nanoseconds, shares fractions of the tree's total.

#include "core/moduletree.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace ws {

/// Row numbers of all nodes, each before its children.
std::vector<uint32_t> depthFirst(const ModuleTree &tree);

/// What a person calls the node: the class, the instance where those are listed, the kernel, or the reason.
const std::string &shownName(const ModuleTree &tree, const ModuleNode &node);
const char *kindName(ModuleNode::Kind kind);              ///< "module", "kernel", "unattributed"
const char *attributionName(ModuleNode::Attribution how); ///< "exact", "inferred", "unknown"

double shareOfTotal(const ModuleTree &tree, const ModuleNode &node);
/// 1 for roots.
double shareOfParent(const ModuleTree &tree, const ModuleNode &node);

/// One element of "phases".
nlohmann::ordered_json moduleTreeJson(const ModuleTree &tree);

void writeModuleCsvHeader(std::string &out);
void writeModuleCsv(std::string &out, const ModuleTree &tree);

} // namespace ws
