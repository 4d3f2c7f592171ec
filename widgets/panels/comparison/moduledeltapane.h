#pragma once
// The module trees of two runs as one tree with bars to the left (faster) and right (slower) of a zero line.

#include "widgets/panels/comparison/moduledeltamodel.h"
#include "widgets/toolkit/tableexport.h"

#include <QWidget>

class QLabel;
class QTreeView;

namespace ws {

class EmptyState;

class ModuleDeltaPane : public QWidget, public TableSource
{
    Q_OBJECT
public:
    explicit ModuleDeltaPane(QWidget *parent = nullptr);

    /// Opens the branch of the largest change. Null: empty.
    void setDeltas(std::shared_ptr<const ModuleDeltas> deltas);
    /// Below the rows, or in place of them.
    void setNote(const QString &text);
    const ModuleDeltaModel *model() const { return m_model; }
    QTreeView *view() const { return m_view; }
    QString tableId() const override { return QStringLiteral("moduledifferences"); }
    /// All rows, also those of closed branches.
    QString csv(CsvStyle style = CsvStyle::Raw) const override;

signals:
    /// A slice of each run; invalid: none.
    void placesActivated(ws::EventRef a, ws::EventRef b);

private:
    void arrangeColumns();

    ModuleDeltaModel *m_model;
    QTreeView *m_view;
    QLabel *m_note;
    EmptyState *m_empty;
};

} // namespace ws
