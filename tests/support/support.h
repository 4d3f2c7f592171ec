#pragma once
// Shared by the tests: small runs from inline text.

#include "core/readers/formats.h"

#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ws::test {

/// "12.345", whatever the locale.
inline std::string microseconds(double us)
{
    const long long ns = std::llround(us * 1000);
    const std::string digits = std::to_string(1'000 + std::llabs(ns) % 1'000);
    return (ns < 0 ? "-" : "") + std::to_string(std::llabs(ns) / 1'000) + '.' + digits.substr(1);
}

struct RunResult
{
    std::shared_ptr<const Run> run; ///< null on failure
    Error error;
    const Run *operator->() const { return run.get(); }
    const Run &operator*() const { return *run; }
    explicit operator bool() const { return run != nullptr; }
};

/// With six decimals and a point, in every locale.
std::string decimal(double value);

/// `text` as a number with a point, in every locale; NaN when it is none.
double toDouble(std::string_view text);

/// Reads `json` as a file of that content.
RunResult runFromJson(std::string_view json);

/// GPU work; its category is gpu_memcpy or gpu_memset when the name begins with "Memcpy" or "Memset", else kernel.
struct Work
{
    const char *device, *stream;
    int64_t start, duration; ///< ns
    const char *name;
};
std::shared_ptr<const Run> runOfWork(const std::vector<Work> &work);

} // namespace ws::test
