#include "widgets/timeline/timelineview.h"

#include "core/base/format.h"
#include "widgets/timeline/overviewstrip.h"
#include "widgets/timeline/rowheader.h"
#include "widgets/timeline/slicemenu.h"
#include "widgets/timeline/stagelegend.h"
#include "widgets/timeline/timelineactions.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timeline/timeruler.h"

#include <QGridLayout>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>

namespace ws {

TimelineView::TimelineView(Pane *pane, QWidget *parent)
    : QWidget(parent), m_state(new TimelineState(pane, this)), m_overview(new OverviewStrip(m_state)),
      m_filter(new QLineEdit), m_header(new RowHeader(m_state)), m_canvas(new TimelineCanvas(m_state)),
      m_scrollBar(new QScrollBar(Qt::Vertical)), m_actions(new TimelineActions(m_state, m_canvas, this))
{
    build();
    connect(m_state, &TimelineState::layoutChanged, this, &TimelineView::updateScrollBar);
    connect(m_state, &TimelineState::scrolled, this, &TimelineView::updateScrollBar);
    connect(m_scrollBar, &QScrollBar::valueChanged, m_state, &TimelineState::setScroll);
    connect(m_header, &RowHeader::widthWanted, this,
            [this](int width) { setHeaderWidth(std::min(width, this->width() / 2)); });
    connect(m_header, &RowHeader::gpuRowsChanged, this, &TimelineView::gpuRowsChanged);
    connect(m_canvas, &TimelineCanvas::sliceDoubleClicked, m_actions, &TimelineActions::zoomTo);
    connectMenus();
    connect(m_actions, &TimelineActions::gapsRequested, this, &TimelineView::gapsRequested);
    connect(m_actions, &TimelineActions::detailsRequested, this, &TimelineView::detailsRequested);
    connect(m_actions, &TimelineActions::messageChanged, this, &TimelineView::messageChanged);
    connect(m_state, &TimelineState::messageChanged, this, &TimelineView::messageChanged);
    connect(m_actions, &TimelineActions::stepRequested, this, &TimelineView::stepRequested);
    connect(pane, &Pane::revealRequested, this, &TimelineView::reveal);
    connect(m_state, &TimelineState::dataChanged, this, [this, pane] {
        if (const auto span = std::exchange(m_wantedSpan, {}); span && m_state->data())
            showRange(*span);
        if (m_state->data() && m_wanted.valid() && m_wanted == pane->context().selection())
            reveal(m_wanted);
    });
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        LayoutChoices choices = m_state->choices();
        choices.filter = text.trimmed();
        m_state->setChoices(std::move(choices));
    });
    connect(m_state, &TimelineState::layoutChanged, this, [this] {
        if (m_filter->text().trimmed() != m_state->choices().filter) {
            const QSignalBlocker quiet(m_filter);
            m_filter->setText(m_state->choices().filter);
        }
    });
    for (auto signal : {&TimelineState::visibleChanged, &TimelineState::pointerChanged, &TimelineState::markChanged})
        connect(m_state, signal, this, &TimelineView::updateLabel);
    connect(pane, &Pane::rangeChanged, this, &TimelineView::updateLabel);
    connect(m_state, &TimelineState::visibleChanged, this, [this] { emit visibleRangeChanged(m_state->visible()); });
    updateScrollBar();
}

void TimelineView::connectMenus()
{
    connect(m_canvas, &TimelineCanvas::sliceMenuRequested, this, [this](EventRef slice, const QPoint &at) {
        QMenu menu(this);
        m_actions->fillMenu(menu, slice);
        menu.exec(at);
    });
    connect(m_canvas, &TimelineCanvas::gapMenuRequested, this, [this](const Gap &gap, const QPoint &at) {
        QMenu menu(this);
        fillGapMenu(menu, *m_actions, gap);
        menu.exec(at);
    });
    const auto showViewMenu = [this](const QPoint &at) {
        QMenu menu(this);
        m_actions->fillViewMenu(menu);
        menu.exec(at);
    };
    connect(m_canvas, &TimelineCanvas::viewMenuRequested, this, showViewMenu);
    connect(m_overview, &OverviewStrip::menuRequested, this, showViewMenu);
    connect(m_canvas, &TimelineCanvas::rangeMenuRequested, this, &TimelineView::rangeMenuRequested);
}

int TimelineView::neededHeight() const
{
    return OverviewStrip::fixedHeight + TimeRuler::fixedHeight + m_state->layout().height + rowheight::gpuLane;
}

void TimelineView::build()
{
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(0);
    m_filter->setPlaceholderText(tr("Filter rows"));
    m_filter->setAccessibleName(tr("Filter rows by name"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setFixedHeight(TimeRuler::fixedHeight);
    m_filter->setFixedWidth(RowHeader::preferredWidth);
    m_filter->setFocusPolicy(Qt::ClickFocus);
    m_scrollBar->setAccessibleName(tr("Rows"));
    QSizePolicy keepsRoom = m_scrollBar->sizePolicy(); // a canvas with a new width would redraw everything
    keepsRoom.setRetainSizeWhenHidden(true);
    m_scrollBar->setSizePolicy(keepsRoom);
    auto *legend = new StageLegend(m_state);
    legend->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    grid->addWidget(legend, 0, 0);
    grid->addWidget(m_overview, 0, 1);
    grid->addWidget(m_filter, 1, 0);
    grid->addWidget(new TimeRuler(m_state), 1, 1);
    grid->addWidget(m_header, 2, 0);
    grid->addWidget(m_canvas, 2, 1);
    grid->addWidget(m_scrollBar, 2, 2);
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(2, 1);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    // an input method would swallow the letter keys
    setAttribute(Qt::WA_InputMethodEnabled, false);
    setInputMethodHints(Qt::ImhNone);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Timeline"));
    m_canvas->setFocusPolicy(Qt::StrongFocus);
    m_canvas->setFocusProxy(this);
    m_header->setFocusProxy(this);
}

/// The canvas shows it.
void TimelineView::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    m_canvas->update();
}

void TimelineView::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    m_canvas->update();
}

TimeRange TimelineView::visibleRange() const
{
    return m_state->visible();
}

void TimelineView::showRange(TimeRange range)
{
    m_wantedSpan = m_state->data() ? std::nullopt : std::optional(range);
    m_state->setVisible(withMargin(range, 0.05));
}

void TimelineView::revealRange(TimeRange range)
{
    constexpr double widthToSee = 3; // px
    const TimeRange visible = m_state->visible();
    const bool isInside = range.begin >= visible.begin && range.end <= visible.end;
    const double pixels = double(range.length()) / double(std::max<int64_t>(1, visible.length())) * m_canvas->width();
    if (!m_state->data() || !isInside || pixels < widthToSee)
        showRange(withMargin(range, 1));
}

void TimelineView::fitGpu()
{
    m_actions->fitGpu();
}

void TimelineView::fitAll()
{
    m_actions->fitAll();
}

void TimelineView::goBack()
{
    m_state->goBack();
}

void TimelineView::goForward()
{
    m_state->goForward();
}

bool TimelineView::isPythonShown() const
{
    return m_state->choices().python;
}

QList<QAction *> TimelineView::timelineActions() const
{
    return m_actions->all();
}

QImage TimelineView::renderImage(QSize size)
{
    const QSize before = this->size();
    ensurePolished();
    resize(size);
    layout()->activate();
    QImage image(size * devicePixelRatioF(), QImage::Format_RGB32);
    image.setDevicePixelRatio(devicePixelRatioF());
    image.fill(Palette::current().base);
    render(&image);
    if (before.isValid() && isVisible())
        resize(before);
    return image;
}

void TimelineView::setHeaderWidth(int width)
{
    const int fitting = std::max(width, 80);
    m_header->setFixedWidth(fitting);
    m_filter->setFixedWidth(fitting);
}

void TimelineView::updateScrollBar()
{
    const QSignalBlocker quiet(m_scrollBar);
    m_scrollBar->setVisible(m_state->maxScroll() > 0);
    m_scrollBar->setRange(0, m_state->maxScroll());
    m_scrollBar->setPageStep(std::max(1, m_state->view().height));
    m_scrollBar->setSingleStep(rowheight::gpuLane + rowheight::gap);
    m_scrollBar->setValue(m_state->view().scroll);
}

void TimelineView::updateLabel()
{
    if (!m_state->data()) {
        tellRange({});
        return;
    }
    const auto text = [unit = unitOf(m_state->visible().length())](int64_t ns) { // as the numbers of the ruler
        return formatDurationIn(ns, unit);
    };
    QStringList parts{tr("View %1").arg(text(m_state->visible().length()))};
    if (const auto range = m_state->context().range())
        parts << tr("Range %1 from %2").arg(text(range->length()), text(range->begin));
    if (const auto pointer = m_state->pointer()) {
        parts << tr("At %1").arg(text(*pointer));
        if (const auto mark = m_state->mark())
            parts << tr("Δ %1").arg(text(*pointer - *mark));
    }
    tellRange(parts.join(QStringLiteral(" · ")));
}

void TimelineView::tellRange(const QString &text)
{
    m_rangeText = text;
    emit rangeLabel(text);
}

/// From another view: show the row, and the slice wide enough to be seen.
void TimelineView::reveal(EventRef slice)
{
    m_wanted = m_state->data() ? EventRef{} : slice;
    if (!slice.valid() || !m_state->data())
        return;
    m_state->bringIntoView(slice);
    const Timeline &timeline = m_state->data()->run->timeline;
    const int64_t start = timeline.start(slice), length = std::max<int64_t>(1, timeline.duration(slice));
    const TimeRange visible = m_state->visible();
    const bool inside = start >= visible.begin && start + length <= visible.end;
    const double pixels = double(length) / double(visible.length()) * m_canvas->width();
    if (inside && pixels >= 3)
        return;
    const int64_t wanted = pixels >= 3 && length < visible.length() ? visible.length() : length * 20;
    m_state->setVisible({start + length / 2 - wanted / 2, start + length / 2 + wanted / 2});
}

} // namespace ws
