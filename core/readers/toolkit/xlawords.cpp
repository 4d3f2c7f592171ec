#include "core/readers/toolkit/xlawords.h"

#include "core/base/annotationname.h"

#include <algorithm>
#include <utility>

namespace ws {
namespace {

bool isNumber(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

bool isLetter(char c)
{
    return c >= 'a' && c <= 'z';
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

std::string xlaNameForRules(std::string_view name, std::string_view category, std::string_view frameworkOp)
{
    if (category.empty())
        return {};
    static constexpr std::pair<std::string_view, std::string_view> collectives[] = {
        {"all-reduce-scatter", "reducescatter"}, // the fusion of both
        {"all-reduce", "allreduce"},
        {"all-gather", "allgather"},
        {"reduce-scatter", "reducescatter"},
        {"all-to-all", "alltoall"},
        {"ragged-all-to-all", "alltoall"},
        {"collective-broadcast", "broadcast"},
        {"collective-permute", "sendrecv"},
        {"send", "send"},
        {"recv", "recv"}};
    std::string both(name);
    for (const auto &[begin, word] : collectives)
        if (category.starts_with(begin) && (category.size() == begin.size() || !isLetter(category[begin.size()])))
            return both.append("|collective=").append(word);
    while (!frameworkOp.empty() && (frameworkOp.back() == ':' || frameworkOp.back() == '/'))
        frameworkOp.remove_suffix(1);
    size_t at = frameworkOp.rfind('/');
    at = at == frameworkOp.npos || at == 0 ? frameworkOp.npos : frameworkOp.rfind('/', at - 1);
    both.append("|hlo=").append(category);
    if (!frameworkOp.empty())
        both.append(":").append(frameworkOp.substr(at == frameworkOp.npos ? 0 : at + 1));
    return both;
}

std::string xlaStep(std::string_view number)
{
    return "XLA step " + std::string(number);
}

} // namespace ws
