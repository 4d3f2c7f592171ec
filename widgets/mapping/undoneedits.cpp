#include "widgets/mapping/undoneedits.h"

#include "widgets/mapping/mappingmodel.h"

#include <QAction>
#include <QUndoStack>

#include <algorithm>
#include <utility>

namespace ws {

UndoneEdits::UndoneEdits(MappingModel *model, const QUndoStack *edits, QAction *undo, QAction *redo)
    : QObject(undo), m_model(model)
{
    const auto note = [this](const QModelIndex &, int row) { m_changed = row; };
    connect(model, &QAbstractItemModel::rowsInserted, this, note);
    connect(model, &QAbstractItemModel::rowsRemoved, this, note);
    connect(model, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex &first) {
        if (first.column() == 0) // else of results
            m_changed = first.row();
    });
    connect(edits, &QUndoStack::indexChanged, this, [this] { m_row = std::exchange(m_changed, -1); });
    connect(undo, &QAction::triggered, this, [this, edits] { tell(tr("Undone: %1"), edits->text(edits->index())); });
    connect(redo, &QAction::triggered, this,
            [this, edits] { tell(tr("Done again: %1"), edits->text(edits->index() - 1)); });
}

void UndoneEdits::tell(const QString &sentence, const QString &edit)
{
    if (m_row >= 0 && m_model->rowCount() > 0)
        emit rowChanged(std::min(m_row, m_model->rowCount() - 1));
    emit told(sentence.arg(edit));
}

} // namespace ws
