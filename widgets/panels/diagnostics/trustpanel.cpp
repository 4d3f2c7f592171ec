#include "widgets/panels/diagnostics/trustpanel.h"

#include "core/report/trustreport.h"
#include "widgets/session/scopeline.h"
#include "widgets/toolkit/tablepane.h"

#include <QHeaderView>
#include <QTableView>
#include <QTimer>

#include <algorithm>

namespace ws {
namespace {

/// The ids are words of the command line; what a finding means stands beside them.
ReportTable report(const std::shared_ptr<const Run> &run,
                   const std::shared_ptr<const std::vector<TrustFinding>> &findings)
{
    ReportTable table = trustReport(run, findings);
    table.columns[static_cast<size_t>(table.columnOf("finding"))].optional = true;
    return table;
}

} // namespace

TrustPanel::TrustPanel(Pane *pane, QWidget *parent) : RunTablePanel(pane, report(nullptr, nullptr), parent)
{
    setHeader(new ScopeLine(pane, WhyNotFollowed::any(tr("the checks judge the recording")), this));
    QTableView *view = table()->view(); // whole sentences: there are few
    view->setWordWrap(true);
    view->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    auto *widths = new QTimer(this);
    widths->setSingleShot(true);
    connect(view->horizontalHeader(), &QHeaderView::sectionResized, widths, qOverload<>(&QTimer::start));
    connect(widths, &QTimer::timeout, view, &QTableView::resizeRowsToContents);
    refresh();
}

QString TrustPanel::whyEmpty(const Run *run) const
{
    if (!run)
        return tr("Open a trace to see what may not be trusted in it.");
    return run->timeline.lanes.empty() ? tr("This file has no timeline that could be checked.") : QString();
}

void TrustPanel::ask(RunContext &context)
{
    m_wanted.ask(context.cache(), TrustKey{}, [this, run = context.run()](const auto &findings) {
        if (!findings)
            return fail(findings.error());
        m_findings = *findings;
        m_row = SIZE_MAX;
        present(report(run, m_findings),
                tr("A double click on a row shows its places in the timeline, one after another, the worst one first."),
                tr("All checks passed: nothing in this recording is known to make numbers false."));
        const auto any = [this](auto member) { return std::ranges::any_of(*m_findings, member); };
        table()->setColumnShown("withholds", any([](const TrustFinding &finding) { return finding.withholds != 0; }));
        table()->setColumnShown("marks", any([](const TrustFinding &finding) { return finding.marks != 0; }));
    });
}

/// The next place of the finding, after the last one the first.
void TrustPanel::activate(int row)
{
    const auto &places = (*m_findings)[static_cast<size_t>(row)].places;
    if (places.empty())
        return;
    m_place = m_row == static_cast<size_t>(row) ? (m_place + 1) % places.size() : 0;
    m_row = static_cast<size_t>(row);
    const TrustPlace &place = places[m_place];
    if (place.slice.valid())
        context().reveal(place.slice);
    else
        context().showSpan({place.range.begin, std::max(place.range.end, place.range.begin + 1)});
}

} // namespace ws
