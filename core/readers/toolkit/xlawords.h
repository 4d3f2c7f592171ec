#pragma once
// Words of XLA's profiler (JAX, TensorFlow 2), which are the same in its two kinds of files: XPlane and the Chrome
// trace that is made of it. Names of planes, lines and statistics: xla/tsl/profiler/utils/xplane_schema.cc.

#include "core/base/timerange.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ws {

/// A plane of a device: "/device:GPU:0" → "GPU", "0". Traces of several hosts put the host's name before it.
struct XlaDevice
{
    std::string_view word;   ///< "GPU", "TPU"; empty: no device with work
    std::string_view number; ///< "0"
    std::string_view host;   ///< empty: not told
    explicit operator bool() const { return !word.empty(); }
};
XlaDevice xlaDevice(std::string_view plane);

/// "Stream #12(Compute,MemcpyD2H)" → "12"; empty: no line of a stream. All other lines of a GPU repeat times.
std::string_view xlaStream(std::string_view line);

/// "regs:32 … grid:8,1,1 block:128,1,1 …" → "grid [8,1,1] block [128,1,1]", as Kineto's are shown; empty: neither.
std::string xlaGrid(std::string_view kernelDetails);

/// Of a module and an operator of it, the path under which the work of the latter is listed: see pathSeparator.
std::string xlaPath(std::string_view module, std::string_view op);

/// What stage rules see of an operator of a device that has no streams (see GpuWork::nameForRules()): of a collective
/// "all-reduce.1|collective=allreduce", else "fusion.5|hlo=CATEGORY:OP" with the last two parts of the framework's own
/// name for it ("hlo=convolution fusion:mn,pn->mp/dot_general"). Empty: its category (`hlo_category`) is not known.
std::string xlaNameForRules(std::string_view name, std::string_view category, std::string_view frameworkOp);

/// Whether the time of the i-th operator of a row holds that of the next one that takes any: a loop or a call, which is
/// only the sum of others. Operators are sorted by start, the longer one first. Times are rounded to ns, so those of
/// neighbours may overlap by two; operators of no length lie in any.
template <class Range> bool xlaEnclosesNext(size_t i, size_t count, Range rangeOf)
{
    constexpr int64_t rounding = 2;
    constexpr size_t mostShort = 1000;
    const TimeRange own = rangeOf(i);
    for (size_t k = i + 1; k < count && k - i <= mostShort; ++k) {
        const TimeRange next = rangeOf(k);
        if (next.begin >= own.end - rounding)
            return false;
        if (next.length() > rounding)
            return next.end <= own.end + rounding;
    }
    return false;
}

/// The name of the k-th step, as steps are recognised by their names.
std::string xlaStep(std::string_view number);

} // namespace ws
