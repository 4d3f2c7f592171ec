#pragma once
// The Instances tab: of a kernel or operator, or the calls of a module, whatever was asked for last in the run.

#include "widgets/session/pane.h"

#include <QStackedWidget>

namespace ws {

class InstancesPages : public QStackedWidget
{
    Q_OBJECT
public:
    explicit InstancesPages(Pane *pane, QWidget *parent = nullptr);

signals:
    void wanted(); ///< somebody asks to see a list

private:
    struct ShownPage : ViewState
    {
        int page = 0;
    };
    void choose(int page);

    Pane *m_pane;
};

} // namespace ws
