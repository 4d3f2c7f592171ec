#include "app/window/sessioncommands.h"

#include "app/opening/fileopener.h"
#include "app/opening/recentfiles.h"
#include "app/window/centre.h"
#include "app/window/messagebar.h"
#include "app/window/reportdialog.h"
#include "app/window/runviews.h"
#include "app/window/savedwindow.h"
#include "widgets/mapping/mappingcombo.h"
#include "widgets/session/jobdocument.h"
#include "widgets/session/savedcontext.h"
#include "widgets/session/session.h"
#include "widgets/session/stagecontroller.h"
#include "widgets/timeline/timelinestate.h"
#include "widgets/timeline/timelineview.h"
#include "widgets/toolkit/exports.h"
#include "widgets/toolkit/plaintext.h"
#include "widgets/toolkit/tablechoices.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

namespace ws {

const QString saveOnExitSetting = QStringLiteral("session/saveOnExit");

namespace {
const QString suffix = QStringLiteral(".warpscope");
}

SessionCommands::SessionCommands(const WindowParts &parts)
    : QObject(parts.window), m_parts(parts),
      m_opener(new SessionOpener(parts.session, parts.stages, parts.files, m_hashes, this))
{
    new TableChoices(parts.window);
    connect(m_opener, &SessionOpener::failed, this, &SessionCommands::failed);
    connect(m_opener, &SessionOpener::opened, this, &SessionCommands::opened);
    connect(m_opener, &SessionOpener::mappingWanted, this, &SessionCommands::takeMapping);
    connect(m_opener, &SessionOpener::differs, this, &SessionCommands::askAnyway);
    connect(parts.session, &Session::contextsChanged, this, &SessionCommands::hashFiles);
    connect(parts.session, &Session::contextClosing, this, [this](RunContext *context) {
        if (!context->notes().empty())
            m_closed.insert(context->run()->info.stamp.path, {savedContext(*context), m_notesChanged});
    });
    connect(parts.session, &Session::contextAdded, this, [this](RunContext *context) {
        if (context->notes().empty()) {
            const ClosedRun closed = m_closed.take(context->run()->info.stamp.path);
            context->setNotes(notesOf(*context->run(), closed.run.notes));
            m_notesChanged = m_notesChanged || closed.isUnsaved;
        }
        connect(context, &RunContext::notesChanged, this, [this] { m_notesChanged = true; });
    });
}

/// What a session that is saved on exit needs: the files were read just now, so they are in memory.
void SessionCommands::hashFiles()
{
    if (!QSettings().value(saveOnExitSetting, false).toBool())
        return;
    QStringList paths;
    for (const RunContext *context : m_parts.session->contexts())
        paths << context->run()->info.stamp.path;
    m_hash.start(
        [paths, hashes = m_hashes](const Progress &progress) {
            for (const QString &path : paths)
                if (const auto hash = hashes->of(path, &progress); !hash && progress.isCancelled())
                    break;
            return true;
        },
        [](const auto &) {}, JobPlace::OwnThread);
}

QString SessionCommands::lastPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/last") + suffix;
}

void SessionCommands::openLast()
{
    if (QFileInfo::exists(lastPath()))
        open(lastPath());
    else
        m_parts.messages()->showMessage(
            MessageBar::Kind::Notice,
            tr("No session has been saved on exit yet. The settings can have that done each time."));
}

void SessionCommands::opened(const QString &path, const QString &panel)
{
    m_notesChanged = false;
    if (path != lastPath()) {
        m_path = path;
        m_parts.files->recentFiles()->add(path);
    }
    QStringList runs;
    for (const RunContext *context : m_parts.session->contexts())
        runs << context->run()->info.stamp.path;
    TableChoices::of(m_parts.window)->take(m_opener->session().tables, runs);
    m_parts.session->addQueries(m_opener->session().queries);
    for (TimelineView *timeline : m_parts.views()->centre()->timelines())
        timeline->state()->setCollapseNs(m_opener->session().collapseIdleNs);
    if (!panel.isEmpty())
        emit panelWanted(panel);
    if (!m_opener->problems().empty())
        showProblem();
    else if (!m_opener->misfits().isEmpty())
        m_parts.messages()->showMessage(MessageBar::Kind::Notice,
                                        tr("Not all of the session %1 fits its files.").arg(QFileInfo(path).fileName()),
                                        m_opener->misfits().join(u'\n'));
}

/// A mapping of the library with the same rules is chosen by its name, so that it stays a known one.
void SessionCommands::takeMapping(const StageMapping &mapping)
{
    MappingDocument *document = m_parts.stages->document();
    if (document->inForce() == mapping || !mayDiscardMapping(m_parts.stages, m_parts.window))
        return;
    const KnownMapping *known = m_parts.stages->library().find(mapping.name());
    if (!known || known->mapping != mapping || !m_parts.stages->chooseMapping(QString::fromStdString(mapping.name())))
        document->load(mapping);
}

void SessionCommands::showProblem()
{
    const SessionOpener::Problem &problem = m_opener->problems().front();
    const QString name = QFileInfo(problem.path).fileName();
    const auto more = static_cast<int>(m_opener->problems().size()) - 1;
    QString text = problem.isHere ? tr("%1 has other content than when the session was saved.").arg(name)
                                  : tr("%1 of the session is not found.").arg(name);
    if (more > 0)
        text += u' ' + tr("%n more file(s) are missing or changed.", nullptr, more);
    QStringList details;
    for (const SessionOpener::Problem &one : m_opener->problems())
        details << one.path;
    m_parts.messages()->showMessage(MessageBar::Kind::Error, text, (details + m_opener->misfits()).join(u'\n'));
    m_parts.messages()->setAction(tr("Find…"), [this] { findFile(); });
}

void SessionCommands::findFile()
{
    if (m_opener->problems().empty())
        return;
    const QString path = m_opener->problems().front().path;
    const QString found = QFileDialog::getOpenFileName(m_parts.window, tr("Find %1").arg(QFileInfo(path).fileName()),
                                                       path, {}, nullptr, QFileDialog::ReadOnly);
    if (!found.isEmpty())
        m_opener->find(found);
    else
        showProblem();
}

void SessionCommands::askAnyway(const QString &path)
{
    const auto answer =
        askPlainly(m_parts.window, tr("Session"),
                   tr("%1 has other content than the file of the session. Open it anyway, with what fits of the view?")
                       .arg(QFileInfo(path).fileName()));
    if (answer == QMessageBox::Yes)
        m_opener->find(path, true);
    else
        showProblem();
}

QString SessionCommands::askPath()
{
    const QString proposed =
        !m_path.isEmpty() ? m_path
        : m_parts.session->active()
            ? QFileInfo(m_parts.session->active()->run()->info.stamp.path).completeBaseName() + suffix
        : m_parts.job->job() ? m_parts.job->name() + suffix
                             : QString();
    const QString chosen = QFileDialog::getSaveFileName(
        m_parts.window, tr("Save session"),
        !m_path.isEmpty() || proposed.isEmpty() ? proposed : Exports::instance().proposed(proposed),
        tr("Sessions of Warpscope (*.warpscope)"));
    if (chosen.isEmpty())
        return {};
    const auto path = withSuffix(chosen, suffix);
    if (!path)
        m_parts.messages()->showMessage(
            MessageBar::Kind::Error,
            tr("%1 exists; to replace it, choose it itself.").arg(QFileInfo(chosen + suffix).fileName()));
    return path.value_or(QString());
}

void SessionCommands::save()
{
    m_path.isEmpty() ? saveAs() : saveTo(m_path);
}

void SessionCommands::saveAs()
{
    if (const QString path = askPath(); !path.isEmpty())
        saveTo(path);
}

void SessionCommands::saveTo(const QString &path)
{
    const QString name = QFileInfo(path).fileName();
    m_path = QFileInfo(path).absoluteFilePath();
    m_notesChanged = false;
    m_parts.messages()->showMessage(MessageBar::Kind::Notice, tr("The session %1 is being saved …").arg(name));
    m_parts.messages()->setAction(tr("Cancel"), [this] { m_save.cancel(); });
    SavedSession session = savedSession(m_parts);
    m_save.start(
        [session = std::move(session), path = m_path, hashes = m_hashes](const Progress &progress) {
            return writeSessionFile(session, path, *hashes, Hashing::ReadFiles, &progress);
        },
        [this, name](const auto &written) {
            if (!written) {
                m_notesChanged = true;
                return m_parts.messages()->showMessage(MessageBar::Kind::Error, written.error().text());
            }
            m_parts.files->recentFiles()->add(**written);
            m_parts.messages()->showMessage(MessageBar::Kind::Notice, tr("The session %1 is saved.").arg(name),
                                            **written);
        },
        JobPlace::OwnThread);
}

/// Without reading the files: a window that closes must not wait for gigabytes. With the runs that were closed before
/// their notes were saved.
bool SessionCommands::saveNow(const QString &path)
{
    QDir().mkpath(QFileInfo(path).absolutePath());
    SavedSession session = savedSession(m_parts);
    for (const ClosedRun &closed : std::as_const(m_closed))
        if (closed.isUnsaved)
            session.runs.push_back(closed.run);
    const auto written = writeSessionFile(std::move(session), path, *m_hashes, Hashing::KnownOnly);
    if (!written)
        warnPlainly(m_parts.window, tr("Save session"), written.error().text());
    return written.ok();
}

bool SessionCommands::hasUnsavedNotes() const
{
    const auto &contexts = m_parts.session->contexts();
    const bool anyOpen =
        std::ranges::any_of(contexts, [](const RunContext *context) { return !context->notes().empty(); });
    return (m_notesChanged && anyOpen) || std::ranges::any_of(m_closed, &ClosedRun::isUnsaved);
}

bool SessionCommands::mayClose()
{
    if (m_save.isRunning()) { // it would end with the window
        m_save.cancel();
        return saveNow(m_path);
    }
    if (QSettings().value(saveOnExitSetting, false).toBool() &&
        (!m_parts.session->contexts().empty() || m_parts.job->job() || hasUnsavedNotes()))
        return saveNow(m_path.isEmpty() ? lastPath() : m_path);
    if (!hasUnsavedNotes())
        return true;
    const auto answer =
        askPlainly(m_parts.window, tr("Notes"), tr("There are notes that no session file has. Save them?"),
                   QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    if (answer != QMessageBox::Save)
        return answer == QMessageBox::Discard;
    const QString path = m_path.isEmpty() ? askPath() : m_path;
    return !path.isEmpty() && saveNow(path);
}

} // namespace ws
