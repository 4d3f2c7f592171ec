#pragma once
// What the whole window looks at: the loaded runs, and for the current one range, selection and highlighted names.
// Every gesture ends here and every view starts here; views do not know each other. One change signal per kind, emitted
// once per event-loop turn while something is dragged. Rejected: a signal per view pair (grows with the square), views
// reading each other's state (order of updates).

#include "core/analysis/activityset.h"
#include "core/analysis/ncu/ncujoin.h"
#include "core/base/timerange.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace ws {

using RunPtr = std::shared_ptr<const Run>;

/// Some GPU activities of the current run that stand for all, and what they are called ("LlamaAttention ×32").
struct Focus
{
    QString title;
    std::shared_ptr<const ActivitySet> activities; ///< null: no focus
    explicit operator bool() const { return activities != nullptr; }
    bool operator==(const Focus &) const = default;
};

/// A table of kernels that Nsight Compute measured and the timeline that they were found in.
struct NcuLink
{
    RunPtr timeline;
    RunPtr ncu;
    size_t table = 0; ///< index into ncu->tables
    NcuJoin join;
};
using NcuLinks = std::vector<std::shared_ptr<const NcuLink>>;

class Session : public QObject
{
    Q_OBJECT
public:
    explicit Session(QObject *parent = nullptr);

    /// All loaded runs in the order of loading; the current one is shown by the views.
    const std::vector<RunPtr> &runs() const { return m_runs; }
    RunPtr run() const { return m_current; } ///< null: nothing is open
    void addRun(RunPtr run);                 ///< and makes it current
    void replaceRun(RunPtr old,
                    RunPtr now); ///< same file read again: range and selection are kept where they still fit
    void removeRun(const RunPtr &run);
    void setCurrent(const RunPtr &run);

    /// Statistics range of the current run; none: the whole run.
    std::optional<TimeRange> range() const { return m_range; }
    void setRange(std::optional<TimeRange> range);

    /// The selected slice of the current run; invalid: none.
    EventRef selection() const { return m_selection; }
    void select(EventRef slice);
    /// Asks the timeline to bring a slice into view as well (from tables, search, diagnostics).
    void reveal(EventRef slice);
    /// Asks the timeline to fit a span of time (from diagnostics, steps, search).
    void showSpan(TimeRange span) { emit spanRequested(span); }

    /// Names that stand out, the rest is dimmed; empty: all alike. From search, a selected name, a stage, a module.
    const std::vector<uint8_t> &highlight() const { return m_highlight; } ///< by StringId; empty: none
    void setHighlight(std::vector<uint8_t> byName);
    void setHighlightedName(StringId name);
    void clearHighlight() { setHighlight({}); }

    /// The timeline dims all other slices; tables, sums and the stage chart count nothing else. From a module.
    const Focus &focus() const { return m_focus; }
    void setFocus(Focus focus);

    /// Range, focus and highlight at once.
    void showEverything();

    /// All tables of ncu in the session, joined to one timeline: the current run, or the last one shown.
    const NcuLinks &ncuLinks() const { return m_ncuLinks; }
    void setNcuLinks(NcuLinks links);

    /// 0xffRRGGBB in the present theme, by StringId, 0: none of its own; empty until a mapping has been applied.
    const std::vector<uint32_t> &colourOfName() const { return m_colourOfName; }
    void setColourOfName(std::vector<uint32_t> colours);

    /// Asks the mapping editor for a new rule that takes this kernel (from any view that shows one).
    void requestRule(const QString &kernel) { emit ruleRequested(kernel); }

signals:
    void runsChanged(); ///< list or current run
    void rangeChanged();
    void selectionChanged();
    void revealRequested(ws::EventRef slice);
    void spanRequested(ws::TimeRange span);
    void highlightChanged();
    void focusChanged();
    void ncuLinksChanged();
    void stagesChanged();
    void ruleRequested(const QString &kernel);

private:
    void scheduleRangeChanged();

    std::vector<RunPtr> m_runs;
    RunPtr m_current;
    std::optional<TimeRange> m_range;
    EventRef m_selection;
    std::vector<uint8_t> m_highlight;
    Focus m_focus;
    NcuLinks m_ncuLinks;
    std::vector<uint32_t> m_colourOfName;
    QTimer m_rangeTimer;
};

} // namespace ws
