#pragma once
// The job of ranks in the window: its views (a page while no run is open, else a tab), and
// what a person asks for about it: the traces of its ranks, another job to compare it with, the numbers of its ranks.

#include "core/base/timerange.h"
#include "widgets/session/jobdocument.h"

#include <QPointer>

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
    void openJob(const QStringList &job, const StageMapping &mapping);
    void showOn(Pages *pages, RunTabs *tabs); ///< a page of its own, and its tab before those of the runs

signals:
    void panelWanted(const QString &id);
    void failed(const QString &path, const ws::Error &error);

private:
    RanksPanel *makeView(QWidget *parent);
    void openTrace(const QString &path, const TimeRange &span);
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
    JobTraces *m_traces;
    QStringList m_before;   ///< the job that the one being read takes the place of; empty: none
    StageMapping m_mapping; ///< of the last job
    QPointer<RankNumbers> m_numbers;
};

} // namespace ws
