#pragma once
// The whole state of one open run: range, selection, highlight, focus, colours, and each view's state for it. Views see
// a run through a Pane and send every gesture here; two runs side by side are two contexts that do not know each other.
// Ids (EventRef, StringId) are valid in their own run only, so everything with ids names its run, and a context accepts
// nothing from another run (asserted).

#include "core/analysis/focus.h"
#include "core/analysis/ncu/ncujoin.h"
#include "core/analysis/steps/stepsource.h"
#include "core/base/timerange.h"
#include "widgets/session/modulecalls.h"
#include "widgets/session/note.h"
#include "widgets/session/runcache.h"

#include <QObject>
#include <QPointer>
#include <QString>
#include <QTimer>

#include <memory>
#include <optional>
#include <typeindex>
#include <unordered_map>
#include <vector>

namespace ws {

class RunContext;
struct Classification;

class CaptureMatch;

/// The highlighted slices while the rest is dimmed, and their title: a search, a name, a stage, an operator with a
/// shape.
struct Highlight
{
    QString title;                                  ///< plain text
    std::vector<uint8_t> names;                     ///< 1 by StringId; empty: not by name
    const Run *run = nullptr;                       ///< the run of the ids
    std::shared_ptr<const ActivitySet> slices = {}; ///< instead of names: only these slices

    explicit operator bool() const { return slices || !names.empty(); }
    static Highlight ofName(const Run &run, StringId name);
};

/// A table of kernels that Nsight Compute measured and the timeline that they were found in.
struct NcuLink
{
    QPointer<RunContext> timelineContext; ///< null: closed by now
    RunPtr timeline;
    RunPtr ncu;
    size_t table = 0; ///< index into ncu->tables
    NcuJoin join;
};
using NcuLinks = std::vector<std::shared_ptr<const NcuLink>>;

/// A trace of the capture of the graphs that a run launches, which tells the modules and operators of their work.
struct GraphCapture
{
    QString path;                                   ///< of a file or a folder; empty: none is chosen
    std::shared_ptr<const CaptureMatch> match = {}; ///< null: none, or it is still being read
};

/// One change to the replay of a run, as text ("kernel:^gemm$*0.5"), which may be switched off.
struct WhatIf
{
    QString edit;
    bool isOn = true;
    bool operator==(const WhatIf &) const = default;
};

/// What the timeline shows of the replay of a run. Nothing is computed for what is off.
struct ReplayShown
{
    bool hasPath = false; ///< the critical path as a row
    bool isSlack = false; ///< the colours of GPU work say by how much longer it may take
    bool operator==(const ReplayShown &) const = default;
};

/// A view's state for a run while it shows another one. Each view has its own type.
class ViewState
{
public:
    virtual ~ViewState() = default;
    /// For the reloaded file; null: nothing fits.
    virtual std::unique_ptr<ViewState> carriedOver(const Run &from, const Run &to) const;
};

class RunContext : public QObject
{
    Q_OBJECT
public:
    /// `run` null: the context of an empty pane; it never changes.
    explicit RunContext(RunPtr run, QObject *parent = nullptr);
    ~RunContext() override;

    const RunPtr &run() const { return m_run; }
    /// Data derived from the run; a reloaded file starts with an empty cache.
    RunCache &cache() { return m_cache; }
    /// Range, selection and view states, where they still fit; for the reloaded file.
    void takeOver(const RunContext &before);

    /// Statistics range; none: the whole run.
    std::optional<TimeRange> range() const { return m_range; }
    void setRange(std::optional<TimeRange> range);

    /// The selected slice; invalid: none.
    EventRef selection() const { return m_selection; }
    void select(EventRef slice);
    /// The gap of a device that was gone to last; it goes with the selection, and no statistics are restricted to it.
    std::optional<TimeRange> gap() const { return m_gap; }
    void setGap(std::optional<TimeRange> gap);
    /// Asks the timeline to bring a slice into view as well (from tables, search, diagnostics).
    void reveal(EventRef slice);
    /// Asks the timeline to fit a span of time (from diagnostics, steps, search).
    void showSpan(TimeRange span) { emit spanRequested(span); }
    /// Asks the timeline to bring it into view, as reveal() does for a slice: where it can be seen, nothing moves.
    void revealSpan(TimeRange span) { emit spanRevealRequested(span); }

    const Highlight &highlight() const { return m_highlight; }
    void setHighlight(Highlight highlight);
    void setHighlightedName(StringId name);
    void clearHighlight() { setHighlight({}); }

    /// The timeline dims all other slices; tables, sums and the stage chart count only these. Set by a module.
    const Focus &focus() const { return m_focus; }
    void setFocus(Focus focus);

    /// What counts as a step of this run, for all views that show steps.
    const StepSource &stepSource() const { return m_stepSource; }
    void setStepSource(StepSource source);

    const GraphCapture &capture() const { return m_capture; }
    void setCapture(GraphCapture capture);

    /// In the order of their times.
    const std::vector<Note> &notes() const { return m_notes; }
    void setNotes(std::vector<Note> notes);
    /// Asks for the text of a new note at this time or slice.
    void requestNote(const Note &note) { emit noteRequested(note); }

    /// The changes to the replay, in their order.
    const std::vector<WhatIf> &edits() const { return m_edits; }
    /// `isSameGesture`: a step of a drag, which undoEdit() takes back as a whole.
    void setEdits(std::vector<WhatIf> edits, bool isSameGesture = false);
    bool canUndoEdit() const { return !m_editsBefore.empty(); }
    void undoEdit();
    /// Adds this change, or switches on one of the same, and asks for the view of the replay.
    void askWhatIf(const QString &edit);

    ReplayShown replayShown() const { return m_replayShown; }
    void setReplayShown(ReplayShown shown);

    /// Range, focus and highlight at once.
    void showEverything();

    /// The links that this run takes part in, as timeline or as table.
    const NcuLinks &ncuLinks() const { return m_ncuLinks; }
    void setNcuLinks(NcuLinks links);

    /// 0xffRRGGBB in the present theme, by StringId, 0: no own colour; empty until a mapping has been applied.
    const std::vector<uint32_t> &colourOfName() const { return m_colourOfName; }
    void setColourOfName(std::vector<uint32_t> colours);

    /// The names of GPU work by stage and substage; null until a mapping has been applied.
    const std::shared_ptr<const Classification> &classes() const { return m_classes; }
    /// The input of busySplit(), as the mapping in force has it; null until it has been applied.
    const std::shared_ptr<const std::vector<uint8_t>> &communication() const { return m_communication; }
    void setClasses(std::shared_ptr<const Classification> classes,
                    std::shared_ptr<const std::vector<uint8_t>> communication);
    /// Why the mapping could not be applied; nothing while it is being applied, and once it has been.
    const std::optional<Error> &classesError() const { return m_classesError; }
    void setClassesError(const Error &error);

    /// Asks the mapping editor for a new rule that takes this kernel (from any view that shows one).
    void requestRule(const QString &kernel) { emit ruleRequested(kernel); }
    /// Asks for the list of all instances of a kernel or operator.
    void requestInstances(StringId name) { emit instancesRequested(name); }
    /// Asks for the list of the calls of a module.
    void requestModuleCalls(const ModuleCalls &calls) { emit moduleCallsRequested(calls); }
    /// Asks the shell to make this the run that its panels show.
    void requestActivation() { emit activationRequested(); }

    /// The only state of type T, created on first use. T derives from ViewState.
    template <class T> T &viewState()
    {
        std::unique_ptr<ViewState> &state = m_viewStates[typeid(T)];
        if (!state)
            state = std::make_unique<T>();
        return static_cast<T &>(*state);
    }

signals:
    void rangeChanged(); ///< once per frame while dragging
    void selectionChanged();
    void gapChanged();
    void revealRequested(ws::EventRef slice);
    void spanRequested(ws::TimeRange span);
    void spanRevealRequested(ws::TimeRange span);
    void highlightChanged();
    void focusChanged();
    void stepSourceChanged();
    void captureChanged();
    void notesChanged();
    void editsChanged();
    void whatIfAsked();
    void replayShownChanged();
    void ncuLinksChanged();
    void coloursChanged();
    void classesChanged();
    void noteRequested(const ws::Note &note);
    void ruleRequested(const QString &kernel);
    void instancesRequested(ws::StringId name);
    void moduleCallsRequested(const ws::ModuleCalls &calls);
    void activationRequested();

private:
    RunPtr m_run;
    RunCache m_cache;
    std::optional<TimeRange> m_range;
    EventRef m_selection;
    std::optional<TimeRange> m_gap;
    Highlight m_highlight;
    Focus m_focus;
    StepSource m_stepSource;
    GraphCapture m_capture;
    std::vector<Note> m_notes;
    std::vector<WhatIf> m_edits;
    std::vector<std::vector<WhatIf>> m_editsBefore; ///< the last one at the end
    ReplayShown m_replayShown;
    NcuLinks m_ncuLinks;
    std::vector<uint32_t> m_colourOfName;
    std::shared_ptr<const Classification> m_classes;
    std::shared_ptr<const std::vector<uint8_t>> m_communication;
    std::optional<Error> m_classesError;
    std::unordered_map<std::type_index, std::unique_ptr<ViewState>> m_viewStates;
    QTimer m_rangeTimer;
};

/// True when the slice belongs to the run.
bool isSliceOf(const Run &run, EventRef slice);

} // namespace ws
