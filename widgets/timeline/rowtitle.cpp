// Readable names of sections and groups.
#include "core/base/phrases.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "widgets/session/slicetext.h"
#include "widgets/timeline/rowlayout.h"
#include "widgets/toolkit/viewtexts.h"

#include <algorithm>

namespace ws {
namespace {

constexpr qint64 largestProcess = 4'194'304; ///< max process id of Linux

QString trimmedText(const Run &run, StringId id)
{
    return textOf(run, id).trimmed();
}

QString categoryOf(const Run &run, const Track &track)
{
    const Lane &lane = run.timeline.lanes[track.firstLane];
    return lane.size() ? trimmedText(run, run.timeline.categories[lane.category[0]].name) : QString();
}

/// "GPU 0 memory, allocated" of torch's "[memory] (GPU 0)" and "Total Allocated"; empty: another counter.
QString memoryTitle(const Run &run, const QString &name, const QString &key)
{
    const QString start = QStringLiteral("[memory] (");
    if (!name.startsWith(start) || !name.endsWith(u')'))
        return {};
    const QString where = forDevice(name.mid(start.size()).chopped(1), run);
    return key == QLatin1String("Total Allocated")  ? Views::tr("%1 memory, allocated").arg(where)
           : key == QLatin1String("Total Reserved") ? Views::tr("%1 memory, reserved").arg(where)
                                                    : QString();
}

/// Kineto's process -1.
bool isProfilersProcess(const Run &run, StringId pid)
{
    const auto &tracks = run.timeline.tracks;
    return run.text(pid).starts_with('-') && std::ranges::find(tracks, pid, &Track::pid) != tracks.end() &&
           std::ranges::all_of(tracks, [&](const Track &t) { return t.pid != pid || isOverheadRow(run, t); });
}

bool isNumber(const QString &text)
{
    bool ok = false;
    text.toLongLong(&ok);
    return ok;
}

} // namespace

QString sectionTitle(const Run &run, SectionId id)
{
    if (id.kind == SectionId::Instants)
        return Views::tr("Events");
    if (id.kind == SectionId::Steps)
        return StepsRow(id.index) == StepsRow::Cpu ? Views::tr("steps on the CPU")
                                                   : forDevice(Views::tr("steps on the GPU"), run);
    if (id.kind == SectionId::Gaps)
        return Views::tr("idle");
    if (id.kind == SectionId::Path)
        return id.index == 0 ? Views::tr("critical path") : Views::tr("critical path, not proven");
    if (id.kind == SectionId::Counter) {
        const CounterSeries &series = run.timeline.counters[id.index];
        const QString name = trimmedText(run, series.name), key = trimmedText(run, series.key);
        if (const QString memory = memoryTitle(run, name, key); !memory.isEmpty())
            return memory;
        return key.isEmpty() || key == name ? name : name.isEmpty() ? key : name + QStringLiteral(": ") + key;
    }
    const Track &track = run.timeline.tracks[id.index];
    const QString label = trimmedText(run, track.label), tid = trimmedText(run, track.tid);
    switch (track.kind) {
    case TrackKind::GpuStream:
        return streamTitle(label, tid);
    case TrackKind::GpuAnnotation:
        if (categoryOf(run, track) == QLatin1String("cuda_sync"))
            return isNumber(tid) ? Views::tr("waits, stream %1").arg(tid) : Views::tr("waits, whole context");
        return tid == QLatin1String("context") ? Views::tr("annotations, whole context")
               : isNumber(tid)                 ? Views::tr("annotations, stream %1").arg(tid)
                                               : Views::tr("annotations, %1").arg(tid); // XLA's "Steps" is no stream
    case TrackKind::CpuThread:
        if (isProfilersSummary(run, track))
            return label;
        if (isOverheadRow(run, track))
            return overheadTitle(run, track);
        if (isUncountedRow(run, track))
            return Views::tr("%1 (not counted)").arg(label.isEmpty() ? tid : streamTitle(label, tid));
        if (label.startsWith(QLatin1String("stream ")) && track.laneCount > 0) // annotations next to the work
            return listed({streamTitle(label, tid), categoryOf(run, track)});
        return threadTitle(label, tid);
    case TrackKind::Async:
        break;
    }
    return label.isEmpty() ? Views::tr("async %1").arg(tid) : label;
}

bool isNamedLike(const Run &run, SectionId id, const QString &text)
{
    const auto contains = [&](const QString &name) { return name.contains(text, Qt::CaseInsensitive); };
    if (contains(sectionTitle(run, id)))
        return true;
    if (id.kind == SectionId::Counter) {
        const CounterSeries &series = run.timeline.counters[id.index];
        return contains(textOf(run, series.name)) || contains(textOf(run, series.key));
    }
    return id.kind == SectionId::Track && contains(textOf(run, run.timeline.tracks[id.index].label));
}

QString groupTitle(const TimelineData &data, const LayoutGroup &group)
{
    const Run &run = *data.run;
    if (group.kind == LayoutGroup::Pinned)
        return Views::tr("Pinned");
    if (group.kind == LayoutGroup::Steps)
        return Views::tr("Steps");
    if (group.kind == LayoutGroup::Replay)
        return Views::tr("Replay");
    const QString pid = trimmedText(run, group.pid);
    QString name, labels;
    if (const auto found = data.processes.find(group.pid); found != data.processes.end()) {
        name = trimmedText(run, run.timeline.processes[found->second].name);
        labels = trimmedText(run, run.timeline.processes[found->second].labels);
    }
    if (group.kind == LayoutGroup::Gpu)
        return labels.startsWith(QString::fromStdString(deviceWord(run)))
                   ? labels
                   : forDevice(Views::tr("GPU %1"), run).arg(pid);
    if (name.isEmpty() && pid == QLatin1String("Spans")) // Kineto's word
        return Views::tr("Spans");
    if (name.isEmpty() && isProfilersProcess(run, group.pid))
        return Views::tr("Profiler");
    if (name.isEmpty())
        return pid.isEmpty() ? Views::tr("Whole run") : isNumber(pid) ? Views::tr("process %1").arg(pid) : pid;
    if (pid.toLongLong() > largestProcess) // artificial: Ascend's only distinguish counters
        return labels.contains(QLatin1Char(' ')) ? name + QLatin1Char(' ') + labels : name;
    return name.contains(pid) ? name : name + QLatin1Char(' ') + pid;
}

QString shownTitle(const TimelineData &data, const LayoutSection &section)
{
    const Timeline &timeline = data.run->timeline;
    const SectionId id = section.id;
    const QString title = sectionTitle(*data.run, id);
    if (!section.pinned || data.devices.size() < 2)
        return title;
    StringId device = 0;
    if (id.kind == SectionId::Track && timeline.tracks[id.index].kind <= TrackKind::GpuAnnotation)
        device = timeline.tracks[id.index].pid;
    else if (id.kind == SectionId::Counter)
        device = timeline.counters[id.index].pid;
    else if (id.kind == SectionId::Gaps)
        device = data.devices[id.index].device;
    if (!device || data.deviceIndex(device) == SIZE_MAX)
        return title;
    return title + QStringLiteral(" · ") + groupTitle(data, {LayoutGroup::Gpu, device, 0, 0, 0, 0, false});
}

} // namespace ws
