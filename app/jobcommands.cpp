#include "app/jobcommands.h"

#include "app/fileopener.h"
#include "app/pages.h"
#include "app/workspace.h"
#include "core/analysis/job/namedranks.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/readers/folders.h"
#include "core/session/digestfile.h"
#include "widgets/panels/ranks/rankspanel.h"
#include "widgets/session/runcontext.h"

#include <QFileInfo>

namespace ws {
namespace {

const QString panelId = QStringLiteral("ranks");

bool isJob(const QString &argument)
{
    if (!QFileInfo(argument).isDir())
        return argument.endsWith(QLatin1String(".wsd"), Qt::CaseInsensitive) || isDigestFile(argument);
    const JobFiles files = jobFilesIn(argument);
    return !files.digests.isEmpty() || files.traces.size() > 1;
}

} // namespace

JobCommands::JobCommands(JobDocument *document, Workspace *workspace, FileOpener *files, QObject *window)
    : QObject(window), m_document(document), m_workspace(workspace)
{
    workspace->addPanel(makeView(workspace), panelId, tr("Ranks"));
    const auto follow = [this, workspace] {
        workspace->setHasContent(panelId, m_document->job() || m_document->isLoading());
    };
    follow();
    connect(document, &JobDocument::changed, this, follow);
    connect(document, &JobDocument::statusChanged, this, follow);
    connect(document, &JobDocument::failed, this, [this](const Error &error) { emit failed(error.file, error); });
    connect(files, &FileOpener::ready, this, [this](const OpenRequest &request, RunContext *context) {
        if (!m_document->job() && !m_document->isLoading() && hasNamedRanks(*context->run())) {
            m_document->open(context->run(), defaultMapping());
            emit panelWanted(panelId);
        }
        if (request.path != m_path)
            return;
        m_path.clear();
        if (m_span.length() > 0)
            context->showSpan(m_span);
    });
}

QStringList JobCommands::takeJob(const QStringList &arguments, const StageMapping &mapping)
{
    QStringList job, others;
    for (const QString &argument : arguments)
        (isJob(argument) ? job : others) << argument;
    if (job.isEmpty())
        return others;
    m_document->open(job, mapping);
    if (m_workspace->isVisible())
        m_workspace->showPanel(panelId);
    return others;
}

void JobCommands::showOn(Pages *pages)
{
    pages->setJobPage(makeView(pages));
    const auto follow = [this, pages] { pages->setHasJob(m_document->job() || m_document->isLoading()); };
    follow();
    connect(m_document, &JobDocument::changed, pages, follow);
    connect(m_document, &JobDocument::statusChanged, pages, follow);
}

RanksPanel *JobCommands::makeView(QWidget *parent)
{
    auto *view = new RanksPanel(m_document, parent);
    connect(view, &RanksPanel::openWanted, this, &JobCommands::openTrace);
    return view;
}

void JobCommands::openTrace(const QString &path, const TimeRange &span)
{
    if (!QFileInfo::exists(path)) {
        emit failed(path,
                    {ErrorKind::NotFound, tr("the trace of this rank is not where its digest was made"), path, -1});
        return;
    }
    m_path = QFileInfo(path).absoluteFilePath();
    m_span = span;
    emit openWanted({path});
}

} // namespace ws
