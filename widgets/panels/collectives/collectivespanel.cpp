#include "widgets/panels/collectives/collectivespanel.h"

#include "core/analysis/gpuscan.h"
#include "core/analysis/stages/communication.h"
#include "core/base/phrases.h"
#include "core/model/devicewords.h"
#include "core/report/collectivereport.h"
#include "widgets/session/kernelactions.h"
#include "widgets/toolkit/shortnames.h"
#include "widgets/toolkit/tablepane.h"

#include <algorithm>

namespace ws {

CollectivesPanel::CollectivesPanel(Pane *pane, QWidget *parent)
    : RunTablePanel(pane, collectiveReport(nullptr, nullptr), parent)
{
    table()->sortBy("total_ns", Qt::DescendingOrder);
    addKernelActions(table(), [this] {
        const int row = table()->currentRow();
        const bool isThere = shown().run && shown().run == this->pane().run() && row >= 0 && row < int(m_rows->size());
        return isThere ? KernelPlace{&context(), (*m_rows)[size_t(row)].name} : KernelPlace();
    });
    connect(pane, &Pane::classesChanged, this, &PanelBase::refreshLater);
    followScope();
    refresh();
}

QString CollectivesPanel::whyEmpty(const Run *run) const
{
    if (!run)
        return tr("Open a trace to see its kernels of communication.");
    if (const QString none = noKnownGpu(*run); !none.isEmpty())
        return none;
    return run->gpu.size() == 0 ? tr("This file holds no GPU work, so there are no kernels of communication to list.")
                                : QString();
}

/// Without a mapping in force the default one says what is communication.
void CollectivesPanel::ask(RunContext &context)
{
    auto communication = context.communication();
    if (!communication && !context.classesError())
        return showEmpty(tr("Looking for kernels of communication …"));
    if (!communication)
        communication = std::make_shared<const std::vector<uint8_t>>(
            defaultCommunication(context.run()->gpu, context.run()->strings));
    m_wanted.ask(context.cache(), CollectivesKey{{}, communication, context.range(), context.focus().activities},
                 [this, run = context.run()](const auto &rows) {
                     if (rows)
                         showRows(run, *rows);
                     else
                         fail(rows.error());
                 });
}

void CollectivesPanel::showRows(const RunPtr &run, std::shared_ptr<const std::vector<CollectiveRow>> rows)
{
    m_rows = std::move(rows);
    int64_t ns = 0;
    uint64_t count = 0;
    for (const CollectiveRow &row : *m_rows) {
        ns = saturatingAdd(ns, row.totalNs);
        count += row.count;
    }
    ReportTable report = collectiveReport(run, m_rows);
    const QString notes = sentences(report.notes);
    shortenNames(report);
    present(std::move(report),
            tr("%1 kernels  ·  sum of durations %2  ·  %3")
                .arg(formatCount(static_cast<int64_t>(count)), formatDuration(ns), notes),
            nothingInScope(tr("No kernel of this file is communication, as the stage mapping has it.")));
}

/// Row by row from the longest kernel on, around the end.
void CollectivesPanel::activate(int row)
{
    const CollectiveRow &chosen = (*m_rows)[static_cast<size_t>(row)];
    const Run &run = *context().run();
    context().setHighlightedName(chosen.name);
    if (chosen.activities.empty())
        return;
    std::vector<uint32_t> byLength = chosen.activities;
    std::ranges::stable_sort(byLength, std::ranges::greater(), [&](uint32_t i) { return run.gpu.duration[i]; });
    const auto at =
        std::ranges::find_if(byLength, [&](uint32_t i) { return run.gpu.slice[i] == context().selection(); });
    const bool isLast = at == byLength.end() || at + 1 == byLength.end();
    context().reveal(run.gpu.slice[isLast ? byLength.front() : *(at + 1)]);
}

} // namespace ws
