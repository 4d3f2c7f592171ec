#include "widgets/panels/query/querychart.h"

#include "core/base/demangle.h"
#include "core/base/format.h"
#include "core/base/texts.h"
#include "widgets/toolkit/paintedtable.h"
#include "widgets/toolkit/palette.h"
#include "widgets/toolkit/plaintext.h"
#include "widgets/toolkit/shortnames.h"
#include "widgets/toolkit/wraplayout.h"

#include <QComboBox>
#include <QHelpEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ws {
namespace {

constexpr double nearEnough = 8;    ///< px from a point that the mouse is at
constexpr double axisTick = 70;     ///< px between two numbers of the lower axis, at least
constexpr int mostTableRows = 1000; ///< that a screen reader is told

double numberOf(const SqlCell &cell)
{
    if (const auto *integer = std::get_if<int64_t>(&cell))
        return double(*integer);
    const auto *real = std::get_if<double>(&cell);
    return real ? *real : std::nan("");
}

QString textOfCell(const SqlCell &cell)
{
    const auto *text = std::get_if<std::string>(&cell);
    return toText(text ? shownName(*text) : std::string_view(sqlCellText(cell)));
}

/// About four digits; none of them lost before the point.
QString shortNumber(double value)
{
    const double size = std::abs(value);
    if (size >= 1000)
        return formatCount(std::llround(value));
    return QString::number(value, 'g', 4);
}

/// A column's unit on an axis, and its factor.
struct AxisUnit
{
    double factor = 1;
    QString name;
};

AxisUnit unitOf(const ReportColumn &column, double largest)
{
    if (column.kind == CellKind::Time) {
        const TimeUnit unit = timeUnitFor(int64_t(std::min(largest, 9e18)));
        constexpr double factors[] = {1, 1e-3, 1e-6, 1e-9};
        return {factors[size_t(unit)], timeUnitName(unit)};
    }
    if (column.kind != CellKind::Bytes)
        return {};
    AxisUnit unit{1, QStringLiteral("B")};
    for (const char *name : {"KiB", "MiB", "GiB", "TiB"}) {
        if (largest * unit.factor < 1024)
            break;
        unit = {unit.factor / 1024, QString::fromLatin1(name)};
    }
    return unit;
}

/// Puts numbers of a column into the unit of their axis; returns the title with the unit.
QString scale(std::vector<double> &values, const ReportColumn &column)
{
    double largest = 0;
    for (const double value : values)
        largest = std::max(largest, std::abs(value));
    const AxisUnit unit = unitOf(column, largest);
    for (double &value : values)
        value *= unit.factor;
    return unit.name.isEmpty() ? column.title : column.title + QStringLiteral(" (") + unit.name + u')';
}

struct AxisSpan
{
    double from = 0, to = 1, step = 1;

    /// Round numbers around all values, about `ticks` steps.
    static AxisSpan of(double least, double most, double ticks)
    {
        if (!(most > least)) {
            const double room = std::max(std::abs(most), 1.0);
            least -= least > 0 ? std::min(least, room) : room;
            most += room;
        }
        const double wanted = (most - least) / std::max(ticks, 1.0);
        const double power = std::pow(10, std::floor(std::log10(wanted)));
        double step = power * 10;
        for (const double factor : {5.0, 2.0, 1.0})
            if (power * factor >= wanted * 0.999)
                step = power * factor;
        return {std::floor(least / step + 1e-9) * step, std::ceil(most / step - 1e-9) * step, step};
    }
    int ticks() const { return int(std::lround((to - from) / step)); }
    QString text(int tick) const
    {
        const int decimals = std::clamp(int(-std::floor(std::log10(step) + 1e-9)), 0, 12);
        const double value = from + tick * step;
        return decimals == 0 && std::abs(value) < 9e15 ? formatCount(std::llround(value))
                                                       : formatFixed(value, decimals);
    }
};

} // namespace

QueryChartData QueryChartData::of(const SqlResult &result, const std::vector<ReportColumn> &columns,
                                  QueryChartKind kind, int x, int y)
{
    QueryChartData data;
    data.kind = kind;
    const bool hasPlaces = kind != QueryChartKind::Bars;
    for (size_t row = 0; row < result.rowCount(); ++row) {
        const double height = numberOf(result.cell(row, size_t(y)));
        const double place = x < 0 ? double(row) + 1 : hasPlaces ? numberOf(result.cell(row, size_t(x))) : 0;
        if (!std::isfinite(height) || !std::isfinite(place)) {
            ++data.withoutNumber;
            continue;
        }
        data.rows.push_back(int(row));
        data.y.push_back(height);
        if (hasPlaces)
            data.x.push_back(place);
    }
    if (kind == QueryChartKind::Line) {
        std::vector<size_t> order(data.rows.size());
        std::iota(order.begin(), order.end(), size_t(0));
        std::ranges::stable_sort(order, {}, [&](size_t mark) { return data.x[mark]; });
        QueryChartData sorted = data;
        for (size_t mark = 0; mark < order.size(); ++mark) {
            sorted.rows[mark] = data.rows[order[mark]];
            sorted.x[mark] = data.x[order[mark]];
            sorted.y[mark] = data.y[order[mark]];
        }
        data = std::move(sorted);
    }
    const QString row = QueryChart::tr("Row");
    data.xTitle = x < 0 ? row : hasPlaces ? scale(data.x, columns[size_t(x)]) : columns[size_t(x)].title;
    data.yTitle = scale(data.y, columns[size_t(y)]);
    if (!hasPlaces)
        for (const int one : data.rows)
            data.names << (x < 0 ? formatCount(one + 1) : textOfCell(result.cell(size_t(one), size_t(x))));
    return data;
}

/// Bars lie: their values are on the lower axis, their names left of it.
struct QueryChartView::Frame
{
    QRectF plot;
    AxisSpan below, left; ///< bars have no numbers on the left
    size_t bars = 0;      ///< that have room
    double bar = 0;       ///< px from one to the next
    QFontMetricsF metrics;

    double placeX(double value) const
    {
        return plot.left() + (value - below.from) / (below.to - below.from) * plot.width();
    }
    double placeY(double value) const
    {
        return plot.bottom() - (value - left.from) / (left.to - left.from) * plot.height();
    }
};

QueryChartView::QueryChartView(QWidget *parent) : QWidget(parent)
{
    setAccessibleName(tr("Chart of the query"));
    setMouseTracking(true);
    addTable();
}

void QueryChartView::addTable()
{
    PaintedTable::Source source;
    source.rowCount = [this] { return std::min(int(shownMarks()), mostTableRows); };
    source.boxCount = [](int) { return 1; };
    source.cell = [this](int row, int column) {
        const auto mark = size_t(row);
        PaintedTable::Cell cell;
        cell.name = textOf(mark);
        if (column == 0)
            return cell;
        cell.value = shortNumber(m_data.y[mark]);
        cell.description = m_data.yTitle;
        const QPointF at = placeOf(mark);
        cell.box = QRectF(at.x() - 4, at.y() - 4, 8, 8).toAlignedRect();
        cell.canPress = true;
        return cell;
    };
    source.press = [this](int row, int) { emit activated(m_data.rows[size_t(row)]); };
    m_table = new PaintedTable(this, std::move(source));
}

void QueryChartView::setData(QueryChartData data)
{
    m_data = std::move(data);
    m_hovered.reset();
    m_table->change();
    update();
}

QueryChartView::Frame QueryChartView::frame(QSizeF size) const
{
    const QFontMetricsF metrics(font());
    const double line = metrics.height();
    const double top = line + 8, bottom = 2 * line + 10, right = 16;
    Frame at{{}, {}, {}, 0, 0, metrics};
    const auto [least, most] = std::ranges::minmax(m_data.y);
    double labels = 0;
    const double height = std::max(size.height() - top - bottom, 1.0);
    if (m_data.kind == QueryChartKind::Bars) {
        const double fewest = line + 4;
        at.bars = std::min(m_data.rows.size(), std::max<size_t>(1, size_t(height / fewest)));
        at.bar = std::min(height / double(at.bars), 2 * fewest);
        for (size_t mark = 0; mark < at.bars; ++mark)
            labels = std::max(labels, metrics.horizontalAdvance(m_data.names[qsizetype(mark)]));
        labels = std::min(labels, size.width() * 0.45);
    } else {
        at.left = AxisSpan::of(least > 0 && least < most / 2 ? 0 : least, most, height / (2.5 * line));
        for (int tick = 0; tick <= at.left.ticks(); ++tick)
            labels = std::max(labels, metrics.horizontalAdvance(at.left.text(tick)));
    }
    const double width = std::max(size.width() - labels - 14 - right, 1.0);
    at.plot = QRectF(labels + 14, top, width, height);
    if (m_data.kind == QueryChartKind::Bars) {
        at.plot.setHeight(at.bar * double(at.bars));
        const double value = metrics.horizontalAdvance(QStringLiteral("0 000 000")); // beside the longest bar
        at.below = AxisSpan::of(std::min(0.0, least), std::max(0.0, most), (width - value) / axisTick);
    } else {
        const auto [first, last] = std::ranges::minmax(m_data.x);
        at.below = AxisSpan::of(first, last, width / axisTick);
    }
    return at;
}

size_t QueryChartView::shownMarks() const
{
    if (m_data.rows.empty())
        return 0;
    return m_data.kind == QueryChartKind::Bars ? frame(size()).bars : m_data.rows.size();
}

QPointF QueryChartView::placeOf(size_t mark) const
{
    const Frame at = frame(size());
    if (m_data.kind == QueryChartKind::Bars)
        return {at.placeX(m_data.y[mark]), at.plot.top() + (double(mark) + 0.5) * at.bar};
    return {at.placeX(m_data.x[mark]), at.placeY(m_data.y[mark])};
}

std::optional<size_t> QueryChartView::markAt(QPointF at) const
{
    if (m_data.rows.empty())
        return std::nullopt;
    const Frame frame = this->frame(size());
    if (m_data.kind == QueryChartKind::Bars) {
        const double row = (at.y() - frame.plot.top()) / frame.bar;
        return row >= 0 && row < double(frame.bars) ? std::optional(size_t(row)) : std::nullopt;
    }
    std::optional<size_t> nearest;
    double least = nearEnough * nearEnough;
    for (size_t mark = 0; mark < m_data.rows.size(); ++mark) {
        const QPointF away = QPointF(frame.placeX(m_data.x[mark]), frame.placeY(m_data.y[mark])) - at;
        if (const double distance = QPointF::dotProduct(away, away); distance < least) {
            least = distance;
            nearest = mark;
        }
    }
    return nearest;
}

QString QueryChartView::textOf(size_t mark) const
{
    const QString y = m_data.yTitle + QStringLiteral(": ") + formatNumber(m_data.y[mark]);
    if (m_data.kind == QueryChartKind::Bars)
        return m_data.names[qsizetype(mark)] + u'\n' + y;
    return m_data.xTitle + QStringLiteral(": ") + formatNumber(m_data.x[mark]) + u'\n' + y;
}

QString QueryChartView::leftOutText(QSizeF size) const
{
    QStringList texts;
    if (const size_t all = m_data.rows.size(); m_data.kind == QueryChartKind::Bars && all > 0)
        if (const size_t shown = frame(size).bars; shown < all)
            texts << tr("The first %1 of %2 rows.").arg(formatCount(int64_t(shown)), formatCount(int64_t(all)));
    if (m_data.withoutNumber == 1)
        texts << tr("1 row has no number here.");
    else if (m_data.withoutNumber)
        texts << tr("%1 rows have no number here.").arg(formatCount(int64_t(m_data.withoutNumber)));
    return texts.join(u' ');
}

void QueryChartView::paintAxes(QPainter &painter, const Frame &at, const Palette &palette) const
{
    const double line = at.metrics.height();
    double end = -1e9; // of the number before, so that none touches the next
    for (int tick = 0; tick <= at.below.ticks(); ++tick) {
        const double x = at.placeX(at.below.from + tick * at.below.step);
        painter.setPen(QPen(QColor(palette.hairline), 1));
        painter.drawLine(QPointF(x, at.plot.top()), QPointF(x, at.plot.bottom()));
        const QString text = at.below.text(tick);
        const double width = at.metrics.horizontalAdvance(text);
        const QRectF box(std::min(x - width / 2, at.plot.right() + 14 - width), at.plot.bottom() + 2, width, line);
        if (box.left() < end + 6)
            continue;
        painter.setPen(QColor(palette.muted));
        painter.drawText(box, Qt::AlignCenter | Qt::TextDontClip, text);
        end = box.right();
    }
    const bool isBars = m_data.kind == QueryChartKind::Bars;
    for (int tick = 0; !isBars && tick <= at.left.ticks(); ++tick) {
        const double y = at.placeY(at.left.from + tick * at.left.step);
        painter.setPen(QPen(QColor(palette.hairline), 1));
        painter.drawLine(QPointF(at.plot.left(), y), QPointF(at.plot.right(), y));
        painter.setPen(QColor(palette.muted));
        painter.drawText(QRectF(0, y - line / 2, at.plot.left() - 6, line),
                         Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, at.left.text(tick));
    }
    painter.setPen(QColor(palette.muted));
    const auto title = [&](QRectF box, Qt::Alignment alignment, const QString &text) {
        painter.drawText(box, int(alignment | Qt::AlignVCenter) | Qt::TextSingleLine,
                         at.metrics.elidedText(text, Qt::ElideRight, box.width()));
    };
    title(QRectF(at.plot.left(), at.plot.bottom() + line + 4, at.plot.width(), line), Qt::AlignHCenter,
          isBars ? m_data.yTitle : m_data.xTitle);
    title(QRectF(4, 3, at.plot.right() - 4, line), Qt::AlignLeft, isBars ? m_data.xTitle : m_data.yTitle);
}

void QueryChartView::paintBars(QPainter &painter, const Frame &at, const Palette &palette) const
{
    std::vector<std::string> texts;
    for (size_t mark = 0; mark < at.bars; ++mark)
        texts.push_back(m_data.names[qsizetype(mark)].toStdString());
    const std::vector<std::string_view> names(texts.begin(), texts.end());
    const std::vector<QStringList> forms = shortForms(names);
    const QFontMetrics metrics(font());
    const double zero = at.placeX(0), line = at.metrics.height();
    for (size_t mark = 0; mark < at.bars; ++mark) {
        const double middle = at.plot.top() + (double(mark) + 0.5) * at.bar, end = at.placeX(m_data.y[mark]);
        const double height = std::max(at.bar * 0.7, 2.0);
        painter.fillRect(
            QRectF(QPointF(std::min(zero, end), middle - height / 2), QSizeF(std::abs(end - zero), height)),
            QColor(m_hovered == mark ? Palette::mix(palette.highlight, palette.text, 150) : palette.highlight));
        painter.setPen(QColor(palette.text));
        painter.drawText(QRectF(4, middle - line / 2, at.plot.left() - 10, line), Qt::AlignRight | Qt::AlignVCenter,
                         fittingForm(forms[mark], metrics, int(at.plot.left() - 10)));
        const QString value = shortNumber(m_data.y[mark]);
        const double width = at.metrics.horizontalAdvance(value), from = std::max(zero, end) + 4;
        const bool isBeside = from + width <= at.plot.right() + 12;
        if (!isBeside && end - width - 4 < zero)
            continue;
        painter.setPen(QColor(isBeside ? palette.muted : Palette::textOn(palette.highlight)));
        painter.drawText(QRectF(isBeside ? from : end - width - 4, middle - line / 2, width + 1, line),
                         Qt::AlignLeft | Qt::AlignVCenter, value);
    }
    painter.setPen(QPen(QColor(palette.muted), 1));
    painter.drawLine(QPointF(zero, at.plot.top()), QPointF(zero, at.plot.bottom()));
}

void QueryChartView::paintMarks(QPainter &painter, const Frame &at, const Palette &palette) const
{
    QPolygonF marks;
    marks.reserve(qsizetype(m_data.rows.size()));
    for (size_t mark = 0; mark < m_data.rows.size(); ++mark)
        marks << QPointF(at.placeX(m_data.x[mark]), at.placeY(m_data.y[mark]));
    const QColor colour(palette.highlight);
    if (m_data.kind == QueryChartKind::Line) {
        painter.setPen(QPen(colour, 1.5));
        painter.drawPolyline(marks);
    }
    // Points of a line stand where they do not hide it.
    if (m_data.kind == QueryChartKind::Points || double(marks.size()) * 12 < at.plot.width()) {
        painter.setPen(QPen(colour, 5, Qt::SolidLine, Qt::RoundCap));
        painter.drawPoints(marks);
    }
    if (!m_hovered || *m_hovered >= m_data.rows.size())
        return;
    painter.setPen(QPen(QColor(palette.text), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(marks[qsizetype(*m_hovered)], 5, 5);
}

void QueryChartView::paint(QPainter &painter, QSizeF size, const Palette &palette) const
{
    if (m_data.rows.empty())
        return;
    const Frame at = frame(size);
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxes(painter, at, palette);
    if (m_data.kind == QueryChartKind::Bars)
        paintBars(painter, at, palette);
    else
        paintMarks(painter, at, palette);
    painter.setPen(QColor(palette.muted));
    const double line = at.metrics.height();
    painter.drawText(QRectF(0, 3, size.width() - 8, line), Qt::AlignRight | Qt::AlignVCenter, leftOutText(size));
}

void QueryChartView::paintEvent(QPaintEvent *)
{
    const Palette &palette = Palette::current();
    QPainter painter(this);
    painter.fillRect(rect(), QColor(palette.base));
    if (m_data.rows.empty()) {
        painter.setPen(QColor(palette.muted));
        painter.drawText(rect().adjusted(8, 8, -8, -8), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("No row has a number in these columns."));
        return;
    }
    paint(painter, size(), palette);
}

Picture QueryChartView::picture() const
{
    const Palette &palette = Palette::current();
    Picture picture{m_data.yTitle, m_data.xTitle, palette.base, {}};
    picture.paint = [this, &palette](QPainter &painter, QSize size, QRectF target) {
        painter.save();
        painter.setFont(font());
        painter.translate(target.topLeft());
        painter.scale(target.width() / size.width(), target.height() / size.height());
        paint(painter, size, palette);
        painter.restore();
    };
    return picture;
}

bool QueryChartView::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const auto mark = markAt(help->pos());
    QToolTip::showText(help->globalPos(), mark ? plainToolTip(textOf(*mark)) : QString(), this);
    return true;
}

void QueryChartView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        if (const auto mark = markAt(event->position()))
            emit activated(m_data.rows[*mark]);
}

void QueryChartView::mouseMoveEvent(QMouseEvent *event)
{
    const auto mark = markAt(event->position());
    if (mark == m_hovered)
        return;
    m_hovered = mark;
    setCursor(mark ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void QueryChartView::leaveEvent(QEvent *)
{
    m_hovered.reset();
    update();
}

QueryChart::QueryChart(QWidget *parent) : QWidget(parent)
{
    m_kind = new QComboBox;
    m_kind->addItems({tr("Bars"), tr("Line"), tr("Points")});
    m_kind->setAccessibleName(tr("Kind of chart"));
    m_x = new QComboBox;
    m_x->setAccessibleName(tr("Across"));
    m_y = new QComboBox;
    m_y->setAccessibleName(tr("Quantity"));
    for (QComboBox *box : {m_x, m_y}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(12);
    }
    m_view = new QueryChartView;
    auto *save = new QToolButton;
    save->setText(tr("Export chart…"));
    m_bar = new WrapLayout;
    m_bar->setContentsMargins(8, 4, 8, 4);
    m_bar->setSpacing(8);
    m_bar->addWidget(m_kind);
    m_bar->addWidget(m_y);
    m_bar->addWidget(plainLabel(tr("by"), this));
    m_bar->addWidget(m_x);
    m_bar->addWidget(save);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(m_bar);
    layout->addWidget(m_view, 1);
    connect(m_kind, &QComboBox::activated, this, [this] {
        fillColumns();
        draw();
    });
    for (QComboBox *box : {m_x, m_y})
        connect(box, &QComboBox::activated, this, &QueryChart::draw);
    connect(m_view, &QueryChartView::activated, this, &QueryChart::activated);
    connect(save, &QToolButton::clicked, this, [this] {
        PictureForm form;
        form.size = m_view->size();
        savePicture(m_view->picture(), form, tr("Export chart"), QStringLiteral("query.svg"), this);
    });
}

bool QueryChart::canDraw(const std::vector<ReportColumn> &columns)
{
    return std::ranges::any_of(columns, [](const ReportColumn &column) { return !isText(column.kind); });
}

void QueryChart::setResult(std::shared_ptr<const SqlResult> result, std::vector<ReportColumn> columns)
{
    m_result = std::move(result);
    m_columns = std::move(columns);
    const auto isNumberOfRow = [](const ReportColumn &column) { // `id`, `slice`: it names a row
        return column.kind == CellKind::Count && (column.id == "id" || column.id == "slice" || column.id == "launch");
    };
    // Times are what is asked for; else the first quantity, else any number.
    int text = -1, across = -1, quantity = -1, worth = 0;
    for (int c = 0; c < int(m_columns.size()); ++c) {
        const ReportColumn &column = m_columns[size_t(c)];
        if (isText(column.kind)) {
            text = text < 0 ? c : text;
            continue;
        }
        const bool isPlace = column.id == "start_ns" || isNumberOfRow(column);
        const int here = isPlace ? 1 : column.kind == CellKind::Time ? 3 : 2;
        if (here > worth) {
            quantity = c;
            worth = here;
        }
        if (column.id == "start_ns")
            across = c;
    }
    for (int c = 0; across < 0 && c < int(m_columns.size()); ++c)
        if (c != quantity && !isText(m_columns[size_t(c)].kind) && !isNumberOfRow(m_columns[size_t(c)]))
            across = c;
    const bool isOverTime = across >= 0 && m_columns[size_t(across)].id == "start_ns";
    const bool isBars = text >= 0 && !isOverTime;
    choose(isBars ? QueryChartKind::Bars : QueryChartKind::Points, isBars ? text : across, quantity);
}

void QueryChart::choose(QueryChartKind kind, int x, int y)
{
    m_kind->setCurrentIndex(int(kind));
    m_x->clear();
    m_y->clear();
    fillColumns();
    m_x->setCurrentIndex(std::max(0, m_x->findData(x)));
    m_y->setCurrentIndex(std::max(0, m_y->findData(y)));
    draw();
}

/// Names can stand across bars alone.
void QueryChart::fillColumns()
{
    const QVariant x = m_x->currentData(), y = m_y->currentData();
    m_x->clear();
    m_y->clear();
    m_x->addItem(tr("Row"), -1);
    for (int c = 0; c < int(m_columns.size()); ++c) {
        const ReportColumn &column = m_columns[size_t(c)];
        if (!isText(column.kind) || m_kind->currentIndex() == int(QueryChartKind::Bars))
            m_x->addItem(toText(column.id), c);
        if (!isText(column.kind))
            m_y->addItem(toText(column.id), c);
    }
    m_x->setCurrentIndex(std::max(0, m_x->findData(x)));
    m_y->setCurrentIndex(std::max(0, m_y->findData(y)));
}

void QueryChart::draw()
{
    if (m_result && m_y->count() > 0)
        m_view->setData(QueryChartData::of(*m_result, m_columns, QueryChartKind(m_kind->currentIndex()),
                                           m_x->currentData().toInt(), m_y->currentData().toInt()));
}

} // namespace ws
