#include "app/window/commandlist.h"

#include "app/apptexts.h"
#include "app/opening/recentfiles.h"
#include "app/window/mainwindow.h"
#include "app/window/runviews.h"
#include "app/window/workspace.h"
#include "core/analysis/gpuscan.h"
#include "core/base/demangle.h"
#include "core/base/texts.h"
#include "core/base/translation.h"
#include "core/io/remote/remotecache.h"
#include "widgets/panels/ranks/rankspanel.h"
#include "widgets/session/derivedkeys.h"
#include "widgets/session/stagecontroller.h"

#include <QAction>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QRegularExpression>

#include <algorithm>
#include <set>

namespace ws {
namespace {

/// "Copy &all …": "Copy all …"; a doubled & is one.
QString withoutMnemonic(QString text)
{
    text.remove(QRegularExpression(QStringLiteral("\\(&\\w\\)"))); // as in Chinese
    return text.replace(QRegularExpression(QStringLiteral("&(.)")), QStringLiteral("\\1")).trimmed();
}

/// Of a menu: its title and those of the menus around it.
struct MenuPath
{
    QString shown;
    QString english; ///< empty: as shown
};

/// Opening it again would change nothing.
bool isOpen(const QString &path, const Session &session)
{
    return std::ranges::any_of(session.contexts(), [&](const RunContext *context) {
        return shownPath(context->run()->info.stamp.path) == path;
    });
}

void addActions(const QList<QAction *> &actions, const MenuPath &path, const Session &session,
                std::vector<Command> &commands)
{
    for (QAction *action : actions) {
        const QString title = withoutMnemonic(action->text());
        const bool opensPanel = qobject_cast<QDockWidget *>(action->parent()) != nullptr; // panels are listed as such
        if (action->isSeparator() || !action->isVisible() || !action->isEnabled() || title.isEmpty() || opensPanel)
            continue;
        const QString file = action->property(recentFileProperty).toString();
        if (!file.isEmpty() && isOpen(file, session))
            continue;
        const QString english = withoutMnemonic(englishOf(action->text()));
        if (QMenu *menu = action->menu()) {
            emit menu->aboutToShow(); // fills it, or says what is possible
            addActions(menu->actions(), {path.shown + title + QStringLiteral(" › "), path.english + english + u' '},
                       session, commands);
            continue;
        }
        commands.push_back({path.shown + title, App::tr("Action"),
                            action->shortcut().toString(QKeySequence::NativeText),
                            action->toolTip() + u' ' + action->statusTip() + u' ' + path.english + english,
                            [action = QPointer(action)] {
                                if (action && action->isEnabled())
                                    action->trigger();
                            },
                            !file.isEmpty()});
    }
}

void addPanels(MainWindow *window, std::vector<Command> &commands)
{
    for (const QDockWidget *dock : window->workspace()->panels())
        commands.push_back({dock->windowTitle(),
                            App::tr("Panel"),
                            {},
                            englishOf(dock->windowTitle()),
                            [window, id = dock->objectName()] {
                                window->showPanel(id);
                                window->workspace()->enterPanel(id);
                            }});
}

/// What a panel offers in menus of its own; it is shown first.
void addPanelActions(MainWindow *window, std::vector<Command> &commands)
{
    for (const QDockWidget *dock : window->workspace()->panels()) {
        std::vector<Command> own;
        const QString english = englishOf(dock->windowTitle());
        if (const QWidget *panel = dock->widget())
            addActions(panel->actions(), {dock->windowTitle() + QStringLiteral(" › "), english + u' '},
                       *window->session(), own);
        for (Command &command : own) {
            command.run = [window, id = dock->objectName(), run = std::move(command.run)] {
                window->showPanel(id);
                run();
            };
            commands.push_back(std::move(command));
        }
    }
}

/// The Stages tab with its bars as chosen.
void addBars(MainWindow *window, std::vector<Command> &commands)
{
    const std::pair<BarsBy, QString> choices[] = {
        {BarsBy::Run, App::tr("Stages of each run")},
        {BarsBy::Step, App::tr("Stages of each step")},
        {BarsBy::Phase, App::tr("Stages of each phase: prefill beside decode")},
        {BarsBy::Rank, App::tr("Stages of each rank or device")},
    };
    for (const auto &[bars, title] : choices)
        commands.push_back({title, App::tr("Panel"), {}, englishOf(title), [window, bars = bars] {
                                window->views()->showStagesBy(bars);
                            }});
}

/// The menu of the job, disabled while there is none.
void addJob(MainWindow *window, std::vector<Command> &commands)
{
    if (const auto *job = window->findChild<RanksPanel *>())
        addActions(job->actions(), {App::tr("Job") + QStringLiteral(" › "), QStringLiteral("Job ")}, *window->session(),
                   commands);
}

void addRuns(MainWindow *window, std::vector<Command> &commands)
{
    Session *session = window->session();
    const QStringList names = labelsOf(session->job());
    for (size_t i = 0; i < session->contexts().size(); ++i) {
        RunContext *context = session->contexts()[i];
        if (context == session->active())
            continue;
        commands.push_back({names[static_cast<qsizetype>(i)],
                            App::tr("Run"),
                            {},
                            shownPath(context->run()->info.stamp.path),
                            [context = QPointer(context)] {
                                if (context)
                                    context->requestActivation();
                            }});
    }
}

/// Stages and their substages: highlighted, and shown in the chart.
void addStages(MainWindow *window, std::vector<Command> &commands)
{
    const StageRun *run = window->stages()->current();
    if (!run || !run->state || !run->state->classes || run->run->gpu.size() == 0)
        return;
    std::set<StageKey> keys;
    const Classification &classes = *run->state->classes;
    for (const uint32_t group : classes.group) {
        keys.insert({classes.groups[group].stage, {}, {}});
        keys.insert({classes.groups[group].stage, classes.groups[group].substage, {}});
    }
    for (const StageKey &key : keys) {
        if (key.stage.empty())
            continue;
        const QString stage = QString::fromStdString(key.stage);
        const QString title =
            key.substage.empty() ? stage : stage + QStringLiteral(" · ") + QString::fromStdString(key.substage);
        commands.push_back({title,
                            key.substage.empty() ? App::tr("Stage") : App::tr("Substage"),
                            {},
                            {},
                            [window, key, context = QPointer(run->context)] {
                                if (!context)
                                    return;
                                window->stages()->highlight(key, context);
                                window->views()->showStage(key);
                            }});
    }
}

using KernelList = std::vector<std::pair<StringId, QString>>;

/// Names of GPU work and their short names, the longest sum of durations first.
struct KernelListKey : DerivedKey
{
    using Value = KernelList;
    bool operator==(const KernelListKey &) const = default;
    KernelList make(const RunPtr &run, const Progress &) const
    {
        std::vector<int64_t> sums(run->strings.size());
        KernelList kernels;
        const auto shortNames = shortNamesOfWork(*run);
        for (size_t i = 0; i < run->gpu.size(); ++i) {
            int64_t &sum = sums[run->gpu.name[i]];
            if (sum == 0)
                kernels.emplace_back(run->gpu.name[i], shortNames->value(run->gpu.name[i]));
            sum = std::max<int64_t>(1, saturatingAdd(sum, run->gpu.duration[i]));
        }
        std::ranges::stable_sort(kernels, [&](const auto &a, const auto &b) { return sums[a.first] > sums[b.first]; });
        return kernels;
    }
};

/// Adds the kernels of a run to a palette, its owner, when they are known. A kernel is chosen to see its instances.
class KernelCommands : public QObject
{
public:
    KernelCommands(RunContext *context, CommandPalette *palette) : QObject(palette)
    {
        if (!context->run())
            return;
        m_wanted.ask(context->cache(), KernelListKey{}, [context = QPointer(context), palette](const auto &kernels) {
            if (!kernels || !context)
                return;
            std::vector<Command> commands;
            for (const auto &[name, shortName] : **kernels) {
                const QString full = toText(shownName(context->run()->text(name)));
                commands.push_back({shortName.isEmpty() ? full : shortName,
                                    App::tr("Kernel"),
                                    {},
                                    full,
                                    [context, run = context->run(), name = name] {
                                        if (context && context->run() == run)
                                            context->requestInstances(name);
                                    }});
            }
            palette->add(std::move(commands));
        });
    }

private:
    CacheRequest<KernelListKey> m_wanted;
};

} // namespace

std::vector<Command> commandsOf(MainWindow *window)
{
    std::vector<Command> commands;
    addActions(window->menuBar()->actions(), {}, *window->session(), commands);
    if (window->session()->active())
        addPanels(window, commands);
    if (window->session()->active() && window->session()->active()->run()->gpu.size() > 0) {
        addBars(window, commands);
        addPanelActions(window, commands);
    }
    addJob(window, commands);
    addRuns(window, commands);
    addStages(window, commands);
    return commands;
}

void showPalette(MainWindow *window)
{
    if (auto *open = window->findChild<CommandPalette *>()) {
        open->close();
        return;
    }
    auto *palette = new CommandPalette(window);
    palette->add(commandsOf(window));
    new KernelCommands(&window->session()->pane()->context(), palette);
    palette->open();
    palette->move(window->mapToGlobal(QPoint((window->width() - palette->width()) / 2, 48)));
}

} // namespace ws
