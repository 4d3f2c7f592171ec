#pragma once
// The Diagnostics tab: everything the reader had to leave out or mend, with counts. Double click leads to the place in
// the timeline when there is one.

#include "widgets/session/pane.h"

#include <QWidget>

class QStackedWidget;

namespace ws {

class DiagnosticsModel;
class EmptyState;
class TablePane;

class DiagnosticsPanel : public QWidget
{
    Q_OBJECT
public:
    explicit DiagnosticsPanel(Pane *pane, QWidget *parent = nullptr);

private:
    void refresh();
    void leadTo(int row);

    Pane *m_pane;
    DiagnosticsModel *m_model;
    TablePane *m_table;
    EmptyState *m_empty;
    QStackedWidget *m_stack;
};

} // namespace ws
