#include "widgets/panels/diagnostics/fillpanel.h"

#include "core/report/fillreport.h"
#include "widgets/session/scopeline.h"
#include "widgets/toolkit/tablepane.h"

namespace ws {

FillPanel::FillPanel(Pane *pane, QWidget *parent) : RunTablePanel(pane, fillReport(nullptr, nullptr), parent)
{
    setHeader(new ScopeLine(pane, WhyNotFollowed::any(tr("these are the events of the file")), this));
    refresh();
}

QString FillPanel::whyEmpty(const Run *run) const
{
    if (!run)
        return tr("Open a trace to see what fills it.");
    return run->timeline.lanes.empty() ? tr("This file has no events.") : QString();
}

void FillPanel::ask(RunContext &context)
{
    m_wanted.ask(context.cache(), FillKey{}, [this, run = context.run()](const auto &rows) {
        if (!rows)
            return fail(rows.error());
        present(fillReport(run, *rows), tr("Python files are part of their categories."),
                tr("This file has no events."));
    });
}

} // namespace ws
