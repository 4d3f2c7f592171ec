#include "core/readers/chrome/kinetoargs.h"

#include "core/readers/chrome/jsonscan.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ws {
namespace {

using namespace json;

/// Compared in place: the length of `what` is known when this is compiled, unlike that of a string_view.
template <size_t size> bool is(std::string_view key, const char (&what)[size])
{
    return key.size() == size - 1 && std::memcmp(key.data(), what, size - 1) == 0;
}

float realOf(const Member &m)
{
    double value = 0;
    const bool fits = toDouble(m.token(), value) && std::abs(value) <= std::numeric_limits<float>::max();
    return fits ? static_cast<float>(value) : __builtin_nanf("");
}

StringId gridText(std::string_view grid, std::string_view block, StringPool &strings)
{
    std::string both;
    both.reserve(grid.size() + block.size() + 12);
    for (const auto &[word, list] : {std::pair("grid ", grid), std::pair(" block ", block)}) {
        if (list.empty())
            continue;
        both += word;
        std::copy_if(list.begin(), list.end(), std::back_inserter(both), [](char c) { return !isBlank(c); });
    }
    return strings.intern(both);
}

StringId textOf(std::string_view token, StringPool &strings)
{
    return strings.intern(token.find('\\') == token.npos ? token : unescape(token));
}

/// What torch says of a collective, but for its number; each is short.
constexpr std::string_view collectiveKeys[] = {"Collective name",
                                               "dtype",
                                               "In msg nelems",
                                               "Out msg nelems",
                                               "Group size",
                                               "Process Group Name",
                                               "Process Group Description",
                                               "Process Group Ranks",
                                               "Src Rank",
                                               "Dst Rank"};
constexpr size_t longestValue = 4096; // in a damaged file

} // namespace

CollectiveDetail collectiveDetail(std::string_view args, StringPool &strings)
{
    CollectiveDetail detail;
    std::string object;
    forEachMember(args, [&](const Member &m) {
        uint64_t number = 0;
        if (is(m.key, "Seq") && toUnsigned(m.token(), number) && number <= uint64_t(INT64_MAX))
            detail.number = static_cast<int64_t>(number);
        if (m.value.size() > longestValue || std::ranges::find(collectiveKeys, m.key) == std::end(collectiveKeys))
            return;
        object += object.empty() ? "{\"" : ",\"";
        object.append(m.key).append("\":").append(m.value);
    });
    if (!object.empty())
        detail.args = strings.intern(object + '}');
    return detail;
}

WorkArgs workArgs(std::string_view args, StringPool &strings)
{
    WorkArgs work;
    GpuDetail &detail = work.detail;
    std::string_view grid, block;
    forEachMember(args, [&](const Member &m) {
        if (is(m.key, "device"))
            work.device = m.token();
        else if (is(m.key, "stream"))
            work.stream = m.token();
        else if (is(m.key, "correlation"))
            toUnsigned(m.token(), detail.correlation);
        else if (is(m.key, "External id") || is(m.key, "external id"))
            toUnsigned(m.token(), detail.externalId);
        else if (is(m.key, "grid"))
            grid = m.value;
        else if (is(m.key, "block"))
            block = m.value;
        else if (is(m.key, "est. achieved occupancy %"))
            detail.occupancy = realOf(m);
        else if (is(m.key, "blocks per SM"))
            detail.blocksPerSm = realOf(m);
        else if (is(m.key, "graph node id"))
            toUnsigned(m.token(), detail.graphNode);
        else if (is(m.key, "Collective name"))
            work.collective = m.token();
    });
    if (!work.collective.empty())
        detail.collective = collectiveDetail(args, strings);
    if (!grid.empty())
        detail.grid = gridText(grid, block, strings);
    return work;
}

OpDetail opDetail(std::string_view args, StringPool &strings)
{
    OpDetail detail;
    bool isCollective = false;
    forEachMember(args, [&](const Member &m) {
        uint64_t number = 0;
        if (is(m.key, "External id") || is(m.key, "external id"))
            toUnsigned(m.token(), detail.externalId);
        else if (is(m.key, "Sequence number") && toUnsigned(m.token(), number))
            detail.sequence = static_cast<int64_t>(number);
        else if (is(m.key, "Fwd thread id") && toUnsigned(m.token(), number))
            detail.fwdThread = static_cast<uint32_t>(number);
        else if (is(m.key, "Input Dims"))
            detail.shape = strings.intern(m.value);
        else if (is(m.key, "Call stack") && !m.token().empty())
            detail.callStack = textOf(m.token(), strings);
        else if (is(m.key, "Collective name"))
            isCollective = true;
    });
    if (isCollective)
        detail.collective = collectiveDetail(args, strings);
    return detail;
}

LaunchArgs launchArgs(std::string_view args, StringPool &strings)
{
    LaunchArgs launch;
    if (args.empty())
        return launch;
    std::string_view kernel;
    forEachMember(args, [&](const Member &m) {
        if (is(m.key, "correlation"))
            toUnsigned(m.token(), launch.correlation);
        else if (is(m.key, "External id") || is(m.key, "external id"))
            toUnsigned(m.token(), launch.externalId);
        else if (is(m.key, "kernel"))
            kernel = m.token();
    });
    if (!kernel.empty())
        launch.kernel = textOf(kernel, strings);
    return launch;
}

StringId collectiveName(StringPool &strings, StringId name, std::string_view collective)
{
    constexpr std::string_view key = "|collective=";
    std::string both(strings.view(name));
    both.reserve(both.size() + key.size() + collective.size());
    both += key;
    both += collective;
    return strings.intern(both);
}

} // namespace ws
