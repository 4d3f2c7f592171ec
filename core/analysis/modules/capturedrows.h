#pragma once
// Rows of a module tree for modules that only a capture names; rows of the run's own modules with the same path are
// used again. Part of buildModuleTree().

#include "core/analysis/modules/attribution.h"
#include "core/model/moduletree.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ws {

/// Appends a row; UINT32_MAX: a root.
uint32_t addRow(std::vector<ModuleNode> &rows, uint32_t parent, std::string_view name, ModuleNode::Kind kind);

class CapturedRows
{
public:
    /// `rows`: those of the run's own modules, before any other.
    CapturedRows(std::vector<ModuleNode> &rows, const Attribution &attribution, bool instances);
    /// The row of the module that owns the activity, which has a Attribution::capturedCall().
    uint32_t rowOf(size_t activity) { return rowOfCall(m_attribution.capturedCall(activity)); }
    /// `leaf`: by activity, UINT32_MAX: it does not count. Rows of the run's own modules have counted their calls.
    void countCalls(const std::vector<uint32_t> &leaf);

private:
    uint32_t rowOfCall(uint32_t call);

    std::vector<ModuleNode> &m_rows;
    const Attribution &m_attribution;
    const bool m_instances;
    std::map<std::pair<uint32_t, std::string>, uint32_t> m_byName; ///< (parent, class or instance) → row
    std::vector<uint32_t> m_ofCall;                                ///< by captured call; UINT32_MAX: not yet known
};

} // namespace ws
