#include "widgets/session/slicetext.h"

#include "core/analysis/busy/rangestats.h"
#include "core/analysis/gpuscan.h"
#include "core/base/demangle.h"
#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "widgets/session/facttable.h"
#include "widgets/toolkit/viewtexts.h"

#include <QFileInfo>

#include <algorithm>
#include <functional>
#include <span>
#include <unordered_map>

namespace ws {
namespace {

constexpr size_t maxLinks = 50;

/// Laying out a text takes time by the square of its longest word, and names of a damaged file have millions of
/// letters.
constexpr qsizetype maxName = 4'000, maxLink = 300;

QString bounded(const QString &text, qsizetype max)
{
    return text.size() <= max ? text : text.left(max) + u'…';
}

QString shownText(const Run &run, StringId id, qsizetype max = maxName)
{
    return bounded(toText(shownName(run.text(id))), max);
}

QString linkHtml(const Run &run, EventRef slice)
{
    return QStringLiteral("<a href='%1'>%2</a>")
        .arg(sliceLink(slice), shownText(run, run.timeline.name(slice), maxLink).toHtmlEscaped());
}

QString linksHtml(const Run &run, const std::vector<EventRef> &slices)
{
    QStringList lines;
    for (size_t i = 0; i < std::min(slices.size(), maxLinks); ++i)
        lines << linkHtml(run, slices[i]);
    if (slices.size() > maxLinks)
        lines << Views::tr("and %1 more").arg(formatCount(static_cast<int64_t>(slices.size() - maxLinks)));
    return lines.join(QStringLiteral("<br>"));
}

/// A graph launches thousands of kernels of a few names: each name once, the one with most time first.
QString workHtml(const Run &run, const std::vector<EventRef> &work)
{
    constexpr size_t maxNames = 8;
    struct Named
    {
        EventRef first;
        int64_t count = 0, totalNs = 0;
    };
    std::vector<Named> names;
    std::unordered_map<StringId, size_t> places;
    for (const EventRef slice : work) {
        const auto [place, isNew] = places.try_emplace(run.timeline.name(slice), names.size());
        if (isNew)
            names.push_back({slice});
        Named &named = names[place->second];
        ++named.count;
        named.totalNs = saturatingAdd(named.totalNs, run.timeline.duration(slice));
    }
    std::ranges::stable_sort(names, std::greater(), &Named::totalNs);
    QStringList lines;
    int64_t left = static_cast<int64_t>(work.size());
    for (const Named &named : std::span(names).first(std::min(names.size(), maxNames))) {
        lines << linkHtml(run, named.first);
        if (named.count > 1)
            lines.last() += QStringLiteral(" × %1").arg(formatCount(named.count));
        left -= named.count;
    }
    if (left > 0)
        lines << Views::tr("and %1 more").arg(formatCount(left));
    return lines.join(QStringLiteral("<br>"));
}

void addTimes(FactTable &table, const Run &run, EventRef slice)
{
    const Timeline &timeline = run.timeline;
    const int64_t duration = timeline.duration(slice);
    table.add(Views::tr("Start"), Views::tr("%1 after the run's first event").arg(formatMoment(timeline.start(slice))));
    table.add(Views::tr("Duration"), Views::tr("%1 (%2 ns)").arg(formatDuration(duration), formatCount(duration)));
    if (timeline.track(slice).kind != TrackKind::CpuThread)
        return;
    const int64_t self = selfTime(timeline, slice);
    const double share = duration > 0 ? static_cast<double>(self) / static_cast<double>(duration) : 0;
    table.add(Views::tr("Self time"),
              Views::tr("%1 (%2 of its duration)").arg(formatDuration(self), formatPercent(share)).toHtmlEscaped());
}

/// A kernel may begin before its launch call returns (most of a graph's do), but not before the call begins.
QString queueDelayText(const Timeline &timeline, EventRef slice, EventRef launch, int64_t sinceReturn)
{
    if (sinceReturn >= 0)
        return Views::tr("%1 from the end of the call to the start").arg(formatDuration(sinceReturn));
    const int64_t sinceCall = timeline.start(slice) - timeline.start(launch);
    if (sinceCall >= 0)
        return Views::tr("none: it began before the call returned, %1 after the call's begin")
            .arg(formatDuration(sinceCall));
    return Views::tr("unknown: it begins %1 before its launch call, so the file's clocks of CPU and GPU do not agree")
        .arg(formatDuration(-sinceCall));
}

void addLaunch(FactTable &table, const Run &run, EventRef slice, const SliceContext &context)
{
    if (context.launch.valid() && context.launch != slice) {
        table.add(Views::tr("Launched by"),
                  QStringLiteral("%1 (%2)").arg(linkHtml(run, context.launch),
                                                trackTitle(run, run.timeline.track(context.launch)).toHtmlEscaped()));
        if (context.queueDelayNs)
            table.add(Views::tr("Queue delay"),
                      queueDelayText(run.timeline, slice, context.launch, *context.queueDelayNs));
        if (context.work.size() > 1)
            table.add(Views::tr("Launched together"), workHtml(run, context.work));
    } else if (!context.work.empty()) {
        table.add(Views::tr("Launched"), workHtml(run, context.work));
    } else if (isGpuWork(run.timeline.category(slice).kind)) {
        table.add(Views::tr("Launched by"), Views::tr("no launching call in the file"));
    }
    if (context.op.valid())
        table.add(Views::tr("Operator"), linkHtml(run, context.op));
}

} // namespace

QString textOf(const Run &run, StringId id)
{
    return toText(run.text(id));
}

QString overheadTitle(const Run &run, const Track &track)
{
    const QString title = Views::tr("Profiler overhead");
    return run.text(track.tid) == "0" ? title : threadTitle(title, textOf(run, track.tid).trimmed());
}

QString trackTitle(const Run &run, const Track &track)
{
    if (isProfilersSummary(run, track))
        return listed({toText(profilersSummary), textOf(run, track.label)});
    if (isUncountedRow(run, track))
        return forDevice(Views::tr("GPU %1, %2, not counted as work"), run)
            .arg(textOf(run, track.pid),
                 track.label ? streamTitle(textOf(run, track.label), textOf(run, track.tid)) : textOf(run, track.tid));
    switch (track.kind) {
    case TrackKind::GpuStream:
        return forDevice(Views::tr("GPU %1, stream %2"), run).arg(textOf(run, track.pid), textOf(run, track.tid));
    case TrackKind::GpuAnnotation:
        return forDevice(Views::tr("GPU %1, annotations of stream %2"), run)
            .arg(textOf(run, track.pid), textOf(run, track.tid));
    case TrackKind::Async:
        return Views::tr("Asynchronous: %1").arg(textOf(run, track.label));
    default:
        break;
    }
    if (isOverheadRow(run, track))
        return overheadTitle(run, track);
    return threadTitle(textOf(run, track.label).trimmed(), textOf(run, track.tid).trimmed());
}

QString sliceLink(EventRef slice)
{
    return QStringLiteral("slice:%1:%2").arg(slice.lane).arg(slice.index);
}

EventRef sliceOfLink(const QString &link)
{
    const QStringList parts = link.split(u':');
    if (parts.size() != 3 || parts[0] != QLatin1String("slice"))
        return {};
    bool laneOk = false, indexOk = false;
    const EventRef slice{parts[1].toUInt(&laneOk), parts[2].toUInt(&indexOk)};
    return laneOk && indexOk ? slice : EventRef{};
}

QString sliceFactsHtml(const Run &run, EventRef slice, const SliceContext &context, const QString &mutedColour)
{
    const Timeline &timeline = run.timeline;
    FactTable table(mutedColour);
    table.add(Views::tr("Name"), QStringLiteral("<b>%1</b>").arg(shownText(run, timeline.name(slice)).toHtmlEscaped()));
    if (isMangled(run.text(timeline.name(slice))))
        table.add(
            Views::tr("Name in the file"),
            QStringLiteral("<span>%1</span>").arg(bounded(textOf(run, timeline.name(slice)), maxName).toHtmlEscaped()));
    table.add(Views::tr("Category"), textOf(run, timeline.category(slice).name).toHtmlEscaped());
    table.add(Views::tr("Track"), trackTitle(run, timeline.track(slice)).toHtmlEscaped());
    addTimes(table, run, slice);
    if (context.grid)
        table.add(Views::tr("Launch grid"), textOf(run, context.grid).toHtmlEscaped());
    addLaunch(table, run, slice, context);
    if (!context.python.empty()) {
        std::vector<EventRef> innermostFirst(context.python.rbegin(), context.python.rend());
        table.add(Views::tr("Python stack, innermost first"), linksHtml(run, innermostFirst));
    }
    if (!context.callStack.empty()) {
        QStringList frames;
        for (const std::string &frame : context.callStack)
            frames << bounded(QString::fromStdString(frame), maxLink).toHtmlEscaped();
        table.add(Views::tr("Python stack, innermost first"), frames.join(QStringLiteral("<br>")));
    }
    return table.html();
}

QString ncuFactsHtml(const NcuLink &link, size_t row, const QString &mutedColour)
{
    struct Shown
    {
        const char *column;
        QString name;
        QString unit;
    };
    const QString percent = QStringLiteral(" %");
    const Shown shown[] = {{"Duration (us)", Views::tr("Duration"), QStringLiteral(" µs")},
                           {"SM (%)", Views::tr("SM"), percent},
                           {"Memory (%)", Views::tr("Memory"), percent},
                           {"DRAM (GB/s)", Views::tr("DRAM bandwidth"), QStringLiteral(" GB/s")},
                           {"L1 hit (%)", Views::tr("L1 hit rate"), percent},
                           {"L2 hit (%)", Views::tr("L2 hit rate"), percent},
                           {"Achieved occupancy (%)", Views::tr("Achieved occupancy"), percent},
                           {"Theoretical occupancy (%)", Views::tr("Theoretical occupancy"), percent},
                           {"Bottlenecks", Views::tr("Bottlenecks"), {}}};
    const Table &table = link.ncu->tables[link.table];
    FactTable facts(mutedColour);
    QString place = Views::tr("row %1 of %2, by name and order of launch")
                        .arg(formatCount(static_cast<int64_t>(row) + 1),
                             QFileInfo(link.ncu->info.stamp.path).fileName().toHtmlEscaped());
    if (link.join.places > 1)
        place = clauses(
            {place,
             Views::tr("the first of %1 places that fit").arg(formatCount(static_cast<int64_t>(link.join.places)))});
    facts.add(Views::tr("Nsight Compute"), place);
    for (const Shown &fact : shown) {
        const int column = table.columnIndex(fact.column);
        if (column < 0)
            continue;
        const Cell &cell = table.rows[row][static_cast<size_t>(column)];
        if (const auto *number = std::get_if<double>(&cell))
            facts.add(fact.name, formatNumber(*number) + fact.unit);
        else if (const auto *text = std::get_if<std::string>(&cell))
            facts.add(fact.name, QString::fromStdString(*text).toHtmlEscaped().replace(QLatin1String("; ["),
                                                                                       QLatin1String("<br>[")));
    }
    return facts.html();
}

} // namespace ws
