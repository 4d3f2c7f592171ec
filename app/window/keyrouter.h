#pragma once
// Decides which widget gets a key. An open menu keeps all keys: Qt's shortcuts would act under it. The keys of the
// timeline reach it from anywhere in the window (after a click on a link or on a table's row, too), except keys for
// moving within the focused widget and keys that it handles itself, such as letters in a text field.

#include <QKeySequence>
#include <QObject>

class QAction;
class QKeyEvent;
class QWidget;

namespace ws {

class KeyRouter : public QObject
{
    Q_OBJECT
public:
    explicit KeyRouter(QWidget *window);
    /// `actions` are those of `target`, which lies in the window and lives as long as it.
    void setTarget(QWidget *target, QList<QAction *> actions);

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    bool isForTarget(const QWidget *focus, const QKeyEvent &key) const;
    QAction *actionOf(const QKeyEvent &key) const;

    QWidget *m_window;
    QWidget *m_target = nullptr;
    QList<QAction *> m_actions;
};

} // namespace ws
