#pragma once
// The tables of a file (torch key_averages, nsys stats, ncu): a list of them, their notes (reconciliation, percentages
// over 100, execution versus waiting), the table itself, and the long texts of its current row. It is a dock next to a
// timeline, and the centre of the window when a file holds only tables: two panels, each for its kind of runs. For a
// timeline without tables it shows those of ncu whose kernels are in it.

#include "widgets/session/pane.h"
#include "widgets/toolkit/panelbase.h"

class QListWidget;
class QPlainTextEdit;
class QSplitter;
class QVBoxLayout;

namespace ws {

class TableNotes;
class TablePane;
class TextTableModel;

class TablesPanel : public PanelBase
{
    Q_OBJECT
public:
    enum class Place { Dock, Centre }; ///< the runs it shows: with a timeline, or only tables
    explicit TablesPanel(Pane *pane, Place place = Place::Dock, QWidget *parent = nullptr);

    /// Such a run has no timeline and is shown in the centre.
    static bool holdsOnlyTables(const RunPtr &run) { return run && !run->tables.empty() && !run->timeline.hasOrigin; }

    void showTable(int index); ///< of the current run
    int currentTable() const;
    TablePane *table() const { return m_table; } ///< null: no table is shown
    TextTableModel *model() const { return m_model; }

protected:
    void refresh() override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void build();
    QString emptySentence() const;
    RunPtr shownRun() const;
    void updateLink();
    void showKernel(int row);
    void openTable(int index);
    void arrangeColumns();
    void addKindFilter();
    void showNotes();
    void showRow();

    Pane *m_pane;
    Place m_place;
    RunPtr m_run;
    TextTableModel *m_model = nullptr;
    TablePane *m_table = nullptr;
    QSplitter *m_split = nullptr;
    bool m_ownWidths = false; ///< of the list, dragged by the user
    QListWidget *m_list = nullptr;
    QVBoxLayout *m_right = nullptr;
    TableNotes *m_notes = nullptr;
    QPlainTextEdit *m_details = nullptr;
};

} // namespace ws
