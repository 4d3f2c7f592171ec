#include "core/base/demangle.h"

#include <charconv>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace ws {
namespace {

constexpr size_t longestMangled = size_t(16) << 10;
constexpr size_t maxKept = 100'000;

/// Empty: not understood.
std::string byLibrary(const std::string &name)
{
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                           &std::free);
    return text && status == 0 ? std::string(text.get()) : std::string();
}

void replaceAll(std::string &text, std::string_view what, std::string_view by)
{
    for (size_t at = 0; (at = text.find(what, at)) != text.npos; at += by.size())
        text.replace(at, what.size(), by);
}

/// DF16b (bfloat16) is younger than the library of many compilers. Like De (decimal128, which no kernel uses) it is one
/// of the types that are never abbreviated, so that one may stand for the other.
std::string withBfloat(std::string name)
{
    constexpr std::string_view bfloat = "DF16b";
    if (name.find(bfloat) == name.npos || name.find("De") != name.npos)
        return {};
    replaceAll(name, bfloat, "De");
    std::string text = byLibrary(name);
    replaceAll(text, "decimal128", "__bf16");
    return text;
}

/// "_ZN2ck6device12_GLOBAL__N_13runI…" → "ck::device::(anonymous namespace)::run<…>"; empty when it begins otherwise.
std::string qualifiedName(std::string_view name)
{
    std::string_view rest = name.substr(2);
    const bool isNested = rest.starts_with('N');
    rest.remove_prefix(isNested ? 1 : 0);
    std::string qualified;
    while (!rest.empty() && rest[0] >= '1' && rest[0] <= '9') {
        size_t length = 0;
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), length);
        rest.remove_prefix(static_cast<size_t>(end - rest.data()));
        if (error != std::errc() || length > rest.size())
            return {};
        const std::string_view part = rest.substr(0, length);
        qualified += qualified.empty() ? "" : "::";
        qualified += part.starts_with("_GLOBAL__N") ? std::string_view("(anonymous namespace)") : part;
        rest.remove_prefix(length);
        if (!isNested)
            break;
    }
    return qualified.empty() || !rest.starts_with('I') ? std::string() : qualified + "<…>";
}

} // namespace

std::string demangled(std::string_view name)
{
    if (!isMangled(name) || name.size() > longestMangled)
        return std::string(name);
    constexpr std::string_view descriptor = ".kd";
    const std::string symbol(name.ends_with(descriptor) ? name.substr(0, name.size() - descriptor.size()) : name);
    std::string text = byLibrary(symbol);
    if (text.empty())
        text = withBfloat(symbol);
    if (text.empty())
        text = qualifiedName(symbol);
    return text.empty() ? std::string(name) : text;
}

std::string_view shownName(std::string_view name)
{
    if (!isMangled(name))
        return name;
    static std::mutex mutex;
    static auto &known = *new std::unordered_map<std::string, std::string>; // never destroyed: views outlive main()
    const std::lock_guard lock(mutex);
    const auto found = known.find(std::string(name));
    if (found != known.end())
        return found->second;
    if (known.size() >= maxKept)
        return name;
    return known.emplace(name, demangled(name)).first->second;
}

} // namespace ws
