#pragma once
// From the bars of the stage chart to the timeline and back: the menu of a bar, the place of a step, the current
// step.

#include "widgets/stages/chartdata.h"

#include <QObject>

class QMenu;

namespace ws {

class StepNavigator : public QObject
{
    Q_OBJECT
public:
    explicit StepNavigator(StageController *controller, QObject *parent = nullptr);

    void addActions(QMenu &menu, const ChartBar &bar);
    /// Shows the object of a bar: its step, the next step of its phase, or its run.
    void activate(const ChartBar &bar);
    /// Sets bars to steps and the range to the step of this annotation of the current run.
    void showStepOf(EventRef annotation);
    /// Results arrived: handles a waiting request.
    void takeWantedStep();

private:
    RunContext *activate(const RunPtr &run);
    std::shared_ptr<const Steps> stepsOf(const RunPtr &run) const;
    uint32_t currentStep(const RunPtr &run) const;
    void showStep(const RunPtr &run, uint32_t step);

    StageController *m_controller;
    Pane *m_pane;
    EventRef m_wantedStep; ///< annotation in m_wantedRun; its step is shown once it is known
    std::weak_ptr<const Run> m_wantedRun;
};

} // namespace ws
