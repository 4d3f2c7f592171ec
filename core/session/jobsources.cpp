#include "core/session/jobsources.h"

#include "core/analysis/stages/mappinglibrary.h"
#include "core/base/parallel.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "core/model/parts.h"
#include "core/readers/folders.h"
#include "core/readers/formats.h"
#include "core/session/digestfile.h"

#include <QFileInfo>

#include <algorithm>
#include <map>
#include <set>

namespace ws {
namespace {

bool hasTimes(const RankDigest &digest)
{
    return digest.activities > 0;
}

std::vector<Result<std::vector<RankDigestPtr>>> readAll(const QStringList &paths, const Progress &progress)
{
    std::vector<Result<std::vector<RankDigestPtr>>> read(size_t(paths.size()), Error{ErrorKind::Cancelled, {}, {}, -1});
    parallelFor(
        {0, read.size()}, 4, [&](size_t i) { read[i] = loadDigests(paths[qsizetype(i)]); }, &progress);
    return read;
}

/// Traces that stand in a digest of the same folder.
QStringList withoutDigested(const QStringList &traces, const QStringList &digests,
                            const std::vector<Result<std::vector<RankDigestPtr>>> &read)
{
    std::set<QString> digested;
    for (size_t i = 0; i < read.size(); ++i)
        for (const RankDigestPtr &digest : read[i] ? *read[i] : std::vector<RankDigestPtr>())
            digested.insert(QFileInfo(digests[qsizetype(i)]).absolutePath() + u'/' +
                            QFileInfo(QString::fromStdString(digest->file)).fileName());
    QStringList rest;
    for (const QString &trace : traces)
        if (!digested.contains(QFileInfo(trace).absoluteFilePath()))
            rest << trace;
    return rest;
}

/// Several recordings in one file are several ranks, unless one is named.
Result<std::vector<RunPtr>> partsOf(const RunPtr &file, const PartName &name)
{
    if (name.part.isEmpty())
        return recordingsOf(file);
    const Result<Selected> selected = selectPart(file, name);
    return selected ? Result(std::vector{selected->run}) : selected.error();
}

/// Where a folder has nothing that is a trace by its name: databases, which Nsight Systems exports one a process.
QStringList databasesAmong(const QStringList &others)
{
    QStringList databases;
    for (const QString &path : others)
        if (QStringList{QStringLiteral("sqlite"), QStringLiteral("db")}.contains(QFileInfo(path).suffix().toLower()) &&
            isKnownFormat(path))
            databases << path;
    return databases;
}

} // namespace

JobPaths jobPaths(const QStringList &named)
{
    JobPaths paths;
    for (const QString &path : named) {
        if (QFileInfo(path).isDir()) {
            const JobFiles files = jobFilesIn(path);
            paths.digests += files.digests;
            paths.traces += files.traces;
            paths.tables += files.tables;
            const QStringList databases =
                files.traces.isEmpty() && files.digests.isEmpty() ? databasesAmong(files.others) : QStringList();
            paths.traces += databases;
            for (const QString &other : files.others)
                if (!databases.contains(other))
                    paths.others << other;
        } else if (path.endsWith(QLatin1String(".wsd"), Qt::CaseInsensitive) || isDigestFile(path)) {
            paths.digests << path;
        } else {
            paths.traces << path;
        }
    }
    paths.digests.removeDuplicates();
    paths.traces.removeDuplicates();
    return paths;
}

std::optional<JobSources> loadJob(const QStringList &named, const StageMapping &mapping, Progress &progress,
                                  const std::function<void(const QString &path)> &began)
{
    JobSources sources;
    const JobPaths paths = jobPaths(named);
    sources.tables = paths.tables;
    sources.others = paths.others;
    const auto read = readAll(paths.digests, progress);
    for (const auto &digests : read) {
        if (!digests)
            sources.failures.push_back(digests.error());
        else
            sources.ranks.insert(sources.ranks.end(), digests->begin(), digests->end());
    }
    std::map<QString, std::vector<RankDigestPtr>> iterations; // by the folder of their recording
    for (const QString &path : withoutDigested(paths.traces, paths.digests, read)) {
        if (progress.isCancelled())
            return std::nullopt;
        if (began)
            began(path);
        const PartName name = splitPart(path);
        const Result<RunPtr> file = loadRun(name.file, progress);
        if (!file && file.error().kind == ErrorKind::Cancelled)
            return std::nullopt;
        const auto runs = file ? partsOf(*file, name) : file.error();
        if (!runs) {
            sources.failures.push_back(runs.error());
            continue;
        }
        for (const RunPtr &run : *runs) {
            const auto digests = digestsOf(*run, mapping, &progress);
            if (!digests)
                return std::nullopt;
            const QString recording = recordingOfIteration(path);
            for (const RankDigestPtr &digest : *digests)
                if (hasTimes(*digest))
                    (recording.isEmpty() ? sources.ranks : iterations[recording]).push_back(digest);
            if (digests->empty() || !hasTimes(*digests->front()))
                sources.failures.push_back({ErrorKind::Unsupported,
                                            rowsWithoutGpu(*run)
                                                ? noKnownGpu(*run)
                                                : Core::tr("no GPU work with times and no named ranks are in it"),
                                            path, -1});
        }
    }
    for (auto &[recording, digests] : iterations)
        sources.ranks.push_back(joinedDigest(std::move(digests)));
    return progress.isCancelled() ? std::nullopt : std::optional(std::move(sources));
}

bool addRanks(const RunPtr &file, const StepsOf &stepsOf, RankTraces &traces, const Progress *progress)
{
    for (const RunPtr &run : recordingsOf(file)) {
        if (hasNamedRanks(*run)) {
            traces.named.push_back(run);
            continue;
        }
        const QString recording = recordingOfIteration(run->info.stamp.path);
        const bool isThere = std::ranges::any_of(traces.ranks, [&](const RankRun &rank) {
            return !recording.isEmpty() && recordingOfIteration(rank.run->info.stamp.path) == recording;
        });
        if (run->gpu.size() == 0 || isThere) // a further iteration of a rank is no rank
            continue;
        auto steps = stepsOf(*run);
        const auto digests = steps ? digestsOf(*run, defaultMapping(), progress) : std::nullopt;
        if (!digests)
            return false;
        if (digests->size() == 1 && hasTimes(*digests->front()))
            traces.ranks.push_back({run, std::move(*steps), digests->front()});
    }
    return true;
}

std::optional<ReplayModel> tracesModel(const RankTraces &traces, const Progress *progress)
{
    if (traces.ranks.size() > 1)
        return ranksModel(traces.ranks, progress);
    if (traces.ranks.size() == 1)
        return processModel(traces.ranks.front().run, traces.ranks.front().steps, progress);
    if (traces.named.size() == 1)
        return jobModel(traces.named.front(), progress);
    ReplayModel model;
    model.missing << (!traces.named.empty()
                          ? Core::tr("several files name ranks in their rows, and a job of such ranks is one file")
                      : traces.failures.empty()
                          ? Core::tr("of no rank is the trace here, and digests hold no calls")
                          : Core::tr("no trace of a rank can be read (%1)").arg(traces.failures.front().text()));
    return model;
}

} // namespace ws
