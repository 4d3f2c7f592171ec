#pragma once
// Shown in place of an empty view: one sentence that says what would fill the view, and the action for it.

#include <QWidget>

class QLabel;
class QPushButton;

namespace ws {

class EmptyState : public QWidget
{
    Q_OBJECT
public:
    explicit EmptyState(const QString &sentence, QWidget *parent = nullptr);
    void setSentence(const QString &sentence);
    void setAction(const QString &text); ///< empty: none

signals:
    void triggered();

private:
    QLabel *m_sentence;
    QPushButton *m_action;
};

} // namespace ws
