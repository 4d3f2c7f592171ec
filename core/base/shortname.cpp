#include "core/base/shortname.h"

#include "core/base/demangle.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

namespace ws {
namespace {

constexpr std::string_view ellipsis = "…";
constexpr std::string_view lowerLetters = "abcdefghijklmnopqrstuvwxyz";

bool isIdentifier(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Underscores separate the parts of Cijk_ and triton_ names.
bool isWord(char c)
{
    return isIdentifier(c) && c != '_';
}

bool continuesCharacter(char c)
{
    return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

size_t characters(std::string_view text)
{
    return text.size() - static_cast<size_t>(std::count_if(text.begin(), text.end(), continuesCharacter));
}

void removeAll(std::string &text, std::string_view part)
{
    for (size_t at; (at = text.find(part)) != text.npos;)
        text.erase(at, part.size());
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
        if (c == '(' && open.empty() && (isIdentifier(before) || before == '>')) {
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

/// The qualified name without template arguments, which go to `arguments`, in order.
std::string withoutTemplates(std::string_view text, std::string &arguments)
{
    std::string plain;
    std::string open;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '>' && !open.empty() && open.back() == '<' && text[i - 1] != '-') {
            open.pop_back();
            continue;
        }
        const bool outside = open.empty();
        if (c == '<' || c == '(')
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
    static constexpr std::array<std::string_view, 9> wrappers{
        "gpu_kernel_impl", "gpu_kernel_impl_nocast",   "BinaryFunctor",      "AUnaryFunctor", "BUnaryFunctor",
        "UnaryOpFunctor",  "BinaryOpListAlphaFunctor", "TensorIteratorBase", "func_wrapper_t"};
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
    text += front < tile ? ellipsis : std::string_view("_");
    return text.append(tileText);
}

std::string shortened(const std::string &full)
{
    if (full.starts_with("Cijk_"))
        return shortTensile(full);
    std::string text = full;
    removeAll(text, "(anonymous namespace)::");
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
    if (plain.starts_with("at::native::")) {
        const std::string_view inner = innerFunctor(arguments);
        plain.erase(4, 8);
        if (!inner.empty())
            plain.append("<").append(inner).append(">");
    }
    return plain;
}

/// For each name the part between the beginning and the end that all of them share.
std::vector<std::string_view> distinguishingParts(const std::vector<std::string_view> &names)
{
    size_t front = names[0].size(), back = names[0].size();
    for (std::string_view name : names) {
        front = std::min(front, name.size());
        front = size_t(std::mismatch(names[0].begin(), names[0].begin() + long(front), name.begin()).first -
                       names[0].begin());
    }
    while (front > 0 && isWord(names[0][front - 1]))
        --front; // whole words, so that "128" and "64" do not become "28" and "64"
    for (std::string_view name : names) {
        back = std::min(back, name.size() - front);
        size_t same = 0;
        while (same < back && names[0][names[0].size() - 1 - same] == name[name.size() - 1 - same])
            ++same;
        back = same;
    }
    while (back > 0 && isWord(names[0][names[0].size() - back]))
        --back;
    std::vector<std::string_view> parts;
    for (std::string_view name : names)
        parts.push_back(name.substr(front, name.size() - front - back));
    return parts;
}

} // namespace

std::string cutInMiddle(std::string_view text, size_t max)
{
    const size_t count = characters(text);
    if (count <= max)
        return std::string(text);
    if (max == 0)
        return {};
    const size_t front = max / 2, back = max - 1 - front;
    size_t begin = 0;
    for (size_t n = 0; begin < text.size(); ++begin)
        if (!continuesCharacter(text[begin]) && n++ == front)
            break;
    size_t end = text.size();
    for (size_t n = 0; n < back && end > begin;)
        n += !continuesCharacter(text[--end]);
    return std::string(text.substr(0, begin)).append(ellipsis).append(text.substr(end));
}

std::string kernelSignature(std::string_view name)
{
    name = name.substr(0, std::min(name.find(" [clone "), name.size()));
    if (name.ends_with(".kd"))
        name.remove_suffix(3);
    std::string text = demangled(name);
    for (const std::string_view unnamed : {"(anonymous namespace)::", "<unnamed>::", "unnamed>::"})
        removeAll(text, unnamed);
    if (text.starts_with("void "))
        text.erase(0, 5);
    const Signature s = parse(text);
    std::string signature = s.isCpp && s.begin < s.end ? text.substr(s.begin, s.end - s.begin) : text;
    std::erase(signature, ' ');
    return signature;
}

std::string bareSignature(std::string_view signature)
{
    std::string bare;
    for (size_t i = 0; i < signature.size(); ++i) {
        if (signature.substr(i).starts_with("::")) {
            while (!bare.empty() && isIdentifier(bare.back()))
                bare.pop_back();
            ++i;
            continue;
        }
        const size_t close = signature[i] == '(' ? signature.find_first_not_of(lowerLetters, i + 1) : signature.npos;
        const bool isCast = close < signature.size() - 1 && signature[close] == ')' && close > i + 1 &&
                            (isDigit(signature[close + 1]) || signature[close + 1] == '-');
        if (isCast)
            i = close;
        else
            bare += signature[i];
    }
    return bare;
}

std::string kernelBaseName(std::string_view signature)
{
    std::string arguments;
    std::string plain = withoutTemplates(signature, arguments);
    if (const size_t colons = plain.rfind("::"); colons != plain.npos && colons + 2 < plain.size())
        plain.erase(0, colons + 2);
    return plain;
}

std::string shortName(std::string_view name, size_t max)
{
    return cutInMiddle(shortened(demangled(name)), max);
}

namespace {

/// Of names that all differ.
std::vector<std::string> distinctNames(std::span<const std::string_view> names, size_t max)
{
    std::vector<std::string> full, result;
    std::unordered_map<std::string, std::vector<size_t>> groups;
    for (std::string_view name : names) {
        full.push_back(demangled(name));
        result.push_back(cutInMiddle(shortened(full.back()), max));
        groups[result.back()].push_back(result.size() - 1);
    }
    const size_t room = std::max<size_t>(max, 12);
    std::vector<size_t> crowded;
    for (const auto &[text, members] : groups) {
        if (members.size() < 2)
            continue;
        std::vector<std::string_view> alike;
        for (size_t i : members)
            alike.push_back(full[i]);
        const auto parts = distinguishingParts(alike);
        for (size_t k = 0; k < members.size(); ++k) {
            const std::string part = cutInMiddle(parts[k], room / 2 - 2);
            if (!part.empty())
                result[members[k]] = cutInMiddle(text, room - characters(part) - 2) + "[" + part + "]";
            crowded.push_back(members[k]);
        }
    }
    std::sort(crowded.begin(), crowded.end());
    std::unordered_set<std::string> taken;
    for (const auto &[text, members] : groups)
        if (members.size() == 1)
            taken.insert(text);
    std::unordered_map<std::string, size_t> next;
    for (size_t i : crowded) {
        const std::string wanted = result[i];
        while (!taken.insert(result[i]).second) {
            const std::string number = " #" + std::to_string(++next[wanted] + 1);
            result[i] = cutInMiddle(wanted, room - number.size()) + number;
        }
    }
    return result;
}

} // namespace

std::vector<std::string> shortNames(std::span<const std::string_view> names, size_t max)
{
    std::unordered_map<std::string_view, size_t> places;
    std::vector<std::string_view> different;
    for (const std::string_view name : names)
        if (places.try_emplace(name, different.size()).second)
            different.push_back(name);
    std::vector<std::string> brief = distinctNames(different, max);
    if (different.size() == names.size())
        return brief;
    std::vector<std::string> result;
    for (const std::string_view name : names)
        result.push_back(brief[places.at(name)]);
    return result;
}

} // namespace ws
