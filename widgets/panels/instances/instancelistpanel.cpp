#include "widgets/panels/instances/instancelistpanel.h"

#include "core/base/texts.h"
#include "widgets/toolkit/histogramview.h"
#include "widgets/toolkit/plaintext.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/shortnames.h"
#include "widgets/toolkit/tablepane.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace ws {

InstanceListPanel::InstanceListPanel(Pane *pane, ReportTable columns, QWidget *parent)
    : RunTablePanel(pane, std::move(columns), parent), m_histogram(new HistogramView)
{
    constexpr int share = 8; // the filter needs less
    table()->bar()->insertWidget(0, buildBar(), share);
    addBeside(m_histogram);
    connect(m_histogram, &HistogramView::binClicked, this, &InstanceListPanel::goToBin);
    connect(pane, &Pane::stepSourceChanged, this, &InstanceListPanel::dropSteps);
    connect(table()->view(), &QAbstractItemView::clicked, this, [this] {
        if (const int row = table()->currentRow(); row >= 0 && isCurrent())
            activate(row);
    });
}

QWidget *InstanceListPanel::buildBar()
{
    auto *bar = new QWidget;
    auto *layout = new QHBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSizeConstraint(QLayout::SetMinAndMaxSize);
    m_title = plainLabel(bar);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_title->installEventFilter(this);
    layout->addWidget(m_title, 1);
    const auto add = [&](const QString &text, uint32_t DurationStats::*row) {
        auto *button = new QToolButton(bar);
        button->setText(text);
        button->setAutoRaise(true);
        connect(button, &QToolButton::clicked, this, [this, row] {
            if (m_list && m_list->stats.count)
                goTo(m_list->stats.*row);
        });
        layout->addWidget(button);
    };
    add(tr("Slowest"), &DurationStats::slowest);
    add(tr("Median"), &DurationStats::median);
    add(tr("Fastest"), &DurationStats::fastest);
    return bar;
}

void InstanceListPanel::setList(std::shared_ptr<const InstanceList> list)
{
    m_run = pane().run();
    m_list = std::move(list);
    m_isNew = true;
    m_histogram->setData(m_list->histogram, m_list->stats);
    m_histogram->setVisible(m_list->stats.count > 1); // one has no distribution
    fill();
    askSteps();
}

void InstanceListPanel::cancel()
{
    m_wantedSteps.cancel();
    m_run.reset();
    m_list.reset();
    m_steps.reset();
    m_histogram->setData({}, {});
}

void InstanceListPanel::dropSteps()
{
    m_wantedSteps.cancel();
    m_steps.reset();
    refreshLater();
}

void InstanceListPanel::setTitle(const QString &text, const QStringList &shortForms)
{
    constexpr int min = 300; // px
    m_titleForms = shortForms.isEmpty() ? QStringList(text.left(4'000)) : shortForms;
    const int wanted = m_title->fontMetrics().horizontalAdvance(m_titleForms.front());
    m_title->setMinimumWidth(std::min(wanted, min));
    m_title->setMaximumWidth(wanted);
    m_title->setToolTip(plainToolTip(text.left(4'000)));
    showTitle();
}

void InstanceListPanel::showTitle()
{
    m_title->setText(m_titleForms.isEmpty() ? QString()
                                            : fittingForm(m_titleForms, m_title->fontMetrics(), m_title->width()));
}

bool InstanceListPanel::eventFilter(QObject *object, QEvent *event)
{
    if (object == m_title && event->type() == QEvent::Resize)
        showTitle();
    return RunTablePanel::eventFilter(object, event);
}

void InstanceListPanel::markSelection(Scroll scroll)
{
    const EventRef slice = context().selection();
    if (!isCurrent() || !slice.valid())
        return;
    if (const auto duration = durationOf(slice)) {
        m_histogram->setCurrent(*duration);
        selectRowOf(slice, scroll);
    }
}

void InstanceListPanel::selectRowOf(EventRef slice, Scroll scroll)
{
    if (shown().run != m_run || size_t(table()->model()->rowCount()) != m_list->shown->size()) // not filled yet
        return;
    const auto found = std::ranges::find(*m_list->shown, slice, [this](uint32_t row) { return sliceOf(row); });
    const int row = static_cast<int>(found - m_list->shown->begin());
    if (found == m_list->shown->end() || row == table()->currentRow())
        return;
    const QModelIndex index = table()->proxy()->mapFromSource(table()->model()->index(row, 0));
    if (!index.isValid()) // filtered away
        return;
    table()->view()->setAutoScroll(scroll == Scroll::ToRow);
    table()->view()->selectRow(index.row());
    // selectRow() adds to the selection while a key is held down.
    table()->view()->selectionModel()->select(table()->view()->currentIndex(),
                                              QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    table()->view()->setAutoScroll(true);
    if (scroll == Scroll::ToRow)
        table()->view()->scrollTo(table()->view()->currentIndex());
}

void InstanceListPanel::setScroll(Scroll scroll)
{
    m_scroll = scroll;
    if (scroll == Scroll::Never)
        table()->view()->scrollToTop();
}

QString InstanceListPanel::note() const
{
    const DurationStats &stats = m_list->stats;
    const QString cut = m_list->shown->size() < m_list->durations.size()
                            ? tr("the %1 longest of ").arg(formatCount(static_cast<int64_t>(m_list->shown->size())))
                            : QString();
    return cut + tr("%1 instances  ·  sum %2  ·  min %3  ·  p50 %4  ·  p95 %5  ·  max %6")
                     .arg(formatCount(static_cast<int64_t>(stats.count)), formatDuration(stats.totalNs),
                          formatDuration(stats.minNs), formatDuration(stats.p50Ns), formatDuration(stats.p95Ns),
                          formatDuration(stats.maxNs));
}

void InstanceListPanel::present(ReportTable table, const QString &withoutRows)
{
    const QTableView *view = this->table()->view();
    const bool wasInSight = view->viewport()->rect().intersects(view->visualRect(view->currentIndex()));
    RunTablePanel::present(withRows(std::move(table), m_list->shown), note(), withoutRows);
    markSelection(std::exchange(m_isNew, false) ? m_scroll : wasInSight ? Scroll::ToRow : Scroll::Never);
}

void InstanceListPanel::goTo(uint32_t row)
{
    if (isCurrent())
        context().reveal(sliceOf(row));
}

void InstanceListPanel::activate(int row)
{
    if (isCurrent())
        goTo((*m_list->shown)[static_cast<size_t>(row)]);
}

void InstanceListPanel::goToBin(double fromNs, double toNs, bool isLast)
{
    if (!isCurrent())
        return;
    for (uint32_t row = 0; row < m_list->durations.size(); ++row) {
        const auto ns = static_cast<double>(m_list->durations[row]);
        if (ns >= fromNs && (ns < toNs || isLast))
            return goTo(row);
    }
}

} // namespace ws
