#include "widgets/mapping/ruleregex.h"

#include "core/analysis/stages/stagemapping.h"

#include <algorithm>

namespace ws {
namespace {

std::string escaped(std::string_view text)
{
    std::string regex;
    for (char c : text) {
        if (std::string_view("\\.^$*+?()[]{}|").find(c) != std::string_view::npos)
            regex += '\\';
        regex += c;
    }
    return regex;
}

bool isWordCharacter(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80);
}

/// The most characters of `name`, at least those of its function, that stand somewhere in `other`; 0: none do.
size_t commonWith(std::string_view name, size_t function, std::string_view other)
{
    size_t most = 0;
    const std::string_view start = name.substr(0, function);
    for (size_t at = other.find(start); at != std::string_view::npos; at = other.find(start, at + 1)) {
        const auto rest = other.substr(at);
        const auto end = std::mismatch(name.begin(), name.end(), rest.begin(), rest.end()).first;
        most = std::max(most, static_cast<size_t>(end - name.begin()));
    }
    return most;
}

} // namespace

std::string regexForKernel(std::string_view kernel, std::span<const std::string_view> names)
{
    std::string_view name = kernel;
    if (name.starts_with("void "))
        name.remove_prefix(5);
    size_t end = std::min(name.find_first_of("<( "), name.size());
    if (end < 4 || name.starts_with("Memcpy") || name.starts_with("Memset"))
        end = name.size();
    size_t common = 0;
    for (const std::string_view other : names)
        if (other != kernel)
            common = std::max(common, commonWith(name, end, other));
    if (common >= name.size()) {
        const std::string whole = '^' + escaped(kernel) + '$';
        return whole.size() <= maxPatternBytes ? whole : escaped(name.substr(0, end));
    }
    const size_t function = end;
    end = std::max(end, common ? common + 1 : 0);
    while (end < name.size() && isWordCharacter(name[end - 1]) && isWordCharacter(name[end]))
        ++end;
    const std::string regex = escaped(name.substr(0, end));
    return regex.size() <= maxPatternBytes ? regex : escaped(name.substr(0, function));
}

} // namespace ws
