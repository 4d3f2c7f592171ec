#include "core/readers/toolkit/xlawords.h"

#include "core/base/annotationname.h"

#include <algorithm>

namespace ws {
namespace {

bool isNumber(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

/// What follows the key up to the next blank.
std::string_view valueOf(std::string_view key, std::string_view details)
{
    for (size_t at = details.find(key); at != details.npos; at = details.find(key, at + 1)) {
        if (at > 0 && details[at - 1] != ' ' && details[at - 1] != '\n')
            continue;
        details.remove_prefix(at + key.size());
        return details.substr(0, details.find_first_of(" \n"));
    }
    return {};
}

} // namespace

XlaDevice xlaDevice(std::string_view plane)
{
    constexpr std::string_view prefix = "/device:";
    const size_t at = plane.find(prefix);
    if (at == plane.npos)
        return {};
    const std::string_view host = plane.substr(0, plane.find_last_not_of(' ', at ? at - 1 : 0) + (at ? 1 : 0));
    plane.remove_prefix(at + prefix.size());
    const size_t colon = plane.find(':');
    const std::string_view word = plane.substr(0, colon);
    const std::string_view number = colon == plane.npos ? std::string_view() : plane.substr(colon + 1);
    const bool isWord = !word.empty() && word.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") == word.npos;
    if (!isWord || word == "CPU" || word == "CUSTOM" || !isNumber(number))
        return {};
    return {word, number, host};
}

std::string_view xlaStream(std::string_view line)
{
    constexpr std::string_view prefix = "Stream #";
    if (!line.starts_with(prefix))
        return {};
    line.remove_prefix(prefix.size());
    line = line.substr(0, line.find('('));
    return isNumber(line) ? line : std::string_view();
}

std::string xlaGrid(std::string_view kernelDetails)
{
    std::string both;
    for (const auto &[key, word] : {std::pair("grid:", "grid ["), std::pair("block:", "block [")})
        if (const std::string_view value = valueOf(key, kernelDetails); !value.empty())
            both.append(both.empty() ? "" : " ").append(word).append(value).append("]");
    return both;
}

std::string xlaPath(std::string_view module, std::string_view op)
{
    std::string path(module);
    if (!path.empty() && !op.empty())
        path += pathSeparator;
    return path.append(op);
}

std::string xlaStep(std::string_view number)
{
    return "XLA step " + std::string(number);
}

} // namespace ws
