#pragma once
// A place of the window that shows one run. All views of the place share its Pane and see the run through it; the
// shell sets its context. The main panels' pane follows the active run; a comparison has two panes. Rejected: views
// that follow the Session's active run (no two runs in one window), new views for each run (every panel times every
// run).

#include "widgets/session/runcontext.h"

namespace ws {

class Pane : public QObject
{
    Q_OBJECT
public:
    explicit Pane(QObject *parent = nullptr);

    /// Null: an empty place. A closed context leaves the place empty.
    void show(RunContext *context);
    /// Never null: an empty place has a context without a run, which ignores changes.
    RunContext &context() const { return *m_context; }
    const RunPtr &run() const { return m_context->run(); } ///< null: the place is empty

signals:
    void runChanged(); ///< another context; the other signals follow it, as if everything had changed
    // Those of the context:
    void rangeChanged();
    void selectionChanged();
    void gapChanged();
    void revealRequested(ws::EventRef slice);
    void spanRequested(ws::TimeRange span);
    void spanRevealRequested(ws::TimeRange span);
    void highlightChanged();
    void focusChanged();
    void stepSourceChanged();
    void captureChanged();
    void notesChanged();
    void editsChanged();
    void whatIfAsked();
    void replayShownChanged();
    void ncuLinksChanged();
    void coloursChanged();
    void classesChanged();
    void noteRequested(const ws::Note &note);
    void ruleRequested(const QString &kernel);
    void instancesRequested(ws::StringId name);
    void moduleCallsRequested(const ws::ModuleCalls &calls);

private:
    RunContext m_nothing{nullptr};
    RunContext *m_context = &m_nothing;
};

} // namespace ws
