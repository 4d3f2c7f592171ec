#pragma once
// Two timelines that move together: what one shows, the other shows at the same distance from its own aligned time, and
// rows of the same stream or thread fold, hide and scroll together. Both can show what either run has, so that the
// distance holds at every zoom, also beyond the end of the shorter run. Selection, highlight and ranges stay with their
// runs.

#include "widgets/timeline/rowmatch.h"
#include "widgets/timeline/timelinestate.h"

#include <array>

namespace ws {

class TimelineLink : public QObject
{
    Q_OBJECT
public:
    TimelineLink(TimelineState *a, TimelineState *b, QObject *parent = nullptr);

    /// `times`: of each run, the same moment. The timeline `leader` (0 or 1) stays where it is and the other one
    /// follows; when nothing has been moved in either yet, both show the GPU work of both.
    void link(std::array<int64_t, 2> times, size_t leader);
    void unlink(); ///< each for itself, within its own run
    void pause();  ///< the runs are about to be exchanged: nothing follows until link() or unlink()
    bool isLinked() const { return m_isLinked; }

private:
    bool isReady() const { return m_isLinked && !m_isFollowing && m_states[0]->data() && m_states[1]->data(); }
    void relink(size_t leader);
    void showBoth(size_t leader);
    void moved(size_t which);
    void rowsChanged(size_t which);
    void scrolled(size_t which);
    TimeRange asSeenBy(size_t which, TimeRange range, size_t by) const;

    std::array<TimelineState *, 2> m_states;
    std::array<int64_t, 2> m_times{};
    std::array<RowMatch, 2> m_rows; ///< from this one to the other
    std::array<TimelineDataPtr, 2> m_matched;
    bool m_isLinked = false;
    bool m_isFollowing = false;
};

} // namespace ws
