#include "widgets/session/stagecontroller.h"

#include "core/base/texts.h"
#include "widgets/session/comparepair.h"
#include "widgets/session/stagecolours.h"
#include "widgets/toolkit/theme.h"
#include "widgets/toolkit/viewtexts.h"

#include <QSettings>

#include <algorithm>

namespace ws {
namespace {
const QString mappingKey = QStringLiteral("stages/mapping");
constexpr const char *stageRunsWords[] = {"", "active", "pair", "all"}; // by StageRuns
} // namespace

const char *wordOf(StageRuns runs)
{
    return stageRunsWords[static_cast<size_t>(runs)];
}

StageRuns stageRunsOf(std::string_view word)
{
    const auto found =
        std::ranges::find(stageRunsWords, word, [](const char *known) { return std::string_view(known); });
    return found == std::end(stageRunsWords) ? StageRuns::Automatic
                                             : static_cast<StageRuns>(found - std::begin(stageRunsWords));
}

NonGpu StageRun::nonGpu() const
{
    return state ? nonGpuOf(*run, *state, total) : NonGpu{};
}

struct StageController::Entry : StageRun
{
    std::optional<StageRequest> asked; ///< the latest request
    CacheRequest<StepsKey> steps;
    CacheRequest<StagesKey> stages; ///< follows the steps, if there is a bar per step or phase
    bool isWaiting() const { return steps.isWaiting() || stages.isWaiting(); }
};

StageController::StageController(Session *session, QObject *parent) : StageController(session, MappingLibrary(), parent)
{
}

StageController::StageController(Session *session, MappingLibrary library, QObject *parent)
    : QObject(parent), m_session(session), m_library(std::move(library))
{
    if (!chooseMapping(QSettings().value(mappingKey).toString()))
        chooseMapping(QString::fromLatin1(defaultMappingName.data(), defaultMappingName.size()));
    connect(&m_document, &MappingDocument::changed, this, &StageController::updateAll);
    connect(&Theme::instance(), &Theme::changed, this, &StageController::publish);
    connect(m_session, &Session::contextAdded, this, &StageController::syncRuns);
    connect(m_session, &Session::contextsChanged, this, &StageController::syncRuns);
    connect(m_session, &Session::activeChanged, this, &StageController::raiseCurrent);
    connect(m_session, &Session::activeChanged, this, &StageController::changed);
    connect(m_session->pair(), &ComparePair::changed, this, &StageController::followPair);
    syncRuns();
}

StageController::~StageController() = default;

Result<QString> StageController::saveMapping(const std::string &engine, const std::string &model, bool replace)
{
    StageMapping mapping = m_document.draft();
    mapping.engine = engine;
    mapping.model = model;
    Result<QString> saved = m_library.save(mapping, replace);
    if (!saved)
        return saved;
    m_document.setSaved(engine, model);
    QSettings().setValue(mappingKey, QString::fromStdString(mapping.name()));
    emit libraryChanged();
    return saved;
}

bool StageController::chooseMapping(const QString &name)
{
    const KnownMapping *known = m_library.find(name.toStdString());
    if (!known)
        return false;
    m_document.load(known->mapping);
    QSettings().setValue(mappingKey, name);
    return true;
}

QString StageController::mappingTitle(const StageRun &run) const
{
    if (run.own)
        return toText(run.own->name());
    const QString name = toText(m_document.draft().name());
    return m_document.isModified() ? Views::tr("%1 (changed)").arg(name) : name;
}

std::vector<const StageRun *> StageController::runs() const
{
    std::vector<const StageRun *> runs;
    for (const auto &entry : m_entries)
        runs.push_back(entry.get());
    return runs;
}

const StageRun *StageController::find(const RunPtr &run) const
{
    for (const auto &entry : m_entries)
        if (entry->run == run)
            return entry.get();
    return nullptr;
}

const StageRun *StageController::current() const
{
    return find(m_session->pane()->run());
}

StageController::Entry *StageController::entry(const RunPtr &run)
{
    for (const auto &entry : m_entries)
        if (entry->run == run)
            return entry.get();
    return nullptr;
}

bool StageController::isBusy() const
{
    return std::any_of(m_entries.begin(), m_entries.end(), [](const auto &entry) { return entry->isWaiting(); });
}

/// Entries follow the Session's runs; a reloaded file keeps its label, mapping and total.
void StageController::syncRuns()
{
    std::vector<std::unique_ptr<Entry>> before = std::move(m_entries);
    m_entries.clear();
    const auto take = [&before](auto matches) -> std::unique_ptr<Entry> {
        const auto found = std::find_if(before.begin(), before.end(), [&](const auto &e) { return e && matches(*e); });
        return found == before.end() ? nullptr : std::move(*found);
    };
    const auto &contexts = m_session->contexts();
    for (const RunContext *context : contexts)
        m_entries.push_back(take([&](const StageRun &other) { return other.context == context; }));
    for (size_t i = 0; i < m_entries.size(); ++i) {
        if (m_entries[i])
            continue;
        const RunPtr &run = contexts[i]->run();
        const auto old = take([&](const StageRun &other) {
            const RunInfo &info = other.run->info;
            return info.stamp.path == run->info.stamp.path && info.recording == run->info.recording;
        });
        m_entries[i] = std::make_unique<Entry>();
        if (old)
            static_cast<StageRun &>(*m_entries[i]) = *old;
        m_entries[i]->run = run;
        m_entries[i]->context = contexts[i];
        m_entries[i]->state = nullptr;
        connect(contexts[i], &RunContext::rangeChanged, this, &StageController::updateAll);
        connect(contexts[i], &RunContext::focusChanged, this, &StageController::updateAll);
        connect(contexts[i], &RunContext::stepSourceChanged, this, &StageController::updateAll);
    }
    makeLabels();
    publish();
    updateAll();
}

void StageController::makeLabels()
{
    Job job;
    for (const auto &entry : m_entries)
        job.add(entry->run);
    const QStringList labels = labelsOf(job);
    for (size_t i = 0; i < m_entries.size(); ++i) {
        StageRun &run = *m_entries[i];
        run.label = run.givenLabel.isEmpty() ? labels[static_cast<qsizetype>(i)] : run.givenLabel;
    }
}

void StageController::updateAll()
{
    for (const auto &entry : m_entries)
        update(*entry);
}

void StageController::update(Entry &entry)
{
    StageRequest request;
    request.mapping = entry.own ? *entry.own : m_document.inForce();
    request.bars = m_bars;
    request.trees = m_trees;
    request.range = entry.context->range();
    request.focus = entry.context->focus();
    const bool takesTotal = request.bars.by == BarsBy::Run && !request.focus;
    request.sweep = takesTotal ? sweepBeside(entry.total, m_sweep) : m_sweep;
    request.steps = entry.context->stepSource();
    if (entry.asked == request)
        return;
    entry.asked = request;
    entry.stages.cancel();
    entry.steps.cancel();
    const bool needsSteps = request.bars.by == BarsBy::Step || request.bars.by == BarsBy::Phase;
    if (!needsSteps || entry.run->gpu.size() == 0)
        askStages(entry, request, entry.state);
    else
        entry.steps.ask(
            entry.context->cache(), StepsKey{{}, request.steps},
            [this, &entry, request](const auto &steps) {
                if (!steps)
                    return finished(entry, steps.error());
                auto before = std::make_shared<StageState>(entry.state ? *entry.state : StageState{});
                before->steps = *steps;
                before->stepSource = request.steps;
                askStages(entry, request, std::move(before));
            },
            placeOf(entry));
    emit jobsChanged();
}

void StageController::askStages(Entry &entry, const StageRequest &request, std::shared_ptr<const StageState> before)
{
    entry.stages.ask(
        entry.context->cache(), StagesKey{{}, request, std::move(before)},
        [this, &entry](const auto &state) { finished(entry, state); }, placeOf(entry));
}

/// The active run's stages are visible: its kernels have their colours from them.
JobPlace StageController::placeOf(const Entry &entry) const
{
    return entry.context == m_session->active() ? JobPlace::Shown : JobPlace::Hidden;
}

void StageController::raiseCurrent()
{
    for (const auto &entry : m_entries)
        if (entry->context == m_session->active()) {
            entry->steps.raise();
            entry->stages.raise();
        }
}

void StageController::finished(Entry &entry, const Result<std::shared_ptr<const StageState>> &state)
{
    entry.state = state ? *state : nullptr;
    entry.error = state ? std::nullopt : std::optional(state.error());
    if (entry.error)
        entry.context->setClassesError(*entry.error);
    publish();
    emit jobsChanged();
}

/// Contexts first: receivers of changed() find the colours set.
void StageController::publish()
{
    for (const auto &entry : m_entries)
        if (entry->state && entry->run->gpu.size())
            publishColours(*entry);
    emit changed();
}

void StageController::publishColours(const Entry &entry)
{
    const Classification &classes = *entry.state->classes;
    entry.context->setClasses(entry.state->classes, entry.state->communication);
    const std::vector<QRgb> byGroup = themedGroupColours(classes, Palette::current());
    std::vector<QRgb> colours(entry.run->strings.size());
    for (size_t name = classes.names->size(); name-- > 0;) // of names that differ only in collectives the first counts
        colours[classes.names->sliceName(name)] = byGroup[classes.group[name]];
    if (colours != entry.context->colourOfName())
        entry.context->setColourOfName(std::move(colours));
}

void StageController::setLabel(const RunPtr &run, const QString &label)
{
    Entry *found = entry(run);
    if (!found || found->label == label)
        return;
    found->givenLabel = label;
    makeLabels();
    emit changed();
}

void StageController::setShown(const RunPtr &run, bool shown)
{
    Entry *found = entry(run);
    if (!found || found->shown == shown)
        return;
    found->shown = shown;
    emit changed();
}

void StageController::setOwnMapping(const RunPtr &run, std::optional<StageMapping> mapping)
{
    if (Entry *found = entry(run)) {
        found->own = std::move(mapping);
        update(*found);
    }
}

void StageController::setTotal(const RunPtr &run, TotalTime total)
{
    Entry *found = entry(run);
    if (!found || found->total == total)
        return;
    found->total = total;
    update(*found);
    emit changed();
}

void StageController::setSweep(SweepChoice sweep)
{
    if (m_sweep == sweep)
        return;
    m_sweep = sweep;
    updateAll();
}

void StageController::setBars(const BarChoice &bars)
{
    if (m_bars == bars)
        return;
    m_bars = bars;
    updateAll();
}

void StageController::setTrees(const TreeChoice &trees)
{
    if (m_trees == trees)
        return;
    m_trees = trees;
    updateAll();
}

StageRuns StageController::automaticRuns() const
{
    return m_session->pair()->isShown() ? StageRuns::Pair
           : m_bars.by == BarsBy::Rank  ? StageRuns::All
                                        : StageRuns::Active;
}

StageRuns StageController::runsInForce() const
{
    if (m_entries.size() < 2)
        return StageRuns::Active;
    const bool isPossible = m_chosenRuns != StageRuns::Pair || m_session->pair()->isSet();
    return m_chosenRuns == StageRuns::Automatic || !isPossible ? automaticRuns() : m_chosenRuns;
}

/// A choice that was about a pair ends with it; the next one begins as it would without a choice.
void StageController::followPair()
{
    if (!m_session->pair()->isSet() && m_chosenRuns != StageRuns::All)
        m_chosenRuns = StageRuns::Automatic;
    emit changed();
}

void StageController::chooseRuns(StageRuns runs)
{
    const StageRuns before = runsInForce();
    m_chosenRuns = runs == automaticRuns() ? StageRuns::Automatic : runs;
    if (runsInForce() != before)
        emit changed();
}

std::vector<const StageRun *> StageController::shownRuns() const
{
    std::vector<const StageRun *> shown;
    const auto add = [&](const auto &isShown) {
        for (const auto &entry : m_entries)
            if (isShown(*entry))
                shown.push_back(entry.get());
    };
    switch (runsInForce()) {
    case StageRuns::Pair:
        for (const auto side : ComparePair::sides)
            add([context = m_session->pair()->context(side)](const StageRun &run) { return run.context == context; });
        break;
    case StageRuns::All:
        add([](const StageRun &run) { return run.shown; });
        break;
    default:
        add([context = m_session->active()](const StageRun &run) { return run.context == context; });
    }
    return shown;
}

void StageController::highlight(const StageKey &key, RunContext *context)
{
    const StageRun *shown = find(context->run());
    if (!shown || !shown->state || shown->run->gpu.size() == 0)
        return;
    const Classification &classes = *shown->state->classes;
    const std::string &title = !key.name.empty() ? key.name : !key.substage.empty() ? key.substage : key.stage;
    Highlight highlight{QString::fromStdString(title), std::vector<uint8_t>(shown->run->strings.size()),
                        shown->run.get()};
    bool any = false;
    for (size_t name = 0; name < classes.names->size(); ++name) {
        const StageGroup &group = classes.groups[classes.group[name]];
        const bool isMeant = (key.stage.empty() || key.stage == group.stage) &&
                             (key.substage.empty() || key.substage == group.substage) &&
                             (key.name.empty() || key.name == classes.names->text(name));
        highlight.names[classes.names->sliceName(name)] |= isMeant;
        any = any || isMeant;
    }
    context->setHighlight(any ? std::move(highlight) : Highlight());
}

} // namespace ws
