#pragma once

#include "core/analysis/activityset.h"

#include <QString>

#include <memory>

namespace ws {

/// Some GPU activities of a run that stand for all, and what they are called ("LlamaAttention ×32").
struct Focus
{
    QString title;
    std::shared_ptr<const ActivitySet> activities; ///< null: no focus
    const Run *run = nullptr;                      ///< that they belong to
    explicit operator bool() const { return activities != nullptr; }
    bool operator==(const Focus &) const = default;
};

} // namespace ws
