#pragma once
// Calls of one row of a module tree: what a view asks the list of instances for.

#include "core/analysis/modules/attribution.h"

#include <QString>

#include <memory>
#include <vector>

namespace ws {

struct ModuleCalls
{
    std::shared_ptr<const Attribution> attribution; ///< of the run; null: none
    std::vector<uint32_t> calls;                    ///< indices into its modules()
    QString title;                                  ///< the row's name
    bool operator==(const ModuleCalls &) const = default;
};

} // namespace ws
