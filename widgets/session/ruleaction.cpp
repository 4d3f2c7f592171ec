#include "widgets/session/ruleaction.h"

#include "widgets/session/pane.h"

#include <QAction>
#include <QCoreApplication>

namespace ws {

QAction *makeRuleAction(Pane *pane, QObject *parent, std::function<QString()> kernel)
{
    auto *action =
        new QAction(QCoreApplication::translate("RuleAction", "Make a stage &rule from this kernel"), parent);
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
    const std::string_view name = run->text(run->timeline.name(slice));
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

} // namespace ws
