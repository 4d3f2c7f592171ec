#include "widgets/panels/when/gapspanel.h"

#include "core/model/devicewords.h"
#include "core/report/gapreport.h"
#include "widgets/session/gaptext.h"
#include "widgets/toolkit/tablepane.h"

namespace ws {

GapsPanel::GapsPanel(Pane *pane, QWidget *parent) : RunTablePanel(pane, gapReport(nullptr, nullptr), parent)
{
    table()->sortBy("duration_ns", Qt::DescendingOrder);
    refresh();
}

QString GapsPanel::whyEmpty(const Run *run) const
{
    if (!run)
        return tr("Open a trace to see when and why its GPU idles.");
    return run->gpu.size() ? QString() : forDevice(tr("This file holds no GPU work, so no time in which it idles."), *run);
}

void GapsPanel::ask(RunContext &context)
{
    m_wanted.ask(context.cache(), GapsKey{}, [this, run = context.run()](const auto &gaps) {
        if (gaps)
            showGaps(run, *gaps);
        else
            fail(gaps.error());
    });
}

/// "Idle 464.0 ms between GPU work: blocking call 99.8 %, launched late 0.2 %", per device.
void GapsPanel::showGaps(const RunPtr &run, std::shared_ptr<const Gaps> gaps)
{
    m_gaps = std::move(gaps);
    QStringList notes;
    for (size_t d = 0; d < m_gaps->devices.size(); ++d)
        notes << idleText(*run, *m_gaps, d);
    present(gapReport(run, m_gaps), notes.join(QStringLiteral("  ·  ")),
            forDevice(tr("The GPU never idles between its first and last work."), *run));
}

void GapsPanel::activate(int row)
{
    showGap(context(), m_gaps->gaps[m_gaps->byLength[static_cast<size_t>(row)]]);
}

} // namespace ws
