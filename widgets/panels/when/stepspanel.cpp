#include "widgets/panels/when/stepspanel.h"

#include "core/analysis/steps/phasetimes.h"
#include "core/analysis/steps/stepplaces.h"
#include "core/base/phrases.h"
#include "core/report/stepreport.h"
#include "core/report/trustreport.h"
#include "core/report/unitreport.h"
#include "widgets/panels/when/stepsourcebar.h"
#include "widgets/session/scopeline.h"
#include "widgets/session/stepfocus.h"
#include "widgets/toolkit/shortnames.h"
#include "widgets/toolkit/tablepane.h"

#include <QLayout>

#include <algorithm>

namespace ws {

StepsPanel::StepsPanel(Pane *pane, QWidget *parent)
    : RunTablePanel(pane, stepReport(nullptr, nullptr), parent), m_focus(new StepFocus(pane, this)),
      m_source(new StepSourceBar(this))
{
    setHeader(m_source);
    followScope();
    setHeader(new ScopeLine(
        pane, {{}, tr("the steps are listed here to choose one"), {}, tr("a step is listed with all of its work")},
        this));
    table()->sortBy("start_ns", Qt::AscendingOrder);
    connect(pane, &Pane::classesChanged, this, &PanelBase::refreshLater);
    for (const auto signal : {&Pane::runChanged, &Pane::stepSourceChanged}) // else what is being typed stays
        connect(pane, signal, this, [this] { m_source->setSource(context().stepSource()); });
    connect(pane, &Pane::stepSourceChanged, this, &PanelBase::refreshLater);
    connect(m_source, &StepSourceBar::chosen, this,
            [this](const StepSource &source) { context().setStepSource(source); });
    refresh();
}

QString StepsPanel::whyEmpty(const Run *run) const
{
    if (!run)
        return tr("Open a trace to see its steps.");
    return run->timeline.lanes.empty() ? tr("This file has no timeline, so no steps.") : QString();
}

void StepsPanel::refresh()
{
    m_source->setVisible(whyEmpty(pane().run().get()).isEmpty());
    RunTablePanel::refresh();
    placeSource();
}

void StepsPanel::showTable(ReportTable table, const QString &note, const QString &withoutRows)
{
    if (m_rows)
        table = withRows(std::move(table), m_rows);
    if (m_steps && m_steps->arePeriods) // named by the kernel that they begin with
        shortenNames(table);
    present(std::move(table), note, withoutRows);
    const auto anyHas = [this](auto has) { return m_steps && std::ranges::any_of(m_steps->steps, has); };
    const bool haveTokens = anyHas([](const Step &step) { return step.tokens.has_value(); });
    this->table()->setColumnShown("batch", anyHas([](const Step &step) { return step.batch.has_value(); }));
    for (const char *ofTokens : {"tokens", "tokens_per_s", "us_per_token"}) // the room is that of devices and parts
        this->table()->setColumnShown(ofTokens, haveTokens);
    placeSource();
}

void StepsPanel::showFailure(const Error &error)
{
    fail(error);
    placeSource();
}

/// In the line of the table's filter; without a table above what stands in its place.
void StepsPanel::placeSource()
{
    const bool inTable = table()->isVisibleTo(this);
    if (m_source->parentWidget() == (inTable ? static_cast<QWidget *>(table()) : this))
        return;
    m_source->layout()->setContentsMargins(inTable ? QMargins() : QMargins(8, 6, 8, 0));
    if (inTable)
        table()->bar()->insertWidget(0, m_source);
    else
        setHeader(m_source);
}

void StepsPanel::ask(RunContext &context)
{
    m_wanted.ask(context.cache(), StepsKey{{}, context.stepSource()}, [this, run = context.run()](const auto &steps) {
        if (steps)
            showSteps(run, *steps);
        else
            showFailure(steps.error());
    });
}

void StepsPanel::cancel()
{
    m_wanted.cancel();
    m_wantedWork.cancel();
    m_wantedSplits.cancel();
}

void StepsPanel::showSteps(const RunPtr &run, std::shared_ptr<const Steps> steps)
{
    m_steps = std::move(steps);
    if (m_steps->steps.empty()) {
        m_wantedWork.ask(context().cache(), RepeatedWorkKey{}, [this, run](const auto &work) {
            if (work)
                showRepetition(run, **work);
            else
                showFailure(work.error());
        });
        return;
    }
    ReportTable report = stepReport(run, m_steps);
    const std::vector<StepCut> cuts = cutSteps(*run, *m_steps);
    addCutColumn(report, cuts);
    m_comparable.clear();
    for (const StepCut &cut : cuts)
        m_comparable.push_back(cut.isWallComparable());
    m_rows = nullptr;
    const StepScope scope{context().range(), noStep, context().focus().phase};
    if (scope)
        m_rows = stepRowsWithin(*m_steps, scope);
    QStringList notes{phaseNote()};
    if (scope.range)
        notes << tr("steps that reach into the range, each with all of its work");
    const QString note = (notes + report.notes).join(QStringLiteral("  ·  "));
    showTable(report, note, nothingInScope({}));
    const bool isMarked = std::ranges::any_of(cuts, [](const StepCut &cut) { return cut || cut.isFirst; });
    table()->setColumnShown("cut", isMarked); // why some numbers are marked
    addSplits(report, note);
}

void StepsPanel::showRepetition(const RunPtr &run, const RepeatedWork &work)
{
    m_steps = work.steps;
    m_rows = nullptr;
    if (!work.unit.found())
        return showTable(stepReport(nullptr, nullptr), {},
                         tr("No annotation of this file names a step of an engine or a training loop, and %1.")
                             .arg(noUnitText(work.unit)));
    ReportTable table = unitReport(run, m_steps, work.unit);
    if (context().range())
        m_rows = stepRowsWithin(*m_steps, {context().range(), noStep, {}});
    const QString note = sentences(table.notes);
    showTable(table, note, nothingInScope({}));
    addSplits(table, note);
}

void StepsPanel::addSplits(const ReportTable &table, const QString &note)
{
    if (const auto &communication = context().communication())
        m_wantedSplits.ask(context().cache(), StepSplitsKey{{}, m_steps, communication},
                           [this, table, note](const auto &splits) {
                               if (!splits)
                                   return showFailure(splits.error());
                               ReportTable withSplits = table;
                               addSplitColumns(withSplits, **splits);
                               QStringList notes{note};
                               if (const QString own = ownWorkNote(**splits); !own.isEmpty())
                                   notes << own;
                               showTable(std::move(withSplits), notes.join(QStringLiteral("  ·  ")),
                                         nothingInScope({}));
                           });
}

/// Medians are of steps whose wall is not marked, where there are any.
QString StepsPanel::phaseNote() const
{
    QStringList notes;
    Steps listed, comparable;
    const size_t count = m_rows ? m_rows->size() : m_steps->steps.size();
    for (size_t k = 0; k < count; ++k) {
        const size_t row = m_rows ? (*m_rows)[k] : k;
        listed.steps.push_back(m_steps->steps[row]);
        if (m_comparable[row])
            comparable.steps.push_back(m_steps->steps[row]);
    }
    const std::vector<PhaseTimes> whole = phaseTimes(comparable);
    for (const PhaseTimes &phase : phaseTimes(listed)) {
        const auto found = std::ranges::find(whole, phase.phase, &PhaseTimes::phase);
        const PhaseTimes &times = found == whole.end() ? phase : *found;
        const QString text = times.steps == phase.steps
                                 ? tr("%1: %n step(s), wall p50 %2, p95 %3", nullptr, static_cast<int>(phase.steps))
                                 : tr("%1: %n step(s), without those marked * wall p50 %2, p95 %3", nullptr,
                                      static_cast<int>(phase.steps));
        notes << text.arg(phaseText(phase.phase), formatDuration(times.wallP50Ns), formatDuration(times.wallP95Ns));
    }
    return notes.join(QStringLiteral("  ·  "));
}

void StepsPanel::activate(int row)
{
    const size_t step = m_rows ? (*m_rows)[static_cast<size_t>(row)] : static_cast<size_t>(row);
    if (step >= m_steps->steps.size()) // the rest outside any step
        return;
    m_focus->chooseStep(m_steps, static_cast<uint32_t>(step));
    context().showSpan(workRange(m_steps->steps[step]));
}

} // namespace ws
