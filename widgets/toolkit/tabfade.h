#pragma once
// At the right end of a tab bar that scrolls: the tab that is cut there fades, as the style lets the one at the left
// end.

#include <QTabBar>

class QToolButton;

namespace ws {

class TabFade : public QWidget
{
public:
    /// Of a bar of horizontal tabs, which owns it.
    explicit TabFade(QTabBar *tabs);
    /// Whether the bar scrolls and a tab goes on behind its buttons.
    bool isCutting() const;

protected:
    bool eventFilter(QObject *object, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void place();

    QTabBar *m_tabs;
    QToolButton *m_button; ///< the left one of the two that scroll
};

} // namespace ws
