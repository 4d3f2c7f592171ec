#pragma once

#include <string>
#include <string_view>

namespace ws {

/// A regex that takes a kernel by the name of its function, without template arguments and parameters.
std::string regexForKernel(std::string_view kernel);

} // namespace ws
