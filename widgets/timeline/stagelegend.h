#pragma once
// A button with the colours of the timeline: a menu of the stages of the run, or of slack, and of the kinds of what is
// on the critical path, each in its colour. Choosing one highlights its work; choosing it again shows all alike.

#include "widgets/timeline/timelinestate.h"

#include <QToolButton>

class QMenu;

namespace ws {

class StageLegend : public QToolButton
{
    Q_OBJECT
public:
    explicit StageLegend(TimelineState *state, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void fill();
    void fillStages();
    void fillShades();
    void fillPath();
    void choose(uint32_t group); ///< of the classification
    void light(SlackShade shade);
    void showLongest(PathPart part);

    TimelineState *m_state;
    Pane *m_pane;
    BackgroundJob<ActivitySet> m_lighting;
    QMenu *m_menu;
};

} // namespace ws
