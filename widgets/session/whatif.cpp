#include "widgets/session/whatif.h"

#include "core/analysis/replay/replayanswer.h"
#include "widgets/session/jobdocument.h"
#include "widgets/toolkit/tablepane.h"
#include "widgets/toolkit/viewtexts.h"

#include <QAction>
#include <QMenu>
#include <QPointer>
#include <QTableView>

namespace ws {
namespace {

QString whatIfText()
{
    return Views::tr("What &if…");
}

bool canAsk(const WhatIfPlace &place)
{
    return place.context && !place.edit.isEmpty() && place.context->run() &&
           (mayReplay(*place.context->run()) || qobject_cast<const JobContext *>(place.context));
}

void ask(const WhatIfPlace &place)
{
    place.context->requestActivation();
    place.context->askWhatIf(place.edit);
}

} // namespace

QString kernelEdit(std::string_view name)
{
    return QStringLiteral("kernel:%1*0.5").arg(exactPattern(name));
}

QString operatorEdit(std::string_view name)
{
    return QStringLiteral("operator:%1*0.5").arg(exactPattern(name));
}

QString moduleEdit(std::string_view name)
{
    return QStringLiteral("module:%1*0.5").arg(modulePattern(name));
}

QString rankEdit(const QString &label)
{
    return QStringLiteral("rank:%1=median").arg(label);
}

QString sliceEdit(const RunContext &context, EventRef slice)
{
    const Run &run = *context.run();
    const std::string_view name = run.text(run.timeline.name(slice));
    const CategoryKind kind = run.timeline.category(slice).kind;
    if (hasNamedRanks(run)) // its operations are named as kernels are
        return kernelEdit(name);
    if (isGpuWork(kind))
        return kernelEdit(name);
    if (kind == CategoryKind::CpuOp)
        return operatorEdit(name);
    if (kind == CategoryKind::Module || name.starts_with(modulePrefix))
        return QStringLiteral("module:%1*0.5").arg(exactPattern(name));
    return {};
}

QString withoutGapText()
{
    return Views::tr("What if t&his gap were gone…");
}

QString withoutGapsText()
{
    return Views::tr("What if there were &no gaps…");
}

void addWhatIf(QMenu &menu, const WhatIfPlace &place, const QString &text)
{
    if (!canAsk(place))
        return;
    menu.addAction(text.isEmpty() ? whatIfText() : text, place.context,
                   [context = QPointer(place.context), run = place.context->run(), edit = place.edit] {
                       if (context && context->run() == run)
                           ask({context, edit});
                   });
}

QAction *whatIfAction(QObject *parent, std::function<WhatIfPlace()> place, const QString &text)
{
    auto *action = new QAction(text.isEmpty() ? whatIfText() : text, parent);
    QObject::connect(action, &QAction::triggered, parent, [place = std::move(place)] {
        if (const WhatIfPlace at = place(); canAsk(at))
            ask(at);
    });
    return action;
}

QList<QAction *> rankWhatIfs(QObject *parent, std::function<QString()> label,
                             std::function<void(const QString &edit)> ask)
{
    auto *median = new QAction(Views::tr("What if it were as fast as the &median of the others…"), parent);
    auto *alike = new QAction(Views::tr("What if all ranks were &alike…"), parent);
    QObject::connect(median, &QAction::triggered, parent, [label, ask] {
        if (const QString name = label(); !name.isEmpty())
            ask(rankEdit(name));
    });
    QObject::connect(alike, &QAction::triggered, parent, [ask] { ask(QStringLiteral("rank:*=alike")); });
    return {median, alike};
}

void addRankWhatIfs(QMenu &menu, RunContext &context, const Track &track)
{
    const RunPtr run = context.run();
    const QString label =
        hasNamedRanks(*run) ? QString::fromStdString(rankLabel(rankCoordinates(*run, track))) : QString();
    if (label.isEmpty() || track.kind != TrackKind::CpuThread)
        return;
    const auto ask = [context = QPointer(&context), run](const QString &edit) {
        if (context && context->run() == run)
            ws::ask({context, edit});
    };
    menu.addActions(rankWhatIfs(
        &menu, [label] { return label; }, ask));
}

void addWhatIf(TablePane *table, std::function<WhatIfPlace()> place, const QString &text)
{
    QAction *action = whatIfAction(table, place, text);
    const auto enable = [action, place] { action->setEnabled(canAsk(place())); };
    QObject::connect(table, &TablePane::menuRequested, action, enable);
    QObject::connect(table->view()->selectionModel(), &QItemSelectionModel::currentRowChanged, action, enable);
    table->addAction(action);
}

} // namespace ws
