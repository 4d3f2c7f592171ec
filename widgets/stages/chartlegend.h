#pragma once
// The lines of a stage chart's legend, grouped under the names of stages and divided into columns, before they have a
// place: the layout of the chart only has to put them into its boxes.

#include "widgets/stages/chartdata.h"

#include <QFontMetricsF>

#include <vector>

namespace ws {

struct LegendLine
{
    QString heading; ///< else an entry; a space leaves the line empty
    size_t segment = 0;
    bool isPart = false; ///< of the heading above

    bool isEmpty() const { return heading == QLatin1String(" "); }
    bool isHeading() const { return !heading.isEmpty() && !isEmpty(); }
};

/// Top of the bar first; a stage's name is above its parts. A stage with one part of its own name needs no heading:
/// that entry is the group.
std::vector<LegendLine> legendLines(const ChartData &data, bool headings);

/// A heading that would end its column begins the next one, and stands again above parts that begin one.
std::vector<LegendLine> inColumns(const std::vector<LegendLine> &lines, size_t perColumn);

/// As wide as its longest line needs.
double legendColumnWidth(const ChartData &data, const std::vector<LegendLine> &lines, const QFontMetricsF &usual,
                         const QFontMetricsF &bold);

} // namespace ws
