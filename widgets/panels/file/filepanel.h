#pragma once
// The File tab: what the file is and says about itself: container, sizes, time, events by phase, devices, distributed
// information and all other header keys. The SHA-256 of the file is made on demand, for reports.

#include "widgets/session/pane.h"
#include "widgets/toolkit/derivedjob.h"

#include <QWidget>

class QPushButton;
class QStackedWidget;
class QTreeWidget;
class QTreeWidgetItem;

namespace ws {

class EmptyState;

class FilePanel : public QWidget
{
    Q_OBJECT
public:
    explicit FilePanel(Pane *pane, QWidget *parent = nullptr);

private:
    void refresh();
    void fill(const Run &run);
    void computeHash();
    void copySelected() const;

    Pane *m_pane;
    QTreeWidget *m_tree;
    EmptyState *m_empty;
    QStackedWidget *m_stack;
    QPushButton *m_hashButton;
    QTreeWidgetItem *m_hash = nullptr;
    DerivedJob<QString> m_job;
};

} // namespace ws
