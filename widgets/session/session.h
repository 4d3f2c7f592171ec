#pragma once
// The open runs, each with its RunContext, and the active one. The state of one run is in its context; views take a
// Pane. Only the shell and features for several runs (stage chart, links between files) use the Session.

#include "core/model/job.h"
#include "core/session/sessionfile.h"
#include "widgets/session/pane.h"

namespace ws {

class ComparePair;

class Session : public QObject
{
    Q_OBJECT
public:
    explicit Session(QObject *parent = nullptr);
    ~Session() override;

    /// In the order of loading.
    const std::vector<RunContext *> &contexts() const { return m_contexts; }
    RunContext *find(const RunPtr &run) const; ///< null: it is not open
    Job job() const;                           ///< the open runs, in the same order

    RunContext *add(RunPtr run); ///< makes it active
    /// The reloaded file: a new context replaces the old one and takes over the state that still fits.
    RunContext *replace(RunContext *old, RunPtr now);
    /// Cancels its jobs first. Panes that show it get another one or become empty; it is deleted by the event loop.
    void close(RunContext *context);

    RunContext *active() const { return m_active; } ///< null: nothing is open
    /// Nothing where it is closed: until the event loop deletes it, menus and jobs may still ask for it.
    void setActive(RunContext *context);
    /// Shows the active run. For all views that are not tied to a certain run.
    Pane *pane() const { return m_pane; }
    /// Another place of the window, empty at first. It lives as long as the session.
    Pane *addPane();
    /// The place is gone: the pane is empty, and used again by the next addPane().
    void removePane(Pane *pane);
    /// The two runs that stand side by side; never null.
    ComparePair *pair() const { return m_pair; }

    /// Queries that others may use like tables, by name.
    const std::vector<SavedQuery> &queries() const { return m_queries; }
    /// One of the same name is replaced.
    void addQueries(const std::vector<SavedQuery> &queries);
    void removeQuery(const std::string &name);

signals:
    void contextsChanged(); ///< the list
    void activeChanged();   ///< after the pane shows it
    void contextAdded(ws::RunContext *context);
    void contextReplaced(ws::RunContext *old, ws::RunContext *now); ///< before anything shows the new one
    void contextClosing(ws::RunContext *context);                   ///< while it is still in the list

private:
    RunContext *make(RunPtr run);

    std::vector<RunContext *> m_contexts;
    RunContext *m_active = nullptr;
    Pane *m_pane;
    std::vector<Pane *> m_otherPanes;
    std::vector<Pane *> m_freePanes; ///< of m_otherPanes
    ComparePair *m_pair;
    std::vector<SavedQuery> m_queries;
};

} // namespace ws
