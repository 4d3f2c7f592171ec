#include "app/cli/mcpruns.h"

#include "core/analysis/steps/steps.h"
#include "core/base/platform.h"
#include "core/base/texts.h"
#include "core/model/parts.h"
#include "core/readers/formats.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace ws::cli {
namespace {

constexpr int64_t hashedBytes = int64_t(1) << 30;
constexpr int deepest = 4;

int64_t memoryOf(const Run &run)
{
    const bool isOfSums = run.timeline.tracks.empty(); // tables and trees of names, about twice their text
    const auto seek = run.seek ? int64_t(run.seek->memoryBytes()) : 0;
    return int64_t(run.memoryBytes()) + seek + (isOfSums ? 2 * std::max<int64_t>(run.info.stamp.size, 0) : 0);
}

void collect(const QDir &folder, int depth, qsizetype max, QStringList &files)
{
    const auto entries = folder.entryInfoList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks,
                                              QDir::Name | QDir::DirsLast);
    for (const QFileInfo &entry : entries) {
        if (files.size() >= max)
            return;
        if (entry.isFile())
            files << entry.filePath();
        else if (depth < deepest)
            collect(QDir(entry.filePath()), depth + 1, max, files);
    }
}

} // namespace

Result<ReadRoots> ReadRoots::of(const QStringList &folders)
{
    ReadRoots roots;
    for (const QString &folder : folders.isEmpty() ? QStringList{QStringLiteral(".")} : folders) {
        const QFileInfo info(folder);
        if (!info.isDir())
            return Error{ErrorKind::NotFound, Core::tr("there is no such folder"), folder};
        roots.m_folders << info.canonicalFilePath();
    }
    roots.m_folders.removeDuplicates();
    return roots;
}

Result<QString> ReadRoots::find(const QString &path) const
{
    QStringList places;
    if (path.isEmpty())
        return Error{ErrorKind::NotFound, Core::tr("a path is missing"), {}};
    if (QDir::isAbsolutePath(path))
        places << path;
    else
        for (const QString &root : m_folders)
            places << root + u'/' + path;
    for (const QString &place : places) {
        const QString found = path.contains(QChar(0)) ? QString() : QFileInfo(place).canonicalFilePath();
        for (const QString &root : m_folders)
            if (!found.isEmpty() && (found == root || found.startsWith(root.endsWith(u'/') ? root : root + u'/')))
                return found;
    }
    return Error{ErrorKind::NotFound, Core::tr("there is no such file in the folders that may be read"), path};
}

QStringList ReadRoots::files(qsizetype max) const
{
    QStringList files;
    for (const QString &root : m_folders)
        collect(QDir(root), 0, max, files);
    files.removeDuplicates();
    return files;
}

Result<RunPtr> OpenRuns::load(const QString &path, Progress &progress)
{
    const FileStamp now = FileStamp::of(path);
    const auto found = std::ranges::find(m_runs, path, &OpenRun::path);
    if (found != m_runs.end() && found->stamp == now) {
        m_runs.splice(m_runs.begin(), m_runs, found);
        return found->run;
    }
    if (found != m_runs.end())
        m_runs.erase(found);
    Result<RunPtr> run = ws::loadRun(path, progress);
    if (!run)
        return run;
    OpenRun open{path, now, *run};
    for (const RunPtr &recording : recordingsOf(*run))
        open.bytes += memoryOf(*recording);
    m_runs.push_front(std::move(open));
    return run;
}

Result<std::shared_ptr<SqlDatabase>> OpenRuns::tables(std::vector<RunPtr> runs, const StageMapping &mapping,
                                                      const std::vector<std::string> &names)
{
    m_takenBefore = platform::heapBytes();
    const auto found = std::ranges::find_if(m_tables, [&](const OpenTables &open) {
        return open.runs == runs && open.names == names && open.mapping == mapping;
    });
    if (found != m_tables.end()) {
        m_tables.splice(m_tables.begin(), m_tables, found);
        return found->database;
    }
    auto made = SqlDatabase::open(runs, mapping, names);
    if (!made)
        return made.error();
    m_tables.push_front({std::move(runs), mapping, names, std::move(*made)});
    return m_tables.front().database;
}

void OpenRuns::settle(int64_t otherBytes)
{
    if (m_takenBefore && !m_tables.empty())
        m_tables.front().bytes += std::max<int64_t>(platform::heapBytes() - *m_takenBefore - otherBytes, 0);
    m_takenBefore.reset();
}

int64_t OpenRuns::tableBytes() const
{
    int64_t bytes = 0;
    for (const OpenTables &open : m_tables)
        bytes += open.bytes;
    return bytes;
}

bool OpenRuns::isOpen(const RunPtr &run) const
{
    return std::ranges::any_of(m_runs, [&](const OpenRun &open) {
        return std::ranges::any_of(recordingsOf(open.run), [&](const RunPtr &one) { return one == run; });
    });
}

void OpenRuns::trim(int64_t otherBytes)
{
    int64_t bytes = otherBytes;
    bool isCut = false;
    for (auto run = m_runs.begin(); run != m_runs.end();) {
        bytes += run->bytes;
        const bool isKept = run == m_runs.begin() || bytes <= m_limitBytes;
        isCut = isCut || !isKept;
        run = isKept ? std::next(run) : m_runs.erase(run);
    }
    bytes = otherBytes;
    for (const OpenRun &run : m_runs)
        bytes += run.bytes;
    for (auto open = m_tables.begin(); open != m_tables.end();) {
        const bool isOfOpen = std::ranges::all_of(open->runs, [&](const RunPtr &run) { return isOpen(run); });
        const bool isKept = isOfOpen && bytes + open->bytes <= m_limitBytes;
        bytes += isKept ? open->bytes : 0;
        isCut = isCut || !isKept;
        open = isKept ? std::next(open) : m_tables.erase(open);
    }
    if (isCut)
        platform::trimHeap();
}

std::shared_ptr<const Fit> OpenRuns::fitOf(const RunPtr &run, const Progress &progress)
{
    const auto holds = [&](const OpenRun &open) {
        return std::ranges::any_of(recordingsOf(open.run), [&](const RunPtr &one) { return one == run; });
    };
    const auto open = std::ranges::find_if(m_runs, holds);
    if (open != m_runs.end())
        for (const auto &[of, fit] : open->fits)
            if (of.lock() == run)
                return fit;
    const auto steps = findSteps(*run, &progress);
    const auto findings = steps ? trustFindings(*run, *steps, &progress) : std::nullopt;
    if (!findings)
        return nullptr;
    auto made = std::make_shared<const Fit>(ws::fitOf(*run, *findings));
    if (open != m_runs.end())
        open->fits.emplace_back(run, made);
    return made;
}

QString OpenRuns::hashOf(const QString &path, const Progress &progress)
{
    const FileStamp stamp = FileStamp::of(path);
    if (stamp.size < 0 || stamp.size > hashedBytes || !QFileInfo(path).isFile())
        return {};
    const Result<QString> hash = m_hashes.of(path, &progress);
    return hash ? *hash : QString();
}

} // namespace ws::cli
