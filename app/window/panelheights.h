#pragma once
// How a workspace's height is divided between its centre and the panels below: by what the centre has use for, until
// somebody moves the edge between them. The panel in front has no say: each tab would move the others away from the
// mouse.

#include <QObject>
#include <QTimer>

#include <functional>

class QDockWidget;
class QMainWindow;

namespace ws {

class PanelHeights : public QObject
{
    Q_OBJECT
public:
    /// `shown`: the panel whose height counts; null: none takes any, or one has all of it.
    PanelHeights(QMainWindow *window, std::function<QDockWidget *()> shown);

    /// The height in px that the centre has use for: it gets so much, at most three fifths, and the panels the rest.
    void setCentreNeed(int height);
    /// As setCentreNeed(), if it is more than so far: a panel does not jump for each row that is folded.
    void growCentreNeed(int height);
    /// The centre has use for all there is.
    void forgetCentreNeed() { m_centreNeed = 0; }

    void apply();
    void applyLater() { QTimer::singleShot(0, this, &PanelHeights::apply); }
    void windowShown();
    void windowResized();
    void edgePressed();  ///< or a place where no widget wants the mouse
    void edgeReleased(); ///< if it has moved, it stays where it is
    void reset();        ///< the edge as if nobody had moved it
    void save() const;
    void restore();

private:
    int besideCentre() const;

    QMainWindow *m_window;
    std::function<QDockWidget *()> m_shown;
    int m_centreNeed = 0;    ///< 0: not known
    bool m_wasShown = false; ///< the window, once at least
    int m_ownHeight = 0;     ///< of all but the centre, since somebody has moved the edge; 0: nobody has
    int m_pressedHeight = 0; ///< of all but the centre, when the mouse button went down on an edge; 0: it is up
    int m_pressedNeed = 0;   ///< of the centre, then
};

} // namespace ws
