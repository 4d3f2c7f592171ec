#pragma once
#include <QTreeView>

namespace ws {

/// A QTreeView that can expand many rows at the price of one layout.
class ModuleTreeView : public QTreeView
{
    Q_OBJECT
public:
    explicit ModuleTreeView(QWidget *parent = nullptr);
    /// What is expanded before the next paint or question of a position only notes it.
    void deferLayout() { scheduleDelayedItemsLayout(); }
};

} // namespace ws
