#include "core/readers/chrome/kinetoargs.h"

#include "core/base/annotationname.h"
#include "core/readers/chrome/jsonscan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory_resource>

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

/// A 0 among the numbers of a list of lists.
bool hasZero(std::string_view list)
{
    const auto isDigit = [&](size_t i) { return i < list.size() && list[i] >= '0' && list[i] <= '9'; };
    for (size_t at = list.find('0'); at != list.npos; at = list.find('0', at + 1))
        if (!isDigit(at - 1) && !isDigit(at + 1))
            return true;
    return false;
}

constexpr size_t longestInputs = size_t(1) << 16; // in a damaged file

/// What an operator computes with, see CpuOps::inputs.
struct OperatorInputs
{
    std::string_view dims, types, concrete, strides;

    void take(const Member &m)
    {
        if (is(m.key, "Input Dims") || is(m.key, "Input dims"))
            dims = m.value;
        else if (is(m.key, "Input type"))
            types = m.value;
        else if (is(m.key, "Concrete Inputs"))
            concrete = m.value;
        else if (is(m.key, "Input Strides"))
            strides = m.value;
    }
    StringId text(StringPool &strings) const
    {
        if (dims.empty() || types.empty() || dims.size() + types.size() + concrete.size() > longestInputs)
            return 0;
        std::array<std::byte, 4096> memory; // most texts need less, and then nothing is allocated
        std::pmr::monotonic_buffer_resource arena(memory.data(), memory.size());
        std::pmr::string all(&arena);
        all.reserve(dims.size() + types.size() + concrete.size() + strides.size() + 3);
        all.assign(dims).append(1, inputsSeparator).append(types).append(1, inputsSeparator).append(concrete);
        all.append(1, inputsSeparator);
        if (hasZero(strides))
            all.append(strides);
        return strings.intern(all);
    }
};

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

namespace {

/// Arguments that only work of graphs has, mostly.
struct GraphArgs
{
    std::string_view hardwareStream;           ///< where `stream` is a row for display
    std::string_view module, name, annotation; ///< as they are between the quotes
    uint64_t graph = 0, node = 0;
    bool hasNode = false;

    void take(const Member &m)
    {
        if (is(m.key, "graph node id"))
            hasNode = toUnsigned(m.token(), node);
        else if (is(m.key, "graph id"))
            toUnsigned(m.token(), graph);
        else if (is(m.key, "name") || is(m.key, "str"))
            name = said(m);
        else if (is(m.key, "annotation"))
            annotation = said(m).empty() ? std::string_view() : m.value;
        else if (is(m.key, "original_stream"))
            hardwareStream = m.token();
        else if (m.key.starts_with("module") || is(m.key, "fqn"))
            module = said(m);
    }
    static std::string_view said(const Member &m) { return m.value == "null" ? std::string_view() : m.token(); }

    /// Node 0 of a graph is one; Kineto writes zeros for work that is of no graph.
    uint64_t graphNode() const
    {
        const bool isOfGraph = hasNode && graph && graph <= UINT32_MAX && node <= UINT32_MAX;
        return isOfGraph ? graph << 32 | node : node;
    }

    /// A bare `name` means something for the nodes of a graph only.
    StringId annotationId(StringPool &strings) const
    {
        if (module.empty() && annotation.empty() && (name.empty() || !graphNode()))
            return 0;
        const std::string known = annotationName(unescape(module), unescape(name));
        if (!known.empty() || annotation.empty())
            return strings.intern(known);
        const bool isText = annotation.front() == '"';
        return strings.intern(
            annotationNameIn(isText ? unescape(annotation.substr(1, annotation.size() - 2)) : std::string(annotation)));
    }
};

bool isStreamNumber(std::string_view text)
{
    uint64_t number = 0;
    return toUnsigned(text, number);
}

} // namespace

WorkArgs workArgs(std::string_view args, StringPool &strings)
{
    WorkArgs work;
    GpuDetail &detail = work.detail;
    GraphArgs graph;
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
        else if (is(m.key, "Collective name"))
            work.collective = m.token();
        else
            graph.take(m);
    });
    if (!work.collective.empty())
        detail.collective = collectiveDetail(args, strings);
    if (!grid.empty())
        detail.grid = gridText(grid, block, strings);
    detail.graphNode = graph.graphNode();
    detail.annotation = graph.annotationId(strings);
    if (isStreamNumber(graph.hardwareStream)) {
        work.stream = graph.hardwareStream;
        detail.isMoved = true;
    }
    return work;
}

namespace {

/// CUPTI's kinds of copies and of memory, as Kineto writes them; the direction's letter of a kind of memory.
constexpr std::string_view copyKinds[] = {"",     "HtoD", "DtoH", "HtoA", "AtoH", "AtoA",
                                          "AtoD", "DtoA", "DtoD", "HtoH", "PtoP"};
struct MemoryKind
{
    std::string_view inArgs, inName;
    char side;
};
constexpr MemoryKind memoryKinds[] = {{"unknown", "Unknown", 0},
                                      {"pageable", "Pageable", 'H'},
                                      {"pinned", "Pinned", 'H'},
                                      {"device", "Device", 'D'},
                                      {"array", "Array", 'A'},
                                      {"managed", "Managed", 0},
                                      {"device_static", "Device Static", 'D'},
                                      {"managed_static", "Managed Static", 0}};

bool isSameWord(std::string_view a, std::string_view b)
{
    return std::ranges::equal(a, b, [](char x, char y) {
        const auto plain = [](char c) { return c == ' ' ? '_' : c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; };
        return plain(x) == plain(y);
    });
}

/// A word, or its number in CUPTI; null: not known.
const MemoryKind *memoryKindOf(std::string_view said)
{
    uint64_t number = 0;
    if (toUnsigned(said, number))
        return number < std::size(memoryKinds) ? &memoryKinds[number] : nullptr;
    const auto found = std::ranges::find_if(memoryKinds, [said](const auto &kind) {
        return isSameWord(kind.inArgs, said) || isSameWord(kind.inName, said);
    });
    if (found != std::end(memoryKinds))
        return found;
    return isSameWord(said, "host") ? &memoryKinds[1] : nullptr;
}

std::string_view copyKindOf(std::string_view said)
{
    uint64_t number = 0;
    if (toUnsigned(said, number))
        return number < std::size(copyKinds) ? copyKinds[number] : std::string_view();
    const auto found = std::ranges::find_if(copyKinds, [said](auto kind) { return isSameWord(kind, said); });
    return found != std::end(copyKinds) ? *found : std::string_view();
}

} // namespace

bool isBareCopyName(std::string_view name)
{
    return name == "Memcpy" || name == "Memset";
}

std::string copyName(std::string_view name, std::string_view args)
{
    std::string_view copy, from, to, memory;
    if (!args.empty())
        forEachMember(args, [&](const Member &m) {
            if (is(m.key, "copy kind"))
                copy = m.token();
            else if (is(m.key, "src kind"))
                from = m.token();
            else if (is(m.key, "dst kind"))
                to = m.token();
            else if (is(m.key, "memory kind"))
                memory = m.token();
        });
    std::string result(name);
    if (name == "Memset") {
        if (const MemoryKind *kind = memoryKindOf(memory))
            result.append(" (").append(kind->inName).append(")");
        return result;
    }
    const MemoryKind *source = memoryKindOf(from), *target = memoryKindOf(to);
    std::string direction(copyKindOf(copy));
    if (direction.empty() && source && target && source->side && target->side)
        direction = {source->side, 't', 'o', target->side};
    if (!direction.empty())
        result.append(" ").append(direction);
    if (source && target)
        result.append(" (").append(source->inName).append(" -> ").append(target->inName).append(")");
    return result;
}

OpDetail opDetail(std::string_view args, bool hasModel, StringPool &strings)
{
    OpDetail detail;
    OperatorInputs inputs;
    bool isCollective = false;
    forEachMember(args, [&](const Member &m) {
        uint64_t number = 0;
        if (hasModel)
            inputs.take(m);
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
    detail.inputs = inputs.text(strings);
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

WaitArgs waitArgs(std::string_view name, std::string_view args)
{
    WaitArgs wait;
    std::string_view kind = name;
    if (!args.empty())
        forEachMember(args, [&](const Member &m) {
            if (is(m.key, "cuda_sync_kind"))
                kind = m.token();
            else if (is(m.key, "wait_on_cuda_event_record_corr_id"))
                toUnsigned(m.token(), wait.record); // -1: CUPTI does not know it
        });
    wait.kind = kind == "Stream Wait Event" ? WaitArgs::Stream
                : kind == "Event Sync"      ? WaitArgs::Host
                                            : WaitArgs::Other;
    return wait;
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
