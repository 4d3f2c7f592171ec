#include "widgets/toolkit/palette.h"

#include "widgets/toolkit/theme.h"

#include <array>
#include <cmath>

namespace ws {
namespace {

struct StageColour
{
    std::string_view name;
    QRgb colour;
};

constexpr std::array<StageColour, 14> stageColours{{
    {"attention", 0xff4477aa},
    {"moe", 0xffcc6677},
    {"linear", 0xff117733},
    {"norm", 0xffddcc77},
    {"activation", 0xff999933},
    {"communication", 0xffaa4499},
    {"memory", 0xff88ccee},
    {"sampling", 0xff882255},
    {"embedding", 0xff44aa99},
    {"conv", 0xff332288},
    {"quantize", 0xffee8866},
    {"training", 0xff77aadd},
    {"elementwise", 0xffbbbbbb},
    {"other", 0xffdddddd},
}};

/// For stages of a user's own mapping and for kernel families: Tol's muted and light sets without the greys.
constexpr std::array<QRgb, 12> moreColours{0xff4477aa, 0xffcc6677, 0xff117733, 0xffddcc77, 0xff999933, 0xff44aa99,
                                           0xff882255, 0xffee8866, 0xff77aadd, 0xff332288, 0xffaaaa00, 0xffffaabb};

uint32_t hashOf(std::string_view text)
{
    uint32_t hash = 2166136261u; // FNV-1a: the same on every machine and in every run
    for (char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return hash ^ hash >> 15;
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// The first two words of a name without "void " and the like: kernels of one library and purpose share a colour.
std::string_view familyOf(std::string_view name)
{
    for (std::string_view prefix : {"void ", "_ZN", "__", "_"})
        if (name.starts_with(prefix))
            name.remove_prefix(prefix.size());
    while (!name.empty() && !isLetter(name.front()))
        name.remove_prefix(1);
    size_t at = 0;
    for (int words = 0; at < name.size() && words < 2; ++words) {
        while (at < name.size() && isLetter(name[at]))
            ++at;
        if (words == 0)
            while (at < name.size() && (name[at] == '_' || name[at] == ':'))
                ++at;
    }
    return name.substr(0, at);
}

double linear(int channel)
{
    const double c = channel / 255.0;
    return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double luminance(QRgb c)
{
    return 0.2126 * linear(qRed(c)) + 0.7152 * linear(qGreen(c)) + 0.0722 * linear(qBlue(c));
}

} // namespace

Palette::Palette(bool dark) : m_dark(dark)
{
    if (dark) {
        window = 0xff26272b;
        base = 0xff1e1f22;
        alternate = 0xff232428;
        hairline = 0xff3a3c42;
        text = 0xffe4e5e8;
        muted = 0xff9a9da6;
        highlight = 0xff6cb2ff;
        highlightText = 0xff10151c;
        button = 0xff303237;
        tooltip = 0xff303237;
    } else {
        window = 0xfff4f4f5;
        base = 0xffffffff;
        alternate = 0xfff8f8f9;
        hairline = 0xffdcdde0;
        text = 0xff1c1d20;
        muted = 0xff666a73;
        highlight = 0xff1565c0;
        highlightText = 0xffffffff;
        button = 0xffffffff;
        tooltip = 0xffffffff;
    }
}

const Palette &Palette::current()
{
    return Theme::instance().palette();
}

QRgb Palette::tuned(QRgb colour) const
{
    return m_dark ? mix(0xffffffff, colour, 26) : colour;
}

uint16_t Palette::stageIndex(std::string_view name)
{
    for (size_t i = 0; i < stageColours.size(); ++i)
        if (stageColours[i].name == name)
            return static_cast<uint16_t>(i);
    return static_cast<uint16_t>(stageColours.size() + hashOf(name) % moreColours.size());
}

QRgb Palette::stage(uint16_t index) const
{
    if (index < stageColours.size())
        return tuned(stageColours[index].colour);
    return tuned(moreColours[(index - stageColours.size()) % moreColours.size()]);
}

QRgb Palette::kernel(std::string_view name, CategoryKind kind) const
{
    if (kind == CategoryKind::Memcpy || kind == CategoryKind::Memset)
        return stage("memory");
    if (name.find("nccl") != name.npos || name.find("rccl") != name.npos || name.find("all_reduce") != name.npos)
        return stage("communication");
    return tuned(moreColours[hashOf(familyOf(name)) % moreColours.size()]);
}

QRgb Palette::gapCause(size_t cause) const
{
    constexpr std::array<QRgb, 4> colours{0xffee8866, 0xffaa4499, 0xff4477aa, 0xff999999};
    return tuned(colours[std::min(cause, colours.size() - 1)]);
}

QRgb Palette::slice(std::string_view name, CategoryKind kind) const
{
    switch (kind) {
    case CategoryKind::CpuOp:
        return m_dark ? 0xff4b5668 : 0xffb9c3d2;
    case CategoryKind::Launch:
        return m_dark ? 0xff665748 : 0xffd8c8b4;
    case CategoryKind::Python:
        return m_dark ? 0xff47544a : 0xffc6d2c4;
    case CategoryKind::Module:
        return m_dark ? 0xff584f68 : 0xffcdc3da;
    case CategoryKind::GpuAnnotation:
    case CategoryKind::UserAnnotation:
        return m_dark ? 0xff9fb4cc : 0xff56708f;
    case CategoryKind::Overhead:
        return m_dark ? 0xff6b4a4e : 0xffe0b8bc;
    case CategoryKind::Other:
        return mix(tuned(moreColours[hashOf(name) % moreColours.size()]), m_dark ? 0xff606060 : 0xffe0e0e0, 130);
    default:
        return kernel(name, kind);
    }
}

double Palette::contrast(QRgb a, QRgb b)
{
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QRgb Palette::textOn(QRgb background)
{
    return contrast(background, 0xff000000) >= contrast(background, 0xffffffff) ? 0xff000000 : 0xffffffff;
}

QRgb Palette::mix(QRgb over, QRgb under, int share)
{
    auto channel = [&](int a, int b) { return (a * share + b * (255 - share) + 127) / 255; };
    return qRgb(channel(qRed(over), qRed(under)), channel(qGreen(over), qGreen(under)),
                channel(qBlue(over), qBlue(under)));
}

} // namespace ws
