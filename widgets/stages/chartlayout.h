#pragma once
// The layout of a stage chart, computed from its numbers and a size: no window, no painter. Qt Charts draws bars and
// axes inside `plot`; texts inside bars, totals and the legend are laid out here, because Qt Charts writes a value into
// every segment, however thin, and its legend has no groups.

#include "widgets/stages/chartdata.h"

#include <QFont>
#include <QRectF>

#include <optional>
#include <vector>

namespace ws {

struct ChartText
{
    QString text;
    QRectF box;
    Qt::Alignment align = Qt::AlignCenter;
    QRgb colour = 0;
    int pixelSize = 11;
    bool bold = false;
};

struct ChartLegendEntry
{
    QRectF box;
    QRectF swatch;
    size_t segment = 0;
};

struct ChartLayout
{
    QSizeF size;
    QRectF plot;
    double axisMax = 1;
    double axisStep = 1;
    double barShare = 0.6; ///< of a category's width
    std::vector<ChartText> texts;
    std::vector<ChartLegendEntry> legend;

    /// Empty when the segment has no height.
    QRectF segment(const ChartData &data, size_t segment, size_t bar) const;
    QRectF bar(const ChartData &data, size_t bar) const; ///< from the axis to its total
    /// The bar's share of the chart's width, from its total down to its name.
    QRectF column(const ChartData &data, size_t bar) const;
};

/// A bar's segment, or with `bar` empty an entry of the legend.
struct ChartHit
{
    size_t segment = 0;
    std::optional<size_t> bar;
    bool operator==(const ChartHit &) const = default;
};

constexpr double minTextHeight = 14; ///< px: thinner segments carry no text

ChartLayout chartLayout(const ChartData &data, QSizeF size, const QFont &font);
std::optional<ChartHit> chartHit(const ChartLayout &layout, const ChartData &data, QPointF at);

/// A bar, its total above it or its name below the axis.
struct BarHit
{
    size_t bar = 0;
    bool isName = false; ///< below the axis
    bool operator==(const BarHit &) const = default;
};
std::optional<BarHit> barHit(const ChartLayout &layout, const ChartData &data, QPointF at);

} // namespace ws
