#include "widgets/session/ruleaction.h"

#include "widgets/session/session.h"

#include <QAction>
#include <QCoreApplication>

namespace ws {

QAction *makeRuleAction(Session *session, QObject *parent, std::function<QString()> kernel)
{
    auto *action =
        new QAction(QCoreApplication::translate("RuleAction", "Make a stage &rule from this kernel"), parent);
    QObject::connect(action, &QAction::triggered, session, [session, kernel = std::move(kernel)] {
        if (const QString name = kernel(); !name.isEmpty())
            session->requestRule(name);
    });
    return action;
}

QString selectedKernel(const Session &session)
{
    const RunPtr run = session.run();
    const EventRef slice = session.selection();
    if (!run || !slice.valid() || !isGpuWork(run->timeline.category(slice).kind))
        return {};
    const std::string_view name = run->text(run->timeline.name(slice));
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

} // namespace ws
