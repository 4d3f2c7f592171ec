#include "app/fileopener.h"

#include "app/filewatch.h"
#include "app/recentfiles.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QSettings>

namespace ws {
namespace {
const QString folderKey = QStringLiteral("recent/folder");
}

FileOpener::FileOpener(Session *session, RunLoader::Load load, QObject *parent)
    : QObject(parent), m_session(session), m_queue(new OpenQueue(std::move(load), this)),
      m_recent(new RecentFiles(this)), m_watch(new FileWatch(this))
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
}

void FileOpener::open(const QStringList &arguments)
{
    for (const QString &argument : arguments) {
        const PartName name = splitPart(argument);
        const QString path = QFileInfo(name.file).absoluteFilePath();
        if (!showOpen(path, name.part))
            m_queue->add({path, name.part, !contextsOf(path).empty() && name.part.isEmpty()});
    }
}

/// False when `path` is not open, has changed, or its open runs lack the part.
bool FileOpener::showOpen(const QString &path, const QString &part)
{
    const std::vector<RunContext *> open = contextsOf(path);
    if (open.empty())
        return false;
    const bool isSame = FileStamp::of(path) == open.front()->run()->info.stamp;
    if (part.isEmpty()) {
        m_session->setActive(open.front());
        return isSame;
    }
    Document document;
    for (const RunContext *context : open)
        document.runs.push_back(context->run());
    const auto selected = selectPart(std::make_shared<const Document>(std::move(document)), {path, part});
    if (!isSame || !selected)
        return false;
    m_session->setActive(m_session->find(selected->runs.front()));
    emit opened(*selected);
    return true;
}

void FileOpener::askAndOpen(QWidget *parent)
{
    QSettings settings;
    const QStringList paths =
        QFileDialog::getOpenFileNames(parent, tr("Open profiles"), settings.value(folderKey).toString(),
                                      tr("Profiles (*.json *.gz *.zip *.txt *.csv *.log *.md *.html *.sqlite "
                                         "*.nsys-rep *.qdrep *.raw *.out);;All files (*)"),
                                      nullptr, QFileDialog::ReadOnly);
    if (paths.isEmpty())
        return;
    settings.setValue(folderKey, QFileInfo(paths.first()).absolutePath());
    open(paths);
}

void FileOpener::reload()
{
    if (const RunPtr run = m_session->pane()->run())
        reload(run->info.stamp.path);
}

void FileOpener::reload(const QString &path)
{
    m_queue->add({path, {}, true});
}

void FileOpener::loaded(const OpenRequest &request, const Document &document)
{
    emit stopped();
    if (document.runs.empty()) {
        loadFailed(request, {ErrorKind::Malformed, tr("there is nothing in it that can be shown"), request.path});
        return;
    }
    if (request.reload) {
        replaceRuns(request.path, document);
        return;
    }
    const auto part = selectPart(std::make_shared<const Document>(document), {request.path, request.part});
    if (!part) {
        loadFailed(request, part.error());
        return;
    }
    for (const RunPtr &run : part->runs)
        m_session->add(run);
    if (part->runs.size() > 1)
        m_session->setActive(m_session->find(part->runs.front()));
    m_recent->add(request.path);
    emit opened(*part);
}

/// Matches parts by name when not all of them are open, else by order (a name may have changed).
void FileOpener::replaceRuns(const QString &path, const Document &document)
{
    const std::vector<RunContext *> old = contextsOf(path);
    const bool all = old.size() == document.runs.size() || document.runs.size() == 1;
    for (size_t i = 0; i < old.size(); ++i) {
        RunPtr now = all && i < document.runs.size() ? document.runs[i] : nullptr;
        for (const RunPtr &run : document.runs)
            if (!all && run->info.name == old[i]->run()->info.name)
                now = run;
        if (now)
            m_session->replace(old[i], now);
        else
            m_session->close(old[i]);
    }
    if (!old.empty() && !m_session->active() && !document.runs.empty()) // none of the old parts is left
        m_session->add(document.runs.front());
}

void FileOpener::loadFailed(const OpenRequest &request, const Error &error)
{
    emit stopped();
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

std::vector<RunContext *> FileOpener::contextsOf(const QString &path) const
{
    std::vector<RunContext *> found;
    for (RunContext *context : m_session->contexts())
        if (context->run()->info.stamp.path == path)
            found.push_back(context);
    return found;
}

} // namespace ws
