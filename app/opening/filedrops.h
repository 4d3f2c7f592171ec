#pragma once
// Files dragged over the window and dropped on it. One file over an open run: the left or right half makes it a side of
// a comparison, the middle and everything around the contents opens it beside the others. Two files are compared. On a
// comparison any place asks which side the file replaces; the half under the mouse is only what the question proposes.

#include "core/session/openings.h"
#include "widgets/session/comparepair.h"

#include <QObject>
#include <QStringList>

class QDropEvent;
class QMimeData;
class QWidget;

namespace ws {

class DropOverlay;
class Session;

class FileDrops : public QObject
{
    Q_OBJECT
public:
    using Side = ComparePair::Side;

    /// `window` gets the events, `area` within it has the halves.
    FileDrops(QWidget *window, QWidget *area, Session *session, QObject *parent = nullptr);

    void setStacked(bool stacked) { m_isStacked = stacked; } ///< a comparison's halves are above each other
    DropOverlay *overlay() const { return m_overlay; }

signals:
    void opened(const QStringList &paths);
    void droppedBeside(ws::ComparePair::Side side, const QString &path); ///< of the active run
    void droppedOnPair(ws::ComparePair::Side proposed, const QString &path);

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    void look(const QStringList &paths);
    void showOverlay();
    void drop(QDropEvent *event);
    QPoint inArea(QPoint at) const;

    QWidget *m_window;
    QWidget *m_area;
    Session *m_session;
    DropOverlay *m_overlay;
    bool m_isStacked = false;
    qsizetype m_count = 0; ///< of the things that are dragged
    Openings m_dragged;    ///< what they are, looked at when they come
};

} // namespace ws
