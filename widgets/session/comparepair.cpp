#include "widgets/session/comparepair.h"

#include "widgets/session/session.h"

#include <algorithm>
#include <utility>

namespace ws {

int64_t firstWorkNs(const Run &run)
{
    return run.gpu.size() ? run.gpu.start[0] : 0;
}

ComparePair::ComparePair(Session *session) : QObject(session), m_session(session)
{
    connect(session, &Session::contextClosing, this, &ComparePair::close);
    connect(session, &Session::contextReplaced, this, [this](RunContext *old, RunContext *now) {
        if (const auto side = sideOf(old)) {
            m_contexts[*side] = now;
            m_isReloaded = true;
        }
    });
    connect(session, &Session::contextsChanged, this, [this] {
        if (m_isReloaded && isSet()) {
            alignAtFirstWork(); // slices and steps of the old content
            emit changed();
        }
        m_isReloaded = false;
    });
}

bool ComparePair::isShown() const
{
    return isSet() && sideOf(m_session->active());
}

std::optional<ComparePair::Side> ComparePair::sideOf(const RunContext *context) const
{
    if (!context)
        return {};
    return context == m_contexts[A] ? std::optional(A) : context == m_contexts[B] ? std::optional(B) : std::nullopt;
}

ComparePair::Side ComparePair::activeSide() const
{
    return sideOf(m_session->active()).value_or(A);
}

void ComparePair::set(RunContext *a, RunContext *b)
{
    const auto &open = m_session->contexts();
    const auto isOpen = [&](RunContext *context) { return std::find(open.begin(), open.end(), context) != open.end(); };
    Q_ASSERT(a != b && isOpen(a) && isOpen(b));
    if (a == b || !isOpen(a) || !isOpen(b) || (m_contexts[A] == a && m_contexts[B] == b))
        return;
    put(a, b, true, m_session->active() == b ? b : a);
}

/// In the order in which whoever follows the pair may look at it: all of the new state, then the active run, then the
/// signal.
void ComparePair::put(RunContext *a, RunContext *b, bool isLinked, RunContext *active)
{
    m_contexts = {a, b};
    m_isLinked = isLinked;
    m_alignedAt = AlignAt::FirstWork;
    m_times = {firstWorkNs(*a->run()), firstWorkNs(*b->run())};
    m_session->setActive(active);
    emit changed();
}

void ComparePair::replace(Side side, RunContext *context)
{
    if (!isSet() || sideOf(context))
        return;
    RunContext *stays = m_contexts[opposite(side)], *active = m_session->active();
    if (active == m_contexts[side])
        active = context;
    put(side == A ? context : stays, side == A ? stays : context, m_isLinked, active);
}

void ComparePair::swap()
{
    if (!isSet())
        return;
    std::swap(m_contexts[A], m_contexts[B]);
    std::swap(m_times[A], m_times[B]);
    emit changed();
}

void ComparePair::end()
{
    if (!isSet())
        return;
    m_contexts = {};
    emit changed();
}

void ComparePair::close(RunContext *context)
{
    const auto side = sideOf(context);
    if (!side)
        return;
    if (m_session->active() == context)
        m_session->setActive(m_contexts[opposite(*side)]);
    end();
}

void ComparePair::setLinked(bool linked)
{
    if (!isSet() || std::exchange(m_isLinked, linked) == linked)
        return;
    emit alignmentChanged();
}

void ComparePair::alignAtFirstWork()
{
    if (!isSet())
        return;
    m_alignedAt = AlignAt::FirstWork;
    m_times = {firstWorkNs(*m_contexts[A]->run()), firstWorkNs(*m_contexts[B]->run())};
    emit alignmentChanged();
}

bool ComparePair::alignAtSelections()
{
    if (!isSet())
        return false;
    Times times{};
    for (const Side side : sides) {
        const EventRef slice = m_contexts[side]->selection();
        if (!slice.valid())
            return false;
        times[side] = m_contexts[side]->run()->timeline.start(slice);
    }
    m_alignedAt = AlignAt::Selection;
    m_times = times;
    emit alignmentChanged();
    return true;
}

void ComparePair::alignAtSteps(Times begins)
{
    if (!isSet())
        return;
    m_alignedAt = AlignAt::Step;
    m_times = begins;
    emit alignmentChanged();
}

} // namespace ws
