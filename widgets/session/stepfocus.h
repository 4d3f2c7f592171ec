#pragma once
// Restricts the views of a pane to the GPU work of one step, or of all steps of a phase: a focus of the context.

#include "core/analysis/steps/steps.h"
#include "widgets/session/pane.h"

#include <QObject>

#include <functional>

namespace ws {

class StepFocus : public QObject
{
    Q_OBJECT
public:
    explicit StepFocus(Pane *pane, QObject *parent = nullptr);

    /// `steps` are those of the pane's run.
    void chooseStep(std::shared_ptr<const Steps> steps, uint32_t step);
    void choosePhase(std::shared_ptr<const Steps> steps, const std::string &phase);

private:
    /// `focus`: without its activities.
    void choose(Focus focus, std::shared_ptr<const Steps> steps, const std::function<bool(const Step &)> &isWanted);

    Pane *m_pane;
    BackgroundJob<ActivitySet> m_job;
};

/// "step 17: decode, batch 32"; its name where the phase does not describe it.
QString stepTitle(const Run &run, const Steps &steps, uint32_t step);

} // namespace ws
