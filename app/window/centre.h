#pragma once
// The centre of the workspace: the active run, or both runs of the session's pair when one of them is active. A place
// is a pane of its own, so each run keeps its state; the panels around the centre follow the active side.

#include "core/model/parts.h"
#include "widgets/session/comparepair.h"

#include <QPointer>
#include <QWidget>

namespace ws {

class Pane;
class PairView;
class RunCentre;
class RunContext;
class Session;
class TablesPanel;
class TimelineLink;
class TimelineView;

class Centre : public QWidget
{
    Q_OBJECT
public:
    using Side = ComparePair::Side;

    explicit Centre(Session *session, QWidget *parent = nullptr);
    ~Centre() override;

    TimelineView *timeline() const;          ///< of the active run
    QList<TimelineView *> timelines() const; ///< of the places that have been made
    TablesPanel *tables() const;             ///< of the active run
    bool isPaired() const;
    bool hasRoomForPanels() const; ///< false: tables, or two trees, fill the window
    bool isEmpty() const;          ///< the panels show everything there is of the run
    PairView *view() const { return m_view; }
    void showPart(Side side, const Selected &part); ///< the one that the context names
    void activateOther();                           ///< the side that is not active, and the keyboard focus to it

signals:
    /// A place has been made: once for each side.
    void timelineAdded(ws::TimelineView *timeline);
    void timelineChanged(); ///< another one is that of the active run
    void sideMenuWanted(ws::ComparePair::Side side, const QPoint &globalPos);
    void partsWanted(); ///< the two parts of the active run, beside each other

protected:
    bool eventFilter(QObject *object, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void addSecond();
    void update();
    void showRuns(); ///< those of places()
    void showTexts();
    void activate(Side side);
    void follow();
    QString partName(Side side) const;
    /// What each side is to show.
    std::array<RunContext *, 2> places() const;
    bool isUpToDate() const;
    void arrange(bool isPaired);
    RunCentre *activeCentre() const;
    bool isTimelinePair() const;

    Session *m_session;
    QPointer<ComparePair> m_pair; ///< null: the window ends
    std::array<RunCentre *, 2> m_centres{};
    PairView *m_view = nullptr;
    TimelineLink *m_link = nullptr; ///< with the second centre
    TimelineView *m_told = nullptr; ///< by timelineChanged()
    bool m_isUpdating = false;
};

} // namespace ws
