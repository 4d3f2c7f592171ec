#include "widgets/panels/diagnostics/fillpanel.h"

#include "core/report/eventsizereport.h"
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

EventSizePanel::EventSizePanel(Pane *pane, QWidget *parent)
    : RunTablePanel(pane, eventSizeReport(nullptr, std::make_shared<const EventSizes>()), parent)
{
    setHeader(new ScopeLine(pane, WhyNotFollowed::any(tr("these are the events of the file")), this));
    refresh();
}

QString EventSizePanel::whyEmpty(const Run *run) const
{
    if (!run)
        return tr("Open a trace to see which of its events make it large.");
    return run->timeline.lanes.empty() ? tr("This file has no events.") : QString();
}

void EventSizePanel::ask(RunContext &context)
{
    m_wanted.ask(context.cache(), EventSizeKey{}, [this, run = context.run()](const auto &sizes) {
        if (!sizes)
            return fail(sizes.error());
        ReportTable report = eventSizeReport(run, *sizes);
        const QString note = report.notes.isEmpty() ? QString() : report.notes.front();
        present(std::move(report), note, tr("This file has no events."));
        for (const char *column : {"bytes", "share"})
            table()->setColumnShown(column, (*sizes)->contentBytes > 0);
    });
}

} // namespace ws
