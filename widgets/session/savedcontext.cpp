#include "widgets/session/savedcontext.h"

#include "core/analysis/steps/phasetimes.h"
#include "core/base/texts.h"
#include "core/io/remote/remotecache.h"
#include "core/session/savedwork.h"
#include "widgets/session/comparepair.h"
#include "widgets/session/derivedkeys.h"
#include "widgets/session/stepfocus.h"
#include "widgets/toolkit/viewtexts.h"

#include <algorithm>
#include <unordered_map>

namespace ws {
namespace {

/// Waits for the steps of a run, then chooses one. Ends with its context.
class FocusLater : public QObject
{
public:
    FocusLater(RunContext *context, std::optional<uint32_t> step, std::string phase)
        : QObject(context), m_step(step), m_phase(std::move(phase)), m_focus(&m_pane)
    {
        m_pane.show(context);
        connect(context, &RunContext::focusChanged, this, &FocusLater::end); // or somebody chose another one
        connect(context, &RunContext::stepSourceChanged, this, &FocusLater::end);
        m_wanted.ask(context->cache(), StepsKey{{}, context->stepSource()},
                     [this](const auto &steps) { steps ? choose(*steps) : fail(steps.error()); });
    }

private:
    void choose(const std::shared_ptr<const Steps> &steps)
    {
        const bool hasPhase = std::ranges::any_of(steps->steps, [&](const Step &s) { return s.phase == m_phase; });
        if (m_step && *m_step < steps->steps.size())
            m_focus.chooseStep(steps, *m_step);
        else if (!m_step && hasPhase)
            m_focus.choosePhase(steps, m_phase);
        else
            fail({ErrorKind::NotFound,
                  m_step ? Views::tr("the run has no step %1").arg(qulonglong(*m_step) + 1)
                         : Views::tr("the run has no steps of the phase %1").arg(phaseText(m_phase)),
                  m_pane.run()->info.stamp.path});
    }
    void fail(const Error &error)
    {
        deleteLater();
        JobErrors::instance().report(error);
    }
    /// An empty pane also ends the work of StepFocus.
    void end()
    {
        m_wanted.cancel();
        m_pane.show(nullptr);
        deleteLater();
    }

    std::optional<uint32_t> m_step;
    std::string m_phase;
    Pane m_pane;
    StepFocus m_focus;
    CacheRequest<StepsKey> m_wanted;
};

SavedHighlight savedHighlight(const Run &run, const Highlight &highlight)
{
    SavedHighlight saved{highlight.title, {}, {}};
    if (highlight.slices)
        saved.work = savedWork(run, *highlight.slices);
    for (StringId name = 0; name < highlight.names.size(); ++name)
        if (highlight.names[name])
            saved.names.emplace_back(run.text(name));
    return saved;
}

/// Without names and slices: none of it is in the run.
Highlight highlightOf(const Run &run, const SavedHighlight &saved)
{
    Highlight highlight{saved.title, {}, &run};
    if (saved.work) {
        highlight.slices = workOf(run, *saved.work);
        return highlight;
    }
    std::unordered_map<std::string_view, bool> wanted;
    for (const std::string &name : saved.names)
        wanted.emplace(name, true);
    std::vector<uint8_t> names(run.strings.size());
    bool any = false;
    for (StringId name = 0; name < names.size(); ++name)
        any = (names[name] = wanted.contains(run.text(name))) || any;
    if (any)
        highlight.names = std::move(names);
    return highlight;
}

std::optional<TimeRange> within(const Run &run, std::optional<TimeRange> range, int64_t shift)
{
    if (!range)
        return {};
    range->begin = std::clamp<int64_t>(range->begin + shift, 0, run.timeline.spanNs);
    range->end = std::clamp<int64_t>(range->end + shift, 0, run.timeline.spanNs);
    return range->length() > 0 ? range : std::nullopt;
}

} // namespace

std::vector<SavedNote> savedNotes(const RunContext &context)
{
    std::vector<SavedNote> notes;
    for (const Note &note : context.notes()) {
        SavedNote &saved = notes.emplace_back(SavedNote{note.text, note.time, {}});
        if (note.slice.valid())
            saved.slice = addressOf(*context.run(), note.slice);
    }
    return notes;
}

std::vector<Note> notesOf(const Run &run, const std::vector<SavedNote> &saved, int64_t shiftNs)
{
    std::vector<Note> notes;
    for (const SavedNote &note : saved)
        notes.push_back({note.text,
                         {note.time.begin + shiftNs, note.time.end + shiftNs},
                         note.slice ? findSlice(run, *note.slice, shiftNs) : EventRef{}});
    return notes;
}

SavedRun savedContext(RunContext &context)
{
    const Run &run = *context.run();
    SavedRun saved;
    saved.file.absolute = shownPath(run.info.stamp.path);
    saved.file.size = run.info.stamp.size;
    saved.originNs = run.timeline.originNs;
    saved.range = context.range();
    if (context.selection().valid())
        saved.selection = addressOf(run, context.selection());
    saved.steps = context.stepSource();
    if (const Focus &focus = context.focus()) {
        saved.focus = SavedFocus{focus.title, focus.step, focus.phase, {}};
        if (!focus.step && focus.phase.empty())
            saved.focus->work = savedWork(run, *focus.activities);
    }
    if (context.highlight())
        saved.highlight = savedHighlight(run, context.highlight());
    saved.notes = savedNotes(context);
    saved.edits = savedEdits(context);
    const auto &part = context.viewState<ShownPart>();
    if (!part.name.isEmpty() || part.phase >= 0 || !part.tables.empty())
        saved.part = SavedPart{part.name, part.phase, part.tables};
    return saved;
}

std::vector<SavedEdit> savedEdits(const RunContext &context)
{
    std::vector<SavedEdit> saved;
    for (const WhatIf &one : context.edits())
        saved.push_back({one.edit, one.isOn});
    return saved;
}

std::vector<WhatIf> editsOf(const std::vector<SavedEdit> &saved)
{
    std::vector<WhatIf> edits;
    for (const SavedEdit &one : saved)
        edits.push_back({one.text, one.isOn});
    return edits;
}

QStringList applySaved(RunContext &context, const SavedRun &saved)
{
    const Run &run = *context.run();
    const int64_t shift = saved.originNs.value_or(run.timeline.originNs) - run.timeline.originNs;
    QStringList missing;
    context.setStepSource(saved.steps);
    context.setRange(within(run, saved.range, shift));
    if (saved.range && !context.range())
        missing << Views::tr("The range lies outside of the run.");
    const EventRef selection = saved.selection ? findSlice(run, *saved.selection, shift) : EventRef{};
    context.select(selection);
    if (saved.selection && !selection.valid())
        missing << Views::tr("The selected slice %1 is not in the run.").arg(toText(saved.selection->name).left(200));
    const Highlight highlight = saved.highlight ? highlightOf(run, *saved.highlight) : Highlight();
    context.setHighlight(highlight ? highlight : Highlight());
    if (saved.highlight && !highlight)
        missing << Views::tr("Nothing of what was highlighted is in the run: %1").arg(saved.highlight->title);
    context.setNotes(notesOf(run, saved.notes, shift));
    context.setEdits(editsOf(saved.edits));
    if (saved.part) {
        ShownPart part;
        part.name = saved.part->name;
        part.phase = saved.part->phase;
        part.tables = saved.part->tables;
        if (part.carriedOver(run, run))
            context.viewState<ShownPart>() = part;
    }
    context.setFocus({});
    if (saved.focus && saved.focus->work) {
        const auto work = workOf(run, *saved.focus->work);
        context.setFocus(work ? Focus{saved.focus->title, work, &run} : Focus());
        if (!work)
            missing << Views::tr("The GPU work of “%1” is not that of the run.").arg(saved.focus->title);
    } else if (saved.focus) {
        focusLater(context, saved.focus->step, saved.focus->phase);
    }
    return missing;
}

void focusLater(RunContext &context, std::optional<uint32_t> step, const std::string &phase)
{
    new FocusLater(&context, step, phase);
}

} // namespace ws
