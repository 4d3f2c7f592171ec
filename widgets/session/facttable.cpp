#include "widgets/session/facttable.h"

#include <QGuiApplication>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace ws {
namespace {

/// For a row with Chinese glyphs, whose font is higher than that of the other cell: Qt puts the baseline of a line of
/// fixed height at 4/5 of it.
QString lineStyle(const QString &row)
{
    constexpr char16_t firstHigh = 0x2e80; // CJK radicals
    const auto high = std::ranges::find_if(row, [](QChar c) { return c.unicode() >= firstHigh; });
    if (high == row.end())
        return {};
    QTextLayout layout(QString(*high), QGuiApplication::font());
    layout.beginLayout();
    const QTextLine line = layout.createLine();
    layout.endLayout();
    const double height = std::max(line.height(), line.ascent() * 5 / 4);
    return QStringLiteral("line-height:%1px; -qt-line-height-type:fixed; ").arg(std::ceil(height));
}

} // namespace

void FactTable::add(const QString &name, const QString &html)
{
    m_rows += QStringLiteral("<tr><td style='%4color:%1; padding-right:16px; white-space:nowrap'>%2</td>"
                             "<td style='%4'>%3</td></tr>")
                  .arg(m_muted, name.toHtmlEscaped(), html, lineStyle(name + html));
}

} // namespace ws
