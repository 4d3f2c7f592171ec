#include "widgets/timeline/timelinelink.h"

#include <QScopedValueRollback>

#include <algorithm>

namespace ws {
namespace {

TimeRange united(TimeRange a, TimeRange b)
{
    return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

/// The range of the first view, as TimelineState chooses it.
TimeRange firstView(const TimelineData &data)
{
    return data.hasGpu() ? withMargin(data.mainActivity, 0.02) : data.whole();
}

bool isUntouched(const TimelineState &state)
{
    return !state.canGoBack() && !state.canGoForward();
}

} // namespace

TimelineLink::TimelineLink(TimelineState *a, TimelineState *b, QObject *parent) : QObject(parent), m_states{a, b}
{
    for (size_t i = 0; i < m_states.size(); ++i) {
        connect(m_states[i], &TimelineState::dataChanged, this, [this, i] { relink(1 - i); });
        connect(m_states[i], &TimelineState::visibleChanged, this, [this, i] { moved(i); });
        connect(m_states[i], &TimelineState::layoutChanged, this, [this, i] { rowsChanged(i); });
        connect(m_states[i], &TimelineState::scrolled, this, [this, i] { scrolled(i); });
    }
}

TimeRange TimelineLink::asSeenBy(size_t which, TimeRange range, size_t by) const
{
    return panned(range, m_times[by] - m_times[which]);
}

void TimelineLink::link(std::array<int64_t, 2> times, size_t leader)
{
    m_isLinked = true;
    m_times = times;
    relink(leader);
}

void TimelineLink::pause()
{
    m_isLinked = false;
    m_matched = {};
}

void TimelineLink::unlink()
{
    pause();
    for (TimelineState *state : m_states)
        state->setReach({});
}

/// Also when one of them has got its data, or another run: then the other one leads. One that nobody has moved yet
/// never leads one that stands where it was left.
void TimelineLink::relink(size_t leader)
{
    if (!isReady())
        return;
    if (isUntouched(*m_states[leader]) && !isUntouched(*m_states[1 - leader]))
        leader = 1 - leader;
    const QScopedValueRollback following(m_isFollowing, true);
    const bool isFirst = isUntouched(*m_states[0]) && isUntouched(*m_states[1]);
    for (size_t i = 0; i < m_states.size(); ++i)
        m_states[i]->setReach(
            united(m_states[i]->data()->whole(), asSeenBy(1 - i, m_states[1 - i]->data()->whole(), i)));
    if (m_matched[0] != m_states[0]->data() || m_matched[1] != m_states[1]->data()) {
        for (size_t i = 0; i < m_states.size(); ++i)
            m_rows[i] = RowMatch(*m_states[i]->data(), *m_states[1 - i]->data());
        m_matched = {m_states[0]->data(), m_states[1]->data()};
    }
    if (isFirst)
        showBoth(leader);
    else
        m_states[1 - leader]->setVisible(asSeenBy(leader, m_states[leader]->visible(), 1 - leader),
                                         TimelineState::Change::Steady);
    const LayoutChoices choices = m_rows[leader].followed(m_states[leader]->choices(), m_states[1 - leader]->choices());
    if (!(choices == m_states[1 - leader]->choices()))
        m_states[1 - leader]->setChoices(choices);
}

void TimelineLink::showBoth(size_t leader)
{
    const size_t other = 1 - leader;
    const TimeRange both =
        united(firstView(*m_states[leader]->data()), asSeenBy(other, firstView(*m_states[other]->data()), leader));
    m_states[leader]->setVisible(both, TimelineState::Change::Steady);
    m_states[other]->setVisible(asSeenBy(leader, m_states[leader]->visible(), other), TimelineState::Change::Steady);
}

void TimelineLink::moved(size_t which)
{
    if (!isReady())
        return;
    const QScopedValueRollback following(m_isFollowing, true);
    m_states[1 - which]->setVisible(asSeenBy(which, m_states[which]->visible(), 1 - which),
                                    TimelineState::Change::Steady);
}

void TimelineLink::rowsChanged(size_t which)
{
    if (!isReady() || m_matched[which] != m_states[which]->data())
        return;
    const LayoutChoices &own = m_states[1 - which]->choices();
    LayoutChoices choices = m_rows[which].followed(m_states[which]->choices(), own);
    if (choices == own)
        return;
    const QScopedValueRollback following(m_isFollowing, true);
    m_states[1 - which]->setChoices(std::move(choices));
}

void TimelineLink::scrolled(size_t which)
{
    if (!isReady() || m_matched[which] != m_states[which]->data())
        return;
    const QScopedValueRollback following(m_isFollowing, true);
    if (const auto scroll = m_rows[which].level(m_states[which]->layout(), m_states[which]->view().scroll,
                                                m_states[1 - which]->layout()))
        m_states[1 - which]->setScroll(*scroll);
}

} // namespace ws
