#pragma once
// The regex of a new rule. Functions such as cutlass::Kernel2 or at::native::elementwise_kernel are templates of many
// kernels that belong to different stages, so the name of the function is enough only where the run has one of them.

#include <span>
#include <string>
#include <string_view>

namespace ws {

/// A regex that takes this kernel and none of the other `names`: its function, else the shortest beginning of its name
/// that ends with a word, else its whole name.
std::string regexForKernel(std::string_view kernel, std::span<const std::string_view> names = {});

} // namespace ws
