#include "core/readers/folders.h"

#include "core/model/rankplace.h"
#include "core/readers/chrome/ascendwords.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <utility>
#include <vector>

namespace ws {
namespace {

/// A trace directly in an output folder.
QStringList tracesOfOutput(const QDir &folder)
{
    const QStringList names = folder.entryList(
        {QStringLiteral("trace_view.json"), QStringLiteral("trace_view.json.gz"), QStringLiteral("msprof_*.json")},
        QDir::Files, QDir::Name);
    QStringList paths;
    for (const QString &name : names)
        paths << folder.filePath(name);
    return paths;
}

QStringList outputFolders()
{
    return {QStringLiteral("ASCEND_PROFILER_OUTPUT"), QStringLiteral("mindstudio_profiler_output")};
}

bool isOutput(const QString &folder)
{
    return outputFolders().contains(QFileInfo(folder).fileName());
}

QString withoutEnding(QString name, std::initializer_list<const char *> endings)
{
    for (const char *ending : endings)
        if (name.endsWith(QLatin1String(ending), Qt::CaseInsensitive))
            return name.chopped(static_cast<qsizetype>(qstrlen(ending)));
    return {};
}

/// XLA's `plugins/profile/RUN`: one file a host. The Chrome trace that XLA makes of a profile holds a part of it, so it
/// counts only where there is no profile of its host.
QStringList tracesOfXla(const QDir &folder)
{
    const auto profiles = {".xplane.pb", ".xplane.pb.gz"};
    const auto traces = {".trace.json.gz", ".trace.json"};
    QStringList paths, hosts;
    const QStringList names = folder.entryList(QDir::Files, QDir::Name);
    for (const QString &name : names)
        if (const QString host = withoutEnding(name, profiles); !host.isEmpty() && !hosts.contains(host)) {
            paths << folder.filePath(name);
            hosts << host;
        }
    if (paths.isEmpty())
        return {};
    for (const QString &name : names)
        if (const QString host = withoutEnding(name, traces); !host.isEmpty() && !hosts.contains(host))
            paths << folder.filePath(name);
    paths.sort();
    return paths;
}

/// msprof's `device_N/timeline` until 2023: a file an iteration, in up to four views of the same time. Only msprof_*
/// has all of an iteration, task_time_* its tasks, hccl_* its collectives.
QStringList tracesOfIterations(const QDir &folder)
{
    for (const char *view : {"msprof", "task_time", "hccl"}) {
        std::vector<std::pair<qlonglong, QString>> paths; // by iteration: "10" is behind "9"
        for (const QString &name : folder.entryList({QLatin1String(view) + QStringLiteral("_*.json")}, QDir::Files))
            if (const auto match = iterationFile().match(name); match.hasMatch())
                paths.emplace_back(match.captured(3).toLongLong(), folder.filePath(name));
        std::ranges::sort(paths);
        QStringList sorted;
        for (const auto &[iteration, path] : paths)
            sorted << path;
        if (!sorted.isEmpty())
            return sorted;
    }
    return {};
}

/// The files of one recording.
QStringList tracesOfRecording(const QString &folder)
{
    if (isOutput(folder))
        return tracesOfOutput(QDir(folder));
    if (const QStringList paths = tracesOfIterations(QDir(folder)); !paths.isEmpty())
        return paths;
    if (const QStringList paths = tracesOfXla(QDir(folder)); !paths.isEmpty())
        return paths;
    for (const QString &output : outputFolders())
        if (const QStringList paths = tracesOfOutput(QDir(QDir(folder).filePath(output))); !paths.isEmpty())
            return paths;
    return {};
}

constexpr int maxDepth = 4;
constexpr int maxFiles = 20'000; // someone dropped the root of a disk

bool hasEnding(const QString &name, std::initializer_list<const char *> endings)
{
    return std::ranges::any_of(
        endings, [&](const char *ending) { return name.endsWith(QLatin1String(ending), Qt::CaseInsensitive); });
}

/// JSON that profilers write beside their traces.
bool isBesideTraces(const QString &name)
{
    return name.startsWith(QLatin1String("profiler_info")) || name.startsWith(QLatin1String("profiler_metadata")) ||
           name.startsWith(QLatin1String("communication"));
}

void sortIn(const QFileInfo &file, JobFiles &files)
{
    const QString name = file.fileName();
    if (hasEnding(name, {".wsd"}))
        files.digests << file.filePath();
    else if (hasEnding(name,
                       {".json", ".json.gz", ".json.zip", ".trace", ".trace.gz", ".pftrace", ".perfetto-trace"}) &&
             !isBesideTraces(name))
        files.traces << file.filePath();
    else if (name.startsWith(QLatin1String("profiler_out")) && hasEnding(name, {".txt"}))
        files.tables << file.filePath();
    else
        files.others << file.filePath();
}

void collect(const QDir &folder, int depth, JobFiles &files, int &count)
{
    if (const QStringList traces = tracesOfRecording(folder.path()); !traces.isEmpty()) {
        files.traces += traces; // of Ascend or XLA: what lies beside belongs to it
        return;
    }
    const auto entries =
        folder.entryInfoList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name | QDir::DirsLast);
    for (const QFileInfo &entry : entries) {
        if (entry.isDir() && entry.isSymLink()) // it may lead round in a circle
            continue;
        if (++count > maxFiles)
            return;
        if (!entry.isDir())
            sortIn(entry, files);
        else if (depth < maxDepth)
            collect(QDir(entry.filePath()), depth + 1, files, count);
    }
}

} // namespace

JobFiles jobFilesIn(const QString &folder)
{
    JobFiles files;
    int count = 0;
    collect(QDir(QDir::cleanPath(folder)), 0, files, count);
    return files;
}

QString recordingOfIteration(const QString &trace)
{
    const QFileInfo file(trace);
    return iterationFile().match(file.fileName()).hasMatch() ? file.absolutePath() : QString();
}

QStringList tracesIn(const QString &folder)
{
    const QString clean = QDir::cleanPath(folder);
    QStringList paths = tracesOfRecording(clean);
    if (!paths.isEmpty())
        return paths;
    const QDir dir(clean);
    const QStringList recordings =
        dir.entryList({QStringLiteral("*_ascend_pt"), QStringLiteral("*_ascend_ms"), QStringLiteral("PROF_*")},
                      QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    for (const QString &recording : recordings)
        paths += tracesOfRecording(dir.filePath(recording));
    const QDir profiles(dir.filePath(QStringLiteral("plugins/profile"))); // of a log folder of JAX or TensorBoard
    for (const QString &recording : profiles.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
        paths += tracesOfXla(QDir(profiles.filePath(recording)));
    return paths;
}

QStringList tablesBeside(const QString &trace)
{
    const QDir folder = QFileInfo(trace).absoluteDir();
    QStringList patterns{QStringLiteral("*.csv"), QStringLiteral("communication.json")};
    if (!isOutput(folder.absolutePath())) { // vLLM's: one a rank
        const auto rank = rankPlaceOf(trace).rank;
        patterns = {rank ? QStringLiteral("profiler_out_%1.txt").arg(*rank) : QStringLiteral("profiler_out_*.txt")};
    }
    QStringList paths;
    for (const QString &name : folder.entryList(patterns, QDir::Files, QDir::Name))
        paths << folder.filePath(name);
    return paths;
}

} // namespace ws
