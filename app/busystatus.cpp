#include "app/busystatus.h"

#include "core/base/format.h"
#include "core/model/devicewords.h"

namespace ws {
namespace {

double shareOf(int64_t part, int64_t whole)
{
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

} // namespace

BusyStatus::BusyStatus(StageController *stages, QWidget *parent) : LineLabel(parent), m_stages(stages)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    connect(stages->session()->pane(), &Pane::runChanged, this, &BusyStatus::refresh);
    connect(stages->session()->pane(), &Pane::rangeChanged, this, &BusyStatus::refresh);
    connect(stages, &StageController::changed, this, &BusyStatus::refresh);
}

void BusyStatus::refresh()
{
    const RunPtr run = m_stages->session()->pane()->run();
    const StageRun *stages = m_stages->current();
    const Communication communication = stages && stages->state ? stages->state->communication : nullptr;
    if (!run || run->gpu.size() == 0 || !communication) {
        m_wanted.cancel();
        m_wantedTrust.cancel();
        m_run = nullptr;
        setText(!run                           ? QString()
                : run->timeline.tracks.empty() ? tr("No timeline in this file")
                : run->gpu.size() == 0         ? (run->info.complete ? tr("No GPU work in this file")
                                                                     : tr("No GPU work in what is here of the file"))
                : stages && stages->error      ? JobErrors::text(*stages->error)
                                               : tr("Counting …"));
        setToolTip({});
        return;
    }
    const auto range = m_stages->session()->pane()->context().range();
    if (m_run == run && m_range == range && m_communication == communication)
        return;
    m_run = run;
    m_range = range;
    m_communication = communication;
    m_wanted.ask(m_stages->session()->pane()->context().cache(), BusyKey{{}, communication, range},
                 [this, range](const auto &busy) {
                     if (busy)
                         return askTrust(*busy, range.has_value());
                     setText(JobErrors::text(busy.error()));
                     setToolTip({});
                 });
}

/// Idle time that a recording hides is not shown as idle.
void BusyStatus::askTrust(const std::shared_ptr<const Busy> &busy, bool range)
{
    m_isIdleKnown = true;
    present(*busy, range);
    m_wantedTrust.ask(
        m_stages->session()->pane()->context().cache(), TrustKey{},
        [this, busy, range](const auto &findings) {
            for (const Withheld &number : findings ? withheld(**findings) : std::vector<Withheld>())
                m_isIdleKnown = m_isIdleKnown && (number.isMarkOnly || number.number != GpuIdle);
            if (!m_isIdleKnown)
                present(*busy, range);
        },
        JobPlace::Hidden);
}

void BusyStatus::present(const Busy &busy, bool range)
{
    const Run &run = *m_run;
    const BusySplit &whole = busy.whole;
    const auto share = [&](int64_t ns) { return formatPercent(shareOf(ns, whole.spanNs)); };
    const QString scope = range ? tr("of the range, %1").arg(formatDuration(whole.spanNs))
                                : forDevice(tr("of the GPU span, %1"), run).arg(formatDuration(whole.spanNs));
    const QString sentence =
        tr("GPU busy %1 (%2)  ·  compute %3  ·  exposed communication %4  ·  exposed copies %5  ·  idle %6");
    setText(forDevice(sentence, run)
                .arg(share(whole.busyNs), scope, share(whole.computeNs), share(whole.exposedCommNs),
                     share(whole.exposedCopyNs), m_isIdleKnown ? share(whole.idleNs) : tr("not known")));
    const auto line = [](const QString &name, int64_t ns) { return name + u' ' + formatDuration(ns) + u'\n'; };
    setToolTip(line(tr("Computation"), whole.computeNs) + line(tr("Exposed communication"), whole.exposedCommNs) +
               line(tr("Exposed copies"), whole.exposedCopyNs) + line(tr("Idle"), whole.idleNs) +
               tr("All devices as one: busy when any device works.") +
               (m_isIdleKnown ? QString() : u'\n' + tr("Graphs hide when the device idles; see Diagnostics.")));
}

} // namespace ws
