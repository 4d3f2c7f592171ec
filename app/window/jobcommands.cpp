#include "app/window/jobcommands.h"

#include "app/opening/fileopener.h"
#include "app/opening/jobtraces.h"
#include "app/opening/recentfiles.h"
#include "app/window/messagebar.h"
#include "app/window/pages.h"
#include "app/window/ranknumbers.h"
#include "app/window/runtabs.h"
#include "app/window/workspace.h"
#include "core/analysis/job/namedranks.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/io/remote/remotecache.h"
#include "widgets/panels/ranks/rankspanel.h"
#include "widgets/panels/replay/replaypanel.h"
#include "widgets/session/replayrequest.h"

#include <QFileInfo>
#include <QTabWidget>

namespace ws {
namespace {
const QString panelId = QStringLiteral("ranks"), replayId = QStringLiteral("replay");
} // namespace

JobCommands::JobCommands(JobDocument *document, Workspace *workspace, Session *session, FileOpener *files,
                         QWidget *window)
    : QObject(window), m_document(document), m_session(session), m_files(files), m_window(window),
      m_traces(new JobTraces(session, files, this))
{
    workspace->addPanel(makeView(workspace), panelId, tr("Ranks"));
    const auto follow = [this, workspace] { // beside a run only where it is of the job
        const bool isRead = !m_document->job() && m_document->isLoading();
        workspace->setHasContent(panelId, !m_session->active() ? m_document->job() || isRead
                                          : isRead             ? hasNamedRanks(*m_session->active()->run())
                                                               : isOfActiveRun(*m_document, *m_session));
    };
    follow();
    connect(session, &Session::activeChanged, this, follow);
    connect(document, &JobDocument::changed, this, follow);
    connect(document, &JobDocument::statusChanged, this, follow);
    connect(document, &JobDocument::failed, this, [this](const Error &error) { emit failed(error.file, error); });
    connect(files, &FileOpener::ready, this, [this](const OpenRequest &, RunContext *context) {
        if (!m_document->job() && !m_document->isLoading() && hasNamedRanks(*context->run())) {
            m_mapping = defaultMapping(); // not before: it is compiled
            m_document->open(context->run(), m_mapping);
            emit panelWanted(panelId);
        }
    });
    connect(document, &JobDocument::changed, this, &JobCommands::offerComparison);
    connect(document, &JobDocument::changed, this, [this] {
        if (m_document->job() && m_document->named().size() == 1)
            m_files->recentFiles()->add(m_document->named().front());
    });
    connect(m_traces, &JobTraces::told, this, &JobCommands::tell);
    connect(m_traces, &JobTraces::allOpened, this, [this] { emit panelWanted(QStringLiteral("stages")); });
}

void JobCommands::openJob(const QStringList &job, const StageMapping &mapping, JobDocument::Edits edits)
{
    m_mapping = mapping;
    m_before = m_document->job() && m_document->named() != job ? m_document->named() : QStringList();
    m_document->open(job, mapping, std::move(edits));
    m_pages->setJobInFront(true); // not below the timeline of another file
}

void JobCommands::showOn(Pages *pages, RunTabs *tabs)
{
    m_pages = pages;
    m_page = new QTabWidget(pages);
    m_page->setObjectName(QStringLiteral("job"));
    m_page->setDocumentMode(true);
    m_page->addTab(makeView(m_page), tr("Ranks"));
    auto *place = new ReplayPlace(m_session, m_document, ReplayPlace::Of::Job, m_page);
    auto *replay = new ReplayPanel(place, m_page);
    connect(replay, &ReplayPanel::traceWanted, this, &JobCommands::openTrace);
    m_page->addTab(replay, tr("Replay"));
    pages->setJobPage(m_page);
    const auto follow = [this, pages] { pages->setHasJob(m_document->job() || m_document->isLoading()); };
    follow();
    connect(m_document, &JobDocument::changed, pages, follow);
    connect(m_document, &JobDocument::statusChanged, pages, follow);
    tabs->setJob(m_document);
    const auto showRuns = [pages] { pages->setJobInFront(false); };
    connect(tabs, &RunTabs::jobChosen, pages, [pages] { pages->setJobInFront(true); });
    connect(tabs, &RunTabs::runChosen, pages, showRuns);
    connect(m_session, &Session::activeChanged, pages, showRuns);
    connect(m_files, &FileOpener::ready, pages, showRuns);
    connect(pages, &Pages::jobInFrontChanged, tabs, [tabs, pages] { tabs->setJobInFront(pages->isJobInFront()); });
}

bool JobCommands::showOnPage(const QString &id)
{
    const bool hasJob = m_document->job() || m_document->isLoading();
    const bool isInFront = m_session->active() ? m_pages->isJobInFront() : hasJob;
    if (!isInFront || (id != panelId && id != replayId))
        return false;
    m_page->setCurrentIndex(id == replayId ? 1 : 0);
    return true;
}

QString JobCommands::shownOnPage() const
{
    return m_page->currentIndex() == 1 ? replayId : panelId;
}

/// Where the job is: on its page, or beside a run.
void JobCommands::askWhatIf(const QString &edit)
{
    RunContext *context = contextOfJob(*m_session, *m_document);
    if (!context)
        return;
    m_document->setReplayed(true);
    if (context != m_document->context())
        context->requestActivation();
    context->askWhatIf(edit);
    emit panelWanted(replayId);
}

RanksPanel *JobCommands::makeView(QWidget *parent)
{
    auto *view = new RanksPanel(m_document, parent);
    view->sayScopeOf(m_session->pane());
    connect(view, &RanksPanel::openWanted, this, &JobCommands::openTrace);
    connect(view, &RanksPanel::openAllWanted, this, &JobCommands::openAll);
    connect(view, &RanksPanel::compareWanted, this, &JobCommands::askForJobBefore);
    connect(view, &RanksPanel::numbersWanted, this, &JobCommands::askForNumbers);
    connect(view, &RanksPanel::whatIfAsked, this, &JobCommands::askWhatIf);
    return view;
}

void JobCommands::openTrace(const QString &path, const TimeRange &span)
{
    if (const auto remote = remotePath(path))
        m_traces->open(spoolOf(*remote), span);
    else if (QFileInfo::exists(path))
        m_traces->open(path, span);
    else
        emit failed(path,
                    {ErrorKind::NotFound, tr("the trace of this rank is not where its digest was made"), path, -1});
}

void JobCommands::openAll(const QStringList &paths)
{
    QStringList there, missing;
    for (const QString &path : paths)
        (QFileInfo::exists(path) ? there : missing) << path;
    if (!missing.isEmpty())
        tell(tr("%n trace(s) are not where their digests were made.", nullptr, int(missing.size())));
    m_traces->openAll(there);
}

void JobCommands::tell(const QString &text)
{
    m_pages->messages()->showMessage(MessageBar::Kind::Notice, text);
}

/// A second job takes the place of the first; comparing them is one click away.
void JobCommands::offerComparison()
{
    const QStringList before = std::exchange(m_before, {});
    if (before.isEmpty() || !m_document->job() || m_document->named() == before || m_document->compared())
        return;
    tell(tr("%1 was open before.").arg(QFileInfo(before.front()).fileName()));
    m_pages->messages()->setAction(tr("Compare with it"),
                                   [this, before] { m_document->compareWith(before, m_mapping); });
}

void JobCommands::askForJobBefore()
{
    if (const QStringList folder = m_files->askFolder(m_window); !folder.isEmpty())
        m_document->compareWith(folder, m_mapping);
}

void JobCommands::askForNumbers()
{
    if (!m_document->job() || m_numbers)
        return;
    m_numbers = new RankNumbers(m_document->job(), m_window);
    m_numbers->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_numbers, &QDialog::accepted, this, [this, dialog = m_numbers.data(), job = m_document->job()] {
        if (m_document->job() == job) // else another one came meanwhile
            m_document->setRanks(dialog->numbers());
    });
    m_numbers->open();
}

} // namespace ws
