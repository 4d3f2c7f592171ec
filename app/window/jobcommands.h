#pragma once
// The job of ranks in the window: its views (a page while no run is open, else tabs), and what a person asks for about
// it: the traces of its ranks, another job to compare it with, the numbers of its ranks, what a change would bring.

#include "core/base/timerange.h"
#include "widgets/session/jobdocument.h"

#include <QPointer>

class QTabWidget;

namespace ws {

class FileOpener;
class JobTraces;
class Pages;
class RankNumbers;
class RanksPanel;
class RunTabs;
class Session;
class Workspace;

class JobCommands : public QObject
{
    Q_OBJECT
public:
    /// Adds the tab "ranks". Belongs to the window; `document` outlives it.
    JobCommands(JobDocument *document, Workspace *workspace, Session *session, FileOpener *files, QWidget *window);

    /// Folders, digests or traces, however many there are (Openings::job).
    void openJob(const QStringList &job, const StageMapping &mapping, JobDocument::Edits edits = {});
    void showOn(Pages *pages, RunTabs *tabs); ///< a page of its own, and its tab before those of the runs
    /// "ranks" or "replay" on the job's page. False: the page is not in front, or has no such view.
    bool showOnPage(const QString &id);
    QString shownOnPage() const;
    /// Shows the trace of a rank at `span` (ns since its origin; empty: all of it).
    void openTrace(const QString &path, const TimeRange &span);

signals:
    void panelWanted(const QString &id);
    void failed(const QString &path, const ws::Error &error);

private:
    RanksPanel *makeView(QWidget *parent);
    void askWhatIf(const QString &edit);
    void openAll(const QStringList &paths);
    void askForJobBefore();
    void askForNumbers();
    void tell(const QString &text);
    void offerComparison();

    JobDocument *m_document;
    Session *m_session;
    FileOpener *m_files;
    QWidget *m_window;
    Pages *m_pages = nullptr;
    QTabWidget *m_page = nullptr; ///< the views of the job
    JobTraces *m_traces;
    QStringList m_before;   ///< the job that the one being read takes the place of; empty: none
    StageMapping m_mapping; ///< of the last job
    QPointer<RankNumbers> m_numbers;
};

} // namespace ws
