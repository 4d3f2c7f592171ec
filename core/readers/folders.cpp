#include "core/readers/folders.h"

#include <QDir>
#include <QFileInfo>

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

/// The files of one recording.
QStringList tracesOfRecording(const QString &folder)
{
    if (isOutput(folder))
        return tracesOfOutput(QDir(folder));
    for (const QString &output : outputFolders())
        if (const QStringList paths = tracesOfOutput(QDir(QDir(folder).filePath(output))); !paths.isEmpty())
            return paths;
    return {};
}

} // namespace

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
    return paths;
}

QStringList tablesBeside(const QString &trace)
{
    const QDir folder = QFileInfo(trace).absoluteDir();
    if (!isOutput(folder.absolutePath()))
        return {};
    QStringList paths;
    for (const QString &name :
         folder.entryList({QStringLiteral("*.csv"), QStringLiteral("communication.json")}, QDir::Files, QDir::Name))
        paths << folder.filePath(name);
    return paths;
}

} // namespace ws
