#include "app/window/busystatus.h"

#include "core/base/format.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "widgets/session/scopetext.h"

#include <QRegularExpression>

namespace ws {
namespace {

double shareOf(int64_t part, int64_t whole)
{
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

/// What the percentages are of. A span that is a small part of the recording says of itself too little.
QString scopeText(const Run &run, int64_t spanNs, bool range)
{
    const bool isMost = range || run.timeline.spanNs / 2 < spanNs;
    const TimeUnit unit = unitOf(isMost ? spanNs : run.timeline.spanNs); // as in the Overview
    const QString span = formatDurationIn(spanNs, unit);
    if (range)
        return BusyStatus::tr("of the range, %1").arg(span);
    if (isMost)
        return forDevice(BusyStatus::tr("of the GPU span, %1"), run).arg(span);
    return forDevice(BusyStatus::tr("of the GPU span, %1, in a recording of %2"), run)
        .arg(span, formatDurationIn(run.timeline.spanNs, unit));
}

QString eachDevice(const Run &run, const Busy &busy)
{
    QString lines;
    for (size_t i = 0; i < busy.devices.size(); ++i) {
        const BusySplit &device = busy.devices[i];
        lines += forDevice(BusyStatus::tr("GPU %1: busy %2 of %3"), run)
                     .arg(toText(run.text(run.gpu.devices[i])), formatPercent(shareOf(device.busyNs, device.spanNs)),
                          formatDuration(device.spanNs)) +
                 u'\n';
    }
    return lines;
}

QString sentenceOf(const Run &run, const Busy &busy, const QString &scope, const QString &idle)
{
    const BusySplit &whole = busy.whole;
    const auto share = [&](int64_t ns) { return formatPercent(shareOf(ns, whole.spanNs)); };
    const QStringList parts{share(whole.computeNs), share(whole.exposedCommNs), share(whole.exposedCopyNs), idle};
    if (busy.devices.size() <= 1)
        return forDevice(BusyStatus::tr("GPU busy %1 (%2)  ·  compute %3  ·  exposed communication %4  ·  exposed "
                                        "copies %5  ·  idle %6"),
                         run)
            .arg(share(whole.busyNs), scope, parts[0], parts[1], parts[2], parts[3]);
    double sum = 0;
    for (const BusySplit &device : busy.devices)
        sum += double(device.busyNs);
    const double mean = whole.spanNs > 0 ? sum / double(busy.devices.size()) / double(whole.spanNs) : 0;
    return forDevice(BusyStatus::tr("Any of %1 GPUs busy %2, each %3 on average (%4)  ·  compute %5  ·  exposed "
                                    "communication %6  ·  exposed copies %7  ·  all idle %8"),
                     run)
        .arg(formatCount(int64_t(busy.devices.size())), share(whole.busyNs), formatPercent(mean), scope, parts[0],
             parts[1], parts[2], parts[3]);
}

} // namespace

BusyStatus::BusyStatus(StageController *stages, QWidget *parent) : LineLabel(parent), m_stages(stages)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    connect(stages->session()->pane(), &Pane::runChanged, this, &BusyStatus::refresh);
    connect(stages->session()->pane(), &Pane::rangeChanged, this, &BusyStatus::refresh);
    connect(stages->session()->pane(), &Pane::focusChanged, this, [this] {
        m_communication = nullptr; // asks again: what it says of the focus is another thing
        refresh();
    });
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
        setText(!run                      ? QString()
                : run->gpu.size() == 0    ? textWithoutWork(*run)
                : stages && stages->error ? JobErrors::text(*stages->error)
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

QString BusyStatus::textOf(const Run &run, const Busy &busy, bool range, bool isIdleKnown)
{
    const BusySplit &whole = busy.whole;
    return sentenceOf(run, busy, scopeText(run, whole.spanNs, range),
                      isIdleKnown ? formatPercent(shareOf(whole.idleNs, whole.spanNs)) : tr("not known"));
}

QStringList BusyStatus::shorterTexts(const QString &text)
{
    static const QString separator = QStringLiteral("  ·  ");
    static const QRegularExpression brackets(QStringLiteral(" ?[(（][^)）]*[)）]"));
    QStringList parts = text.split(separator), texts{text};
    parts.first().remove(brackets);
    for (texts << parts.join(separator); parts.size() > 2; texts << parts.join(separator))
        parts.removeAt(parts.size() - 2);
    return texts;
}

QString BusyStatus::shownText() const
{
    const QStringList texts = shorterTexts(text());
    for (const QString &shorter : texts)
        if (fontMetrics().horizontalAdvance(shorter) <= contentsRect().width() - 2 * margin())
            return shorter;
    return fontMetrics().elidedText(texts.last(), Qt::ElideRight, contentsRect().width() - 2 * margin());
}

QString BusyStatus::textWithoutWork(const Run &run)
{
    if (run.timeline.tracks.empty())
        return tr("No timeline in this file");
    if (run.info.complete && rowsWithoutGpu(run))
        return noKnownGpu(run);
    return run.info.complete ? tr("No GPU work in this file") : tr("No GPU work in what is here of the file");
}

void BusyStatus::present(const Busy &busy, bool range)
{
    const Run &run = *m_run;
    const BusySplit &whole = busy.whole;
    const Focus &focus = m_stages->session()->pane()->context().focus();
    const QString sentence = textOf(run, busy, range, m_isIdleKnown);
    setText(focus ? tr("All work: %1").arg(sentence) : sentence);
    const auto line = [](const QString &name, int64_t ns) { return name + u' ' + formatDuration(ns) + u'\n'; };
    setToolTip(
        text() + u'\n' + line(tr("Computation"), whole.computeNs) +
        line(tr("Exposed communication"), whole.exposedCommNs) + line(tr("Exposed copies"), whole.exposedCopyNs) +
        line(tr("Idle"), whole.idleNs) +
        (busy.devices.size() > 1 ? eachDevice(run, busy) + tr("All devices as one: busy when any device works.")
                                 : QString()) +
        (m_isIdleKnown ? QString() : u'\n' + tr("Graphs hide when the device idles; see Diagnostics.")) +
        (focus
             ? u'\n' + tr("Not limited to “%1”: a device idles only when none of its work runs.").arg(shortTitle(focus))
             : QString()));
}

} // namespace ws
