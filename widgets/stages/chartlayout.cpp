#include "widgets/stages/chartlayout.h"

#include "widgets/stages/chartlegend.h"
#include "widgets/toolkit/apartnames.h"
#include "widgets/toolkit/elidedonce.h"
#include "widgets/toolkit/viewtexts.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

namespace ws {
namespace {

constexpr double margin = 12;
constexpr double legendLine = 17;
constexpr double widestBar = 176;
constexpr double axisWidth = 64; ///< numbers and title
constexpr double minLabel = 40;  ///< px: narrower bars share their names and have no second line
constexpr double changeLine = 15;
constexpr double changeShown = 0.01; ///< of the first bar
constexpr int textSize = 11;
constexpr int titleSize = 14;

/// 1, 2 or 5 times a power of ten, at least `least`.
double roundStep(double min)
{
    const double power = std::pow(10, std::floor(std::log10(min)));
    for (double factor : {1.0, 2.0, 5.0})
        if (power * factor >= min * 0.999)
            return power * factor;
    return power * 10;
}

class Builder
{
public:
    Builder(const ChartData &data, QSizeF size, const QFont &font)
        : m_data(data), m_palette(data.dark), m_font(font), m_small(metrics(textSize, false))
    {
        m_layout.size = size;
    }

    ChartLayout build()
    {
        const double right = m_layout.size.width() - margin;
        const double bottom = m_layout.size.height() - margin;
        double top = titles(right);
        const double legendLeft = legend(top, right, bottom);
        top += 22; // totals are above the bars
        const double plotBottom = bottom - (hasNotes() ? 34 : 20);
        m_layout.plot =
            QRectF(QPointF(margin + axisWidth, top),
                   QPointF(std::max(legendLeft - 8, margin + axisWidth + 8), std::max(plotBottom, top + 8)));
        axis();
        names();
        bars();
        return std::move(m_layout);
    }

private:
    QFontMetricsF metrics(int pixelSize, bool bold) const
    {
        QFont font = m_font;
        font.setPixelSize(pixelSize);
        font.setBold(bold);
        return QFontMetricsF(font);
    }

    void add(const QString &text, QRectF box, Qt::Alignment align, QRgb colour, int pixelSize = textSize,
             bool bold = false)
    {
        const QString shown = elidedOnce(text, metrics(pixelSize, bold), box.width());
        m_layout.texts.push_back({shown, box, align, colour, pixelSize, bold});
    }

    double titles(double right)
    {
        const double width = right - margin;
        add(m_data.title, {margin, 8, width, 20}, Qt::AlignLeft | Qt::AlignVCenter, m_palette.text, titleSize, true);
        if (m_data.subtitle.isEmpty())
            return 30;
        add(m_data.subtitle, {margin, 28, width, 16}, Qt::AlignLeft | Qt::AlignVCenter, m_palette.muted);
        return 46;
    }

    /// Without room for all: omits headings, and then the topmost parts of the bars, which are the smallest; returns
    /// its start.
    double legend(double top, double right, double bottom)
    {
        const double available = m_layout.size.width() * 0.45;
        const size_t perColumn = static_cast<size_t>(std::max(1.0, std::floor((bottom - top) / legendLine)));
        std::vector<LegendLine> lines = legendLines(m_data, true);
        const double width = std::min(legendColumnWidth(m_data, lines, m_small, metrics(textSize, true)), available);
        const size_t room = perColumn * static_cast<size_t>(std::max(1.0, std::floor(available / width)));
        lines = perColumn < 3 ? legendLines(m_data, false) : inColumns(lines, perColumn);
        if (lines.size() > room)
            lines = legendLines(m_data, false);
        const size_t columns = std::clamp<size_t>((lines.size() + perColumn - 1) / perColumn, 1, room / perColumn);
        const double left = right - static_cast<double>(columns) * width;
        const size_t skipped = lines.size() > room ? lines.size() - room + 1 : 0;
        for (size_t i = skipped ? skipped - 1 : 0; i < lines.size(); ++i) {
            const size_t place = i - (skipped ? skipped - 1 : 0);
            const QRectF box(left + static_cast<double>(place / perColumn) * width + 8,
                             top + static_cast<double>(place % perColumn) * legendLine, width - 8, legendLine);
            if (i + 1 == skipped)
                add(Views::tr("%1 more").arg(skipped), box, Qt::AlignLeft | Qt::AlignVCenter, m_palette.muted);
            else
                entry(lines[i], box);
        }
        return left;
    }

    void entry(const LegendLine &line, const QRectF &box)
    {
        if (line.isEmpty())
            return;
        if (line.isHeading()) {
            add(line.heading, box, Qt::AlignLeft | Qt::AlignVCenter, m_palette.muted, textSize, true);
            return;
        }
        const ChartSegment &segment = m_data.segments[line.segment];
        const QRectF swatch(box.left() + (line.isPart ? 8 : 0), box.center().y() - 5, 10, 10);
        m_layout.legend.push_back({box, swatch, line.segment});
        add(segment.label, box.adjusted(swatch.right() - box.left() + 6, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
            segment.hidden ? m_palette.muted : m_palette.text);
    }

    void axis()
    {
        const double largest = m_data.largest();
        const double ticks = std::max(2.0, std::floor(m_layout.plot.height() / 48));
        m_layout.axisStep = largest > 0 ? roundStep(largest / ticks) : 1;
        m_layout.axisMax = m_data.percent && largest > 99.9 ? 100
                           : largest > 0 ? std::ceil(largest / m_layout.axisStep - 1e-9) * m_layout.axisStep
                                         : 1;
        if (largest > 0 && m_layout.axisMax > 1.15 * largest)
            m_layout.axisMax = largest; // the next round number would leave much of a low chart empty
        const double width = m_layout.plot.width() / std::max<double>(1, static_cast<double>(m_data.bars.size()));
        m_layout.barShare = std::min(0.72, widestBar / std::max(1.0, width));
        if (!m_data.isPair())
            return;
        double widest = 0; // what changes stands beside the second bar
        for (size_t segment = 0; segment < m_data.segments.size(); ++segment)
            widest = std::max(widest, m_small.horizontalAdvance(m_data.change(segment)));
        m_layout.barShare = std::min(m_layout.barShare, std::max(0.5, 1 - 2 * (widest + 8 - margin) / width));
    }

    /// Names below the bars: in full, short, or without room for that either every second, fifth, tenth …
    void names()
    {
        const auto count = static_cast<double>(m_data.bars.size());
        m_category = m_layout.plot.width() / std::max(1.0, count);
        const bool hasShort = std::none_of(m_data.bars.begin(), m_data.bars.end(),
                                           [](const ChartBar &bar) { return bar.shortLabel.isEmpty(); });
        const bool notesTell = m_category >= minLabel && hasNotes(); // the run's name
        const bool isNarrow = m_category < minLabel;
        if (hasShort && (isNarrow || shortNamesTell(notesTell)) &&
            (notesTell || widest(&ChartBar::label) > m_category - 6))
            m_name = &ChartBar::shortLabel;
        if (hasShort && isNarrow && widest(m_name) > m_category - 4)
            return fewNames();
        for (size_t bar = 0; bar < m_data.bars.size(); ++bar)
            name(bar, m_category - 4);
    }

    /// Together with what is written below them.
    bool shortNamesTell(bool hasNotes) const
    {
        std::set<std::pair<QString, QString>> seen;
        return std::ranges::all_of(m_data.bars, [&](const ChartBar &bar) {
            return seen.emplace(bar.shortLabel, hasNotes ? bar.note : QString()).second;
        });
    }

    bool hasNotes() const
    {
        return std::any_of(m_data.bars.begin(), m_data.bars.end(), [](const ChartBar &b) { return !b.note.isEmpty(); });
    }

    double widest(QString ChartBar::*text) const
    {
        double width = 0;
        for (const ChartBar &bar : m_data.bars)
            width = std::max(width, m_small.horizontalAdvance(bar.*text));
        return width;
    }

    QRectF nameBox(size_t bar, double width) const
    {
        const double middle = m_layout.plot.left() + m_category * (static_cast<double>(bar) + 0.5);
        const double left = std::min(middle - width / 2, m_layout.plot.right() + margin - width);
        return {left, m_layout.plot.bottom() + 4, width, 16};
    }

    void name(size_t bar, double width)
    {
        QStringList all;
        if (m_small.horizontalAdvance(m_data.bars[bar].*m_name) > width)
            for (const ChartBar &other : m_data.bars)
                all << other.*m_name;
        add(cutApart(m_data.bars[bar].*m_name, all, m_small, width), nameBox(bar, width), Qt::AlignCenter,
            m_palette.text);
    }

    /// Always the last one: it may be words (work outside any step) among numbers.
    void fewNames()
    {
        const size_t last = m_data.bars.size() - 1;
        const auto widthOf = [&](size_t bar) { return m_small.horizontalAdvance(m_data.bars[bar].*m_name) + 2; };
        name(last, widthOf(last));
        double typical = 0;
        for (size_t bar = 0; bar < last; ++bar)
            typical = std::max(typical, widthOf(bar));
        const auto every = static_cast<size_t>(std::max(1.0, roundStep((typical + 8) / m_category)));
        for (size_t bar = 0; bar < last; bar += every)
            if (nameBox(bar, widthOf(bar)).right() + 6 < nameBox(last, widthOf(last)).left())
                name(bar, widthOf(bar));
    }

    void bars()
    {
        const double category = m_layout.plot.width() / std::max<double>(1, static_cast<double>(m_data.bars.size()));
        const QFontMetricsF large = metrics(textSize + 1, true);
        for (size_t bar = 0; bar < m_data.bars.size(); ++bar) {
            const QRectF box = m_layout.bar(m_data, bar);
            const double left = m_layout.plot.left() + category * static_cast<double>(bar);
            const QRectF below(left + 2, m_layout.plot.bottom() + 19, category - 4, 16);
            if (!m_data.bars[bar].note.isEmpty() && category >= minLabel)
                add(m_data.bars[bar].note, below, Qt::AlignCenter, m_palette.muted);
            const QString total = m_data.text(m_data.total(bar));
            const bool isBold = large.horizontalAdvance(total) + 6 <= category;
            if (isBold || m_small.horizontalAdvance(total) + 3 <= category) // else the next bar's would touch it
                add(total, {left, box.top() - 18, category, 16}, Qt::AlignCenter, m_palette.text,
                    isBold ? textSize + 1 : textSize, isBold);
            for (size_t segment = 0; segment < m_data.segments.size(); ++segment)
                label(segment, bar);
        }
        if (m_data.isPair())
            changes();
    }

    /// What changed from the first bar to the second, beside its segment: of all segments with room for a line, and of
    /// thin ones that change the bar by more than changeShown. The largest come first and keep their places.
    void changes()
    {
        const QRectF first = m_layout.bar(m_data, 0), second = m_layout.bar(m_data, 1);
        const double room = m_layout.plot.right() + margin - second.right() - 6;
        std::vector<QRectF> taken;
        change(SIZE_MAX, {second.right() + 6, second.top() - 10, room, 0}, 0, taken);
        for (const size_t segment : largestChanges()) {
            const QRectF now = m_layout.segment(m_data, segment, 1);
            if (!now.isEmpty()) {
                change(segment, {second.right() + 6, now.center().y(), room, 0}, now.height() / 2, taken);
                continue;
            }
            // what is gone has its place in the first bar only
            const QRectF before = m_layout.segment(m_data, segment, 0);
            change(segment, {first.right() + 6, before.center().y(), second.left() - first.right() - 12, 0},
                   before.height() / 2, taken);
        }
    }

    std::vector<size_t> largestChanges() const
    {
        const auto changed = [this](size_t segment) {
            return std::abs(m_data.height(segment, 1) - m_data.height(segment, 0));
        };
        std::vector<size_t> order;
        for (size_t segment = 0; segment < m_data.segments.size(); ++segment)
            if (m_layout.segment(m_data, segment, 1).height() >= minTextHeight ||
                changed(segment) > changeShown * m_data.total(0))
                order.push_back(segment);
        std::ranges::stable_sort(order, std::greater(), changed);
        return order;
    }

    /// On the line of `place`, or as far above or below that it still touches the segment, `half` of it on either side.
    void change(size_t segment, const QRectF &place, double half, std::vector<QRectF> &taken)
    {
        const bool bold = segment == SIZE_MAX;
        const QFontMetricsF font = metrics(textSize, bold);
        QString text = m_data.change(segment);
        if (font.horizontalAdvance(text) > place.width())
            text = m_data.change(segment, true);
        const double width = font.horizontalAdvance(text) + 2;
        if (text.isEmpty() || width > place.width() + 2)
            return;
        const double reach = std::max(half, changeLine / 2);
        const double wanted = place.top() - changeLine / 2;
        std::vector<double> tops{wanted};
        for (const QRectF &other : taken)
            for (const double top : {other.bottom(), other.top() - changeLine})
                if (std::abs(top - wanted) <= reach)
                    tops.push_back(top);
        std::ranges::stable_sort(tops, {}, [wanted](double top) { return std::abs(top - wanted); });
        for (const double top : tops) {
            const QRectF box(place.left(), top, width, changeLine);
            if (top + changeLine > m_layout.plot.bottom() + changeLine / 2 ||
                std::ranges::any_of(taken, [&](const QRectF &other) { return other.intersects(box); }))
                continue;
            taken.push_back(box);
            add(text, box, Qt::AlignLeft | Qt::AlignVCenter, m_palette.text, textSize, bold);
            return;
        }
    }

    void label(size_t segment, size_t bar)
    {
        const QRectF box = m_layout.segment(m_data, segment, bar);
        if (box.height() < minTextHeight)
            return;
        const QRectF inner = box.adjusted(4, 0, -4, 0);
        const QString value = m_data.text(m_data.height(segment, bar));
        const double valueWidth = m_small.horizontalAdvance(value);
        if (valueWidth > inner.width())
            return;
        const QRgb colour = Palette::textOn(m_data.segments[segment].colour);
        const double rest = inner.width() - valueWidth - 8;
        if (rest < 48) {
            m_layout.texts.push_back({value, inner, Qt::AlignCenter, colour, textSize, false});
            return;
        }
        m_layout.texts.push_back({value, inner, Qt::AlignRight | Qt::AlignVCenter, colour, textSize, false});
        add(m_data.segments[segment].label, {inner.left(), inner.top(), rest, inner.height()},
            Qt::AlignLeft | Qt::AlignVCenter, colour);
    }

    const ChartData &m_data;
    Palette m_palette;
    QFont m_font;
    QFontMetricsF m_small;
    ChartLayout m_layout;
    double m_category = 0; ///< width of a bar and the space around it
    QString ChartBar::*m_name = &ChartBar::label;
};

} // namespace

QRectF ChartLayout::bar(const ChartData &data, size_t bar) const
{
    const double category = plot.width() / static_cast<double>(data.bars.size());
    const double height = data.total(bar) / axisMax * plot.height();
    const double width = category * barShare;
    return {plot.left() + category * (static_cast<double>(bar) + 0.5) - width / 2, plot.bottom() - height, width,
            height};
}

QRectF ChartLayout::segment(const ChartData &data, size_t segment, size_t bar) const
{
    const double value = data.height(segment, bar);
    if (value <= 0)
        return {};
    double below = 0;
    for (size_t i = 0; i < segment; ++i)
        below += data.height(i, bar);
    const double scale = plot.height() / axisMax;
    const QRectF whole = this->bar(data, bar);
    return {whole.left(), plot.bottom() - (below + value) * scale, whole.width(), value * scale};
}

QRectF ChartLayout::column(const ChartData &data, size_t bar) const
{
    constexpr double totalHeight = 18;
    const double width = plot.width() / static_cast<double>(data.bars.size());
    const double top = this->bar(data, bar).top() - totalHeight;
    return {plot.left() + width * static_cast<double>(bar), top, width, size.height() - top};
}

ChartLayout chartLayout(const ChartData &data, QSizeF size, const QFont &font)
{
    return Builder(data, size, font).build();
}

std::optional<ChartHit> chartHit(const ChartLayout &layout, const ChartData &data, QPointF at)
{
    for (const ChartLegendEntry &entry : layout.legend)
        if (entry.box.contains(at))
            return ChartHit{entry.segment, {}};
    for (size_t bar = 0; bar < data.bars.size(); ++bar)
        for (size_t segment = 0; segment < data.segments.size(); ++segment)
            if (layout.segment(data, segment, bar).contains(at))
                return ChartHit{segment, bar};
    return {};
}

std::optional<BarHit> barHit(const ChartLayout &layout, const ChartData &data, QPointF at)
{
    for (size_t bar = 0; bar < data.bars.size(); ++bar)
        if (layout.column(data, bar).contains(at))
            return BarHit{bar, at.y() > layout.plot.bottom()};
    return {};
}

} // namespace ws
