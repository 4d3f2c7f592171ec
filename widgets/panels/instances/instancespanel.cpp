#include "widgets/panels/instances/instancespanel.h"

#include "core/base/demangle.h"
#include "core/base/texts.h"
#include "core/report/instancereport.h"
#include "widgets/toolkit/histogramview.h"
#include "widgets/toolkit/plaintext.h"
#include "widgets/toolkit/tablepane.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QTableView>
#include <QToolButton>

namespace ws {

InstancesPanel::InstancesPanel(Pane *pane, QWidget *parent)
    : RunTablePanel(pane, instanceReport(nullptr, nullptr, nullptr), parent)
{
    build();
    connect(pane, &Pane::selectionChanged, this, &InstancesPanel::followSelection);
    connect(pane, &Pane::stepSourceChanged, this, &InstancesPanel::dropSteps);
    connect(table()->view(), &QAbstractItemView::clicked, this, [this] {
        if (const int row = table()->currentRow(); row >= 0 && m_run == this->pane().run())
            activate(row);
    });
    refresh();
}

void InstancesPanel::build()
{
    m_histogram = new HistogramView;
    table()->bar()->insertWidget(0, buildBar());
    addBeside(m_histogram);
    table()->setColumnShown("name", false); // it is the same in all rows
    table()->sortBy("duration_ns", Qt::DescendingOrder);
    connect(m_histogram, &HistogramView::binClicked, this, &InstancesPanel::goToBin);
}

QWidget *InstancesPanel::buildBar()
{
    auto *bar = new QWidget;
    auto *layout = new QHBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 0);
    m_title = plainLabel(bar);
    m_title->setMaximumWidth(420);
    layout->addWidget(m_title);
    const auto add = [&](const QString &text, uint32_t DurationStats::*row) {
        auto *button = new QToolButton(bar);
        button->setText(text);
        button->setAutoRaise(true);
        connect(button, &QToolButton::clicked, this, [this, row] {
            if (m_named && m_named->stats.count)
                goTo(m_named->stats.*row);
        });
        layout->addWidget(button);
    };
    add(tr("Slowest"), &DurationStats::slowest);
    add(tr("Median"), &DurationStats::median);
    add(tr("Fastest"), &DurationStats::fastest);
    return bar;
}

QString InstancesPanel::whyEmpty(const Run *run) const
{
    if (!run)
        return tr("Open a trace to see the instances of a kernel or operator.");
    if (run->gpu.size() == 0 && run->ops.size() == 0)
        return tr("This file has no timeline with kernels or operators, so no instances of them.");
    return context().viewState<NameOfRun>().name
               ? QString()
               : tr("Select a kernel or an operator in the timeline or a table to see all its instances.");
}

/// Their steps and layers are others now.
void InstancesPanel::dropSteps()
{
    m_wantedSteps.cancel();
    m_wantedLayers.cancel();
    m_steps.reset();
    m_layers.reset();
    refreshLater();
}

void InstancesPanel::showName(StringId name)
{
    context().viewState<NameOfRun>().name = name;
    refreshLater();
}

/// The name of a selected kernel or operator; other slices leave the present one.
void InstancesPanel::followSelection()
{
    const RunPtr run = pane().run();
    const EventRef slice = context().selection();
    if (!run || !slice.valid())
        return;
    const CategoryKind kind = run->timeline.category(slice).kind;
    if (m_named && m_run == run && run->timeline.name(slice) == context().viewState<NameOfRun>().name)
        return m_histogram->setCurrent(run->timeline.duration(slice));
    if (isGpuWork(kind) || kind == CategoryKind::CpuOp)
        showName(run->timeline.name(slice));
}

void InstancesPanel::ask(RunContext &context)
{
    const StringId name = context.viewState<NameOfRun>().name;
    m_wanted.ask(context.cache(), InstancesKey{{}, name}, [this, run = context.run()](const auto &named) {
        if (!named)
            return fail(named.error());
        m_run = run;
        m_named = *named;
        fill();
        askContext();
    });
}

void InstancesPanel::cancel()
{
    m_wanted.cancel();
    m_wantedSteps.cancel();
    m_wantedLayers.cancel();
    m_wantedAttribution.cancel();
    m_run.reset();
    m_named.reset();
    m_steps.reset();
    m_layers.reset();
    m_attribution.reset();
    m_histogram->setData({}, {});
}

/// Steps, modules and layers come behind the instances, each as soon as it is known. What fails stays unknown here;
/// its own tab says why.
void InstancesPanel::askContext()
{
    RunCache &cache = context().cache();
    if (!m_attribution)
        m_wantedAttribution.ask(cache, AttributionKey{}, [this](const auto &attribution) {
            m_attribution = attribution ? *attribution : nullptr;
            fill();
        });
    if (m_steps)
        return;
    m_wantedSteps.ask(cache, StepsKey{{}, context().stepSource()}, [this](const auto &steps) {
        m_steps = steps ? *steps : std::make_shared<const Steps>();
        fill();
        m_wantedLayers.ask(context().cache(), LayersKey{{}, m_steps}, [this](const auto &layers) {
            m_layers = layers ? *layers : nullptr;
            fill();
        });
    });
}

void InstancesPanel::fill()
{
    if (!m_named || m_run != pane().run())
        return;
    const StringId name = context().viewState<NameOfRun>().name;
    const QString text = toText(shownName(m_run->text(name)));
    m_title->setText(fontMetrics().elidedText(text, Qt::ElideMiddle, 400));
    m_title->setToolTip(plainToolTip(text.left(4'000)));
    m_histogram->setData(m_named->histogram, m_named->stats);
    if (const EventRef slice = context().selection(); slice.valid() && m_run->timeline.name(slice) == name)
        m_histogram->setCurrent(m_run->timeline.duration(slice));
    const auto known = std::make_shared<const InstanceContext>(m_run, m_steps, m_layers, m_attribution);
    const DurationStats &stats = m_named->stats;
    const QString cut = m_named->shown->size() < m_named->durations.size()
                            ? tr("the %1 longest of ").arg(formatCount(static_cast<int64_t>(m_named->shown->size())))
                            : QString();
    present(withRows(instanceReport(m_run, m_named->instances, known), m_named->shown),
            cut + tr("%1 instances  ·  sum %2  ·  min %3  ·  p50 %4  ·  p95 %5  ·  max %6")
                      .arg(formatCount(static_cast<int64_t>(stats.count)), formatDuration(stats.totalNs),
                           formatDuration(stats.minNs), formatDuration(stats.p50Ns), formatDuration(stats.p95Ns),
                           formatDuration(stats.maxNs)),
            tr("This name has no kernels or operators."));
}

void InstancesPanel::goTo(uint32_t row)
{
    if (m_named && m_run == pane().run())
        context().reveal(m_named->instances->rows[row].slice);
}

void InstancesPanel::activate(int row)
{
    goTo((*m_named->shown)[static_cast<size_t>(row)]);
}

void InstancesPanel::goToBin(double fromNs, double toNs, bool isLast)
{
    if (!m_named || m_run != pane().run())
        return;
    for (uint32_t row = 0; row < m_named->durations.size(); ++row) {
        const auto ns = static_cast<double>(m_named->durations[row]);
        if (ns >= fromNs && (ns < toNs || isLast))
            return goTo(row);
    }
}

} // namespace ws
