#pragma once
// The File tab: the file's facts: container, sizes, time, events by phase, devices, distributed
// information and all other header keys. The SHA-256 of the file is computed on demand, for reports.

#include "widgets/session/pane.h"
#include "widgets/toolkit/backgroundjob.h"
#include "widgets/toolkit/panelbase.h"

class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace ws {

class FilePanel : public PanelBase
{
    Q_OBJECT
public:
    explicit FilePanel(Pane *pane, QWidget *parent = nullptr);

protected:
    void refresh() override;

private:
    void fill(const Run &run);
    void computeHash();
    void copySelected() const;

    Pane *m_pane;
    QTreeWidget *m_tree;
    QPushButton *m_hashButton;
    QTreeWidgetItem *m_hash = nullptr;
    BackgroundJob<QString> m_job;
};

} // namespace ws
