#include "widgets/stages/chartscene.h"

#include <QBarCategoryAxis>
#include <QBarSet>
#include <QChart>
#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QGraphicsRectItem>
#include <QGraphicsSimpleTextItem>
#include <QLegend>
#include <QStackedBarSeries>
#include <QValueAxis>

#include <cmath>

namespace ws {

ChartScene::ChartScene(QObject *parent) : QGraphicsScene(parent), m_chart(new QChart), m_mark(new QGraphicsRectItem)
{
    m_chart->setBackgroundVisible(false);
    m_chart->setMargins({});
    m_chart->layout()->setContentsMargins(0, 0, 0, 0);
    m_chart->legend()->hide();
    m_chart->setAnimationOptions(QChart::NoAnimation);
    m_chart->setAcceptedMouseButtons(Qt::NoButton);
    m_chart->setAcceptHoverEvents(false);
    addItem(m_chart);
    m_mark->setZValue(20);
    m_mark->hide();
    addItem(m_mark);
}

void ChartScene::setData(ChartData data, QSizeF size, const QFont &font)
{
    m_data = std::move(data);
    m_font = font;
    m_layout = chartLayout(m_data, size, font);
    m_mark->hide();
    setSceneRect(QRectF(QPointF(), size));
    fillChart();
    addTexts();
}

void ChartScene::fillChart()
{
    m_chart->removeAllSeries();
    for (QAbstractAxis *axis : m_chart->axes()) {
        m_chart->removeAxis(axis);
        delete axis;
    }
    m_chart->setVisible(!m_data.bars.empty());
    if (m_data.bars.empty())
        return;
    auto *series = new QStackedBarSeries;
    series->setBarWidth(m_layout.barShare);
    const bool isNarrow = m_layout.bar(m_data, 0).width() < 16; // lines between segments would cover it
    for (size_t s = 0; s < m_data.segments.size(); ++s) {
        if (m_data.segments[s].hidden)
            continue;
        auto *set = new QBarSet(QString::number(s)); // its hidden legend lays names out as rich text
        for (size_t bar = 0; bar < m_data.bars.size(); ++bar)
            set->append(m_data.height(s, bar));
        set->setBrush(QColor(m_data.segments[s].colour));
        set->setPen(isNarrow ? QPen(Qt::NoPen) : QPen(QColor(Palette(m_data.dark).base), 0.6));
        series->append(set);
    }
    m_chart->addSeries(series);
    fillAxes();
    m_chart->resize(m_layout.size);
    m_chart->setPlotArea(m_layout.plot);
    m_chart->layout()->invalidate(); // else axes keep their previous position
    m_chart->layout()->activate();
}

void ChartScene::fillAxes()
{
    const Palette palette(m_data.dark);
    QFont small = m_font;
    small.setPixelSize(11);
    auto *names = new QBarCategoryAxis;
    QStringList categories;
    for (size_t bar = 0; bar < m_data.bars.size(); ++bar)
        categories << QString::number(bar); // unique; the visible texts are laid out here
    names->append(categories);
    names->setLabelsVisible(false);
    names->setGridLineVisible(false);
    names->setLinePen(QPen(QColor(palette.muted), 1));
    auto *values = new QValueAxis;
    values->setRange(0, m_layout.axisMax);
    values->setTickType(QValueAxis::TicksDynamic);
    values->setTickInterval(m_layout.axisStep);
    const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(m_layout.axisStep) + 1e-9)));
    values->setLabelFormat(QStringLiteral("%.%1f").arg(decimals));
    values->setLabelsFont(small);
    values->setLabelsColor(QColor(palette.muted));
    const bool hasRoom = QFontMetricsF(small).horizontalAdvance(m_data.axis) + 24 < m_layout.plot.height();
    const QString shortTitle = m_data.percent ? QStringLiteral("%")
                               : m_data.calls ? m_data.axis
                                              : timeUnitName(m_data.unit);
    values->setTitleText((hasRoom ? m_data.axis : shortTitle).toHtmlEscaped()); // rich text
    values->setTitleFont(small);
    values->setTitleBrush(QColor(palette.muted));
    values->setLineVisible(false);
    values->setGridLinePen(QPen(QColor(palette.hairline), 1));
    m_chart->addAxis(names, Qt::AlignBottom);
    m_chart->addAxis(values, Qt::AlignLeft);
    for (QAbstractSeries *series : m_chart->series()) {
        series->attachAxis(names);
        series->attachAxis(values);
    }
}

void ChartScene::addTexts()
{
    for (QGraphicsItem *item : m_items)
        delete item;
    m_items.clear();
    for (const ChartLegendEntry &entry : m_layout.legend) {
        const ChartSegment &segment = m_data.segments[entry.segment];
        auto *swatch = addRect(entry.swatch, QPen(QColor(segment.colour), 1),
                               segment.hidden ? QBrush(Qt::NoBrush) : QBrush(QColor(segment.colour)));
        m_items.push_back(swatch);
    }
    for (const ChartText &text : m_layout.texts) {
        QFont font = m_font;
        font.setPixelSize(text.pixelSize);
        font.setBold(text.bold);
        auto *item = addSimpleText(text.text, font);
        item->setBrush(QColor(text.colour));
        const QRectF size = item->boundingRect();
        double x = text.box.left();
        if (text.align & Qt::AlignHCenter)
            x = text.box.center().x() - size.width() / 2;
        else if (text.align & Qt::AlignRight)
            x = text.box.right() - size.width();
        item->setPos(x, text.box.center().y() - size.height() / 2);
        item->setZValue(10);
        m_items.push_back(item);
    }
}

void ChartScene::mark(const std::optional<ChartHit> &hit)
{
    m_mark->setVisible(hit && hit->bar);
    if (!m_mark->isVisible())
        return;
    m_mark->setRect(m_layout.segment(m_data, hit->segment, *hit->bar));
    m_mark->setPen(QPen(QColor(Palette(m_data.dark).text), 1.5));
}

} // namespace ws
