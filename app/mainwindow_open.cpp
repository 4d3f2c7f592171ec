// How files come into the window: arguments, dialog, drop, recent files, reading again.

#include "app/filewatch.h"
#include "app/loadingview.h"
#include "app/mainwindow.h"
#include "app/messagebar.h"
#include "app/recentfiles.h"
#include "core/model/parts.h"
#include "widgets/modules/modulepanel.h"
#include "widgets/tables/tablespanel.h"

#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QSettings>
#include <QUrl>

#include <algorithm>

namespace ws {
namespace {
const QString folderKey = QStringLiteral("recent/folder");

QStringList localFiles(const QMimeData *data)
{
    QStringList paths;
    for (const QUrl &url : data->urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    return paths;
}

} // namespace

void MainWindow::open(const QStringList &arguments)
{
    for (const QString &argument : arguments) {
        const PartName name = splitPart(argument);
        const QString path = QFileInfo(name.file).absoluteFilePath();
        const std::vector<RunContext *> open = contextsOf(path);
        if (!open.empty() && name.part.isEmpty()) {
            m_session->setActive(open.front());
            if (FileStamp::of(path) == open.front()->run()->info.stamp)
                continue;
        }
        m_queue->add({path, name.part, !open.empty() && name.part.isEmpty()});
    }
}

void MainWindow::openDialog()
{
    QSettings settings;
    const QStringList paths =
        QFileDialog::getOpenFileNames(this, tr("Open profiles"), settings.value(folderKey).toString(),
                                      tr("Profiles (*.json *.gz *.zip *.txt *.csv *.log *.md *.html *.sqlite "
                                         "*.nsys-rep *.qdrep *.raw *.out);;All files (*)"));
    if (paths.isEmpty())
        return;
    settings.setValue(folderKey, QFileInfo(paths.first()).absolutePath());
    open(paths);
}

void MainWindow::reload()
{
    if (const RunPtr run = m_session->pane()->run())
        m_queue->add({run->info.stamp.path, {}, true});
}

void MainWindow::closeRun()
{
    m_session->close(m_session->active());
    m_messages->hide();
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (!localFiles(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    const QStringList paths = localFiles(event->mimeData());
    if (paths.isEmpty())
        return;
    event->acceptProposedAction();
    open(paths);
}

void MainWindow::loadStarted(const RunLoader *loader)
{
    m_messages->hide();
    m_loadingBar->setLoader(loader);
    m_loadingPage->setLoader(loader);
    updatePage();
}

void MainWindow::loadFinished()
{
    m_loadingBar->setLoader(nullptr);
    m_loadingPage->setLoader(nullptr);
    updatePage();
    emit settled();
}

void MainWindow::loaded(const OpenRequest &request, const Document &document)
{
    m_loadingBar->setLoader(nullptr);
    m_loadingPage->setLoader(nullptr);
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
    if (part->phase >= 0) {
        m_modules->showPhase(part->phase);
        showPanel(QStringLiteral("modules"));
    } else if (part->table >= 0) {
        const bool inCentre = TablesPanel::holdsOnlyTables(m_session->pane()->run());
        (inCentre ? m_centreTables : m_dockTables)->showTable(part->table);
        showPanel(QStringLiteral("tables"));
    }
    m_recent->add(request.path);
}

/// Parts go by their names when not all of them are open, else by their order (a name may have changed).
void MainWindow::replaceRuns(const QString &path, const Document &document)
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

void MainWindow::loadFailed(const OpenRequest &request, const Error &error)
{
    m_loadingBar->setLoader(nullptr);
    m_loadingPage->setLoader(nullptr);
    const QString name = QFileInfo(request.path).fileName();
    QString details = request.path;
    if (error.offset >= 0)
        details += u'\n' + tr("At byte %1 of the unpacked content.").arg(error.offset);
    if (m_session->active())
        details += u'\n' + tr("What was open before is still open.");
    m_messages->say(MessageBar::Kind::Error, tr("%1 could not be opened: %2").arg(name, error.message), details);
    if (error.kind == ErrorKind::NotFound)
        m_recent->remove(request.path);
}

void MainWindow::fileChanged(const QString &path)
{
    if (contextsOf(path).empty() || isLoading())
        return;
    m_messages->say(MessageBar::Kind::Notice,
                    tr("%1 has changed on disk since it was loaded.").arg(QFileInfo(path).fileName()), path);
    m_messages->setAction(tr("Reload (F5)"), [this, path] { m_queue->add({path, {}, true}); });
}

std::vector<RunContext *> MainWindow::contextsOf(const QString &path) const
{
    std::vector<RunContext *> found;
    for (RunContext *context : m_session->contexts())
        if (context->run()->info.stamp.path == path)
            found.push_back(context);
    return found;
}

} // namespace ws
