// limitsOfProfile(): limits of a layerwise profile, whose kernels carry the calls that they ran for as printed text:
// "mm(bfloat16[16, 4096], bfloat16[4096, 6144]) <- matmul(…) <- linear(…)", the innermost one first.

#include "core/analysis/gpuscan.h"
#include "core/analysis/limits/limits.h"
#include "core/model/phases.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace ws {
namespace {

/// torch's names of types as printed, and as its profiler writes them.
constexpr std::pair<std::string_view, std::string_view> printedTypes[] = {
    {"bfloat16", "c10::BFloat16"},
    {"float16", "c10::Half"},
    {"float32", "float"},
    {"float64", "double"},
    {"int64", "long int"},
    {"int32", "int"},
    {"int16", "short int"},
    {"int8", "signed char"},
    {"uint8", "unsigned char"},
    {"bool", "bool"},
    {"float8_e4m3fn", "c10::Float8_e4m3fn"},
    {"float8_e5m2", "c10::Float8_e5m2"},
    {"float8_e4m3fnuz", "c10::Float8_e4m3fnuz"},
    {"float8_e5m2fnuz", "c10::Float8_e5m2fnuz"},
    {"float8_e8m0fnu", "c10::Float8_e8m0fnu"},
    {"complex64", "c10::complex<float>"},
    {"complex128", "c10::complex<double>"},
};

/// Parts of `text` between `separator`s outside of brackets.
std::vector<std::string_view> parts(std::string_view text, std::string_view separator)
{
    std::vector<std::string_view> found;
    size_t begin = 0;
    int depth = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        depth += (text[i] == '(' || text[i] == '[') - (text[i] == ')' || text[i] == ']');
        if (depth == 0 && text.substr(i).starts_with(separator)) {
            found.push_back(text.substr(begin, i - begin));
            begin = i + separator.size();
            i = begin - 1;
        }
    }
    found.push_back(text.substr(begin));
    return found;
}

std::string_view withoutBlanks(std::string_view text)
{
    const size_t begin = text.find_first_not_of(' ');
    return begin == text.npos ? std::string_view() : text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

struct PrintedCall
{
    std::string name;   ///< with its namespace
    std::string inputs; ///< as CpuOps::inputs
};

/// "mm(bfloat16[16, 4096], None, True)"; nothing: it is no call.
std::optional<PrintedCall> printedCall(std::string_view text)
{
    const size_t open = text.find('(');
    if (open == text.npos || open == 0 || text.back() != ')')
        return std::nullopt;
    PrintedCall call{std::string(text.substr(0, open)), {}};
    if (call.name.find("::") == call.name.npos)
        call.name.insert(0, "aten::");
    std::string dims, types, texts;
    for (std::string_view argument : parts(text.substr(open + 1, text.size() - open - 2), ",")) {
        argument = withoutBlanks(argument);
        const size_t bracket = argument.find('[');
        const auto type = bracket == argument.npos || argument.back() != ']'
                              ? std::end(printedTypes)
                              : std::ranges::find(printedTypes, argument.substr(0, bracket),
                                                  &std::pair<std::string_view, std::string_view>::first);
        const bool isTensor = type != std::end(printedTypes);
        const bool isNone = argument == "None";
        dims.append(dims.empty() ? "" : ",").append(isTensor ? argument.substr(bracket) : "[]");
        types.append(types.empty() ? "\"" : ",\"").append(isTensor ? type->second : isNone ? "" : "Scalar") += '"';
        texts.append(texts.empty() ? "\"" : ",\"").append(isTensor || isNone ? std::string_view() : argument) += '"';
    }
    call.inputs =
        '[' + dims + ']' + inputsSeparator + '[' + types + ']' + inputsSeparator + '[' + texts + ']' + inputsSeparator;
    return call;
}

class ProfileLimits
{
public:
    ProfileLimits(const Run &run, const LimitOptions &options) : m_run(run), m_options(options) {}

    Limits of(const std::vector<std::string> &phases)
    {
        for (const ModuleTree &tree : m_run.layerwise)
            if (tree.view == "model" && std::ranges::find(phases, tree.phase) != phases.end())
                addTree(tree);
        m_limits.device = peaksOf(m_run, m_options.peaks);
        m_limits.isOfPart = true; // phases are no steps: the file does not say how long they took
        for (size_t k = 0; k < m_limits.rows.size(); ++k) {
            LimitRow &row = m_limits.rows[k];
            if (m_limits.device.peaks && row.gpuNs > 0)
                row.limit = limitOf(row.work, m_arithmetic[k], *m_limits.device.peaks);
            if (!row.limit)
                continue;
            m_limits.sum.limitedNs = saturatingAdd(m_limits.sum.limitedNs, row.gpuNs);
            m_limits.sum.limitNs += row.limitNs();
        }
        std::ranges::stable_sort(m_limits.rows, [](const LimitRow &a, const LimitRow &b) {
            return std::tie(b.gpuNs, a.printedName, a.shape) < std::tie(a.gpuNs, b.printedName, b.shape);
        });
        for (const auto &[name, ns] : m_uncovered)
            m_limits.uncovered.push_back({0, ns, false, name});
        std::ranges::stable_sort(m_limits.uncovered, std::ranges::greater(), &UncoveredWork::ns);
        return std::move(m_limits);
    }

private:
    /// Kernels that follow one another below a module with the same text are of one call until a name comes again.
    void addTree(const ModuleTree &tree)
    {
        std::vector<std::string_view> ofCall;
        const ModuleNode *before = nullptr;
        for (const ModuleNode &node : tree.nodes) {
            if (node.childCount)
                continue;
            const bool goesOn = before && before->parent == node.parent && before->detail == node.detail &&
                                std::ranges::find(ofCall, node.name) == ofCall.end();
            if (!goesOn)
                ofCall.clear();
            ofCall.push_back(node.name);
            before = &node;
            addKernel(node, !goesOn);
        }
    }

    void addKernel(const ModuleNode &node, bool isNewCall)
    {
        if (std::string_view(node.name).starts_with("Memcpy") && !isCopyWithinDevice(node.name))
            return;
        LimitSum &sum = m_limits.sum;
        sum.ofNs = saturatingAdd(sum.ofNs, node.selfNs ? node.selfNs : node.totalNs);
        const int64_t ns = node.selfNs ? node.selfNs : node.totalNs;
        const Owner &owner = ownerOf(node.detail);
        if (owner.row == noLimitRow) {
            int64_t &uncovered = m_uncovered[owner.innermost];
            uncovered = saturatingAdd(uncovered, ns);
            return;
        }
        LimitRow &row = m_limits.rows[owner.row];
        row.gpuNs = saturatingAdd(row.gpuNs, ns);
        row.calls += isNewCall ? 1 : 0;
        sum.coveredNs = saturatingAdd(sum.coveredNs, ns);
        m_arithmetic[owner.row] |= floatArithmeticOf(node.name);
    }

    struct Owner
    {
        uint32_t row = noLimitRow;
        std::string innermost; ///< empty: the kernel has no call
    };

    /// The outermost call with numbers, as in timelines.
    const Owner &ownerOf(const std::string &text)
    {
        const auto [found, isNew] = m_owners.try_emplace(text);
        Owner &owner = found->second;
        if (!isNew)
            return owner;
        m_limits.hasInputs |= !text.empty();
        std::vector<std::string_view> chain = parts(text, " <- ");
        if (const auto innermost = printedCall(chain.front()))
            owner.innermost = innermost->name;
        for (auto printed = chain.rbegin(); printed != chain.rend(); ++printed) {
            const auto call = printedCall(withoutBlanks(*printed));
            if (!call)
                continue;
            const OperatorCall parsed(call->name, call->inputs);
            const auto work = workOf(parsed);
            if (!work)
                continue;
            auto key = std::tuple(call->name, parsed.shapeText(), work->flop, work->bytes);
            const auto [row, isFirst] = m_rows.try_emplace(std::move(key), uint32_t(m_limits.rows.size()));
            if (isFirst) {
                m_limits.rows.push_back({.shape = parsed.shapeText(), .work = *work, .printedName = call->name});
                m_arithmetic.push_back(NoFloatWord);
            }
            owner.row = row->second;
            break;
        }
        return owner;
    }

    const Run &m_run;
    const LimitOptions &m_options;
    std::unordered_map<std::string, Owner> m_owners; ///< by printed text
    std::map<std::tuple<std::string, std::string, int64_t, int64_t>, uint32_t> m_rows;
    std::vector<uint8_t> m_arithmetic; ///< by row
    std::map<std::string, int64_t> m_uncovered;
    Limits m_limits;
};

} // namespace

bool hasPrintedCalls(const Run &run)
{
    return std::ranges::any_of(run.layerwise, [](const ModuleTree &tree) { return tree.view == "model"; });
}

Limits limitsOfProfile(const Run &run, std::string_view phase, const LimitOptions &options)
{
    return ProfileLimits(run, options).of(chosenPhases(run.layerwise, phase));
}

} // namespace ws
