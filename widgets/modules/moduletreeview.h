#pragma once
#include <QTreeView>

namespace ws {

/// A QTreeView that expands many rows with only one layout.
class ModuleTreeView : public QTreeView
{
    Q_OBJECT
public:
    explicit ModuleTreeView(QWidget *parent = nullptr);
    /// Expanding only notes the row until the next paint or position query.
    void deferLayout() { scheduleDelayedItemsLayout(); }
};

} // namespace ws
