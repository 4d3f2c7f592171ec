#pragma once
// The Selection tab: the selected range, the selected slice, or both side by side.

#include "widgets/session/pane.h"
#include "widgets/toolkit/panelbase.h"

namespace ws {

class RangeDetails;
class SliceDetails;

class SelectionPanel : public PanelBase
{
    Q_OBJECT
public:
    explicit SelectionPanel(Pane *pane, QWidget *parent = nullptr);

protected:
    void refresh() override;

private:
    Pane *m_pane;
    RangeDetails *m_range;
    SliceDetails *m_slice;
};

} // namespace ws
