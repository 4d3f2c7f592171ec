#pragma once
// The Notes tab: what was written at times and slices of the run. Double-click or Enter goes there, F2 or a
// double-click on the text edits it, Delete removes it. A note that stays without a text is removed.

#include "widgets/session/pane.h"
#include "widgets/toolkit/panelbase.h"

class QTableView;
class QToolButton;

namespace ws {

class NotesModel;

class NotesPanel : public PanelBase
{
    Q_OBJECT
public:
    explicit NotesPanel(Pane *pane, QWidget *parent = nullptr);

    /// Adds the note to the shown run, unless it has it, and opens its text for editing.
    void edit(const Note &note);
    QTableView *view() const { return m_view; }
    NotesModel *model() const { return m_model; }

protected:
    void refresh() override;

private:
    void goTo(int row);
    void addHere();
    void removeSelected();
    void removeEmpty();

    Pane *m_pane;
    NotesModel *m_model;
    QTableView *m_view;
    QToolButton *m_delete;
};

} // namespace ws
