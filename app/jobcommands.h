#pragma once
// The job of ranks in the window: which arguments are one, its views (a page while no run is open, else a tab), and
// opening the trace of a rank.

#include "core/base/timerange.h"
#include "widgets/session/jobdocument.h"

namespace ws {

class FileOpener;
class Pages;
class RanksPanel;
class Workspace;

class JobCommands : public QObject
{
    Q_OBJECT
public:
    /// Adds the tab "ranks". Belongs to the window; `document` outlives it.
    JobCommands(JobDocument *document, Workspace *workspace, FileOpener *files, QObject *window);

    /// Opens what is a job among the arguments (digests, folders with several traces), and returns the others.
    QStringList takeJob(const QStringList &arguments, const StageMapping &mapping);
    void showOn(Pages *pages); ///< a page of its own while no run is open

signals:
    void openWanted(const QStringList &paths);
    void panelWanted(const QString &id);
    void failed(const QString &path, const ws::Error &error);

private:
    RanksPanel *makeView(QWidget *parent);
    void openTrace(const QString &path, const TimeRange &span);

    JobDocument *m_document;
    Workspace *m_workspace;
    QString m_path; ///< of the trace whose span is to be shown when it is open; empty: none
    TimeRange m_span;
};

} // namespace ws
