#include "widgets/panels/selection/selectionpanel.h"

#include "widgets/panels/selection/rangedetails.h"
#include "widgets/panels/selection/slicedetails.h"
#include "widgets/toolkit/emptystate.h"

#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace ws {

SelectionPanel::SelectionPanel(Pane *pane, QWidget *parent)
    : QWidget(parent), m_pane(pane), m_range(new RangeDetails(pane)), m_slice(new SliceDetails(pane)),
      m_stack(new QStackedWidget(this))
{
    auto *splitter = new QSplitter(this);
    splitter->addWidget(m_range);
    splitter->addWidget(m_slice);
    splitter->setChildrenCollapsible(false);
    m_stack->addWidget(
        new EmptyState(tr("Drag over the timeline to sum up a range, or click a slice to see its details."), this));
    m_stack->addWidget(splitter);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
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
    m_stack->setCurrentIndex(range || slice ? 1 : 0);
}

} // namespace ws
