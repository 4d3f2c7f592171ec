#pragma once
// The Selection tab: the selected range, the selected slice, or both side by side.

#include "widgets/session/pane.h"

#include <QWidget>

class QStackedWidget;

namespace ws {

class EmptyState;
class RangeDetails;
class SliceDetails;

class SelectionPanel : public QWidget
{
    Q_OBJECT
public:
    explicit SelectionPanel(Pane *pane, QWidget *parent = nullptr);

private:
    void refresh();

    Pane *m_pane;
    RangeDetails *m_range;
    SliceDetails *m_slice;
    QStackedWidget *m_stack;
};

} // namespace ws
