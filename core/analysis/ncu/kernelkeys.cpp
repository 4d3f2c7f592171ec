#include "core/analysis/ncu/kernelkeys.h"

#include "core/base/shortname.h"

#include <unordered_map>

namespace ws {
namespace {

/// A distinct name of one of the files.
struct Name
{
    std::string signature;
    uint32_t key = 0;

    explicit Name(std::string_view name) : signature(kernelSignature(name)) {}
    std::string form(int number) const
    {
        return number == 0 ? signature : number == 1 ? bareSignature(signature) : kernelBaseName(signature);
    }
};

/// Names, and the name of each row or each StringId.
struct Names
{
    std::vector<Name> names;
    std::vector<uint32_t> of; ///< UINT32_MAX: none

    std::vector<uint32_t> keys() const
    {
        std::vector<uint32_t> keys;
        for (const uint32_t number : of)
            keys.push_back(number == UINT32_MAX ? 0 : names[number].key);
        return keys;
    }
};

Names namesOfRows(const Table &table)
{
    Names result;
    const int column = table.columnIndex("Kernel");
    std::unordered_map<std::string, uint32_t> known;
    for (const auto &row : table.rows) {
        const auto *text = column < 0 ? nullptr : std::get_if<std::string>(&row[static_cast<size_t>(column)]);
        const std::string name = text ? *text : std::string();
        const auto [number, isNew] = known.try_emplace(name, static_cast<uint32_t>(result.names.size()));
        if (isNew)
            result.names.emplace_back(name);
        result.of.push_back(number->second);
    }
    return result;
}

Names namesOfKernels(const Run &run)
{
    Names result;
    result.of.assign(run.strings.size(), UINT32_MAX);
    for (size_t i = 0; i < run.gpu.size(); ++i) {
        uint32_t &number = result.of[run.gpu.name[i]];
        if (number != UINT32_MAX || run.gpu.kind[i] != CategoryKind::Kernel)
            continue;
        number = static_cast<uint32_t>(result.names.size());
        result.names.emplace_back(run.text(run.gpu.name[i]));
    }
    return result;
}

/// "a::b" of "a::b::f<c::d>"; empty: no namespace.
std::string_view scopeOf(std::string_view signature)
{
    const std::string_view function = signature.substr(0, signature.find('<'));
    const size_t colons = function.rfind("::");
    return colons == function.npos ? std::string_view() : function.substr(0, colons);
}

/// "int" of "a::f<b::int,4>", without namespaces and casts.
std::string firstArgument(const std::string &signature)
{
    const std::string bare = bareSignature(signature);
    const size_t open = bare.find('<');
    return open == bare.npos ? std::string() : bare.substr(open, bare.find_first_of(",>", open) - open);
}

/// What both tools write must not differ: the namespace, and for the bare function the template arguments. ncu garbles
/// the names of lambdas among them; there the first argument has to do.
bool areUnlike(const Name &a, const Name &b, int form)
{
    const std::string_view scopeA = scopeOf(a.signature), scopeB = scopeOf(b.signature);
    if (!scopeA.empty() && !scopeB.empty() && !scopeA.ends_with(scopeB) && !scopeB.ends_with(scopeA))
        return true;
    const auto has = [](const Name &name, const char *part) { return name.signature.find(part) != std::string::npos; };
    if (form < 2 || !has(a, "<") || !has(b, "<"))
        return false;
    if (bareSignature(a.signature) == bareSignature(b.signature))
        return false;
    const bool isGarbled = has(a, "lambda") && has(b, "lambda");
    return !isGarbled || firstArgument(a.signature) != firstArgument(b.signature);
}

/// Gives a key to names that both files have in this form.
void match(std::vector<Name> &rowNames, std::vector<Name> &kernelNames, int form, uint32_t &count)
{
    std::unordered_map<std::string, std::vector<Name *>> rows;
    for (Name &name : rowNames)
        if (std::string text = name.key ? std::string() : name.form(form); !text.empty())
            rows[std::move(text)].push_back(&name);
    for (Name &name : kernelNames) {
        const auto found = name.key || rows.empty() ? rows.end() : rows.find(name.form(form));
        if (found == rows.end())
            continue;
        for (Name *row : found->second) {
            if (areUnlike(name, *row, form))
                continue;
            if (!name.key)
                name.key = row->key ? row->key : ++count;
            if (!row->key)
                row->key = name.key;
        }
    }
}

} // namespace

KernelKeys KernelKeys::of(const Table &table, const Run &timeline)
{
    KernelKeys keys;
    Names rows = namesOfRows(table), kernels = namesOfKernels(timeline);
    for (int form = 0; form < 3; ++form)
        match(rows.names, kernels.names, form, keys.count);
    keys.ofRow = rows.keys();
    keys.ofKernel = kernels.keys();
    return keys;
}

} // namespace ws
