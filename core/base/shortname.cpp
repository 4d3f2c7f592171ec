#include "core/base/shortname.h"

#include "core/base/demangle.h"
#include "core/base/namecut.h"

#include <algorithm>
#include <array>

namespace ws {
namespace {

constexpr std::string_view leftOutSign = "…";

bool isIdentifier(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Every tool writes the anonymous namespace in its own way.
std::string withoutUnnamed(std::string text)
{
    for (const std::string_view unnamed : {"(anonymous namespace)::", "<unnamed>::", "unnamed>::", "{anonymous}::"}) {
        size_t from = 0, to = 0;
        for (size_t at; (at = text.find(unnamed, from)) != text.npos; from = at + unnamed.size()) {
            std::copy(text.begin() + long(from), text.begin() + long(at), text.begin() + long(to));
            to += at - from;
        }
        if (from > 0)
            text.erase(std::copy(text.begin() + long(from), text.end(), text.begin() + long(to)), text.end());
    }
    return text;
}

/// Whether `<` or `>` at this place compares or shifts, or belongs to the name of an operator, and is no bracket. Some
/// demanglers leave "((int)1)>((int)0)" without parentheses around it. It differs from the end of "f<void
/// (*)(int)>(int)" in what stands behind the second pair of parentheses: an operand goes on, a list of parameters ends
/// the name.
bool isOperator(std::string_view text, size_t at)
{
    constexpr std::string_view signs = "<>=", spacedSigns = "<>= ", goesOn = ",>)&|?:=!<+-*/%^0123456789";
    constexpr size_t longestSigns = 16, longestOperand = 1000; // characters; damaged names may have any number of them
    const std::string_view before = text.substr(at - std::min(at, longestSigns), std::min(at, longestSigns));
    const auto until = [&](size_t last) { return before.substr(0, last == before.npos ? 0 : last + 1); };
    constexpr std::string_view word = "operator";
    const std::string_view named = until(before.find_last_not_of(signs));
    const size_t wordAt = named.size() - std::min(named.size(), word.size());
    if (named.ends_with(word) && (wordAt == 0 || !isIdentifier(named[wordAt - 1]))) // not "apply_operator<int>"
        return true;
    const std::string_view left = until(before.find_last_not_of(spacedSigns));
    const size_t right = text.substr(0, at + longestSigns).find_first_not_of(spacedSigns, at);
    if (!left.ends_with(')') || left.ends_with("operator()") || right == text.npos || text[right] != '(')
        return false;
    const std::string_view operand = text.substr(right, longestOperand);
    size_t depth = 0, end = 0;
    do
        depth += operand[end] == '(' ? 1 : operand[end] == ')' ? size_t(-1) : 0;
    while (++end < operand.size() && depth > 0);
    const std::string_view next = text.substr(std::min(text.find_first_not_of(' ', right + end), text.size()));
    return !next.empty() && !next.starts_with("::") && goesOn.find(next.front()) != goesOn.npos;
}

/// Where a C++ signature's parts lie. `>` closes only what `<` opened: "(8)>(0)" in a template argument is ignored.
struct Signature
{
    size_t begin = 0;                    ///< of the qualified name, after the return type
    size_t end = std::string_view::npos; ///< of the qualified name: the argument list begins, or npos
    bool isCpp = false;
};

Signature parse(std::string_view text)
{
    Signature s;
    std::string open;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const char before = i ? text[i - 1] : ' ';
        if ((c == '<' || c == '>') && isOperator(text, i))
            continue;
        const bool isType = text.substr(0, i).ends_with("decltype");
        if (c == '(' && open.empty() && (isIdentifier(before) || before == '>') && !isType) {
            s.end = i;
            s.isCpp = true;
            break;
        }
        if (c == '<' || c == '(' || c == '{' || c == '[') {
            s.isCpp |= c == '<' && open.empty() && isIdentifier(before);
            open += c;
        } else if (c == '>' && before != '-' && !open.empty() && open.back() == '<') {
            open.pop_back();
        } else if (c == ')' || c == '}' || c == ']') {
            const char match = c == ')' ? '(' : c == '}' ? '{' : '[';
            const size_t at = open.rfind(match);
            if (at != open.npos)
                open.resize(at);
        } else if (c == ' ' && open.empty()) {
            s.begin = i + 1;
        }
    }
    s.end = std::min(s.end, text.size());
    return s;
}

/// "f<true,1ul>" → "f<1,1>": one demangler writes the type of a constant behind it, another as a cast before it.
std::string withPlainNumbers(std::string_view text)
{
    std::string plain;
    for (size_t i = 0; i < text.size();) {
        const size_t begin = i;
        while (i < text.size() && isIdentifier(text[i]))
            ++i;
        const std::string_view word = text.substr(begin, i - begin);
        const size_t suffix = word.find_first_not_of("0123456789");
        if (word == "true" || word == "false")
            plain += word == "true" ? '1' : '0';
        else if (suffix != word.npos && suffix > 0 && word.find_first_not_of("uUlL", suffix) == word.npos)
            plain += word.substr(0, suffix);
        else
            plain += word;
        if (i == begin)
            plain += text[i++];
    }
    return plain;
}

/// The qualified name without template arguments, which go to `arguments`, in order.
std::string withoutTemplates(std::string_view text, std::string &arguments)
{
    std::string plain;
    std::string open;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool isBracket = (c == '<' || c == '>') && !isOperator(text, i);
        if (c == '>' && isBracket && !open.empty() && open.back() == '<' && text[i - 1] != '-') {
            open.pop_back();
            continue;
        }
        const bool outside = open.empty();
        if ((c == '<' && isBracket) || c == '(')
            open += c;
        else if (c == ')' && open.rfind('(') != open.npos)
            open.resize(open.rfind('('));
        if (!outside || c == '<')
            arguments += c;
        else
            plain += c;
    }
    return plain;
}

bool endsLike(std::string_view word, std::string_view ending)
{
    return word.size() > ending.size() && word.ends_with(ending);
}

/// The operation of an at::native wrapper kernel: the first word among its template arguments that names an operation.
std::string_view innerFunctor(std::string_view arguments)
{
    static constexpr std::array<std::string_view, 10> wrappers{
        "gpu_kernel_impl", "gpu_kernel_impl_nocast",   "BinaryFunctor",      "AUnaryFunctor",  "BUnaryFunctor",
        "UnaryOpFunctor",  "BinaryOpListAlphaFunctor", "TensorIteratorBase", "func_wrapper_t", "ReduceOp"};
    std::string_view fallback;
    for (size_t i = 0; i < arguments.size();) {
        if (!isIdentifier(arguments[i])) {
            ++i;
            continue;
        }
        const size_t begin = i;
        while (i < arguments.size() && isIdentifier(arguments[i]))
            ++i;
        const std::string_view word = arguments.substr(begin, i - begin);
        const bool operation = word.find("Functor") != word.npos || word.find("functor") != word.npos ||
                               endsLike(word, "_kernel") || endsLike(word, "_kernel_cuda") ||
                               endsLike(word, "_kernel_impl") || endsLike(word, "Ops") || endsLike(word, "Op");
        if (!operation)
            continue;
        if (std::find(wrappers.begin(), wrappers.end(), word) == wrappers.end())
            return word;
        if (fallback.empty())
            fallback = word;
    }
    return fallback;
}

/// "Cijk_Alik_Bljk_BBS_BH_Bias_…_MT256x192x64_…": the problem type in front and the macro tile.
std::string shortTensile(std::string_view name)
{
    constexpr int partsInFront = 5;
    const size_t tile = name.find("_MT");
    if (tile == name.npos)
        return std::string(name);
    size_t front = 0;
    for (int parts = 0; front < tile && parts < partsInFront; ++front)
        parts += name[front + 1] == '_';
    const std::string_view tileText = name.substr(tile + 1, name.find('_', tile + 1) - tile - 1);
    std::string text(name.substr(0, front));
    text += front < tile ? leftOutSign : std::string_view("_");
    return text.append(tileText);
}

/// Wrappers that say nothing: "cutlass::Kernel2<cutlass_80_tensorop_…>" is its argument. Empty: no such wrapper.
std::string_view wrapped(std::string_view plain, std::string_view arguments)
{
    if (!plain.starts_with("cutlass") || !(plain.ends_with("::Kernel") || plain.ends_with("::Kernel2")))
        return {};
    const std::string_view inner = arguments.substr(1);
    return std::all_of(inner.begin(), inner.end(), isIdentifier) ? inner : std::string_view();
}

} // namespace

std::string withoutAddress(std::string_view name)
{
    constexpr std::string_view address = " at 0x", method = "<built-in method ", of = " of ", object = " object>";
    std::string text;
    size_t from = 0;
    for (size_t at = name.find(address); at != name.npos; at = name.find(address, from)) {
        const size_t digits = at + address.size();
        const size_t end = std::min(name.find_first_not_of("0123456789abcdefABCDEF", digits), name.size());
        text.append(name.substr(from, (end > digits ? at : end) - from));
        from = end;
    }
    text.append(name.substr(from));
    const std::string_view whole = text;
    const size_t between = whole.find(of, method.size());
    const bool isMethod = text.size() < name.size() && whole.starts_with(method) && whole.ends_with(object);
    if (!isMethod || between == whole.npos || between + of.size() + object.size() > whole.size())
        return text;
    std::string_view type = whole.substr(between + of.size());
    type.remove_suffix(object.size());
    return std::string(type.substr(type.rfind('.') + 1))
        .append(".")
        .append(whole.substr(method.size(), between - method.size()));
}

std::string kernelSignature(std::string_view name)
{
    name = name.substr(0, std::min(name.find(" [clone "), name.size()));
    if (name.ends_with(".kd"))
        name.remove_suffix(3);
    std::string text = withoutUnnamed(demangled(name));
    if (text.starts_with("void "))
        text.erase(0, 5);
    const Signature s = parse(text);
    std::string signature = s.isCpp && s.begin < s.end ? text.substr(s.begin, s.end - s.begin) : text;
    std::erase(signature, ' ');
    return signature;
}

std::string bareSignature(std::string_view signature)
{
    const auto isPartOfType = [](char c) { return isIdentifier(c) || c == ':'; };
    std::string bare;
    for (size_t i = 0; i < signature.size(); ++i) {
        if (signature.substr(i).starts_with("::")) {
            while (!bare.empty() && isIdentifier(bare.back()))
                bare.pop_back();
            ++i;
            continue;
        }
        const auto end =
            signature[i] == '(' ? std::ranges::find_if_not(signature.substr(i + 1), isPartOfType) : signature.end();
        const auto close = static_cast<size_t>(end - signature.begin());
        const bool isCast = close + 1 < signature.size() && signature[close] == ')' && close > i + 1 &&
                            (isDigit(signature[close + 1]) || signature[close + 1] == '-');
        if (isCast)
            i = close;
        else
            bare += signature[i];
    }
    return withPlainNumbers(bare);
}

bool isSharedName(std::string_view name)
{
    constexpr std::string_view prefix = "triton_";
    if (!name.starts_with(prefix))
        return false;
    name = name.substr(prefix.size(), name.find(' ') - prefix.size());
    return name.find_first_not_of("_0123456789dec") == name.npos;
}

std::string kernelBaseName(std::string_view signature)
{
    std::string arguments;
    std::string plain = withoutTemplates(signature, arguments);
    if (const size_t colons = plain.rfind("::"); colons != plain.npos && colons + 2 < plain.size())
        plain.erase(0, colons + 2);
    return plain;
}

std::string uncutShortName(const std::string &full)
{
    if (full.starts_with("Cijk_"))
        return shortTensile(full);
    std::string text = withoutUnnamed(full);
    if (std::string brief = withoutAddress(text); brief.size() < text.size())
        return brief;
    if (text.starts_with("void "))
        text.erase(0, 5);
    const Signature s = parse(text);
    if (!s.isCpp || s.begin >= s.end)
        return text;
    std::string arguments;
    std::string plain = withoutTemplates(std::string_view(text).substr(s.begin, s.end - s.begin), arguments);
    if (plain.empty())
        return text;
    if (plain.front() == '>' || plain.front() == ',') // brackets that do not match: a tool has cut the name
        return text.substr(0, text.find_first_of("<,("));
    if (const std::string_view inner = wrapped(plain, arguments); !inner.empty())
        return std::string(inner);
    if (plain.starts_with("at::native::")) {
        const std::string_view inner = innerFunctor(arguments);
        plain.erase(4, 8);
        if (!inner.empty())
            plain.append("<").append(inner).append(">");
    }
    return plain;
}

std::string shortName(std::string_view name, size_t max)
{
    return cutName(uncutShortName(demangled(name)), max);
}

} // namespace ws
