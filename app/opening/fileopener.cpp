#include "app/opening/fileopener.h"

#include "app/opening/filewatch.h"
#include "app/opening/recentfiles.h"
#include "app/opening/runkeeper.h"
#include "core/base/formatnames.h"
#include "core/io/remote/remotecache.h"
#include "core/readers/folders.h"
#include "widgets/timeline/timelinestate.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QSettings>

#include <set>

namespace ws {
namespace {
const QString recentFolderKey = QStringLiteral("recent/folder");
}

FileOpener::FileOpener(Session *session, RunLoader::Load load, QObject *parent)
    : QObject(parent), m_session(session), m_queue(new OpenQueue(std::move(load), this)),
      m_recent(new RecentFiles(this)), m_watch(new FileWatch(this)), m_keeper(new RunKeeper(this))
{
    connect(m_queue, &OpenQueue::started, this, [this](const RunLoader *loader) {
        m_watch->setPaused(true); // changes meanwhile are reported after the messages of the load
        emit started(loader);
    });
    connect(m_queue, &OpenQueue::loaded, this, &FileOpener::loaded);
    connect(m_queue, &OpenQueue::failed, this, &FileOpener::loadFailed);
    connect(m_queue, &OpenQueue::cancelled, this, &FileOpener::stopped);
    connect(m_queue, &OpenQueue::idle, this, [this] {
        m_watch->setPaused(false);
        emit idle();
    });
    connect(m_watch, &FileWatch::changed, this, &FileOpener::changedOnDisk);
    connect(session, &Session::contextsChanged, this, &FileOpener::watchFiles);
    connect(session, &Session::contextAdded, this, [this](RunContext *context) { // before anything shows it
        const int64_t origin = context->run()->timeline.originNs;
        if (const auto chosen = std::exchange(m_chosenView, {}))
            context->viewState<TimelineViewState>().visible = {chosen->begin - origin, chosen->end - origin};
    });
}

void FileOpener::open(const OpenRequest &request)
{
    if (showOpen(request))
        return;
    OpenRequest load = request;
    load.reload = contextOf(request.path, request.copy) && request.part.isEmpty();
    m_queue->add(load);
}

/// Reports tables next to a trace that are not open yet.
void FileOpener::lookBeside(const Run &run)
{
    if (run.timeline.tracks.empty())
        return;
    QStringList tables = tablesBeside(run.info.stamp.path);
    tables.removeIf([this](const QString &path) { return contextOf(path) != nullptr; });
    if (!tables.isEmpty())
        emit tablesFound(run.info.stamp.path, tables);
}

/// False when it is not open, has changed, or lacks the part.
bool FileOpener::showOpen(const OpenRequest &request)
{
    RunContext *open = contextOf(request.path, request.copy);
    if (!open)
        return false;
    const bool isSame = FileStamp::of(request.path) == open->run()->info.stamp;
    if (request.part.isEmpty()) {
        m_session->setActive(open);
        if (isSame)
            emit ready(request, open, {open->run()});
        return isSame;
    }
    const Result<Selected> selected = selectPart(open->run(), {request.path, request.part});
    if (!isSame || !selected)
        return false;
    open = contextFor(selected->run);
    m_session->setActive(open);
    emit opened(*selected);
    emit ready(request, open, *selected);
    return true;
}

QString FileOpener::dialogFilter()
{
    QStringList suffixes = formatSuffixes(true);
    suffixes << QStringLiteral("wsd") << QStringLiteral("warpscope"); // a digest of a rank, a session
    return tr("Profiles (%1);;All files (*)").arg(QStringLiteral("*.") + suffixes.join(QStringLiteral(" *.")));
}

QStringList FileOpener::ask(QWidget *parent, const QString &title)
{
    QSettings settings;
    const QStringList paths = QFileDialog::getOpenFileNames(parent, title.isEmpty() ? tr("Open profiles") : title,
                                                            settings.value(recentFolderKey).toString(), dialogFilter(),
                                                            nullptr, QFileDialog::ReadOnly);
    if (!paths.isEmpty())
        settings.setValue(recentFolderKey, QFileInfo(paths.first()).absolutePath());
    return paths;
}

QStringList FileOpener::askFolder(QWidget *parent)
{
    QSettings settings;
    const QString folder = QFileDialog::getExistingDirectory(parent, tr("Open the folder of a recording or a job"),
                                                             settings.value(recentFolderKey).toString());
    if (folder.isEmpty())
        return {};
    settings.setValue(recentFolderKey, QFileInfo(folder).absolutePath());
    return {folder};
}

void FileOpener::reload()
{
    if (const RunPtr run = m_session->pane()->run())
        reload(run->info.stamp.path);
}

void FileOpener::reloadUnchanged()
{
    std::set<QString> paths;
    for (const RunContext *context : m_session->contexts())
        if (const FileStamp &stamp = context->run()->info.stamp; FileStamp::of(stamp.path) == stamp)
            paths.insert(stamp.path);
    for (const QString &path : paths)
        reload(path);
}

void FileOpener::reload(const QString &path)
{
    for (int copy = 0; contextOf(path, copy) || copy == 0; ++copy)
        m_queue->add({path, {}, true, copy});
}

void FileOpener::loaded(const OpenRequest &request, const RunPtr &run)
{
    emit stopped();
    RunContext *open = contextOf(request.path, request.copy);
    if (request.reload) {
        if (open) { // closed while it was read: the result is not needed
            RunContext *now = m_session->replace(open, run);
            m_keeper->keep(run);
            if (request.copy == 0)
                replaceOthers(*run);
            emit ready(request, now, {run});
        }
        return;
    }
    const bool isWhole =
        request.part.isEmpty() && !run->others.empty(); // all recordings are opened, the first is shown
    const Result<Selected> part = isWhole ? Result(Selected{run}) : selectPart(run, {request.path, request.part});
    if (!part) {
        loadFailed(request, part.error());
        return;
    }
    m_chosenView = m_queue->chosenView();
    RunContext *now = open ? m_session->replace(open, run) : m_session->add(run); // open: and it had changed
    if (request.copy == 0) {
        replaceOthers(*run);
        for (const RunPtr &other : run->others)
            contextFor(other);
        now = contextFor(part->run);
    }
    m_session->setActive(now);
    m_recent->add(request.path);
    m_keeper->keep(run);
    emit opened(*part);
    emit ready(request, now, *part);
    lookBeside(*run);
}

void FileOpener::loadFailed(const OpenRequest &request, const Error &error)
{
    emit stopped();
    if (isRemoteFolder(request.path))
        return emit remoteFolderNamed(shownPath(request.path));
    if (error.kind == ErrorKind::NotFound)
        m_recent->remove(request.path);
    emit failed(request.path, error);
}

void FileOpener::watchFiles()
{
    std::vector<FileStamp> stamps;
    for (const RunContext *context : m_session->contexts())
        stamps.push_back(context->run()->info.stamp);
    m_watch->setFiles(stamps);
}

RunContext *FileOpener::contextOf(const QString &path, int copy) const
{
    for (RunContext *context : m_session->contexts())
        if (context->run()->info.stamp.path == path && context->run()->info.recording <= 1 && copy-- == 0)
            return context;
    return nullptr;
}

RunContext *FileOpener::contextFor(const RunPtr &run)
{
    for (RunContext *context : m_session->contexts())
        if (context->run() == run)
            return context;
    return m_session->add(run);
}

/// Further recordings of the file that are open become those of the file as it is now.
void FileOpener::replaceOthers(const Run &run)
{
    const auto contexts = m_session->contexts();
    for (RunContext *context : contexts) {
        const RunInfo &info = context->run()->info;
        if (info.stamp.path == run.info.stamp.path && info.recording >= 2 && info.recording - 2 < run.others.size() &&
            context->run() != run.others[info.recording - 2])
            m_session->replace(context, run.others[info.recording - 2]);
    }
}

} // namespace ws
