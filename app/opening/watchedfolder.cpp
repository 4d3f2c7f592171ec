#include "app/opening/watchedfolder.h"

#include "core/base/formatnames.h"
#include "widgets/toolkit/plaintext.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QLocale>

namespace ws {
namespace {

bool mayBeTrace(const QFileInfo &file)
{
    static const QStringList suffixes = formatSuffixes(false);
    constexpr qint64 patienceSeconds = 3600; // for one that is empty
    const bool hasOrGetsContent =
        file.size() > 0 || file.lastModified().secsTo(QDateTime::currentDateTime()) < patienceSeconds;
    return suffixes.contains(file.suffix().toLower()) && hasOrGetsContent;
}

/// The newest first.
std::vector<FileStamp> tracesOf(const QString &folder, int max)
{
    std::vector<FileStamp> stamps;
    const QFileInfoList files = QDir(folder).entryInfoList(QDir::Files | QDir::Readable, QDir::Time);
    for (const QFileInfo &file : files)
        if (int(stamps.size()) < max && mayBeTrace(file))
            stamps.push_back(FileStamp::of(file.absoluteFilePath()));
    return stamps;
}

} // namespace

WatchedFolder::WatchedFolder(QString summaries, Sum sum, QObject *parent)
    : QAbstractTableModel(parent), m_summaries(std::move(summaries)), m_sum(std::move(sum))
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(2000);
    connect(&m_rest, &QTimer::timeout, this, [this] { look(Look::Rested); });
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, [this] { look(Look::Again); });
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this] { m_rest.start(); });
}

WatchedFolder::~WatchedFolder()
{
    if (m_progress)
        m_progress->cancel();
}

void WatchedFolder::watch(const QString &folder)
{
    if (folder == m_folder)
        return;
    if (const QStringList before = m_watcher.directories() + m_watcher.files(); !before.isEmpty())
        m_watcher.removePaths(before);
    m_job.cancel();
    if (m_progress)
        m_progress->cancel();
    m_rest.stop();
    m_folder = folder;
    beginResetModel();
    m_traces.clear();
    endResetModel();
    if (!folder.isEmpty()) {
        m_watcher.addPath(folder);
        look(Look::First);
    }
    emit folderChanged();
}

/// A file that is as it was at the last look has rested; so has, at the first one, a file that was written long ago.
/// Later its time says nothing: the clock of a file server may be behind. An empty one has only been made.
WatchedFolder::Trace WatchedFolder::traceOf(const FileStamp &stamp, Look look) const
{
    constexpr qint64 longAgoMs = 60'000;
    const bool isOld = QDateTime::currentMSecsSinceEpoch() - stamp.modifiedMs > longAgoMs;
    const bool hasRested = look == Look::Rested || (look == Look::First && isOld);
    for (Trace trace : m_traces)
        if (trace.stamp == stamp) {
            trace.isWritten = trace.isWritten || (hasRested && stamp.size > 0);
            return trace;
        }
    if (const FolderSummary *known = m_summaries.find(stamp))
        return {stamp, true, std::make_shared<const FolderSummary>(*known)};
    return {stamp, hasRested && stamp.size > 0};
}

/// A directory's notification tells of files that come and go, a file's that it is written; while one is, the sizes
/// are looked at again and again.
void WatchedFolder::look(Look look)
{
    const std::vector<FileStamp> stamps = tracesOf(m_folder, maxFiles);
    std::vector<Trace> now;
    QStringList unwatched;
    for (const FileStamp &stamp : stamps) {
        now.push_back(traceOf(stamp, look));
        unwatched << stamp.path;
    }
    const QStringList watched = m_watcher.files();
    unwatched.removeIf([&](const QString &path) { return watched.contains(path); });
    if (!unwatched.isEmpty())
        m_watcher.addPaths(unwatched);
    const bool sameFiles = std::equal(now.begin(), now.end(), m_traces.begin(), m_traces.end(),
                                      [](const Trace &a, const Trace &b) { return a.stamp.path == b.stamp.path; });
    if (!sameFiles)
        beginResetModel();
    m_traces = std::move(now);
    if (!sameFiles)
        endResetModel();
    if (std::ranges::any_of(m_traces, [](const Trace &trace) { return !trace.isWritten; }))
        m_rest.start();
    sumNext();
}

void WatchedFolder::sumNext()
{
    if (m_job.isRunning())
        return;
    for (Trace &trace : m_traces) {
        if (!trace.isWritten || trace.summary || !trace.problem.isEmpty())
            continue;
        if (trace.stamp.size > maxBytes) {
            trace.problem = tr("Not read: it is larger than %1. A double-click opens it.").arg(formatBytes(maxBytes));
            continue;
        }
        m_progress = std::make_shared<Progress>();
        m_job.start([path = trace.stamp.path, sum = m_sum,
                     progress = m_progress](const Progress &) { return sum(path, *progress); },
                    [this, stamp = trace.stamp](const auto &summary) { finish(stamp, summary); }, JobPlace::Hidden);
        break;
    }
    if (m_traces.empty())
        return;
    emit dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
    emit headerDataChanged(Qt::Horizontal, Recording, Recording); // its unit
}

void WatchedFolder::finish(const FileStamp &stamp, const Result<std::shared_ptr<const FolderSummary>> &summary)
{
    if (summary)
        m_summaries.add(stamp, **summary);
    for (Trace &trace : m_traces)
        if (trace.stamp == stamp && summary)
            trace.summary = *summary;
        else if (trace.stamp == stamp)
            trace.problem = summary.error().message;
    sumNext();
}

int WatchedFolder::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_traces.size());
}

int WatchedFolder::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : columns;
}

QVariant WatchedFolder::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(section == Recording || section == Busy ? Qt::AlignRight | Qt::AlignVCenter
                                                                : Qt::AlignLeft | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == Busy)
        return tr("Of the time from the first to the last GPU work, all devices as one");
    if (role != Qt::DisplayRole)
        return {};
    const QString recording = QStringLiteral("%1 (%2)").arg(tr("Recording"), timeUnitName(unit()));
    const QString titles[] = {tr("Name"), tr("Written"), recording, tr("GPU busy"), tr("Phase")};
    return titles[section];
}

TimeUnit WatchedFolder::unit() const
{
    int64_t longest = 0;
    for (const Trace &trace : m_traces)
        longest = std::max(longest, trace.summary ? trace.summary->wallNs : 0);
    return longest ? timeUnitFor(longest) : TimeUnit::Milliseconds; // none is known yet
}

QVariant WatchedFolder::text(const Trace &trace, int column) const
{
    switch (column) {
    case Name:
        return QFileInfo(trace.stamp.path).fileName();
    case Written:
        return QLocale::c().toString(QDateTime::fromMSecsSinceEpoch(trace.stamp.modifiedMs),
                                     QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    case Recording:
        if (!trace.isWritten)
            return tr("being written …");
        return trace.summary             ? formatTime(trace.summary->wallNs, unit())
               : trace.problem.isEmpty() ? QStringLiteral("…")
                                         : QStringLiteral("–");
    case Busy:
        return trace.summary && trace.summary->busy ? formatPercent(*trace.summary->busy) : QString();
    default:
        return trace.summary ? trace.summary->phase : QString();
    }
}

QVariant WatchedFolder::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Trace &trace = m_traces[static_cast<size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(trace, index.column());
    case Qt::TextAlignmentRole:
        return headerData(index.column(), Qt::Horizontal, role);
    case Qt::ToolTipRole:
        return plainToolTip(trace.problem.isEmpty() ? trace.stamp.path : trace.stamp.path + u'\n' + trace.problem);
    case PathRole:
        return trace.stamp.path;
    default:
        return {};
    }
}

} // namespace ws
