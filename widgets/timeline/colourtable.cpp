#include "widgets/timeline/colourtable.h"

#include "widgets/timeline/replayrows.h"

namespace ws {

ColourTable::ColourTable(RunPtr run, const Palette &palette, std::vector<QRgb> ofName, std::vector<uint8_t> highlight)
    : m_run(std::move(run)), m_palette(palette), m_ofName(std::move(ofName)), m_highlight(std::move(highlight))
{
    const size_t names = m_run->strings.size();
    if (!m_highlight.empty())
        m_highlight.resize(names);
    std::vector<CategoryKind> kinds;
    for (const Category &category : m_run->timeline.categories) {
        const auto found = std::find(kinds.begin(), kinds.end(), category.kind);
        m_rows.push_back(static_cast<uint8_t>(found - kinds.begin()));
        if (found == kinds.end())
            kinds.push_back(category.kind);
    }
    m_colours.assign(std::max<size_t>(1, kinds.size()), std::vector<QRgb>(names));
}

QRgb ColourTable::find(StringId name, uint16_t category) const
{
    const CategoryKind kind = kindOf(category);
    QRgb colour = 0;
    if (isGpuWork(kind) && name < m_ofName.size() && m_ofName[name])
        colour = m_ofName[name];
    else if (m_run->text(m_run->timeline.categories[category].name) == "osrt") // Nsight Systems
        colour = m_palette.systemCall();
    else
        colour = m_palette.slice(m_run->text(name), isOutlined(name, category) ? CategoryKind::UserAnnotation : kind);
    if (isDimmed(name))
        colour = m_palette.dimmed(colour);
    std::atomic_ref(m_colours[m_rows[category]][name]).store(colour, std::memory_order_relaxed);
    return colour;
}

QRgb ColourTable::shaded(const Mark &mark) const
{
    const QRgb colour = slackShadeColour(m_palette, SlackShade(mark.shade));
    return isDimmed(mark.name) ? m_palette.dimmed(colour) : colour;
}

} // namespace ws
