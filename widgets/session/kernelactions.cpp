#include "widgets/session/kernelactions.h"

#include "core/analysis/ncu/ncucommand.h"
#include "core/analysis/replay/replayanswer.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "widgets/session/runcontext.h"
#include "widgets/session/whatif.h"
#include "widgets/toolkit/backgroundjob.h"
#include "widgets/toolkit/tablepane.h"
#include "widgets/toolkit/viewtexts.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QPointer>
#include <QTableView>

#include <algorithm>

namespace ws {
namespace {

/// The work of showOnly(), which ends with the context.
struct OnlyKernel : ViewState
{
    BackgroundJob<ActivitySet> job;
};

using Deed = std::function<void(const KernelPlace &)>;

struct KernelDeed
{
    QString title;
    QKeySequence key;
    Deed run;
    bool isInTimeline = false;
    bool isOfNvidia = false;
    bool isReplayed = false;
    QString ofCopies = {}; ///< the title where the name is of copies or sets; empty: the same
};

/// The launch that is selected, where it is one of the kernel, else that of median duration.
void copyNcuCommand(const KernelPlace &kernel)
{
    const Run &run = *kernel.context->run();
    size_t selected = 0;
    while (selected < run.gpu.size() && run.gpu.slice[selected] != kernel.context->selection())
        ++selected;
    const QString command = ncuCommand(run, kernel.name, selected);
    if (!command.isEmpty())
        QGuiApplication::clipboard()->setText(command);
}

/// Names of copies and sets stand in the same tables.
bool isOfCopies(const KernelPlace &kernel)
{
    if (!kernel)
        return false;
    const GpuWork &gpu = kernel.context->run()->gpu;
    const auto found = std::ranges::find(gpu.name, kernel.name);
    return found != gpu.name.end() && gpu.kind[size_t(found - gpu.name.begin())] != CategoryKind::Kernel;
}

QString titleOf(const KernelDeed &deed, const KernelPlace &kernel)
{
    return !deed.ofCopies.isEmpty() && isOfCopies(kernel) ? deed.ofCopies : deed.title;
}

bool canRun(const KernelPlace &kernel, const KernelDeed &deed)
{
    return kernel && (!deed.isOfNvidia || !isOfCopies(kernel)) &&
           (!deed.isOfNvidia || deviceMaker(*kernel.context->run()) == DeviceMaker::Nvidia) &&
           (!deed.isReplayed || mayReplay(*kernel.context->run()));
}

std::vector<KernelDeed> deeds()
{
    const auto step = [](int direction) {
        return [direction](const KernelPlace &kernel) {
            kernel.context->requestActivation();
            revealInstance(*kernel.context, kernel.name, direction);
        };
    };
    return {{Views::tr("All &instances"), Qt::Key_I,
             [](const KernelPlace &kernel) {
                 kernel.context->requestActivation();
                 kernel.context->requestInstances(kernel.name);
             }},
            {Views::tr("&Next instance in timeline"), Qt::Key_N, step(1), true},
            {Views::tr("&Previous instance in timeline"), Qt::SHIFT | Qt::Key_N, step(-1), true},
            {Views::tr("&Only this kernel in all views"), Qt::Key_O,
             [](const KernelPlace &kernel) {
                 kernel.context->requestActivation();
                 showOnly(*kernel.context, kernel.name);
             },
             false, false, false, Views::tr("&Only these copies or sets in all views")},
            {Views::tr("Make a stage &rule from this kernel"),
             {},
             [](const KernelPlace &kernel) {
                 kernel.context->requestActivation();
                 kernel.context->requestRule(toText(kernel.context->run()->text(kernel.name)));
             },
             false,
             false,
             false,
             Views::tr("Make a stage &rule from these copies or sets")},
            {Views::tr("What &if…"),
             {},
             [](const KernelPlace &kernel) {
                 kernel.context->requestActivation();
                 kernel.context->askWhatIf(kernelEdit(kernel.context->run()->text(kernel.name)));
             },
             false,
             false,
             true},
            {Views::tr("Copy the command of Nsight &Compute for this kernel"), {}, copyNcuCommand, false, true}};
}

} // namespace

void addKernelActions(TablePane *table, std::function<KernelPlace()> kernel, bool inTimeline)
{
    for (const KernelDeed &deed : deeds()) {
        if (deed.isInTimeline && !inTimeline)
            continue;
        auto *action = new QAction(deed.title, table);
        action->setShortcut(deed.key);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        QObject::connect(action, &QAction::triggered, table, [kernel, run = deed.run] {
            if (const KernelPlace place = kernel())
                run(place);
        });
        const auto enable = [action, kernel, deed] {
            const KernelPlace place = kernel();
            action->setEnabled(canRun(place, deed));
            action->setText(titleOf(deed, place));
        };
        QObject::connect(table, &TablePane::menuRequested, action, enable);
        QObject::connect(table->view()->selectionModel(), &QItemSelectionModel::currentRowChanged, action, enable);
        table->addAction(action);
    }
}

void addKernelActions(QMenu &menu, KernelPlace kernel)
{
    for (const KernelDeed &deed : deeds()) {
        if (!canRun(kernel, deed))
            continue;
        menu.addAction(titleOf(deed, kernel), kernel.context,
                       [run = deed.run, context = QPointer(kernel.context), of = kernel.context->run(), kernel] {
                           if (context && context->run() == of)
                               run(kernel);
                       });
    }
}

KernelPlace kernelNamed(RunContext *context, std::string_view name)
{
    const RunPtr run = context ? context->run() : nullptr;
    if (!run || name.empty())
        return {};
    const GpuWork &gpu = run->gpu;
    for (size_t i = 0; i < gpu.size(); ++i)
        if (run->text(gpu.name[i]) == name || run->text(gpu.nameForRules(i)) == name)
            return {context, gpu.name[i]};
    return {};
}

void revealInstance(RunContext &context, StringId name, int direction)
{
    const Run &run = *context.run();
    std::vector<EventRef> instances; // in order of start, as GPU work is
    for (size_t i = 0; i < run.gpu.size(); ++i)
        if (run.gpu.name[i] == name)
            instances.push_back(run.gpu.slice[i]);
    if (instances.empty())
        return;
    const auto at = std::ranges::find(instances, context.selection());
    const auto count = static_cast<int64_t>(instances.size());
    const int64_t next =
        at == instances.end() ? (direction > 0 ? 0 : count - 1) : (at - instances.begin() + direction + count) % count;
    context.setHighlightedName(name);
    context.reveal(instances[static_cast<size_t>(next)]);
}

void showOnly(RunContext &context, StringId name)
{
    const RunPtr run = context.run();
    if (name >= run->strings.size())
        return;
    context.viewState<OnlyKernel>().job.start(
        [run, name](const Progress &progress) {
            std::vector<uint8_t> wanted(run->strings.size());
            wanted[name] = 1;
            return ActivitySet::ofRows(*run, run->gpu.name, wanted, {}, &progress);
        },
        [context = &context, run, name](const auto &set) {
            if (!set)
                JobErrors::instance().report(set.error());
            else
                context->setFocus({toText(shortName(run->text(name))), *set, run.get()});
        });
}

} // namespace ws
