#pragma once
// The two runs that stand side by side, A and B: which contexts they are, whether their times move together, and the
// moment of each that counts as the same. It holds no data of the runs and changes nothing in them; whatever compares
// two runs takes the Session's pair and follows its signals. Closing a side ends the pair and leaves the other run;
// a reloaded file keeps its side. Rejected: a pair inside of the timeline (tables and trees are pairs, too), more than
// one pair (one is enough to look at).

#include "widgets/session/runcontext.h"

#include <QObject>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace ws {

class Session;

/// The part of its file that a run stands for in a comparison: a phase of its trees, some of its tables.
struct ShownPart : ViewState
{
    QString name; ///< empty: the whole file
    int phase = -1;
    std::vector<int> tables = {}; ///< indices; empty: all
    std::unique_ptr<ViewState> carriedOver(const Run &, const Run &to) const override
    {
        const bool exists = phase < int(to.layerwise.size()) &&
                            std::ranges::all_of(tables, [&](int table) { return table < int(to.tables.size()); });
        return exists ? std::make_unique<ShownPart>(*this) : nullptr;
    }
};

class ComparePair : public QObject
{
    Q_OBJECT
public:
    enum Side { A, B };
    static constexpr std::array sides{A, B};
    static Side opposite(Side side) { return side == A ? B : A; }

    /// What counts as the same moment in both runs.
    enum class AlignAt {
        FirstWork, ///< the first GPU work; without any the begin of the run
        Selection, ///< the begin of the slice that was selected when this was chosen
        Step,      ///< the begin of a step
    };
    using Times = std::array<int64_t, 2>; ///< by Side, ns of the run

    /// Belongs to `session`, as Session::pair().
    explicit ComparePair(Session *session);

    bool isSet() const { return m_contexts[A] != nullptr; }
    /// The active run belongs to it: the window shows both.
    bool isShown() const;
    RunContext *context(Side side) const { return m_contexts[side]; } ///< null: no pair
    std::optional<Side> sideOf(const RunContext *context) const;
    Side activeSide() const;                       ///< A unless B's run is active
    bool isReload() const { return m_isReloaded; } ///< of changed(): the files are the same, read again

    /// Two open runs that differ; ends the pair before. The active run stays if it is one of them, else A's becomes it.
    void set(RunContext *a, RunContext *b);
    /// The other side stays. A run that is there already changes nothing, and the other side's run nothing either.
    void replace(Side side, RunContext *context);
    void swap();
    void end(); ///< both runs stay open

    bool isLinked() const { return m_isLinked; }
    void setLinked(bool linked);
    AlignAt alignedAt() const { return m_alignedAt; }
    int64_t alignedTime(Side side) const { return m_times[side]; }
    void alignAtFirstWork();
    bool alignAtSelections(); ///< false: a run has no selected slice, nothing has changed
    void alignAtSteps(Times begins);

signals:
    void changed();          ///< other runs, other sides, or no pair any more
    void alignmentChanged(); ///< linked or not, or at other times

private:
    void put(RunContext *a, RunContext *b, bool isLinked, RunContext *active);
    void close(RunContext *context);

    Session *m_session;
    std::array<RunContext *, 2> m_contexts{};
    bool m_isLinked = true;
    AlignAt m_alignedAt = AlignAt::FirstWork;
    Times m_times{};
    bool m_isReloaded = false; ///< to be told when the session shows the new context
};

/// ns since the run's origin; 0 without GPU work. O(1).
int64_t firstWorkNs(const Run &run);

} // namespace ws
