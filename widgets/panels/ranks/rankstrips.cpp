#include "widgets/panels/ranks/rankstrips.h"

#include "core/analysis/stages/communication.h"
#include "core/base/format.h"
#include "widgets/panels/ranks/stripcolours.h"
#include "widgets/toolkit/palette.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace ws {
namespace {
constexpr int64_t shortestNs = 1'000;

} // namespace

RankStrips::RankStrips(QWidget *parent) : RankGrid(tr("Steps of all ranks on one clock"), parent) {}

void RankStrips::jobChanged()
{
    m_all = {};
    mark({});
    m_collectives.setJob(job());
    bool isFirst = true;
    for (uint32_t rank = 0; job() && rank < job()->ranks.size(); ++rank)
        for (uint32_t step = 0; step < uint32_t(job()->stepNames.size()); ++step)
            if (isThere({rank, step})) {
                const TimeRange own = rangeOf({rank, step});
                m_all = isFirst ? own : TimeRange{std::min(m_all.begin, own.begin), std::max(m_all.end, own.end)};
                isFirst = false;
            }
    for (uint32_t rank = 0; job() && job()->stepNames.isEmpty() && rank < job()->ranks.size(); ++rank)
        for (const DigestCollective &one : job()->ranks[rank]->collectives)
            if (const RankClock &clock = job()->clocks[rank]; clock.isKnown()) {
                const TimeRange own{clock.jobTime(one.startNs), clock.jobTime(one.endNs())};
                m_all = isFirst ? own : TimeRange{std::min(m_all.begin, own.begin), std::max(m_all.end, own.end)};
                isFirst = false;
            }
    m_visible = m_all;
}

/// A rank whose clock is not known begins where the reference does: its own times stay true, its place says nothing.
TimeRange RankStrips::rangeOf(Place place) const
{
    const RankDigest &digest = *job()->ranks[place.rank];
    const TimeRange own = digest.steps[job()->step(place.rank, place.step).step].work;
    const RankClock &clock = job()->clocks[place.rank];
    if (clock.isKnown())
        return {clock.jobTime(own.begin), clock.jobTime(own.end)};
    int64_t begin = 0;
    for (size_t rank = 0; rank < job()->ranks.size(); ++rank)
        if (job()->clocks[rank].state == RankClock::State::Reference && !job()->ranks[rank]->steps.empty())
            begin = job()->ranks[rank]->steps.front().work.begin;
    const int64_t shift = begin - digest.steps.front().work.begin;
    return {own.begin + shift, own.end + shift};
}

double RankStrips::xOf(int64_t ns) const
{
    const QRectF area = plot();
    const double span = std::max<double>(1, double(m_visible.length()));
    return area.left() + (double(ns) - double(m_visible.begin)) / span * area.width();
}

QRectF RankStrips::boxOf(Place place) const
{
    const QRectF row = rowRect(place.rank);
    if (!isThere(place))
        return {row.left(), row.top(), 0, row.height()};
    // Cut just outside of the plot: zoomed in, a step is wider than an int counts pixels.
    const TimeRange range = rangeOf(place);
    const double left = std::clamp(xOf(range.begin), row.left() - 2, row.right() + 2);
    const double right = std::clamp(xOf(range.end), row.left() - 2, row.right() + 2);
    return {left, row.top(), std::max(1.0, right - left), row.height()};
}

std::optional<RankGrid::Place> RankStrips::placeAt(QPointF at) const
{
    const auto rank = rankAt(at.y());
    if (!rank || at.x() < plot().left())
        return std::nullopt;
    for (uint32_t step = 0; step < uint32_t(job()->stepNames.size()); ++step)
        if (const Place place{*rank, step}; isThere(place)) {
            const QRectF box = boxOf(place);
            if (at.x() >= box.left() && at.x() < box.right())
                return place;
        }
    return std::nullopt;
}

void RankStrips::showRange(TimeRange range)
{
    if (m_all.length() <= 0)
        return;
    const int64_t length = std::clamp(range.length(), std::min(shortestNs, m_all.length()), m_all.length());
    const int64_t begin = std::clamp(range.begin, m_all.begin, m_all.end - length);
    m_visible = {begin, begin + length};
    viewport()->update();
}

void RankStrips::showAll()
{
    showRange(m_all);
}

void RankStrips::zoom(double factor, double atX)
{
    const QRectF area = plot();
    const double at = std::clamp((atX - area.left()) / area.width(), 0.0, 1.0);
    const double length = std::clamp(double(m_visible.length()) * factor, double(shortestNs),
                                     std::max(double(shortestNs), double(m_all.length())));
    const double begin = double(m_visible.begin) + at * (double(m_visible.length()) - length);
    showRange({std::llround(begin), std::llround(begin + length)});
}

void RankStrips::pan(double px)
{
    const auto ns = std::llround(px / plot().width() * double(m_visible.length()));
    showRange({m_visible.begin + ns, m_visible.end + ns});
}

void RankStrips::wheelEvent(QWheelEvent *event)
{
    if (event->modifiers() & Qt::ControlModifier)
        zoom(std::pow(0.999, event->angleDelta().y()), event->position().x());
    else if (event->angleDelta().x())
        pan(-event->angleDelta().x());
    else
        RankGrid::wheelEvent(event);
    event->accept();
}

void RankStrips::mousePressEvent(QMouseEvent *event)
{
    m_dragX = event->position().x();
    const auto collective = event->button() == Qt::LeftButton ? collectiveAt(event->position()) : std::nullopt;
    if (collective || (event->button() == Qt::LeftButton && placeAt(event->position())))
        mark(collective);
    RankGrid::mousePressEvent(event);
    viewport()->update();
}

void RankStrips::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (!activateCollective())
        RankGrid::mouseDoubleClickEvent(event);
}

/// A mark stands in the lower half of its row, a bar fills it.
std::optional<uint32_t> RankStrips::collectiveAt(QPointF at) const
{
    constexpr double withinPx = 4;
    const auto rank = rankAt(at.y());
    if (!rank || isBlank() || at.x() < plot().left())
        return std::nullopt;
    const double perPx = double(m_visible.length()) / plot().width();
    const int64_t ns = m_visible.begin + std::llround((at.x() - plot().left()) * perPx);
    if (job()->stepNames.isEmpty())
        return m_collectives.at(*rank, ns);
    return at.y() < rowRect(*rank).center().y() ? std::nullopt
                                                : m_collectives.near(*rank, ns, std::llround(withinPx * perPx));
}

QString RankStrips::tipAt(QPointF at) const
{
    const auto collective = collectiveAt(at);
    return collective ? m_collectives.text(*collective, *rankAt(at.y())) : RankGrid::tipAt(at);
}

void RankStrips::showCollective(uint32_t match, uint32_t rank)
{
    if (!job() || match >= job()->collectives.matches.size() || rank >= job()->ranks.size())
        return;
    const DigestCollective *one = m_collectives.of(match, rank);
    const TimeRange span = m_collectives.span(match);
    if (!one || span.length() <= 0)
        return;
    for (uint32_t step = 0; step < uint32_t(job()->stepNames.size()); ++step)
        if (isThere({rank, step}) && job()->step(rank, step).step == one->step)
            setCurrent({rank, step});
    mark(match);
    const int64_t margin = std::max<int64_t>(span.length(), shortestNs);
    showRange({span.begin - margin, span.end + margin});
}

TimeRange RankStrips::spanOf(uint32_t match, uint32_t rank) const
{
    const DigestCollective *one = m_collectives.of(match, rank);
    return one ? TimeRange{one->startNs, one->endNs()} : TimeRange();
}

void RankStrips::stepCollective(int by)
{
    const uint32_t rank = current() ? current()->rank : 0;
    if (const auto next = m_collectives.next(rank, m_collective, by))
        showCollective(*next, rank);
}

void RankStrips::mark(std::optional<uint32_t> collective)
{
    m_collective = collective;
    viewport()->update();
    emit collectiveChanged();
}

uint32_t RankStrips::markedRank() const
{
    const auto &ranks = job()->collectives.groups[job()->collectives.matches[*m_collective].group].ranks;
    return current() && std::ranges::binary_search(ranks, current()->rank) ? current()->rank : ranks.front();
}

QString RankStrips::collectiveText() const
{
    return m_collective && job() ? m_collectives.text(*m_collective, markedRank()) : QString();
}

/// On the current rank, or the first one that takes part.
bool RankStrips::activateCollective()
{
    if (!m_collective || !job())
        return false;
    const uint32_t rank = markedRank();
    const TimeRange span = spanOf(*m_collective, rank);
    if (span.length() > 0)
        emit collectiveActivated(rank, span);
    return span.length() > 0;
}

void RankStrips::mouseMoveEvent(QMouseEvent *event)
{
    if (!(event->buttons() & (Qt::LeftButton | Qt::MiddleButton)))
        return;
    pan(m_dragX - event->position().x());
    m_dragX = event->position().x();
}

/// W, A, S, D as in the timeline; F shows the current step, 0 everything; N and P the next and the previous collective.
void RankStrips::keyPressEvent(QKeyEvent *event)
{
    const double middle = plot().center().x(), tenth = plot().width() / 10;
    switch (event->key()) {
    case Qt::Key_W:
        return zoom(0.7, middle);
    case Qt::Key_S:
        return zoom(1 / 0.7, middle);
    case Qt::Key_A:
        return pan(-tenth);
    case Qt::Key_D:
        return pan(tenth);
    case Qt::Key_0:
        return showAll();
    case Qt::Key_N:
        return stepCollective(1);
    case Qt::Key_P:
        return stepCollective(-1);
    case Qt::Key_Escape:
        return mark({});
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!activateCollective())
            RankGrid::keyPressEvent(event);
        return;
    case Qt::Key_F:
        if (current() && isThere(*current()))
            showRange(rangeOf(*current()));
        return;
    default:
        RankGrid::keyPressEvent(event);
    }
}

void RankStrips::paintStep(QPainter &painter, Place place) const
{
    const Palette &palette = Palette::current();
    const QRectF box = boxOf(place).adjusted(0, 1, 0, -1);
    if (box.right() < plot().left() || box.left() > plot().right())
        return;
    const RankStep &step = job()->step(place.rank, place.step);
    const RankDigest &digest = *job()->ranks[place.rank];
    if (box.width() < 16) { // too narrow for its parts
        const double computed = step.lengthNs > 0 ? double(step.computeNs) / double(step.lengthNs) * box.width() : 0;
        painter.fillRect(box, QColor(palette.stage(communicationStage)));
        painter.fillRect(QRectF(box.left(), box.top(), computed, box.height()), QColor(palette.stage("gemm")));
        return;
    }
    const double perNs = plot().width() / std::max<double>(1, double(m_visible.length()));
    double x = xOf(rangeOf(place).begin);
    const auto part = [&](int64_t ns, QRgb colour) {
        const double left = std::max(x, box.left());
        x += double(ns) * perNs;
        if (const double width = std::min(x, box.right()) - left; width > 0)
            painter.fillRect(QRectF(left, box.top(), width, box.height()), QColor(colour));
    };
    // The stages besides communication, as far as they are computation; their sum may be more where they overlap.
    int64_t stagesNs = 0;
    for (size_t stage = 0; stage < digest.stages.size(); ++stage)
        if (digest.stages[stage].name != communicationStage)
            stagesNs += digest.stageNs(step.step, stage);
    const double scale = stagesNs > 0 ? double(step.computeNs) / double(stagesNs) : 0;
    for (size_t stage = 0; stage < digest.stages.size(); ++stage)
        if (digest.stages[stage].name != communicationStage)
            part(std::llround(double(digest.stageNs(step.step, stage)) * scale),
                 palette.stage(digest.stages[stage].name));
    if (scale <= 0)
        part(step.computeNs, palette.stage("gemm"));
    part(step.communicationNs - step.waitNs, palette.stage(communicationStage));
    part(step.waitNs, stripWaitColour());
    part(step.copyNs, stripCopyColour());
    painter.setPen(QColor(palette.hairline));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(0, 0, -1, -1));
}

void RankStrips::paintCollectives(QPainter &painter) const
{
    const Palette &palette = Palette::current();
    painter.setPen(QColor(palette.text));
    for (uint32_t rank = 0; rank < job()->ranks.size(); ++rank) {
        const QRectF row = rowRect(rank);
        const RankClock &clock = job()->clocks[rank];
        if (row.bottom() < headerHeight || row.top() > viewport()->height() || row.height() < 8 || !clock.isKnown())
            continue;
        if (job()->stepNames.isEmpty()) {
            paintBars(painter, rank);
            continue;
        }
        double last = -1;
        for (const DigestCollective &one : job()->ranks[rank]->collectives) {
            const double x = std::floor(xOf(clock.jobTime(one.startNs)));
            if (x == last || x < row.left() || x > row.right())
                continue;
            painter.drawLine(QPointF(x, row.bottom() - 4), QPointF(x, row.bottom() - 1));
            last = x;
        }
    }
}

void RankStrips::paintBars(QPainter &painter, uint32_t rank) const
{
    const QRectF row = rowRect(rank).adjusted(0, 1, 0, -1);
    const QColor colour(Palette::current().stage(communicationStage));
    for (const DigestCollective &one : job()->ranks[rank]->collectives) {
        const double begin = std::max(xOf(job()->clocks[rank].jobTime(one.startNs)), row.left());
        const double end = std::min(xOf(job()->clocks[rank].jobTime(one.endNs())), row.right());
        if (end >= row.left() && begin <= row.right())
            painter.fillRect(QRectF(begin, row.top(), std::max(1.0, end - begin - 1), row.height()), colour);
    }
}

/// On every rank: the wait light, the transfer full, a line from begin to begin.
void RankStrips::paintChosen(QPainter &painter) const
{
    if (!m_collective)
        return;
    const Palette &palette = Palette::current();
    const CollectiveMatch &match = job()->collectives.matches[*m_collective];
    QPolygonF begins;
    for (const uint32_t rank : job()->collectives.groups[match.group].ranks) {
        const DigestCollective *one = m_collectives.of(*m_collective, rank);
        const RankClock &clock = job()->clocks[rank];
        const QRectF row = rowRect(rank);
        if (!one || !clock.isKnown())
            continue;
        const auto x = [&](int64_t ns) { return std::clamp(xOf(clock.jobTime(ns)), row.left() - 2, row.right() + 2); };
        const double begin = x(one->startNs), last = x(one->endNs() - match.transferNs), end = x(one->endNs());
        const QRectF bar(begin, row.center().y(), std::max(2.0, end - begin), row.height() / 2 - 1);
        painter.fillRect(bar, QColor(Palette::mix(palette.highlight, palette.base, 110)));
        painter.fillRect(QRectF(last, bar.top(), std::max(2.0, end - last), bar.height()), QColor(palette.highlight));
        begins << QPointF(begin, row.top()) << QPointF(begin, row.bottom());
    }
    painter.setPen(QPen(QColor(palette.text), 1, Qt::DotLine));
    painter.drawPolyline(begins);
}

void RankStrips::paintRuler(QPainter &painter) const
{
    const QRectF area = plot();
    painter.setPen(QColor(Palette::current().muted));
    const double span = double(m_visible.length());
    const double rough = span / std::max(2.0, area.width() / 110);
    const double power = std::pow(10, std::floor(std::log10(std::max(rough, 1.0))));
    const double tick = power * (rough / power > 5 ? 10 : rough / power > 2 ? 5 : rough / power > 1 ? 2 : 1);
    const int64_t end = m_visible.end - m_all.begin;
    const TimeUnit unit = timeUnitFor(end);
    const double nsPerUnit = std::pow(1'000, int(unit));
    for (double ns = std::ceil(double(m_visible.begin - m_all.begin) / tick) * tick; ns <= double(end); ns += tick) {
        const double x = xOf(m_all.begin + std::llround(ns));
        const QString text = formatNumber(ns / nsPerUnit) + QChar(0x202f) + timeUnitName(unit);
        painter.drawLine(QPointF(x, headerHeight - 4), QPointF(x, headerHeight - 1));
        if (x + fontMetrics().horizontalAdvance(text) + 6 < area.right())
            painter.drawText(QPointF(x + 4, headerHeight - 7), text);
    }
}

void RankStrips::paintPlot(QPainter &painter)
{
    if (m_all.length() <= 0)
        return;
    paintRuler(painter);
    painter.setClipRect(plot());
    for (uint32_t rank = 0; rank < job()->ranks.size(); ++rank) {
        const QRectF row = rowRect(rank);
        if (row.bottom() < headerHeight || row.top() > viewport()->height())
            continue;
        for (uint32_t step = 0; step < uint32_t(job()->stepNames.size()); ++step)
            if (isThere({rank, step}))
                paintStep(painter, {rank, step});
    }
    paintCollectives(painter);
    paintChosen(painter);
}

} // namespace ws
