#pragma once
// Every colour of the window in one place. Stage colours are Paul Tol's safe sets (core/analysis/stages/stagepalette.h)
// and are the same in timeline, tree and chart; in dark mode they are 10 % lighter. Rejected: colours in style sheets
// (views paint by themselves), colours by order of appearance (the same stage must look the same in two files).

#include "core/model/timeline.h"

#include <QColor>

#include <string_view>

namespace ws {

class Palette
{
public:
    explicit Palette(bool dark);
    /// The palette of the running program; follows Theme.
    static const Palette &current();

    bool isDark() const { return m_dark; }

    QRgb window = 0;    ///< panels, tool bars
    QRgb base = 0;      ///< background of timeline, tables and charts
    QRgb alternate = 0; ///< half a step from base: every second group
    QRgb hairline = 0;  ///< separators
    QRgb text = 0;
    QRgb muted = 0;     ///< secondary text, contrast at least 4.5:1 on base
    QRgb disabled = 0;  ///< text of what cannot be used, contrast at least 3:1
    QRgb highlight = 0; ///< selection frame, arrows, range edges
    QRgb highlightText = 0;
    QRgb button = 0;
    QRgb tooltip = 0;

    /// A known stage has its colour, any other name always the same one.
    QRgb stage(std::string_view name) const;

    /// GPU work before a mapping is applied: one colour per family of kernel names ("Cijk", "nccl", "at::native"), none
    /// of them a stage's except those of communication and memory.
    QRgb kernel(std::string_view name, CategoryKind kind) const;
    /// Everything else than GPU work. Kinds without a colour of their own are coloured by name.
    QRgb slice(std::string_view name, CategoryKind kind) const;
    QRgb systemCall() const; ///< of the operating system: no colour of its own for each name
    /// Idle time by its cause (by GapCause): a blocking call, launched late, launched before, unknown.
    QRgb gapCause(size_t cause) const;
    /// Labels over other work are drawn as outlines.
    static bool isOutlined(CategoryKind kind)
    {
        return kind == CategoryKind::GpuAnnotation || kind == CategoryKind::UserAnnotation;
    }

    /// Black or white, whichever has the higher contrast (at least 4.5:1 on any colour).
    static QRgb textOn(QRgb background);
    /// WCAG 2 contrast, 1 to 21.
    static double contrast(QRgb a, QRgb b);
    /// `share` of 255 of `over`, the rest of `under`; opaque.
    static QRgb mix(QRgb over, QRgb under, int share);
    QRgb dimmed(QRgb colour) const { return mix(colour, base, 89); } ///< 35 %
    QRgb tuned(QRgb colour) const; ///< a colour of the light theme adapted to this theme

private:
    bool m_dark;
};

} // namespace ws
