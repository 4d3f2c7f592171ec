#include "core/session/openings.h"

#include "core/io/pipe.h"
#include "core/io/remote/remotecache.h"
#include "core/model/rankplace.h"
#include "core/readers/folders.h"
#include "core/session/digestfile.h"
#include "core/session/sessionfile.h"
#include "core/session/viewlink.h"

#include <QFileInfo>

#include <set>
#include <utility>

namespace ws {
namespace {

/// Several traces named at once: two are compared, more are a job if their names say which ranks they are.
bool areRanks(const QStringList &arguments)
{
    constexpr qsizetype fewest = 3;
    std::set<std::pair<std::string, int64_t>> ranks;
    for (const QString &argument : arguments) {
        const RankPlace place = rankPlaceOf(argument);
        if (!place.rank || !QFileInfo(argument).isFile() || !ranks.emplace(place.stage, *place.rank).second)
            return false;
    }
    return arguments.size() >= fewest;
}

void takeFolder(const QString &argument, Openings &openings)
{
    const JobFiles files = jobFilesIn(argument);
    if (!files.digests.isEmpty() || files.traces.size() > 1) {
        openings.job << argument;
        return;
    }
    QStringList recording = tracesIn(argument); // of a known profiler; else the one trace and the tables
    if (recording.isEmpty())
        recording = files.traces + files.tables;
    for (const QString &file : recording.isEmpty() ? QStringList(argument) : recording)
        openings.files.push_back({QFileInfo(file).absoluteFilePath(), {}});
}

void take(const QString &argument, Openings &openings)
{
    const PartName name = splitPart(argument);
    if (isViewLink(argument))
        openings.links << argument;
    else if (argument.endsWith(QLatin1String(".wsd"), Qt::CaseInsensitive))
        openings.job << argument;
    else if (const auto remote = remotePath(name.file))
        openings.files.push_back({spoolOf(*remote), name.part});
    else if (QFileInfo(name.file).isDir())
        takeFolder(name.file, openings);
    else if (isSessionFile(argument))
        openings.sessions << argument;
    else if (isDigestFile(argument))
        openings.job << argument;
    else
        openings.files.push_back({QFileInfo(withStandardInput(name.file)).absoluteFilePath(), name.part});
}

} // namespace

Openings openingsOf(const QStringList &arguments)
{
    Openings openings;
    if (areRanks(arguments))
        openings.job = arguments;
    else
        for (const QString &argument : arguments)
            take(argument, openings);
    return openings;
}

} // namespace ws
