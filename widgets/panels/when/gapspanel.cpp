#include "widgets/panels/when/gapspanel.h"

#include "core/analysis/gpuscan.h"
#include "core/analysis/replay/replayedit.h"
#include "core/base/format.h"
#include "core/model/devicewords.h"
#include "core/report/gapreport.h"
#include "core/report/trustreport.h"
#include "widgets/session/gaptext.h"
#include "widgets/session/scopetext.h"
#include "widgets/session/whatif.h"
#include "widgets/toolkit/tablepane.h"

#include <QAction>
#include <QTableView>

#include <algorithm>

namespace ws {
namespace {

/// Of the kernel that ends the gap in a row of the table.
StringId endName(const Run &run, const Gaps &gaps, size_t row)
{
    return run.gpu.name[gaps.gaps[gaps.byLength[row]].endedBy];
}

/// Gaps of a few ticks of a clock say nothing, and there may be thousands of them.
constexpr int64_t leastNs = 100;

/// The gaps, longest first, without those below `leastNs`; all where these are more than a hundredth of the idle time.
size_t longEnough(const Gaps &gaps)
{
    const auto first =
        std::ranges::partition_point(gaps.byLength, [&](uint32_t i) { return gaps.gaps[i].durationNs >= leastNs; });
    int64_t all = 0;
    for (const DeviceIdle &idle : gaps.devices)
        all = saturatingAdd(all, idle.idleNs);
    int64_t left = 0; // out
    for (auto i = first; i != gaps.byLength.end(); ++i)
        left += gaps.gaps[*i].durationNs;
    const auto kept = static_cast<size_t>(first - gaps.byLength.begin());
    return kept > 0 && left <= all / 100 ? kept : gaps.byLength.size();
}

} // namespace

GapsPanel::GapsPanel(Pane *pane, QWidget *parent) : RunTablePanel(pane, gapReport(nullptr, nullptr), parent)
{
    table()->sortBy("duration_ns", Qt::DescendingOrder);
    constexpr int minNames = 120; // px: why there is a gap is told before what ends it
    table()->fitNames(minNames);
    connect(table()->view(), &QAbstractItemView::clicked, this, [this] {
        if (endOf(table()->currentRow()))
            markGap(context(), gapAt(table()->currentRow()));
    });
    auto *show = new QAction(tr("Show this gap in the &timeline"), table());
    connect(show, &QAction::triggered, this, [this] {
        if (endOf(table()->currentRow()))
            activate(table()->currentRow());
    });
    table()->addAction(show);
    addKernelActions(table(), [this] { return endOf(table()->currentRow()); });
    const auto contextOf = [this](int row) { return endOf(row) ? &context() : nullptr; };
    addWhatIf(
        table(),
        [this, contextOf]() -> WhatIfPlace {
            const int row = table()->currentRow();
            RunContext *of = contextOf(row);
            return {of, of ? gapEdit(gapAt(row).startNs) : QString()};
        },
        withoutGapText());
    addWhatIf(
        table(),
        [this, contextOf]() -> WhatIfPlace {
            return {contextOf(table()->currentRow()), QStringLiteral("gaps=0")};
        },
        withoutGapsText());
    followScope();
    refresh();
}

QString GapsPanel::whyEmpty(const Run *run) const
{
    if (!run)
        return tr("Open a trace to see when and why its GPU idles.");
    if (const QString none = noKnownGpu(*run); !none.isEmpty())
        return none;
    return run->gpu.size() ? QString()
                           : forDevice(tr("This file holds no GPU work, so no time in which it idles."), *run);
}

void GapsPanel::ask(RunContext &context)
{
    m_wantedNames.ask(context.cache(), ShortNamesKey{}, [this, run = context.run()](const auto &names) {
        m_names = names ? *names : nullptr; // or the full ones
        m_wanted.ask(this->context().cache(), GapsKey{}, [this, run](const auto &gaps) {
            if (gaps)
                askWithin(run, *gaps);
            else
                fail(gaps.error());
        });
    });
}

void GapsPanel::askWithin(const RunPtr &run, const std::shared_ptr<const Gaps> &all)
{
    m_wantedPart.cancel();
    if (!context().range() && !context().focus())
        return showGaps(run, all);
    m_wantedPart.ask(context().cache(), GapsWithinKey{{}, all, context().range(), context().focus().activities},
                     [this, run](const auto &gaps) {
                         if (gaps)
                             showGaps(run, *gaps);
                         else
                             fail(gaps.error());
                     });
}

void GapsPanel::cancel()
{
    m_wantedNames.cancel();
    m_wanted.cancel();
    m_wantedPart.cancel();
    m_wantedTrust.cancel();
}

/// Per device, and what must not be trusted of it.
void GapsPanel::showGaps(const RunPtr &run, std::shared_ptr<const Gaps> gaps)
{
    m_gaps = std::move(gaps);
    QStringList notes;
    for (size_t d = 0; d < m_gaps->devices.size(); ++d)
        notes << idleText(*run, *m_gaps, d);
    if (context().focus())
        notes << tr("before work of %1").arg(shortTitle(context().focus()));
    if (context().range())
        notes << tr("gaps across the edges of the range are listed whole and summed up within it");
    const QString none = nothingInScope(forDevice(tr("The GPU never idles between its first and last work."), *run));
    const QString separator = QStringLiteral("  ·  ");
    const size_t enough = longEnough(*m_gaps), shown = std::min<size_t>(enough, maxShown);
    if (enough < m_gaps->byLength.size())
        notes.prepend(tr("%n gap(s) below %1 not listed", nullptr, static_cast<int>(m_gaps->byLength.size() - enough))
                          .arg(formatDuration(leastNs)));
    if (shown < enough)
        notes.prepend(tr("the %1 longest of %2 gaps")
                          .arg(formatCount(maxShown), formatCount(static_cast<int64_t>(m_gaps->byLength.size()))));
    ReportTable report = gapReport(run, m_gaps, shown);
    if (m_names) {
        const auto nameOf = [run, gaps = m_gaps](size_t row) { return endName(*run, *gaps, row); };
        report.shortName = [nameOf, names = m_names](size_t row) { return names->value(nameOf(row)); };
        report.narrowNames = [nameOf, names = m_names](size_t row) { return names->narrower(nameOf(row)); };
    }
    present(std::move(report), notes.join(separator), none);
    table()->setColumnShown("share", !context().range()); // gaps across its edges are longer than what counts
    m_wantedTrust.ask(context().cache(), TrustKey{}, [this, notes, separator](const auto &findings) {
        if (findings)
            table()->setNote((withheldNotes(**findings, GpuIdle | GapCauses) + notes).join(separator));
    });
}

/// The kernel that ends a gap.
KernelPlace GapsPanel::endOf(int row) const
{
    const bool isThere =
        shown().run && shown().run == pane().run() && row >= 0 && static_cast<uint64_t>(row) < shown().rowCount;
    if (!isThere)
        return {};
    return {&context(), endName(*shown().run, *m_gaps, static_cast<size_t>(row))};
}

const Gap &GapsPanel::gapAt(int row) const
{
    return m_gaps->gaps[m_gaps->byLength[static_cast<size_t>(row)]];
}

void GapsPanel::activate(int row)
{
    showGap(context(), gapAt(row));
}

} // namespace ws
