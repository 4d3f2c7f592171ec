// Names of sections and groups as people know them.
#include "widgets/timeline/rowlayout.h"

#include <QCoreApplication>

namespace ws {
namespace {

QString textOf(const Run &run, StringId id)
{
    const std::string_view text = run.text(id);
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).trimmed();
}

QString categoryOf(const Run &run, const Track &track)
{
    const Lane &lane = run.timeline.lanes[track.firstLane];
    return lane.size() ? textOf(run, run.timeline.categories[lane.category[0]].name) : QString();
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
        return QCoreApplication::translate("timeline", "Events");
    if (id.kind == SectionId::Counter) {
        const CounterSeries &series = run.timeline.counters[id.index];
        const QString name = textOf(run, series.name), key = textOf(run, series.key);
        return key.isEmpty() || key == name ? name : name.isEmpty() ? key : name + QStringLiteral(": ") + key;
    }
    const Track &track = run.timeline.tracks[id.index];
    const QString label = textOf(run, track.label), tid = textOf(run, track.tid);
    switch (track.kind) {
    case TrackKind::GpuStream:
        return label.isEmpty() ? QCoreApplication::translate("timeline", "stream %1").arg(tid) : label;
    case TrackKind::GpuAnnotation:
        return QCoreApplication::translate("timeline", "annotations, stream %1").arg(tid);
    case TrackKind::CpuThread:
        if (label.startsWith(QLatin1String("stream ")) && track.laneCount > 0) // what a file says beside the work
            return label + QStringLiteral(", ") + categoryOf(run, track);
        if (label.isEmpty())
            return isNumber(tid) ? QCoreApplication::translate("timeline", "thread %1").arg(tid) : tid;
        if (const QString torchs = QStringLiteral("thread %1 (").arg(tid); label.startsWith(torchs) && isNumber(tid))
            return QCoreApplication::translate("timeline", "thread %1").arg(tid) + label.mid(torchs.size() - 2);
        return label.contains(tid) ? label : label + QLatin1Char(' ') + tid;
    case TrackKind::Async:
        break;
    }
    return label.isEmpty() ? QCoreApplication::translate("timeline", "async %1").arg(tid) : label;
}

QString groupTitle(const TimelineData &data, const LayoutGroup &group)
{
    const Run &run = *data.run;
    if (group.kind == LayoutGroup::Pinned)
        return QCoreApplication::translate("timeline", "Pinned");
    const QString pid = textOf(run, group.pid);
    QString name, labels;
    if (const auto found = data.processes.find(group.pid); found != data.processes.end()) {
        name = textOf(run, run.timeline.processes[found->second].name);
        labels = textOf(run, run.timeline.processes[found->second].labels);
    }
    if (group.kind == LayoutGroup::Gpu)
        return labels.startsWith(QLatin1String("GPU")) ? labels
                                                       : QCoreApplication::translate("timeline", "GPU %1").arg(pid);
    if (name.isEmpty())
        return pid.isEmpty()   ? QCoreApplication::translate("timeline", "Whole run")
               : isNumber(pid) ? QCoreApplication::translate("timeline", "process %1").arg(pid)
                               : pid;
    return name.contains(pid) ? name : name + QLatin1Char(' ') + pid;
}

} // namespace ws
