#include "widgets/mapping/ruleregex.h"

namespace ws {

std::string regexForKernel(std::string_view kernel)
{
    if (kernel.starts_with("void "))
        kernel.remove_prefix(5);
    const size_t end = kernel.find_first_of("<( ");
    std::string_view function = kernel.substr(0, end);
    if (function.size() < 4 || function.starts_with("Memcpy") || function.starts_with("Memset"))
        function = kernel;
    std::string regex;
    for (char c : function) {
        if (std::string_view("\\.^$*+?()[]{}|").find(c) != std::string_view::npos)
            regex += '\\';
        regex += c;
    }
    return regex;
}

} // namespace ws
