#include "widgets/stages/chartlegend.h"

#include <algorithm>
#include <cmath>

namespace ws {

std::vector<LegendLine> legendLines(const ChartData &data, bool headings)
{
    std::vector<LegendLine> lines;
    bool wasPart = true;
    for (size_t last = data.segments.size(), first = last; last > 0; last = first) {
        const QString &group = data.segments[last - 1].group;
        while (first > 0 && data.segments[first - 1].group == group)
            --first;
        const bool isAlone = last - first == 1 && data.segments[first].label == group;
        const bool hasHeading = headings && !group.isEmpty() && !isAlone;
        if (hasHeading && !wasPart) // or an entry of no stage looks like the head of this one
            lines.push_back({QStringLiteral(" ")});
        if (hasHeading)
            lines.push_back({group});
        for (size_t i = last; i-- > first;)
            lines.push_back({{}, i, hasHeading});
        wasPart = hasHeading;
    }
    return lines;
}

std::vector<LegendLine> inColumns(const std::vector<LegendLine> &lines, size_t perColumn)
{
    std::vector<LegendLine> placed;
    QString heading;
    for (const LegendLine &line : lines) {
        if (line.isHeading() && placed.size() % perColumn + 1 == perColumn)
            placed.push_back({QStringLiteral(" ")});
        const bool isFirst = placed.size() % perColumn == 0;
        if (isFirst && line.isEmpty())
            continue;
        if (isFirst && line.isPart)
            placed.push_back({heading});
        heading = line.heading.isEmpty() ? heading : line.heading;
        placed.push_back(line);
    }
    return placed;
}

double legendColumnWidth(const ChartData &data, const std::vector<LegendLine> &lines, const QFontMetricsF &usual,
                         const QFontMetricsF &bold)
{
    constexpr double min = 96, max = 208;
    constexpr double swatchRoom = 24; // colour and indentation of a part
    double widest = 0;
    for (const LegendLine &line : lines)
        widest = std::max(widest, line.heading.isEmpty()
                                      ? usual.horizontalAdvance(data.segments[line.segment].label) + swatchRoom
                                      : bold.horizontalAdvance(line.heading));
    return std::clamp(std::ceil(widest) + 10, min, max);
}

} // namespace ws
