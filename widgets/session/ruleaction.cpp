#include "widgets/session/ruleaction.h"

#include "core/base/texts.h"
#include "widgets/session/pane.h"
#include "widgets/toolkit/viewtexts.h"

#include <QAction>

namespace ws {

QAction *makeRuleAction(Pane *pane, QObject *parent, std::function<QString()> kernel)
{
    auto *action = new QAction(Views::tr("Make a stage &rule from this kernel"), parent);
    QObject::connect(action, &QAction::triggered, pane, [pane, kernel = std::move(kernel)] {
        if (const QString name = kernel(); !name.isEmpty())
            pane->context().requestRule(name);
    });
    return action;
}

QString selectedKernel(const RunContext &context)
{
    const RunPtr run = context.run();
    const EventRef slice = context.selection();
    if (!run || !slice.valid() || !isGpuWork(run->timeline.category(slice).kind))
        return {};
    return toText(run->text(run->timeline.name(slice)));
}

} // namespace ws
