#pragma once
// The state of one open run, all of it: range, selection, highlight, focus, colours, and what each view remembers of
// it. Views look at a run through a Pane and return every gesture here; two runs side by side are two contexts that
// know nothing of each other. Ids (EventRef, StringId) mean something in their own run only, so whatever carries ids
// names its run, and a context takes nothing of another run (asserted).

#include "core/analysis/focus.h"
#include "core/analysis/ncu/ncujoin.h"
#include "core/base/timerange.h"

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

using RunPtr = std::shared_ptr<const Run>;

class RunContext;

/// What stands out while the rest is dimmed, and what that is called: a search, a name, a stage, an operator of a
/// shape.
struct Highlight
{
    QString title;                                  ///< plain text
    std::vector<uint8_t> names;                     ///< 1 by StringId; empty: not by name
    const Run *run = nullptr;                       ///< that the ids belong to
    std::shared_ptr<const ActivitySet> slices = {}; ///< in place of names: just these slices

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

/// What a view remembers of a run while it shows another one. A view keeps one type of its own.
class ViewState
{
public:
    virtual ~ViewState() = default;
    /// For the same file read again; null: nothing fits.
    virtual std::unique_ptr<ViewState> carriedOver(const Run &from, const Run &to) const;
};

class RunContext : public QObject
{
    Q_OBJECT
public:
    /// `run` null: the context of a pane that shows nothing; it stays as it is.
    explicit RunContext(RunPtr run, QObject *parent = nullptr);
    ~RunContext() override;

    const RunPtr &run() const { return m_run; }
    /// Range, selection and what views remember, where they still fit; for the same file read again.
    void takeOver(const RunContext &before);

    /// Statistics range; none: the whole run.
    std::optional<TimeRange> range() const { return m_range; }
    void setRange(std::optional<TimeRange> range);

    /// The selected slice; invalid: none.
    EventRef selection() const { return m_selection; }
    void select(EventRef slice);
    /// Asks the timeline to bring a slice into view as well (from tables, search, diagnostics).
    void reveal(EventRef slice);
    /// Asks the timeline to fit a span of time (from diagnostics, steps, search).
    void showSpan(TimeRange span) { emit spanRequested(span); }

    const Highlight &highlight() const { return m_highlight; }
    void setHighlight(Highlight highlight);
    void setHighlightedName(StringId name);
    void clearHighlight() { setHighlight({}); }

    /// The timeline dims all other slices; tables, sums and the stage chart count nothing else. From a module.
    const Focus &focus() const { return m_focus; }
    void setFocus(Focus focus);

    /// Range, focus and highlight at once.
    void showEverything();

    /// The links that this run takes part in, as timeline or as table.
    const NcuLinks &ncuLinks() const { return m_ncuLinks; }
    void setNcuLinks(NcuLinks links);

    /// 0xffRRGGBB in the present theme, by StringId, 0: none of its own; empty until a mapping has been applied.
    const std::vector<uint32_t> &colourOfName() const { return m_colourOfName; }
    void setColourOfName(std::vector<uint32_t> colours);

    /// Asks the mapping editor for a new rule that takes this kernel (from any view that shows one).
    void requestRule(const QString &kernel) { emit ruleRequested(kernel); }
    /// Asks the shell to make this the run that its panels show.
    void requestActivation() { emit activationRequested(); }

    /// The one state of type T, made when it is first asked for. T derives from ViewState.
    template <class T> T &viewState()
    {
        std::unique_ptr<ViewState> &state = m_viewStates[typeid(T)];
        if (!state)
            state = std::make_unique<T>();
        return static_cast<T &>(*state);
    }

signals:
    void rangeChanged(); ///< once a frame while something is dragged
    void selectionChanged();
    void revealRequested(ws::EventRef slice);
    void spanRequested(ws::TimeRange span);
    void highlightChanged();
    void focusChanged();
    void ncuLinksChanged();
    void coloursChanged();
    void ruleRequested(const QString &kernel);
    void activationRequested();

private:
    RunPtr m_run;
    std::optional<TimeRange> m_range;
    EventRef m_selection;
    Highlight m_highlight;
    Focus m_focus;
    NcuLinks m_ncuLinks;
    std::vector<uint32_t> m_colourOfName;
    std::unordered_map<std::type_index, std::unique_ptr<ViewState>> m_viewStates;
    QTimer m_rangeTimer;
};

/// True when the slice is one of the run's.
bool isSliceOf(const Run &run, EventRef slice);

} // namespace ws
