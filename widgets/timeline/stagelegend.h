#pragma once
// A button with the colours of the timeline: a menu of the stages of the run, each in its colour. Choosing one
// highlights its work; choosing it again shows all alike.

#include "widgets/session/pane.h"

#include <QToolButton>

class QMenu;

namespace ws {

class StageLegend : public QToolButton
{
    Q_OBJECT
public:
    explicit StageLegend(Pane *pane, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void fill();
    void choose(uint32_t group); ///< of the classification

    Pane *m_pane;
    QMenu *m_menu;
};

} // namespace ws
