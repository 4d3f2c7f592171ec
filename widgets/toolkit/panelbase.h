#pragma once
// The base of every panel: shows either its content or one sentence that says what would fill it, refreshed while
// visible. A panel sets its content, fills it in refresh(), and calls refreshLater() when its input changes; a hidden
// panel does nothing until it is shown.

#include <QWidget>

class QStackedWidget;

namespace ws {

struct Error;
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
    void setHeader(QWidget *header);   ///< once; above the content and above the sentence in its place
    void showContent();
    void showEmpty(const QString &sentence, const QString &action = {});
    void showError(const Error &error); ///< in place of the failed content

private:
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    WhenVisible *m_later;
    QWidget *m_content = nullptr;
};

} // namespace ws
