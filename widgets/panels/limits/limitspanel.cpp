#include "widgets/panels/limits/limitspanel.h"

#include "core/analysis/modules/graphlaunches.h"
#include "core/base/demangle.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "core/model/operatorranges.h"
#include "core/report/limitsreport.h"
#include "widgets/panels/limits/rooflineview.h"
#include "widgets/session/capturechooser.h"
#include "widgets/session/userpeaks.h"
#include "widgets/session/viewcaption.h"
#include "widgets/toolkit/plaintext.h"
#include "widgets/toolkit/tablepane.h"

#include <QLabel>
#include <QScrollArea>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ws {

LimitsPanel::LimitsPanel(Pane *pane, QWidget *parent)
    : RunTablePanel(pane, limitsReport(nullptr, nullptr), parent), m_roofline(new RooflineView),
      m_sentences(plainLabel(nullptr)), m_sentencesArea(new QScrollArea)
{
    build();
    connect(table()->view()->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        const int row = table()->currentRow();
        m_roofline->setCurrentRow(row >= 0 ? std::optional(static_cast<uint32_t>(row)) : std::nullopt);
    });
    connect(table()->view(), &QAbstractItemView::clicked, this, [this] {
        if (const int row = table()->currentRow(); row >= 0 && m_limits && shown().run == this->pane().run())
            highlight(static_cast<uint32_t>(row));
    });
    connect(m_roofline, &RooflineView::rowClicked, this, &LimitsPanel::selectRow);
    connect(m_roofline, &RooflineView::rowActivated, this, [this](uint32_t row) { activate(static_cast<int>(row)); });
    connect(m_roofline, &RooflineView::pictureWanted, this, &LimitsPanel::savePicture);
    connect(pane, &Pane::classesChanged, this, &PanelBase::refreshLater);
    connect(pane, &Pane::stepSourceChanged, this, &PanelBase::refreshLater);
    connect(pane, &Pane::captureChanged, this, &PanelBase::refreshLater);
    connect(pane, &Pane::runChanged, this, &LimitsPanel::offerCapture);
    followScope();
    refresh();
}

void LimitsPanel::build()
{
    table()->sortBy("gpu_ns", Qt::DescendingOrder);
    auto *device = new QToolButton;
    device->setText(tr("Device limits…"));
    device->setToolTip(tr("What the device can do at most, where the table of known devices lacks it or errs"));
    connect(device, &QToolButton::clicked, this, [this] {
        if (const RunPtr run = pane().run(); run && askForPeaks(*run, window()))
            refresh();
    });
    table()->bar()->insertWidget(0, device);
    m_capture = new CaptureChooser(&pane(), this);
    table()->bar()->insertWidget(1, m_capture);
    offerCapture();
    auto *beside = new QWidget(this);
    beside->setBackgroundRole(QPalette::Base);
    beside->setAutoFillBackground(true);
    auto *layout = new QVBoxLayout(beside);
    layout->setContentsMargins(8, 6, 8, 4);
    layout->setSpacing(4);
    m_sentences->setWordWrap(true);
    m_sentences->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_sentencesArea->setWidget(m_sentences);
    m_sentencesArea->setWidgetResizable(true);
    m_sentencesArea->setFrameShape(QFrame::NoFrame);
    m_sentencesArea->setFocusPolicy(Qt::NoFocus); // screen readers read the label
    m_sentencesArea->setMinimumHeight(0);
    m_sentencesArea->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_sentencesArea->viewport()->setBackgroundRole(QPalette::Base);
    m_sentences->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    layout->addWidget(m_sentencesArea, 1);
    layout->addWidget(m_roofline, 100);
    addBeside(beside, 2);
    connect(split(), &QSplitter::splitterMoved, this, &LimitsPanel::shareHeight);
}

bool LimitsPanel::mayHaveCapture(const Run *run) const
{
    return run && run->gpu.size() > 0 && !hasPrintedCalls(*run) && (m_capture->hasOffer() || hasGraphLaunches(*run));
}

void LimitsPanel::offerCapture()
{
    m_capture->setVisible(mayHaveCapture(pane().run().get()));
}

/// The sentences have what they need, at most a third of the height; the picture has the rest.
void LimitsPanel::shareHeight()
{
    const int width = m_sentencesArea->viewport()->width();
    const int wanted = std::min(m_sentences->heightForWidth(width) + 2, std::max(height() / 3, 40));
    m_sentencesArea->setMaximumHeight(wanted);
}

void LimitsPanel::resizeEvent(QResizeEvent *event)
{
    RunTablePanel::resizeEvent(event);
    shareHeight();
}

QString LimitsPanel::whyEmpty(const Run *run) const
{
    if (!run)
        return tr("Open a trace to see how far its operators are from the limit of the device.");
    if (const QString none = noKnownGpu(*run); !none.isEmpty())
        return none;
    if (hasPrintedCalls(*run))
        return {};
    if (run->gpu.size() == 0)
        return tr("This file holds no GPU work with times, so nothing can be held against the limit of the device.");
    if (run->ops.inputs.empty() && operatorRanges(*run) == OperatorRanges::Shapes)
        return shapesWithoutTypes();
    return run->ops.inputs.empty() && !mayHaveCapture(run)
               ? tr("This file has no inputs of operators (torch's record_shapes=True writes them), so what each one "
                    "needs is not known.")
               : QString();
}

void LimitsPanel::ask(RunContext &context)
{
    m_wantedSteps.ask(context.cache(), StepsKey{{}, context.stepSource()},
                      [this](const auto &steps) { askLimits(steps ? *steps : std::make_shared<const Steps>()); });
}

void LimitsPanel::askLimits(std::shared_ptr<const Steps> steps)
{
    m_wantedGaps.ask(context().cache(), GapsKey{}, [this, steps = std::move(steps)](const auto &gaps) {
        RunContext &context = this->context();
        LimitsKey key = limitsKeyOf(context);
        key.steps = steps;
        key.gaps = gaps ? *gaps : nullptr;
        key.range = context.range();
        key.only = context.focus().activities;
        m_wanted.ask(context.cache(), key, [this, run = context.run()](const auto &limits) {
            if (limits)
                take(run, *limits);
            else
                fail(limits.error());
        });
    });
}

void LimitsPanel::cancel()
{
    m_wantedSteps.cancel();
    m_wantedGaps.cancel();
    m_wanted.cancel();
    m_limits.reset();
    m_roofline->setLimits(nullptr, nullptr);
    m_sentences->clear();
}

void LimitsPanel::take(const RunPtr &run, std::shared_ptr<const Limits> limits)
{
    m_limits = std::move(limits);
    m_roofline->setLimits(run, m_limits);
    ReportTable report = limitsReport(run, m_limits);
    const QStringList texts = report.notes + QStringList(m_roofline->leftOutText());
    m_sentences->setText(texts.join(u' ').trimmed());
    shareHeight();
    const LimitSum &sum = m_limits->sum;
    const QString note = tr("%1 rows  ·  GPU time %2 of %3")
                             .arg(formatCount(static_cast<int64_t>(m_limits->rows.size())),
                                  formatDuration(sum.coveredNs), formatDuration(sum.ofNs));
    const QString nothing = report.notes.value(0);
    present(std::move(report), note, nothingInScope(nothing));
    if (m_limits->rows.empty() && !m_limits->isOfPart && mayHaveCapture(run.get()))
        showContent(); // a capture can be chosen there
}

std::vector<uint32_t> LimitsPanel::workOf(uint32_t row) const
{
    std::vector<uint32_t> work;
    for (uint32_t i = 0; i < m_limits->rowOf.size(); ++i)
        if (m_limits->rowOf[i] == row)
            work.push_back(i);
    const auto &duration = context().run()->gpu.duration;
    std::ranges::stable_sort(work, std::ranges::greater(), [&](uint32_t i) { return duration[i]; });
    return work;
}

void LimitsPanel::highlight(uint32_t row)
{
    const Run &run = *context().run();
    std::vector<uint8_t> wanted(m_limits->rows.size());
    wanted[row] = 1;
    Highlight highlight;
    highlight.title = toText(shownName(m_limits->rows[row].nameIn(run))) + u' ' + toText(m_limits->rows[row].shape);
    highlight.run = &run;
    if (auto slices = ActivitySet::ofRows(run, m_limits->rowOf, wanted))
        highlight.slices = std::make_shared<const ActivitySet>(std::move(*slices));
    context().setHighlight(std::move(highlight));
}

void LimitsPanel::selectRow(uint32_t row)
{
    if (!m_limits || shown().run != pane().run())
        return;
    const QModelIndex index = table()->proxy()->mapFromSource(table()->proxy()->sourceModel()->index(int(row), 0));
    if (index.isValid()) { // else the filter hides it
        table()->view()->selectRow(index.row());
        // selectRow() adds to the selection while a key is held down.
        table()->view()->selectionModel()->select(table()->view()->currentIndex(),
                                                  QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        table()->view()->scrollTo(index);
    }
    m_roofline->setCurrentRow(row);
    highlight(row);
}

/// Row by row from the longest work on, around the end.
void LimitsPanel::activate(int row)
{
    if (!m_limits || shown().run != pane().run())
        return;
    const std::vector<uint32_t> work = workOf(static_cast<uint32_t>(row));
    if (work.empty())
        return;
    highlight(static_cast<uint32_t>(row));
    const auto &slice = context().run()->gpu.slice;
    const auto at = std::ranges::find_if(work, [&](uint32_t i) { return slice[i] == context().selection(); });
    const bool isLast = at == work.end() || at + 1 == work.end();
    context().reveal(slice[isLast ? work.front() : *(at + 1)]);
}

void LimitsPanel::savePicture()
{
    PictureForm form;
    const QString name = tr("Save roofline");
    ws::savePicture(m_roofline->picture({m_sentences->text()}), form, name, QStringLiteral("roofline.svg"), this);
}

} // namespace ws
