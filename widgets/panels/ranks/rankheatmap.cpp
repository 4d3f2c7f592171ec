#include "widgets/panels/ranks/rankheatmap.h"

#include "core/base/format.h"
#include "core/base/quantiles.h"
#include "widgets/toolkit/palette.h"

#include <QPainter>

#include <algorithm>

namespace ws {
namespace {

/// "#12" of "ProfilerStep#12": without what all begin with, numbers whole; the names where nothing would be left.
QStringList differingEnds(const QStringList &names)
{
    const QString &first = names.front();
    qsizetype same = first.size();
    for (const QString &name : names) {
        qsizetype at = 0;
        while (at < std::min(same, name.size()) && name[at] == first[at])
            ++at;
        same = at;
    }
    while (same > 0 && first[same - 1].isDigit())
        --same;
    if (same > 0 && first[same - 1] == u'#')
        --same;
    QStringList ends;
    for (const QString &name : names) {
        ends << name.mid(same).trimmed();
        if (ends.back().isEmpty())
            return names;
    }
    return ends;
}

} // namespace

RankHeatmap::RankHeatmap(QWidget *parent) : RankGrid(tr("Heatmap of ranks and steps"), parent) {}

void RankHeatmap::setShows(Shows shows)
{
    m_shows = shows;
    jobChanged();
    viewport()->update();
}

int64_t RankHeatmap::valueOf(Place place) const
{
    if (!isThere(place))
        return 0;
    const RankStep &step = job()->step(place.rank, place.step);
    switch (m_shows) {
    case Shows::Wait:
        return step.waitNs;
    case Shows::Compute:
        return step.computeNs;
    case Shows::Communication:
        return step.communicationNs;
    case Shows::Idle:
        return step.idleNs;
    case Shows::Length:
        break;
    }
    return step.lengthNs;
}

/// From the smallest to the largest value: of ranks that compute for 90 and 100 ms the difference is to be seen. One
/// step that waited for seconds must not make all others look alike, so the colours end at the 98th percentile where
/// the largest is twice as much.
void RankHeatmap::jobChanged()
{
    m_image = {};
    m_minNs = m_maxNs = 0;
    m_isClamped = false;
    std::vector<int64_t> values;
    for (uint32_t rank = 0; job() && rank < job()->ranks.size(); ++rank)
        for (uint32_t step = 0; step < uint32_t(job()->stepNames.size()); ++step)
            if (isThere({rank, step}))
                values.push_back(valueOf({rank, step}));
    if (values.empty())
        return;
    const auto [min, max] = std::ranges::minmax(values);
    const int64_t usual = percentileNs(values, 98);
    m_minNs = min;
    m_isClamped = usual > min && max - min > 2 * (usual - min);
    m_maxNs = m_isClamped ? usual : max;
}

QString RankHeatmap::textOf(int64_t ns) const
{
    return formatBeside(ns, m_maxNs);
}

double RankHeatmap::shareOf(int64_t ns) const
{
    return std::min(1.0, double(ns - m_minNs) / std::max<double>(1, double(m_maxNs - m_minNs)));
}

QRgb RankHeatmap::colourOf(double share) const
{
    const Palette &palette = Palette::current();
    const QRgb stage = palette.stage(m_shows == Shows::Compute ? "gemm"
                                     : m_shows == Shows::Idle  ? "memory"
                                                               : "communication");
    constexpr int least = 64, dim = 225;                       // of 255: the smallest value is not the background
    const QRgb full = Palette::mix(stage, qRgb(0, 0, 0), dim); // or numbers on it would be black here and white there
    return Palette::mix(full, palette.base, least + int(share * (255 - least)));
}

/// One colour for all cells where it can be read on all: of values near each other some would be black, some white.
QRgb RankHeatmap::textColourOn(QRgb cell) const
{
    constexpr double readable = 4.5;
    const QRgb ofLow = Palette::textOn(colourOf(0));
    return Palette::contrast(ofLow, colourOf(1)) >= readable ? ofLow : Palette::textOn(cell);
}

void RankHeatmap::fillImage()
{
    const Palette &palette = Palette::current();
    const auto steps = int(job()->stepNames.size()), ranks = int(job()->ranks.size());
    m_image = QImage(std::max(steps, 1), std::max(ranks, 1), QImage::Format_RGB32);
    m_imageBase = palette.base;
    for (int rank = 0; rank < ranks; ++rank) {
        auto *line = reinterpret_cast<QRgb *>(m_image.scanLine(rank));
        for (int step = 0; step < steps; ++step) {
            const Place place{uint32_t(rank), uint32_t(step)};
            line[step] = isThere(place) ? colourOf(shareOf(valueOf(place))) : palette.window;
        }
    }
}

QRectF RankHeatmap::boxOf(Place place) const
{
    const QRectF row = rowRect(place.rank);
    const double width = row.width() / std::max<double>(1, double(job()->stepNames.size()));
    return {row.left() + place.step * width, row.top(), width, row.height()};
}

std::optional<RankGrid::Place> RankHeatmap::placeAt(QPointF at) const
{
    const auto rank = rankAt(at.y());
    const QRectF area = plot();
    if (!rank || at.x() < area.left() || at.x() >= area.right() || job()->stepNames.isEmpty())
        return std::nullopt;
    const auto step = uint32_t((at.x() - area.left()) / area.width() * double(job()->stepNames.size()));
    return Place{*rank, std::min(step, uint32_t(job()->stepNames.size() - 1))};
}

QStringList RankHeatmap::headerLabels() const
{
    constexpr int gap = 6; // px between two
    QStringList labels = job() ? job()->stepNames : QStringList();
    if (labels.isEmpty())
        return labels;
    const double room = boxOf({0, 0}).width();
    const auto widest = [&] {
        return fontMetrics().horizontalAdvance(*std::ranges::max_element(labels, {}, &QString::size)) + gap;
    };
    if (widest() > room)
        labels = differingEnds(labels);
    const int width = widest();
    qsizetype every = 1;
    for (int k = 0; double(every) * room < width && every < labels.size(); ++k)
        every = every * (k % 3 == 1 ? 5 : 4) / 2; // 1, 2, 5, 10, 20, 50 …
    for (qsizetype step = 0; step < labels.size(); ++step)
        if (step % every || (step && double(labels.size() - step) * room < width - gap))
            labels[step].clear();
    return labels;
}

void RankHeatmap::paintHeader(QPainter &painter) const
{
    painter.setPen(QColor(Palette::current().muted));
    const QStringList labels = headerLabels();
    for (uint32_t step = 0; step < uint32_t(labels.size()); ++step)
        painter.drawText(QRectF(boxOf({0, step}).left(), 0, viewport()->width(), headerHeight),
                         Qt::AlignLeft | Qt::AlignVCenter, labels[int(step)]);
}

void RankHeatmap::paintValues(QPainter &painter) const
{
    constexpr int margin = 4;
    const QString widest = formatRounded(m_maxNs) + QStringLiteral("0"); // "99.9 ms" beside "100.0 ms"
    const QRectF cell = boxOf({0, 0});
    if (cell.height() < fontMetrics().height() || cell.width() < fontMetrics().horizontalAdvance(widest) + 2 * margin)
        return;
    for (uint32_t rank = 0; rank < job()->ranks.size(); ++rank) {
        const QRectF row = rowRect(rank);
        for (uint32_t step = 0; row.bottom() > headerHeight && row.top() < viewport()->height() &&
                                step < uint32_t(job()->stepNames.size());
             ++step) {
            const Place place{rank, step};
            if (!isThere(place))
                continue;
            const int64_t ns = valueOf(place);
            painter.setPen(QColor(textColourOn(colourOf(shareOf(ns)))));
            painter.drawText(boxOf(place), Qt::AlignCenter, textOf(ns));
        }
    }
}

/// Many small cells as one picture; large ones one by one, since scaling moves the edges of a picture of few pixels.
void RankHeatmap::paintCells(QPainter &painter) const
{
    const QRectF first = rowRect(0), cell = boxOf({0, 0});
    if (cell.width() < 8 || cell.height() < 8) {
        const QRectF all(first.left(), first.top(), first.width(), first.height() * double(job()->ranks.size()));
        painter.drawImage(all, m_image);
        return;
    }
    for (uint32_t rank = 0; rank < job()->ranks.size(); ++rank)
        for (uint32_t step = 0; rowRect(rank).bottom() > headerHeight && rowRect(rank).top() < viewport()->height() &&
                                step < uint32_t(job()->stepNames.size());
             ++step)
            painter.fillRect(boxOf({rank, step}), QColor(m_image.pixel(int(step), int(rank))));
}

void RankHeatmap::paintPlot(QPainter &painter)
{
    if (job()->stepNames.isEmpty())
        return;
    if (m_image.isNull() || m_imageBase != Palette::current().base)
        fillImage();
    paintHeader(painter);
    const QRectF first = rowRect(0);
    painter.setClipRect(plot());
    paintCells(painter);
    paintValues(painter);
    if (boxOf({0, 0}).width() < 8 || first.height() < 8)
        return;
    painter.setPen(QColor(Palette::current().base)); // a grid, where it leaves room for the cells
    for (int step = 1; step < job()->stepNames.size(); ++step) {
        const double x = boxOf({0, uint32_t(step)}).left();
        painter.drawLine(QPointF(x, headerHeight), QPointF(x, viewport()->height()));
    }
    for (uint32_t rank = 1; rank < job()->ranks.size(); ++rank)
        painter.drawLine(rowRect(rank).topLeft(), rowRect(rank).topRight());
}

} // namespace ws
