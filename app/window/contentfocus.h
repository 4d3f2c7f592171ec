#pragma once
// Where the keyboard is when nobody has put it anywhere: in the timeline, or on the page. Qt would give it to the first
// button of the tool bar, framed, when the page that had it goes or a dialog closes.

#include <QObject>

namespace ws {

class MainWindow;

class ContentFocus : public QObject
{
public:
    explicit ContentFocus(MainWindow *window);
    void giveLater(); ///< once the page is laid out

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    void give();

    MainWindow *m_window;
};

} // namespace ws
