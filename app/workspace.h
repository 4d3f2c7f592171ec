#pragma once
// Timeline and panels of the open run. A main window inside the main window, so that the start page has no docks and
// the layout is kept while nothing is open.

#include <QElapsedTimer>
#include <QHash>
#include <QMainWindow>
#include <QSet>
#include <QTimer>

class QDockWidget;

namespace ws {

class Workspace : public QMainWindow
{
    Q_OBJECT
public:
    explicit Workspace(QWidget *parent = nullptr);
    ~Workspace() override;

    QDockWidget *addPanel(QWidget *panel, const QString &id, const QString &title);
    const QList<QDockWidget *> &panels() const { return m_docks; }
    void showPanel(const QString &id); ///< opens and raises it
    QWidget *raisedPanel() const;      ///< the panel with the keyboard focus, else the one on top at the bottom
    QString raisedPanelId() const;     ///< of raisedPanel(); empty: none
    void stepPanel(int by);            ///< to the next or previous open one, cyclic
    void showPanelNumber(int number);  ///< from 1 on, among the open ones
    /// A panel in which nothing could be seen has no tab, unless it is in front.
    void setHasContent(const QString &id, bool has);
    /// While true the panels are hidden (all except `kept`) so that the centre has the room; showPanel() still works.
    void setCentreOnly(bool only, const QStringList &kept = {});
    /// The height in px that the centre has use for: it gets so much, at most three fifths, and the panels the rest,
    /// until somebody moves the edge between them.
    void setCentreNeed(int height);
    /// As setCentreNeed(), if it is more than so far: a panel does not jump for each row that is folded.
    void growCentreNeed(int height);
    /// The height in px that this panel needs while it is in front; it gets at most three fifths.
    void setPanelNeed(const QString &id, int height) { m_panelNeed[id] = height; }
    /// While true the panel in front, or the tabs it is in, has the whole room.
    void setPanelMaximised(bool maximised);
    bool isPanelMaximised() const { return !m_beforeMaximised.isEmpty(); }
    bool isInPanel(const QWidget *widget) const;
    void enterPanel(const QString &id); ///< if it is open
    void enterPanel();                  ///< gives the raised panel the keyboard focus
    void resetLayout();
    void saveLayout() const;
    void restoreLayout(); ///< after all panels have been added

signals:
    void maximisedChanged(bool maximised);
    void inFrontChanged(const QString &id, bool inFront); ///< of a panel

protected:
    bool event(QEvent *event) override;
    bool eventFilter(QObject *object, QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    bool canMoveTabs() const;
    QDockWidget *raisedDock() const;
    QList<QDockWidget *> openDocks() const; ///< those with a tab
    void enter(QDockWidget *dock);
    void keepLast();
    void tidyTitles();
    void tidyTabs();
    bool hasContent(const QDockWidget *dock) const;
    int neededBy(const QDockWidget &dock) const; ///< px, what setPanelNeed() has asked for it
    /// Never smaller: the tabs stay where they are when a panel that needs less comes to the front.
    void growToNeed();
    void applyHeights();
    int growthDelay() const; ///< ms
    void letGo();

    QList<QDockWidget *> m_docks;
    QSet<QString> m_withoutContent; ///< ids of panels
    bool m_sized = false;
    QHash<QString, int> m_panelNeed;
    int m_centreNeed = 0;         ///< 0: not known
    bool m_isShown = false;       ///< once at least
    int m_ownHeight = 0;          ///< of all but the centre, since somebody has moved the edge; 0: nobody has
    int m_pressedHeight = 0;      ///< of all but the centre, when the mouse button went down on an edge; 0: it is up
    QByteArray m_layoutBefore;    ///< while the panels are hidden
    QByteArray m_beforeMaximised; ///< the layout; empty: no panel is maximised
    QTimer m_grow;                ///< to the height that the panel in front needs
    QElapsedTimer m_tabPressed;   ///< since then
    bool m_tabsChanged = false;   ///< since the mouse button went down on a tab
};

} // namespace ws
