#pragma once
// Name and category → colour of the current run, with mapping, theme and highlight applied. Filled on demand: a run may
// have a million names, a screen shows some hundred.
// Several threads may ask at once: whichever comes first to a name writes its colour, all would write the same.

#include "widgets/session/pane.h"
#include "widgets/timeline/marks.h"
#include "widgets/toolkit/palette.h"

#include <atomic>
#include <vector>

namespace ws {

class ColourTable
{
public:
    ColourTable() = default;
    /// `ofName`: as RunContext::colourOfName(). `highlight`: 1 for highlighted names; empty: all
    /// alike.
    ColourTable(RunPtr run, const Palette &palette, std::vector<QRgb> ofName, std::vector<uint8_t> highlight);

    QRgb of(StringId name, uint16_t category) const
    {
        std::atomic_ref entry(m_colours[category < m_rows.size() ? m_rows[category] : 0][name]);
        const QRgb known = entry.load(std::memory_order_relaxed);
        return known ? known : find(name, category);
    }
    /// A label over other work: drawn as an outline. Old Kineto and Ascend's profiler have steps among the operators.
    bool isOutlined(StringId name, uint16_t category) const
    {
        const CategoryKind kind = kindOf(category);
        return Palette::isOutlined(kind) || (kind == CategoryKind::CpuOp && isStep(name));
    }
    bool isDimmed(StringId name) const { return !m_highlight.empty() && !m_highlight[name]; }
    bool isDimmed(const Mark &mark) const { return mark.dimmed || isDimmed(mark.name); }
    QRgb of(const Mark &mark) const
    {
        const QRgb colour = mark.shade ? shaded(mark) : of(mark.name, mark.category);
        return mark.dimmed && !isDimmed(mark.name) ? m_palette.dimmed(colour) : colour;
    }

private:
    CategoryKind kindOf(uint16_t category) const { return m_run->timeline.categories[category].kind; }
    bool isStep(StringId name) const { return m_run->text(name).starts_with("ProfilerStep#"); }
    QRgb find(StringId name, uint16_t category) const;
    /// By slack; a name that is not highlighted stays dimmed.
    QRgb shaded(const Mark &mark) const;

    RunPtr m_run;
    Palette m_palette{false};
    std::vector<QRgb> m_ofName;
    std::vector<uint8_t> m_highlight;
    std::vector<uint8_t> m_rows;                      ///< by category: its row of m_colours, one per kind in use
    mutable std::vector<std::vector<QRgb>> m_colours; ///< by name; 0: not met yet
};

} // namespace ws
