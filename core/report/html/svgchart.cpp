#include "core/report/html/svgchart.h"

#include "core/analysis/gpuscan.h"
#include "core/base/colour.h"
#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/texts.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ws {
namespace {

constexpr int width = 960, barHeight = 26, barGap = 14, axisHeight = 22, right = 90;

QString number(double value)
{
    return QString::number(value, 'f', 2);
}

QString colourText(uint32_t colour)
{
    return QStringLiteral("#%1").arg(colour & 0xFFFFFF, 6, 16, QLatin1Char('0'));
}

/// Of a text of 12 px; Chinese characters are as wide as high.
int widthOf(const QString &text)
{
    int halves = 0; // wide fonts take 7.5 px a letter
    for (const QChar c : text)
        halves += c.unicode() >= 0x2E80 ? 24 : 15;
    return halves / 2;
}

constexpr int minLetter = 7; ///< px; names may have 70,000 letters

QString cut(const QString &text, int maxWidth)
{
    if (widthOf(text) <= maxWidth)
        return text;
    QString kept = text.left(maxWidth / minLetter);
    while (!kept.isEmpty() && widthOf(kept) + 12 > maxWidth)
        kept.chop(1);
    return kept + QChar(0x2026);
}

/// Labels of runs often differ at their ends only.
QString cutInside(const QString &text, int maxWidth)
{
    if (widthOf(text) <= maxWidth)
        return text;
    qsizetype kept = std::min<qsizetype>(text.size(), maxWidth / minLetter + 1);
    QString brief;
    do {
        --kept;
        brief = text.left(kept / 2) + QChar(0x2026) + text.right(kept - kept / 2);
    } while (kept > 1 && widthOf(brief) > maxWidth);
    return brief;
}

/// 1, 2 or 5 times a power of ten: about five ticks up to `max`.
double tickStep(double max)
{
    const double raw = std::max(1.0, max / 5);
    const double power = std::pow(10, std::floor(std::log10(raw)));
    for (const double step : {1.0, 2.0, 5.0})
        if (raw <= step * power)
            return step * power;
    return 10 * power;
}

/// The end of the scale: `ns` itself, but at least one, so that nothing divides by 0.
double scaleEnd(int64_t ns)
{
    return double(std::max<int64_t>(1, ns));
}

class Svg
{
public:
    Svg(int height, const QString &title)
    {
        m_text = QStringLiteral("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %1 %2\" width=\"%1\" "
                                "height=\"%2\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\">\n")
                     .arg(width)
                     .arg(height);
        m_text += QStringLiteral("<title>%1</title>\n").arg(markupText(title));
    }
    void text(double x, double y, const QString &text, const char *attributes = "")
    {
        m_text += QStringLiteral("<text x=\"%1\" y=\"%2\" fill=\"currentColor\" %3>%4</text>\n")
                      .arg(number(x), number(y), QString::fromLatin1(attributes), markupText(text));
    }
    void raw(const QString &text) { m_text += text; }
    void grid(double x0, double x1, double top, double bottom, double maxNs)
    {
        const double step = tickStep(maxNs);
        const TimeUnit unit = tickUnit(step);
        for (int k = 0; k * step <= maxNs * 1.0001; ++k)
            tick(x0 + (x1 - x0) * (k * step) / maxNs, top, bottom, tickText(int64_t(std::llround(k * step)), unit));
    }
    void gridOfShares(double x0, double x1, double top, double bottom)
    {
        for (int percent = 0; percent <= 100; percent += 20)
            tick(x0 + (x1 - x0) * percent / 100, top, bottom, QStringLiteral("%1\u202f%").arg(percent));
    }
    QString finish() { return m_text + QStringLiteral("</svg>\n"); }

private:
    void tick(double x, double top, double bottom, const QString &label)
    {
        m_text += QStringLiteral("<line x1=\"%1\" x2=\"%1\" y1=\"%2\" y2=\"%3\" stroke=\"currentColor\" "
                                 "stroke-opacity=\"0.15\"/>\n")
                      .arg(number(x), number(top), number(bottom));
        text(x, bottom + 16, label, "text-anchor=\"middle\"");
    }
    /// The largest unit in which ticks are whole or have few decimals: 5 s, not 5000 ms.
    static TimeUnit tickUnit(double stepNs)
    {
        return stepNs >= 1e8   ? TimeUnit::Seconds
               : stepNs >= 1e5 ? TimeUnit::Milliseconds
               : stepNs >= 100 ? TimeUnit::Microseconds
                               : TimeUnit::Nanoseconds;
    }
    /// Without the decimals that a tick does not need.
    static QString tickText(int64_t ns, TimeUnit unit)
    {
        QString digits = formatTime(ns, unit);
        if (digits.contains(u'.')) {
            while (digits.endsWith(u'0'))
                digits.chop(1);
            if (digits.endsWith(u'.'))
                digits.chop(1);
        }
        return digits + QChar(0x202F) + timeUnitName(unit);
    }

    QString m_text;
};

int labelWidth(int longest)
{
    return std::clamp(longest + 16, 60, 300);
}

/// The labels of all bars in the order of the first bar that has them, with their largest time.
struct LegendEntry
{
    QString label;
    uint32_t colour;
};
std::vector<LegendEntry> legendOf(const BarChart &chart)
{
    std::vector<LegendEntry> legend;
    for (const DocumentBar &bar : chart.bars)
        for (const ChartPart &part : bar.parts)
            if (part.ns > 0 &&
                std::ranges::none_of(legend, [&](const auto &entry) { return entry.label == part.label; }))
                legend.push_back({part.label, part.colour});
    return legend;
}

/// Rows of entries from left to right.
int addLegend(Svg &svg, const std::vector<LegendEntry> &legend, int top)
{
    int x = 12, y = top;
    for (const LegendEntry &entry : legend) {
        const QString label = cut(entry.label, 280);
        const int needed = 30 + widthOf(label);
        if (x + needed > width && x > 12) {
            x = 12;
            y += 22;
        }
        svg.raw(QStringLiteral("<g class=\"key\" data-k=\"%1\"><title>%1</title>\n").arg(markupText(entry.label)));
        svg.raw(QStringLiteral("<rect x=\"%1\" y=\"%2\" width=\"12\" height=\"12\" fill=\"%3\"/>\n")
                    .arg(x)
                    .arg(y)
                    .arg(colourText(entry.colour)));
        svg.text(x + 18, y + 11, label);
        svg.raw(QStringLiteral("</g>\n"));
        x += needed;
    }
    return legend.empty() ? top : y + 22;
}

int legendHeight(const std::vector<LegendEntry> &legend)
{
    Svg unused(0, {});
    return addLegend(unused, legend, 0);
}

/// Of a bar that begins at `left`; whole on hover.
void addLabel(Svg &svg, int left, double y, const QString &label)
{
    svg.raw(QStringLiteral("<g><title>%1</title>\n").arg(markupText(label)));
    svg.text(left - 8, y + barHeight / 2 + 4, cutInside(label, left - 12), "text-anchor=\"end\"");
    svg.raw(QStringLiteral("</g>\n"));
}

/// `isShare`: the number inside is the part's share instead of its time.
void addPart(Svg &svg, const ChartPart &part, int64_t ofNs, bool isShare, double x, double y, double w)
{
    const QString share = formatPercent(double(part.ns) / scaleEnd(ofNs));
    QString hover = Core::tr("%1: %2, %3").arg(part.label, formatDuration(part.ns), share);
    if (!part.detail.isEmpty())
        hover = listed({hover, part.detail});
    svg.raw(QStringLiteral("<g class=\"part\" data-k=\"%1\" data-w=\"%2\" data-ns=\"%3\"><title>%4</title>\n")
                .arg(markupText(part.label), number(w), QString::number(part.ns), markupText(hover)));
    svg.raw(QStringLiteral("<rect x=\"%1\" y=\"%2\" width=\"%3\" height=\"%4\" fill=\"%5\" stroke=\"#fff\" "
                           "stroke-width=\"0.5\"/>\n")
                .arg(number(x), number(y), number(w))
                .arg(barHeight)
                .arg(colourText(part.colour)));
    if (const QString inside = isShare ? share : formatRounded(part.ns); widthOf(inside) + 6 < w)
        svg.raw(QStringLiteral("<text x=\"%1\" y=\"%2\" text-anchor=\"middle\" fill=\"%3\">%4</text>\n")
                    .arg(number(x + w / 2), number(y + barHeight / 2 + 4), colourText(textColourOn(part.colour)),
                         markupText(inside)));
    svg.raw(QStringLiteral("</g>\n"));
}

} // namespace

int64_t lengthOf(const DocumentBar &bar)
{
    int64_t sum = 0;
    for (const ChartPart &part : bar.parts)
        sum = saturatingAdd(sum, std::max<int64_t>(0, part.ns));
    return sum;
}

QString markupText(const QString &text)
{
    QString out;
    out.reserve(text.size());
    for (const QChar c : text) {
        switch (c.unicode()) {
        case u'&':
            out += QLatin1String("&amp;");
            break;
        case u'<':
            out += QLatin1String("&lt;");
            break;
        case u'>':
            out += QLatin1String("&gt;");
            break;
        case u'"':
            out += QLatin1String("&quot;");
            break;
        case u'\'':
            out += QLatin1String("&#39;");
            break;
        default:
            if ((c.unicode() < 0x20 && c != u'\n' && c != u'\t') || c.unicode() == 0x7F || c.unicode() >= 0xFFFE)
                out += QChar(0xFFFD);
            else
                out += c;
        }
    }
    return out;
}

QString barChartSvg(const BarChart &chart)
{
    int64_t longest = 0;
    int widest = 0;
    for (const DocumentBar &bar : chart.bars) {
        longest = std::max(longest, lengthOf(bar));
        widest = std::max(widest, widthOf(bar.label));
    }
    const std::vector<LegendEntry> legend = legendOf(chart);
    const int left = labelWidth(widest), bars = int(chart.bars.size()) * (barHeight + barGap);
    const int height = 8 + bars + axisHeight + 12 + legendHeight(legend);
    Svg svg(height, chart.title);
    if (chart.areShares)
        svg.gridOfShares(left, width - right, 4, 8 + bars);
    else
        svg.grid(left, width - right, 4, 8 + bars, scaleEnd(longest));
    for (size_t k = 0; k < chart.bars.size(); ++k) {
        const DocumentBar &bar = chart.bars[k];
        const double y = 8 + double(k) * (barHeight + barGap);
        const int64_t all = lengthOf(bar);
        const double scale = double(width - left - right) / scaleEnd(chart.areShares ? all : longest);
        svg.raw(QStringLiteral("<g class=\"bar\" data-x=\"%1\">\n").arg(left));
        addLabel(svg, left, y, bar.label);
        double x = left;
        for (const ChartPart &part : bar.parts) {
            if (part.ns <= 0)
                continue;
            const double w = double(part.ns) * scale;
            addPart(svg, part, all, chart.areShares, x, y, w);
            x += w;
        }
        svg.text(x + 6, y + barHeight / 2 + 4, formatRounded(all), "class=\"sum\"");
        svg.raw(QStringLiteral("</g>\n"));
    }
    addLegend(svg, legend, 8 + bars + axisHeight + 8);
    return svg.finish();
}

QString waterfallSvg(const WaterfallChart &chart)
{
    constexpr uint32_t total = 0x999999, more = 0xEE8866, less = 0x77AADD; // slower is orange, faster blue
    int64_t level = 0, highest = 0, lowest = 0;
    int widest = 0;
    for (const WaterfallChart::Step &step : chart.steps) {
        level = step.isTotal ? step.ns : saturatingAdd(level, step.ns);
        highest = std::max(highest, level);
        lowest = std::min(lowest, level);
        widest = std::max(widest, widthOf(step.label));
    }
    const int left = labelWidth(widest), bars = int(chart.steps.size()) * (barHeight + 6);
    const double from = double(lowest), range = std::max(1.0, double(highest) - double(lowest));
    const double scale = double(width - left - right - 20) / range;
    const auto xOf = [&](int64_t ns) { return left + (double(ns) - from) * scale; };
    Svg svg(8 + bars + axisHeight + 8, chart.title);
    if (lowest == 0)
        svg.grid(left, xOf(highest), 4, 8 + bars, scaleEnd(highest));
    level = 0;
    for (size_t k = 0; k < chart.steps.size(); ++k) {
        const WaterfallChart::Step &step = chart.steps[k];
        const int64_t begin = step.isTotal ? 0 : level, end = step.isTotal ? step.ns : saturatingAdd(level, step.ns);
        const double y = 8 + double(k) * (barHeight + 6), x = xOf(std::min(begin, end));
        const double w = std::max(1.0, xOf(std::max(begin, end)) - x);
        const QString sign = step.ns > 0 && !step.isTotal ? QStringLiteral("+") : QString();
        const QString value = sign + formatDuration(step.ns);
        addLabel(svg, left, y, step.label);
        svg.raw(
            QStringLiteral("<rect x=\"%1\" y=\"%2\" width=\"%3\" height=\"%4\" fill=\"%5\"><title>%6</title></rect>\n")
                .arg(number(x), number(y), number(w))
                .arg(barHeight)
                .arg(colourText(step.isTotal  ? total
                                : step.ns > 0 ? more
                                              : less),
                     markupText(Core::tr("%1: %2").arg(step.label, value))));
        const QString beside = formatBeside(step.ns, highest); // in one unit; "< 0.001 ms" has no sign
        svg.text(x + w + 6, y + barHeight / 2 + 4, beside.front().isDigit() ? sign + beside : beside);
        level = end;
    }
    return svg.finish();
}

} // namespace ws
