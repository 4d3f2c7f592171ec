#pragma once
// Says what an undo or redo of rules did, and where: the list of rules is long, and what changed may lie out of view.

#include <QObject>
#include <QString>

class QAction;
class QUndoStack;

namespace ws {

class MappingModel;

class UndoneEdits : public QObject
{
    Q_OBJECT
public:
    /// A child of the first action.
    UndoneEdits(MappingModel *model, const QUndoStack *edits, QAction *undo, QAction *redo);

signals:
    void told(const QString &sentence);
    void rowChanged(int row); ///< one that is there now: the rule, or what stands in its place

private:
    void tell(const QString &sentence, const QString &edit);

    MappingModel *m_model;
    int m_changed = -1; ///< the first row of the change that is under way
    int m_row = -1;     ///< of the last change; -1: the shown rules are as before
};

} // namespace ws
