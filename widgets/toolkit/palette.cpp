#include "widgets/toolkit/palette.h"

#include "core/analysis/stages/stagepalette.h"
#include "core/base/colour.h"
#include "widgets/toolkit/theme.h"

#include <array>

namespace ws {
namespace {

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
        disabled = 0xff7b7e87;
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
        disabled = 0xff83868f;
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
    return 0xff000000 | (m_dark ? onDark(colour) : colour);
}

QRgb Palette::stage(std::string_view name) const
{
    return tuned(stageColour(name));
}

QRgb Palette::kernel(std::string_view name, CategoryKind kind) const
{
    if (kind == CategoryKind::Memcpy || kind == CategoryKind::Memset)
        return stage("memory");
    if (name.find("nccl") != name.npos || name.find("rccl") != name.npos || name.find("all_reduce") != name.npos)
        return stage("communication");
    return tuned(nameColour(hashOf(familyOf(name))));
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
        return m_dark ? 0xff465872 : 0xffaebdd4;
    case CategoryKind::Launch:
        return m_dark ? 0xff6e5a3c : 0xffdcc7a6;
    case CategoryKind::Python:
        return m_dark ? 0xff3f5a45 : 0xffc0d6bb;
    case CategoryKind::Module:
        return m_dark ? 0xff5b4b75 : 0xffcbbce0;
    case CategoryKind::GpuAnnotation:
    case CategoryKind::UserAnnotation:
        return m_dark ? 0xff9fb4cc : 0xff56708f;
    case CategoryKind::Overhead:
        return m_dark ? 0xff7a464d : 0xffe3aeb4;
    case CategoryKind::Other:
        return mix(tuned(nameColour(hashOf(name))), m_dark ? 0xff606060 : 0xffe0e0e0, 130);
    default:
        return kernel(name, kind);
    }
}

QRgb Palette::systemCall() const
{
    return m_dark ? 0xff4a5f5f : 0xffa5c8c8;
}

double Palette::contrast(QRgb a, QRgb b)
{
    return ws::contrast(a, b);
}

QRgb Palette::textOn(QRgb background)
{
    return 0xff000000 | textColourOn(background);
}

QRgb Palette::mix(QRgb over, QRgb under, int share)
{
    auto channel = [&](int a, int b) { return (a * share + b * (255 - share) + 127) / 255; };
    return qRgb(channel(qRed(over), qRed(under)), channel(qGreen(over), qGreen(under)),
                channel(qBlue(over), qBlue(under)));
}

} // namespace ws
