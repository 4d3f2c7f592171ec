#pragma once
// What limits the views or dims what they show, a chip each: range, step or module, highlight, rows of the timeline.
// There only while one is in force, in the room that is there: nothing moves when one comes. A chip opens a menu; its
// cross removes the limit.

#include "widgets/session/session.h"

#include <QWidget>

#include <functional>

class QMenu;
class QToolButton;

namespace ws {

class TimelineView;

class ScopeChips : public QWidget
{
    Q_OBJECT
public:
    explicit ScopeChips(Session *session, QWidget *parent = nullptr);
    void setTimeline(TimelineView *timeline); ///< of the shown run

    void popUpRangeMenu(const QPoint &globalPos);

    QSize minimumSizeHint() const override { return {0, 0}; }

signals:
    void exportRequested(); ///< of the shown table
    void reportRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Chip
    {
        QToolButton *button = nullptr, *cross = nullptr;
        QString text;  ///< in full; empty: hidden
        QString brief; ///< where there is no room for it; empty: its beginning and its end
    };
    Chip addChip(const QString &id, const QString &toolTip, std::function<void()> remove,
                 std::function<void(QMenu *)> fillMenu);
    void show(Chip &chip, const QString &text, const QString &brief = {});
    void fit();
    void showAll();
    void showRange();
    void showFocus();
    void showHighlight();
    void showRows();
    void fillRangeMenu(QMenu *menu);
    void fillFocusMenu(QMenu *menu);

    void addOutputs(QMenu *menu);

    Session *m_session;
    Pane *m_pane;
    QPointer<TimelineView> m_timeline;
    Chip m_range, m_focus, m_highlight, m_rows;
};

} // namespace ws
