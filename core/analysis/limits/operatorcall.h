#pragma once
// The inputs of one call of an operator as torch's profiler writes them (CpuOps::inputs): its tensors with their
// element types, and the texts of its other arguments. Arguments count from 0. A call is parsed once for each distinct
// text, so it may be slow; its views point into the run's texts.

#include "core/model/run.h"
#include "core/model/workforms.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ws {

enum class ElementType : uint8_t {
    Bool,
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    U64,
    I64,
    F4x2, ///< two values in an element of one byte
    F8e4m3fn,
    F8e5m2,
    F8e4m3fnuz,
    F8e5m2fnuz,
    F8e8m0,
    F16,
    Bf16,
    F32,
    F64,
    C64,
    C128,
};

enum class TypeCategory : uint8_t { Bool, Integer, Float, Complex };

struct ElementTraits
{
    std::string_view name; ///< "bf16"
    int bytes;
    TypeCategory category;
};
const ElementTraits &traitsOf(ElementType type);
inline int64_t sizeOf(ElementType type)
{
    return traitsOf(type).bytes;
}
/// The type of torch's number of a ScalarType, as text.
std::optional<ElementType> typeOfNumber(std::string_view number);

/// Products of sizes: dims are bounded so that none of the formulas leaves it.
__extension__ typedef __int128 WideCount;

struct Tensor
{
    static constexpr int64_t maxElements = int64_t(1) << 40; ///< more fit no device; dims of damaged files do not

    ElementType type;
    std::vector<int64_t> dims;
    std::vector<int64_t> strides; ///< as many as dims; empty: not known, or no stride is 0

    int64_t elementBytes() const { return sizeOf(type); }
    int64_t count() const; ///< at most maxElements
    /// Bytes of its distinct elements: a dimension of stride 0 counts once.
    int64_t readBytes() const;
    /// Bytes of all elements.
    int64_t bytes() const { return count() * elementBytes(); }
};

class OperatorCall
{
public:
    /// `inputs`: see CpuOps::inputs.
    OperatorCall(std::string_view name, std::string_view inputs);

    WorkFormOf form() const { return m_form; }
    size_t size() const { return m_tensors.size(); }
    /// Null: the argument is no tensor, or there is none.
    const Tensor *tensor(size_t i) const { return i < m_tensors.size() && m_tensors[i] ? &*m_tensors[i] : nullptr; }
    /// A number or a word, no list and no tensor of a type that is not known.
    bool isScalar(size_t i) const;
    /// The text of an argument, empty for a default; nothing where the file has none.
    std::optional<std::string_view> text(size_t i) const;
    /// The default is false. Nothing: absent or something else.
    std::optional<bool> flag(size_t i) const;
    std::optional<int64_t> integer(size_t i) const;
    /// "[1, 2]" or "1"; a default is the empty list.
    std::optional<std::vector<int64_t>> integers(size_t i) const;
    /// "[True, False]".
    std::optional<std::vector<bool>> flags(size_t i) const;
    /// A ScalarType; the default, also where the file has no texts and the argument is none, is `otherwise`.
    std::optional<ElementType> type(size_t i, std::optional<ElementType> otherwise) const;
    /// "bf16[2,3] f32[]": every tensor argument in order.
    std::string shapeText() const;

private:
    WorkFormOf m_form;
    std::vector<std::optional<Tensor>> m_tensors;
    std::vector<bool> m_isScalar;
    std::vector<bool> m_isNone; ///< its type is the empty text
    std::optional<std::vector<std::string_view>> m_texts;
};

} // namespace ws
