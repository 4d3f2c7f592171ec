#pragma once
// What every panel is: either its content, or one sentence that says what would fill it, refreshed when it can be seen.
// A panel gives its content, says in refresh() what stands there now, and asks for refreshLater() when what it depends
// on changes; a hidden panel asks for nothing until it is shown.

#include <QWidget>

class QStackedWidget;

namespace ws {

class EmptyState;
class WhenVisible;

class PanelBase : public QWidget
{
    Q_OBJECT
public:
    explicit PanelBase(QWidget *parent = nullptr);

public slots:
    void refreshLater(); ///< now when visible, else as soon as it is

signals:
    void emptyActionTriggered(); ///< the button under the sentence

protected:
    virtual void refresh() = 0;

    void setContent(QWidget *content); ///< once; it becomes the panel's child
    void showContent();
    void showEmpty(const QString &sentence, const QString &action = {});

private:
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    WhenVisible *m_later;
    QWidget *m_content = nullptr;
};

} // namespace ws
