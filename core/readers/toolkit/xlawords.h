#pragma once
// Words of XLA's profiler (JAX, TensorFlow 2), which are the same in its two kinds of files: XPlane and the Chrome
// trace that is made of it. Names of planes, lines and statistics: xla/tsl/profiler/utils/xplane_schema.cc.

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

/// The name of the k-th step, as steps are recognised by their names.
std::string xlaStep(std::string_view number);

} // namespace ws
