#include "widgets/timeline/gapnavigator.h"

#include "core/base/format.h"
#include "core/model/devicewords.h"
#include "core/report/overviewfacts.h"
#include "widgets/session/gaptext.h"

#include <algorithm>

namespace ws {

GapNavigator::GapNavigator(TimelineState *state, QObject *parent) : QObject(parent), m_state(state) {}

const Gaps *GapNavigator::gaps()
{
    if (!m_state->data())
        return nullptr;
    const Run &run = *m_state->run();
    if (const QString none = noKnownGpu(run); !none.isEmpty())
        emit messageChanged(none);
    else if (!m_state->data()->hasGpu())
        emit messageChanged(forDevice(tr("This file holds no GPU work, so no gaps in it."), run));
    else if (!m_state->when())
        emit messageChanged(tr("The gaps are still being looked for."));
    else if (m_state->when()->gaps()->gaps.empty())
        emit messageChanged(forDevice(tr("The GPU never idles between its first and last work."), run));
    else
        return m_state->when()->gaps().get();
    return nullptr;
}

std::optional<size_t> GapNavigator::current(const Gaps &gaps) const
{
    const auto range = m_state->context().gap();
    if (!range)
        return std::nullopt;
    auto gap =
        std::partition_point(gaps.gaps.begin(), gaps.gaps.end(), [&](const Gap &g) { return g.endNs() < range->end; });
    for (; gap != gaps.gaps.end() && gap->endNs() == range->end; ++gap)
        if (gap->startNs == range->begin)
            return static_cast<size_t>(gap - gaps.gaps.begin());
    return std::nullopt;
}

void GapNavigator::showNextByLength()
{
    const Gaps *all = gaps();
    if (!all)
        return;
    size_t next = 0;
    if (const auto now = current(*all)) {
        const auto at = std::find(all->byLength.begin(), all->byLength.end(), *now);
        next = static_cast<size_t>(at - all->byLength.begin() + 1) % all->byLength.size();
    }
    show(*all, all->byLength[next]);
}

void GapNavigator::showNextByTime()
{
    const Gaps *all = gaps();
    if (!all)
        return;
    const auto now = current(*all);
    const auto first = std::partition_point(all->gaps.begin(), all->gaps.end(),
                                            [&](const Gap &gap) { return gap.endNs() <= m_state->visible().begin; });
    const auto next = now ? *now + 1 : static_cast<size_t>(first - all->gaps.begin());
    show(*all, next % all->gaps.size());
}

void GapNavigator::show(const Gaps &gaps, size_t index)
{
    showGap(m_state->context(), gaps.gaps[index]);
    m_state->bringGapsIntoView(gaps.gaps[index].device);
    tell(gaps, index);
}

void GapNavigator::select(const Gap &gap)
{
    if (!m_state->when())
        return;
    const Gaps &all = *m_state->when()->gaps();
    m_state->context().select(gapSlice(*m_state->run(), gap));
    m_state->context().setGap(TimeRange{gap.startNs, gap.endNs()});
    tell(all, static_cast<size_t>(&gap - all.gaps.data()));
}

/// "Gap 3 of 1 204 by length: 1.2 ms idle, launched late: aten::mm"; of several devices with the one that idles.
void GapNavigator::tell(const Gaps &gaps, size_t index)
{
    const Run &run = *m_state->run();
    const Gap &gap = gaps.gaps[index];
    const auto at = std::find(gaps.byLength.begin(), gaps.byLength.end(), static_cast<uint32_t>(index));
    const QString place = formatCount(at - gaps.byLength.begin() + 1),
                  all = formatCount(static_cast<int64_t>(gaps.byLength.size())), text = gapText(run, gap);
    emit messageChanged(run.gpu.devices.size() < 2
                            ? tr("Gap %1 of %2 by length: %3").arg(place, all, text)
                            : tr("Gap %1 of %2 by length, %3: %4").arg(place, all, deviceTitle(run, gap.device), text));
}

} // namespace ws
