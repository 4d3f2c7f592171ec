#pragma once
// Whose a key is when several could want it. An open menu keeps all keys: Qt's shortcuts would act under it. The keys
// of the timeline reach it from anywhere in the window (after a click on a link or on a table's row, too), except those
// that move within the widget that has the focus and those that it takes for itself, as a text field takes letters.

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
    /// `actions` are those of `target`, which lies in `window`.
    KeyRouter(QWidget *window, QWidget *target, QList<QAction *> actions);

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    bool isForTarget(const QWidget *focus, const QKeyEvent &key) const;
    QAction *actionOf(const QKeyEvent &key) const;

    QWidget *m_window;
    QWidget *m_target;
    QList<QAction *> m_actions;
};

} // namespace ws
