#include "widgets/stages/treemenus.h"

#include "core/base/texts.h"
#include "core/model/foldedtree.h"
#include "core/model/phases.h"
#include "widgets/session/comparepair.h"
#include "widgets/stages/chartsources.h"
#include "widgets/toolkit/elidedonce.h"

#include <QActionGroup>
#include <QFontMetrics>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <map>

namespace ws {
namespace {

QString menuText(const QWidget *widget, const std::string &name)
{
    constexpr int longest = 360; // px
    return elidedOnce(toText(name), widget->fontMetrics(), longest).replace(u'&', QLatin1String("&&"));
}

/// Of a run of the chart; where a part of it is compared, that one alone.
std::vector<std::string> phasesOf(const StageRun &run, bool isOfPair)
{
    const int compared = isOfPair ? run.context->viewState<ShownPart>().phase : -1;
    if (compared >= 0 && compared < int(run.run->layerwise.size()))
        return {run.run->layerwise[size_t(compared)].phase};
    return chosenPhases(run.run->layerwise);
}

/// Of all runs of the chart, each once, in the order of the files.
std::vector<std::string> phasesOf(const StageController &controller)
{
    std::vector<std::string> all;
    for (const StageRun *run : controller.shownRuns())
        for (std::string &phase : phasesOf(*run, controller.runsInForce() == StageRuns::Pair))
            if (std::ranges::find(all, phase) == all.end())
                all.push_back(std::move(phase));
    return all;
}

QStringList kindsOf(const std::vector<std::string> &phases)
{
    QStringList kinds;
    for (const std::string &phase : phases)
        if (const QString kind = toText(phaseKind(phase)); !kinds.contains(kind))
            kinds << kind;
    return kinds;
}

/// Modules that hold something, the longest first.
std::vector<std::string> modulesOf(const StageController &controller)
{
    std::map<std::string, int64_t> times;
    for (const StageRun *run : controller.shownRuns())
        for (const ModuleTree &tree : run->run->layerwise)
            for (const ModuleNode &node : tree.nodes)
                if (tree.view == "summary" && node.childCount > 0)
                    times[node.name] += node.totalNs;
    std::vector<std::pair<int64_t, std::string>> sorted;
    for (const auto &[name, ns] : times)
        sorted.emplace_back(-ns, name);
    std::ranges::sort(sorted);
    std::vector<std::string> names;
    for (auto &[ns, name] : sorted)
        names.push_back(std::move(name));
    return names;
}

} // namespace

TreeMenus::TreeMenus(StageController *controller, ChartOptions *options, QWidget *parent)
    : QObject(parent), m_controller(controller), m_options(options),
      m_phases(makeButton(parent, tr("Which phases of the profile have a bar"), &TreeMenus::fillPhases)),
      m_folding(makeButton(parent, tr("Modules that count as one with all below them"), &TreeMenus::fillFolding))
{
}

QToolButton *TreeMenus::makeButton(QWidget *parent, const QString &tip, void (TreeMenus::*fill)())
{
    auto *button = new QToolButton(parent);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setFocusPolicy(Qt::TabFocus);
    auto *menu = new QMenu(button);
    button->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, fill);
    return button;
}

void TreeMenus::fillPhases()
{
    qDeleteAll(m_phases->menu()->findChildren<QMenu *>(Qt::FindDirectChildrenOnly)); // clear() leaves them
    qDeleteAll(m_phases->menu()->findChildren<QActionGroup *>());
    m_phases->menu()->clear();
    const std::vector<std::string> phases = phasesOf(*m_controller);
    fillKinds(kindsOf(phases));
    fillSteps();
    fillSinglePhases(phases);
}

void TreeMenus::fillKinds(const QStringList &kinds)
{
    if (kinds.size() < 2)
        return;
    QMenu *menu = m_phases->menu();
    auto *group = new QActionGroup(menu);
    const QString shown = shownKind(phasesOf(*m_controller), *m_options);
    for (const QString &kind : QStringList{QStringLiteral("")} + kinds) {
        QAction *action =
            menu->addAction(kind.isEmpty() ? tr("All phases") : tr("Only %1").arg(kind), this, [this, kind] {
                m_options->phaseKind = kind;
                emit changed();
            });
        action->setCheckable(true);
        action->setChecked(kind == shown);
        group->addAction(action);
    }
}

void TreeMenus::fillSteps()
{
    QMenu *steps = m_phases->menu()->addMenu(tr("Steps"));
    auto *group = new QActionGroup(steps);
    for (const uint32_t every : {1U, 2U, 4U, 8U, 16U}) {
        QAction *action = steps->addAction(every == 1 ? tr("Every step") : tr("1 of %1, and the last").arg(every), this,
                                           [this, every] {
                                               TreeChoice trees = m_controller->trees();
                                               trees.every = every;
                                               m_controller->setTrees(trees);
                                           });
        action->setCheckable(true);
        action->setChecked(every == m_controller->trees().every);
        group->addAction(action);
    }
}

void TreeMenus::fillSinglePhases(const std::vector<std::string> &phases)
{
    constexpr size_t most = 40; // more do not fit a menu; the bars have menus, too
    QMenu *menu = m_phases->menu();
    menu->addSeparator();
    for (size_t i = 0; i < std::min(phases.size(), most); ++i) {
        QAction *action = menu->addAction(menuText(m_phases, phases[i]), this, [this, phase = phases[i]] {
            if (!m_options->hiddenPhases.erase(phase))
                m_options->hiddenPhases.insert(phase);
            emit changed();
        });
        action->setCheckable(true);
        action->setChecked(!m_options->hiddenPhases.contains(phases[i]));
    }
}

void TreeMenus::fillFolding()
{
    constexpr size_t most = 40;
    m_folding->menu()->clear();
    const std::vector<std::string> folded = foldedNames(m_controller->trees());
    std::vector<std::string> names = modulesOf(*m_controller);
    std::ranges::stable_partition(names, [&](const std::string &name) { return std::ranges::count(folded, name) > 0; });
    for (size_t i = 0; i < std::min(names.size(), most); ++i) {
        QAction *action = m_folding->menu()->addAction(menuText(m_folding, names[i]), this, [this, name = names[i]] {
            TreeChoice trees = m_controller->trees();
            trees.folded = foldedNames(trees);
            if (!std::erase(*trees.folded, name))
                trees.folded->push_back(name);
            m_controller->setTrees(trees);
        });
        action->setCheckable(true);
        action->setChecked(std::ranges::count(folded, names[i]) > 0);
    }
}

void TreeMenus::refresh()
{
    const std::vector<std::string> phases = phasesOf(*m_controller);
    const QString kind = shownKind(phases, *m_options);
    const auto hidden = std::ranges::count_if(
        phases, [&](const std::string &phase) { return m_options->hiddenPhases.contains(phase); });
    QString text = kind.isEmpty() ? tr("Phases: all") : tr("Phases: %1").arg(kind);
    if (m_controller->trees().every > 1)
        text += tr(", 1 of %1").arg(m_controller->trees().every);
    if (hidden > 0)
        text += tr(", %1 hidden").arg(hidden);
    m_phases->setText(text.replace(u'&', QLatin1String("&&")));
    m_phases->setVisible(phases.size() > 1);
    const size_t folded = foldedNames(m_controller->trees()).size();
    m_folding->setText(folded ? tr("Folded: %1").arg(folded) : tr("Fold"));
    m_folding->setVisible(!phases.empty());
}

} // namespace ws
