#pragma once
// The module trees of two runs as a table: depth first, names indented for people, whole paths in files.

#include "core/analysis/compare/moduledeltas.h"
#include "core/report/reporttable.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <unordered_map>

namespace ws {

/// Times per unit and device where units are known, else of the whole recordings. Null: only the columns.
ReportTable moduleDeltaReport(const std::shared_ptr<const ModuleDeltas> &deltas);

/// "only in A"; empty: in both.
QString moduleStatusText(ModuleDelta::Status status);
/// The rows' names for people; kernels are short, and different ones differ.
class ModuleDeltaNames
{
public:
    explicit ModuleDeltaNames(const ModuleDeltas &deltas);
    /// "Linear", "+ Adapter" (only in B), "− Linear" (only in A), "flash → attn_fwd".
    QString of(const ModuleDelta &row) const;

private:
    std::unordered_map<std::string, std::string> m_kernels; ///< short ones by name
};
/// "GPU time of a unit on one device: A 17 ms, B 20 ms, Δ 3 ms"
QString moduleDeltaSum(const ModuleDeltas &deltas);

/// The document of `compare --tree --json`, see docs/cli.md.
nlohmann::ordered_json moduleDeltaJson(const std::shared_ptr<const ModuleDeltas> &deltas, const QString &labelA,
                                       const QString &labelB);

} // namespace ws
