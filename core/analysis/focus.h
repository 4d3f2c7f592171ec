#pragma once

#include "core/analysis/activityset.h"

#include <QString>

#include <memory>
#include <optional>
#include <string>

namespace ws {

/// The GPU activities of a run that views are limited to, and their name ("LlamaAttention ×32").
struct Focus
{
    QString title;
    std::shared_ptr<const ActivitySet> activities; ///< null: no focus
    const Run *run = nullptr;                      ///< the run that they belong to
    std::optional<uint32_t> step = {};             ///< index of the step that they are
    std::string phase = {};                        ///< they are all steps of this phase; empty: they are not
    explicit operator bool() const { return activities != nullptr; }
    bool operator==(const Focus &) const = default;
};

} // namespace ws
