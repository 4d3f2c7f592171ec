#pragma once
// Everything the reader had to skip or repair, with counts. A double click shows the place in the
// timeline if there is one.

#include "widgets/session/pane.h"
#include "widgets/toolkit/panelbase.h"

namespace ws {

class ReportModel;
class TablePane;

class DiagnosticsPanel : public PanelBase
{
    Q_OBJECT
public:
    explicit DiagnosticsPanel(Pane *pane, QWidget *parent = nullptr);

protected:
    void refresh() override;

private:
    void leadTo(int row);

    Pane *m_pane;
    ReportModel *m_model;
    TablePane *m_table;
};

} // namespace ws
