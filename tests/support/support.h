#pragma once
// Shared by the tests: small runs from inline text.

#include "core/readers/formats.h"

#include <memory>
#include <string_view>

namespace ws::test {

struct RunResult
{
    std::shared_ptr<const Run> run; ///< null on failure
    Error error;
    const Run *operator->() const { return run.get(); }
    explicit operator bool() const { return run != nullptr; }
};

/// Reads `json` as a file of that content.
RunResult runFromJson(std::string_view json);

} // namespace ws::test
