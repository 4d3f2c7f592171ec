#pragma once
// Timeline and panels of the open run. A main window inside the main window, so that the start page has no docks and
// the layout is kept while nothing is open.

#include <QMainWindow>
#include <QSet>

class QDockWidget;

namespace ws {

class PanelHeights;

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
    PanelHeights &heights() { return *m_heights; }
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
    void letGo();

    PanelHeights *m_heights;
    QList<QDockWidget *> m_docks;
    QSet<QString> m_withoutContent; ///< ids of panels
    bool m_sized = false;
    QByteArray m_layoutBefore;    ///< while the panels are hidden
    QByteArray m_beforeMaximised; ///< the layout; empty: no panel is maximised
    bool m_tabsChanged = false;   ///< since the mouse button went down on a tab
};

} // namespace ws
