#pragma once
// The Mapping tab: the rules in force with the kernels that each takes, names that no rule takes, and a field that
// tests a name. Timeline, chart and tables show an edit at once.

#include "core/analysis/stages/stagemapping.h"

#include <QWidget>

#include <memory>

class QAction;
class QComboBox;

class QLabel;
class QLineEdit;
class QTableView;

namespace ws {

class WrapLayout;

class MappingColumns;
class MappingModel;
class NameTest;
class StageController;
class TablePane;
class UnclaimedModel;

class MappingPanel : public QWidget
{
    Q_OBJECT
public:
    explicit MappingPanel(StageController *controller, QWidget *parent = nullptr);

    MappingModel *model() const { return m_model; }
    QTableView *view() const { return m_view; }
    /// A new rule for a kernel, before the one that takes its name now, ready to be edited.
    void addRuleFor(const QString &kernel);
    /// A .json file with mappings becomes the draft (undo takes it back). False: there is no mapping in it.
    bool importFile(const QString &path);

signals:
    void told(const QString &sentence); ///< what was undone or done again

protected:
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void build();
    QWidget *buildRules();
    void buildSide();
    void buildActions(WrapLayout *bar);
    QAction *addAction(const QString &text, const QKeySequence &key, const QString &toolTip,
                       void (MappingPanel::*slot)());
    void refresh();
    void addRule();
    void duplicateRule();
    void removeRules();
    void moveUp() { moveBy(-1); }
    void moveDown() { moveBy(1); }
    void moveBy(int rows);
    void importDialog();
    void saveAs();
    void chooseColour(int row);
    void resetColour();
    void findNext();
    void select(int row);
    int currentRow() const;

    StageController *m_controller;
    MappingModel *m_model;
    UnclaimedModel *m_unclaimed = nullptr;
    QTableView *m_view = nullptr;
    MappingColumns *m_columns = nullptr;
    TablePane *m_names = nullptr;
    QComboBox *m_level = nullptr;
    QLineEdit *m_search = nullptr;
    NameTest *m_test = nullptr;
    QWidget *m_side = nullptr; ///< names that no rule knows; hidden without
    QLabel *m_unclaimedTitle = nullptr;
    QLabel *m_note = nullptr; ///< what is to be known of the whole
};

} // namespace ws
