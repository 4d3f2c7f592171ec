#include "widgets/panels/comparison/waterfall.h"

#include "core/base/format.h"
#include "core/report/gapreport.h"
#include "widgets/panels/comparison/changecolour.h"
#include "widgets/panels/comparison/comparisonpage.h"
#include "widgets/toolkit/elidedonce.h"

#include <QFontMetrics>
#include <QPainter>

namespace ws {
namespace {

constexpr int pictureWidth = 800, margin = 16, space = 8; ///< px

/// In the unit of the whole: the numbers stand in a column.
QString signedTime(int64_t ns, int64_t wholeNs)
{
    const QString text = formatBeside(ns, wholeNs);
    return ns > 0 && text.front().isDigit() ? u'+' + text : text; // "< 0.001 ms" has no sign
}

/// The parts of a unit in the order of the waterfall, without those that are 0 in both runs.
struct Part
{
    QString name;
    int64_t a, b;
};
QList<Part> partsOf(const WallBudget &a, const WallBudget &b)
{
    QList<Part> parts{{ComparisonPage::tr("compute"), a.computeNs, b.computeNs},
                      {ComparisonPage::tr("exposed communication"), a.exposedCommNs, b.exposedCommNs},
                      {ComparisonPage::tr("exposed copies"), a.exposedCopyNs, b.exposedCopyNs}};
    for (size_t c = 0; c < gapCauseCount; ++c)
        parts.append(
            {ComparisonPage::tr("idle, %1").arg(gapCauseInText(static_cast<GapCause>(c))), a.idle[c], b.idle[c]});
    parts.removeIf([](const Part &part) { return part.a == 0 && part.b == 0; });
    return parts;
}

} // namespace

QString waterfallTitle()
{
    return ComparisonPage::tr("From A to B, at the mean");
}

QString waterfallNote()
{
    return ComparisonPage::tr("From 0; the parts add up to the nanosecond.");
}

QList<Bar> waterfallBars(const Comparison &comparison)
{
    const Explanation &explanation = comparison.explanation;
    if (!explanation.known)
        return {};
    const WallBudget &a = explanation.a, &b = explanation.b;
    const QList<Part> parts = partsOf(a, b);
    const int64_t longer = std::max(a.wallNs, b.wallNs);
    int64_t at = a.wallNs, highest = std::max<int64_t>(1, longer);
    for (const Part &part : parts)
        highest = std::max(highest, at += part.b - part.a);
    const auto place = [&](int64_t ns) { return static_cast<double>(ns) / static_cast<double>(highest); };
    const QRgb whole = Palette::mix(Palette::current().muted, Palette::current().base, 170);
    QList<Bar> bars{{ComparisonPage::tr("A"), formatBeside(a.wallNs, longer), 0, place(a.wallNs), whole}};
    at = a.wallNs;
    const QString mark = comparison.withholds(GpuIdle) ? QStringLiteral("*") : QString();
    for (const Part &part : parts) {
        const int64_t delta = part.b - part.a;
        bars.append(
            {part.name, signedTime(delta, longer) + mark, place(at), place(at + delta), colourOfChange(double(delta)),
             ComparisonPage::tr("%1: A %2, B %3").arg(part.name, formatDuration(part.a), formatDuration(part.b))});
        at += delta;
    }
    bars.append({ComparisonPage::tr("B"), formatBeside(b.wallNs, longer), 0, place(b.wallNs), whole});
    return bars;
}

WaterfallPicture waterfallPicture(const Comparison &comparison)
{
    const auto bars = std::make_shared<BarList>(); // measures and paints
    bars->setFont(pictureFont());
    bars->setBars(waterfallBars(comparison));
    const int line = bars->fontMetrics().height();
    const int height = bars->sizeHint().height() + 3 * (line + space) + 2 * margin;
    const QString runs = ComparisonPage::tr("A is %1, B is %2.").arg(comparison.labelA, comparison.labelB);
    const auto paint = [=, headline = comparison.headline](QPainter &painter, QSize size, QRectF target) {
        painter.translate(target.topLeft());
        painter.scale(target.width() / size.width(), target.height() / size.height());
        const int width = size.width() - 2 * margin;
        const QFontMetrics metrics = bars->fontMetrics();
        int y = margin;
        const auto write = [&](const QString &text, bool bold, QRgb colour) {
            QFont font = bars->font();
            font.setBold(bold);
            painter.setFont(font);
            painter.setPen(QColor(colour));
            painter.drawText(QRect(margin, y, width, line), Qt::AlignLeft | Qt::AlignVCenter,
                             elidedOnce(text, metrics, width - 2 * margin));
            y += line + space;
        };
        const Palette &palette = Palette::current();
        write(headline, true, palette.text);
        write(runs, false, palette.muted);
        painter.setFont(bars->font());
        painter.translate(margin, y);
        bars->paintBars(painter, width);
        painter.translate(-margin, -y);
        y += bars->sizeHint().height() + space;
        write(ComparisonPage::tr("%1. %2").arg(waterfallTitle(), waterfallNote()), false, palette.muted);
    };
    return {{waterfallTitle(), runs, Palette::current().base, paint}, {pictureWidth, height}};
}

} // namespace ws
