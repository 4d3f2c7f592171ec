#include "core/analysis/limits/operatorcall.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace ws {
namespace {

using enum TypeCategory;

constexpr ElementTraits allTraits[] = {
    {"b1", 1, Bool},          {"u8", 1, Integer},       {"i8", 1, Integer},     {"u16", 2, Integer},
    {"i16", 2, Integer},      {"u32", 4, Integer},      {"i32", 4, Integer},    {"u64", 8, Integer},
    {"i64", 8, Integer},      {"f4x2", 1, Float},       {"f8e4m3fn", 1, Float}, {"f8e5m2", 1, Float},
    {"f8e4m3fnuz", 1, Float}, {"f8e5m2fnuz", 1, Float}, {"f8e8m0", 1, Float},   {"f16", 2, Float},
    {"bf16", 2, Float},       {"f32", 4, Float},        {"f64", 8, Float},      {"c64", 8, Complex},
    {"c128", 16, Complex},
};

struct WrittenType
{
    std::string_view text;
    ElementType type;
};

/// As the profilers of all versions write them.
constexpr WrittenType writtenTypes[] = {
    {"float", ElementType::F32},
    {"double", ElementType::F64},
    {"c10::Half", ElementType::F16},
    {"c10::BFloat16", ElementType::Bf16},
    {"long int", ElementType::I64},
    {"long", ElementType::I64},
    {"int64_t", ElementType::I64},
    {"int", ElementType::I32},
    {"short int", ElementType::I16},
    {"short", ElementType::I16},
    {"signed char", ElementType::I8},
    {"unsigned char", ElementType::U8},
    {"bool", ElementType::Bool},
    {"unsigned short", ElementType::U16},
    {"unsigned short int", ElementType::U16},
    {"unsigned int", ElementType::U32},
    {"unsigned long", ElementType::U64},
    {"unsigned long int", ElementType::U64},
    {"c10::Float8_e4m3fn", ElementType::F8e4m3fn},
    {"c10::Float8_e5m2", ElementType::F8e5m2},
    {"c10::Float8_e4m3fnuz", ElementType::F8e4m3fnuz},
    {"c10::Float8_e5m2fnuz", ElementType::F8e5m2fnuz},
    {"c10::Float8_e8m0fnu", ElementType::F8e8m0},
    {"c10::Float4_e2m1fn_x2", ElementType::F4x2},
    {"c10::complex<float>", ElementType::C64},
    {"c10::complex<double>", ElementType::C128},
};

/// torch's c10::ScalarType.
constexpr std::pair<int, ElementType> numberedTypes[] = {
    {0, ElementType::U8},          {1, ElementType::I8},        {2, ElementType::I16},
    {3, ElementType::I32},         {4, ElementType::I64},       {5, ElementType::F16},
    {6, ElementType::F32},         {7, ElementType::F64},       {9, ElementType::C64},
    {10, ElementType::C128},       {11, ElementType::Bool},     {15, ElementType::Bf16},
    {23, ElementType::F8e5m2},     {24, ElementType::F8e4m3fn}, {25, ElementType::F8e5m2fnuz},
    {26, ElementType::F8e4m3fnuz}, {44, ElementType::F8e8m0},   {45, ElementType::F4x2},
};

bool isBlank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

/// The members of a list as they are written; nothing when it is no list.
std::optional<std::vector<std::string_view>> membersOf(std::string_view list)
{
    list = trimmed(list);
    if (list.size() < 2 || list.front() != '[' || list.back() != ']')
        return std::nullopt;
    list = list.substr(1, list.size() - 2);
    std::vector<std::string_view> members;
    if (trimmed(list).empty())
        return members;
    size_t begin = 0;
    int depth = 0;
    bool inString = false;
    for (size_t i = 0; i < list.size(); ++i) {
        const char c = list[i];
        if (inString) {
            i += c == '\\';
            inString = c != '"';
        } else if (c == ',' && depth == 0) {
            members.push_back(trimmed(list.substr(begin, i - begin)));
            begin = i + 1;
        } else {
            inString = c == '"';
            depth += (c == '[') - (c == ']');
        }
    }
    members.push_back(trimmed(list.substr(begin)));
    return members;
}

std::string_view unquoted(std::string_view text)
{
    return text.size() >= 2 && text.front() == '"' && text.back() == '"' ? text.substr(1, text.size() - 2) : text;
}

std::optional<int64_t> integerIn(std::string_view text)
{
    int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::optional<bool> flagIn(std::string_view text)
{
    if (text == "True" || text == "true" || text == "1")
        return true;
    if (text == "False" || text == "false" || text == "0")
        return false;
    return std::nullopt;
}

std::optional<std::vector<int64_t>> integersIn(std::string_view list)
{
    const auto members = membersOf(list);
    if (!members)
        return std::nullopt;
    std::vector<int64_t> values;
    for (const std::string_view member : *members) {
        const auto value = integerIn(member);
        if (!value)
            return std::nullopt;
        values.push_back(*value);
    }
    return values;
}

std::optional<ElementType> typeIn(std::string_view text)
{
    const auto found = std::ranges::find(writtenTypes, text, &WrittenType::text);
    return found == std::end(writtenTypes) ? std::nullopt : std::optional(found->type);
}

bool areSizes(const std::vector<int64_t> &dims)
{
    WideCount count = 1;
    for (const int64_t dim : dims) {
        if (dim < 0 || dim > Tensor::maxElements)
            return false;
        count *= std::max<int64_t>(dim, 1);
        if (count > Tensor::maxElements)
            return false;
    }
    return true;
}

std::optional<Tensor> tensorFrom(std::string_view type, std::string_view dims, std::string_view strides)
{
    const auto element = typeIn(type);
    auto sizes = element ? integersIn(dims) : std::nullopt;
    if (!sizes || !areSizes(*sizes))
        return std::nullopt;
    Tensor tensor{*element, std::move(*sizes), {}};
    if (auto steps = integersIn(strides); steps && steps->size() == tensor.dims.size())
        tensor.strides = std::move(*steps);
    return tensor;
}

bool isListType(std::string_view type)
{
    return type.ends_with("List");
}

} // namespace

const ElementTraits &traitsOf(ElementType type)
{
    return allTraits[size_t(type)];
}

std::optional<ElementType> typeOfNumber(std::string_view number)
{
    const auto value = integerIn(number);
    const auto found = std::ranges::find_if(numberedTypes, [&](const auto &known) { return known.first == value; });
    return found == std::end(numberedTypes) ? std::nullopt : std::optional(found->second);
}

int64_t Tensor::count() const
{
    int64_t count = 1;
    for (const int64_t dim : dims)
        count *= dim;
    return count;
}

int64_t Tensor::readBytes() const
{
    int64_t count = elementBytes();
    for (size_t i = 0; i < dims.size(); ++i)
        count *= i < strides.size() && strides[i] == 0 && dims[i] > 0 ? 1 : dims[i];
    return count;
}

OperatorCall::OperatorCall(std::string_view name, std::string_view inputs) : m_form(workFormOf(name))
{
    std::array<std::string_view, 4> parts; // dims, types, texts, strides
    for (std::string_view &part : parts) {
        const size_t end = inputs.find(inputsSeparator);
        part = inputs.substr(0, end);
        inputs.remove_prefix(end == inputs.npos ? inputs.size() : end + 1);
    }
    using Members = std::vector<std::string_view>;
    const Members dims = membersOf(parts[0]).value_or(Members());
    const Members types = membersOf(parts[1]).value_or(Members());
    const Members strides = membersOf(parts[3]).value_or(Members());
    m_texts = membersOf(parts[2]);
    for (size_t i = 0; i < std::min(dims.size(), types.size()); ++i) {
        const std::string_view type = unquoted(types[i]);
        m_tensors.push_back(tensorFrom(type, dims[i], i < strides.size() ? strides[i] : std::string_view()));
        m_isNone.push_back(type.empty());
        const bool hasDims = membersOf(dims[i]).value_or(Members{""}).size() > 0;
        m_isScalar.push_back(!typeIn(type) && !hasDims && !isListType(type) && !type.starts_with("c10::"));
    }
}

bool OperatorCall::isScalar(size_t i) const
{
    return i < m_isScalar.size() && m_isScalar[i];
}

std::optional<std::string_view> OperatorCall::text(size_t i) const
{
    if (!m_texts || i >= m_texts->size())
        return std::nullopt;
    const std::string_view text = unquoted((*m_texts)[i]);
    return text == "None" ? std::string_view() : text;
}

std::optional<bool> OperatorCall::flag(size_t i) const
{
    const auto said = text(i);
    return !said ? std::nullopt : said->empty() ? std::optional(false) : flagIn(*said);
}

std::optional<int64_t> OperatorCall::integer(size_t i) const
{
    const auto said = text(i);
    return said ? integerIn(*said) : std::nullopt;
}

std::optional<std::vector<int64_t>> OperatorCall::integers(size_t i) const
{
    const auto said = text(i);
    if (!said)
        return std::nullopt;
    if (said->empty())
        return std::vector<int64_t>();
    if (const auto one = integerIn(*said))
        return std::vector{*one};
    return integersIn(*said);
}

std::optional<std::vector<bool>> OperatorCall::flags(size_t i) const
{
    const auto said = text(i);
    const auto members = said ? membersOf(*said) : std::nullopt;
    if (!members)
        return std::nullopt;
    std::vector<bool> values;
    for (const std::string_view member : *members) {
        const auto value = flagIn(member);
        if (!value)
            return std::nullopt;
        values.push_back(*value);
    }
    return values;
}

std::optional<ElementType> OperatorCall::type(size_t i, std::optional<ElementType> otherwise) const
{
    if (!m_texts && i < m_isNone.size() && m_isNone[i])
        return otherwise;
    const auto said = text(i);
    return !said ? std::nullopt : said->empty() ? otherwise : typeOfNumber(*said);
}

std::string OperatorCall::shapeText() const
{
    std::string text;
    for (const auto &tensor : m_tensors) {
        if (!tensor)
            continue;
        text.append(text.empty() ? "" : " ").append(traitsOf(tensor->type).name) += '[';
        for (size_t i = 0; i < tensor->dims.size(); ++i)
            text.append(i ? "," : "").append(std::to_string(tensor->dims[i]));
        text += ']';
    }
    return text;
}

} // namespace ws
