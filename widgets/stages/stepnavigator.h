#pragma once
// From the bars of the stage chart to the timeline and back: what a bar's menu offers, where a step lies, which step is
// looked at.

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
    /// Shows what a bar stands for: its step, the next step of its phase, or its run.
    void activate(const ChartBar &bar);
    /// Bars become steps, the range the step that this annotation of the current run is part of.
    void showStepOf(EventRef annotation);
    /// Results came: what was wished for may be known now.
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
