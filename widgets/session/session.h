#pragma once
// The open runs, each with its RunContext, and which of them is active. What belongs to one run lives in its context;
// views take a Pane. Only the shell, and what spans several runs (stage chart, links between files), looks at this.

#include "widgets/session/pane.h"

namespace ws {

class Session : public QObject
{
    Q_OBJECT
public:
    explicit Session(QObject *parent = nullptr);
    ~Session() override;

    /// In the order of loading.
    const std::vector<RunContext *> &contexts() const { return m_contexts; }
    RunContext *find(const RunPtr &run) const; ///< null: it is not open

    RunContext *add(RunPtr run); ///< and makes it active
    /// The same file read again: a new context takes the place of the old one, and over from it what still fits.
    RunContext *replace(RunContext *old, RunPtr now);
    /// Panes that show it are given another one or emptied first; it is deleted when the event loop is back.
    void close(RunContext *context);

    RunContext *active() const { return m_active; } ///< null: nothing is open
    void setActive(RunContext *context);
    /// Shows the active run. For all views that are not there for a certain one.
    Pane *pane() const { return m_pane; }

signals:
    void contextsChanged(); ///< the list
    void activeChanged();   ///< after the pane shows it
    void contextAdded(ws::RunContext *context);

private:
    RunContext *make(RunPtr run);

    std::vector<RunContext *> m_contexts;
    RunContext *m_active = nullptr;
    Pane *m_pane;
};

} // namespace ws
