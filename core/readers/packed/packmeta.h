#pragma once
// What a packed run has besides columns, as JSON: what the file was, rows and categories, tables, trees, diagnostics.

#include "core/model/run.h"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <vector>

namespace ws {

/// Without names of slices and the values of columns. Sizes of lanes and counters are in it.
nlohmann::ordered_json packMeta(const Run &run);
/// The opposite: lanes and counters are empty, of the sizes in `laneSizes` and `counterSizes`. Throws what nlohmann
/// throws where a value is missing or of another type.
struct PackSizes
{
    std::vector<uint64_t> lanes, counters;
    std::vector<std::array<uint32_t, 3>> widths; ///< of each lane's names, categories and texts, bytes a value
};
PackSizes applyPackMeta(const nlohmann::ordered_json &meta, Run &run);

nlohmann::ordered_json packedTables(const std::vector<Table> &tables);
std::vector<Table> unpackedTables(const nlohmann::ordered_json &json);
nlohmann::ordered_json packedTrees(const std::vector<ModuleTree> &trees);
std::vector<ModuleTree> unpackedTrees(const nlohmann::ordered_json &json);

} // namespace ws
