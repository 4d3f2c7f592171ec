#include "widgets/panels/selection/selectionpanel.h"

#include "widgets/panels/selection/rangedetails.h"
#include "widgets/panels/selection/slicedetails.h"

#include <QSplitter>

namespace ws {

SelectionPanel::SelectionPanel(Pane *pane, QWidget *parent)
    : PanelBase(parent), m_pane(pane), m_range(new RangeDetails(pane)), m_slice(new SliceDetails(pane))
{
    auto *splitter = new QSplitter(this);
    splitter->addWidget(m_range);
    splitter->addWidget(m_slice);
    splitter->setChildrenCollapsible(false);
    setContent(splitter);
    connect(pane, &Pane::rangeChanged, this, &SelectionPanel::refresh);
    connect(pane, &Pane::selectionChanged, this, &SelectionPanel::refresh);
    connect(pane, &Pane::runChanged, this, &SelectionPanel::refresh);
    refresh();
}

void SelectionPanel::refresh()
{
    const bool range = m_pane->context().range().has_value();
    const bool slice = m_pane->context().selection().valid();
    m_range->setVisible(range);
    m_slice->setVisible(slice);
    if (range || slice)
        showContent();
    else
        showEmpty(tr("Drag over the timeline to sum up a range, or click a slice to see its details."));
}

} // namespace ws
