#pragma once
// The Steps tab: every step with its phase, batch, tokens and GPU work; where none is named, the periods of work that
// repeats, named as inferred. A double click restricts all views to the step and shows it in the timeline.

#include "widgets/session/derivedkeys.h"
#include "widgets/session/runtablepanel.h"

namespace ws {

class StepFocus;
class StepSourceBar;

class StepsPanel : public RunTablePanel
{
    Q_OBJECT
public:
    explicit StepsPanel(Pane *pane, QWidget *parent = nullptr);

protected:
    QString whyEmpty(const Run *run) const override;
    void ask(RunContext &context) override;
    void cancel() override;
    void activate(int row) override;
    void refresh() override;

private:
    void showSteps(const RunPtr &run, std::shared_ptr<const Steps> steps);
    void showRepetition(const RunPtr &run, const RepeatedWork &work);
    void addSplits(const ReportTable &table, const QString &note);
    QString phaseNote() const;
    void showTable(ReportTable table, const QString &note, const QString &withoutRows);
    void showFailure(const Error &error);
    void placeSource();

    StepFocus *m_focus;
    StepSourceBar *m_source;
    CacheRequest<StepsKey> m_wanted;
    CacheRequest<RepeatedWorkKey> m_wantedWork; ///< where no step is named
    CacheRequest<StepSplitsKey> m_wantedSplits; ///< once a mapping tells what is communication
    std::shared_ptr<const Steps> m_steps;       ///< of the shown table
    std::shared_ptr<const std::vector<uint32_t>>
        m_rows; ///< steps that are listed; null: all, and what is outside of them
    std::vector<bool> m_comparable; ///< by step: its wall is no marked one
};

} // namespace ws
