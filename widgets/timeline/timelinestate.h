#pragma once
// What the parts of the timeline share: the derived data of the session's run, the rows, the visible time and its
// history, the scroll position. The parts (overview, ruler, headers, canvas) only look at this and at the Session, not
// at each other.

#include "widgets/timeline/colourtable.h"
#include "widgets/timeline/framepainter.h"
#include "widgets/timeline/navigation.h"
#include "widgets/timeline/timeaxis.h"
#include "widgets/toolkit/derivedjob.h"

#include <QElapsedTimer>
#include <QFutureWatcher>
#include <QObject>
#include <QTimer>

#include <map>
#include <memory>
#include <optional>

namespace ws {

class TimelineState : public QObject
{
    Q_OBJECT
public:
    enum class Change {
        Jump,   ///< one step of the zoom history
        Steady, ///< wheel, keys, dragging: what follows within half a second is one step
    };

    explicit TimelineState(Session *session, QObject *parent = nullptr);

    Session &session() const { return *m_session; }
    const TimelineDataPtr &data() const { return m_data; } ///< null: nothing open, or being prepared
    bool isPreparing() const { return m_session->run() && !m_data; }
    const ColourTable &colours() const { return m_colours; }

    const RowLayout &layout() const { return m_layout; }
    const LayoutChoices &choices() const { return m_choices; }
    void setChoices(LayoutChoices choices);

    TimeRange visible() const { return m_visible; }
    TimeRange limits() const; ///< the run with a little margin
    void setVisible(TimeRange range, Change change = Change::Jump);
    void zoom(double factor, int64_t anchor) { setVisible(m_axis.zoomed(m_visible, factor, anchor), Change::Steady); }
    /// By a share of the width.
    void pan(double share) { setVisible(m_axis.panned(m_visible, share), Change::Steady); }
    void centre(int64_t ns, Change change = Change::Jump) { setVisible(m_axis.centred(m_visible, ns), change); }
    void goBack();
    void goForward();
    bool canGoBack() const { return !m_back.empty(); }
    bool canGoForward() const { return !m_forward.empty(); }

    /// Idle time longer than this is left out of the axis; 0: none is.
    int64_t collapseNs() const { return m_collapseNs; }
    void setCollapseNs(int64_t ns);
    const TimeAxis &axis() const { return m_axis; }
    /// What is visible, on so many pixels.
    TimeScale scale(int width) const { return m_axis.scale(m_visible, width); }

    RowView view() const { return {m_scroll, m_viewHeight}; }
    int mostScroll() const;
    void setScroll(int scroll);
    void setViewHeight(int height);
    /// Unfolds and scrolls until the slice's row can be seen.
    void bringIntoView(EventRef slice);

    const LaunchLinks &links() const { return m_links; } ///< of the selection
    std::optional<int64_t> mark() const { return m_mark; }
    void setMark(std::optional<int64_t> ns);
    /// Time under the mouse, none outside of the canvas.
    std::optional<int64_t> pointer() const { return m_pointer; }
    void setPointer(std::optional<int64_t> ns);

    float busyOfTrack(uint32_t track) const { return track < m_busy.size() ? m_busy[track] : -1; }
    TimeRange busyRange() const { return m_busyRange; } ///< of busyOfTrack()

signals:
    void dataChanged(); ///< another run, or its data is ready
    void layoutChanged();
    void axisChanged(); ///< other idle times are left out
    void visibleChanged();
    void scrolled();
    void coloursChanged();
    void linksChanged();
    void pointerChanged();
    void markChanged();
    void busyChanged();

private:
    void takeRun();
    void takeData(TimelineDataPtr data);
    void updateLayout();
    void updateAxis();
    void updateColours();
    void updateBusy();
    void show(TimeRange range);

    /// What belongs to one run and comes back with it.
    struct RunView
    {
        TimeRange visible{0, 0};
        std::vector<TimeRange> back, forward;
        LayoutChoices choices;
        int scroll = 0;
        std::optional<int64_t> mark;
    };
    void keepView(const RunPtr &run);
    void restoreView(const RunPtr &before, const RunPtr &run);

    Session *m_session;
    RunPtr m_run;
    TimelineDataPtr m_data;
    QFutureWatcher<TimelineDataPtr> m_preparing;
    ColourTable m_colours;
    LayoutChoices m_choices;
    RowLayout m_layout;
    TimeAxis m_axis;
    int64_t m_collapseNs = 0;
    TimeRange m_visible{0, 1};
    std::vector<TimeRange> m_back, m_forward;
    QElapsedTimer m_sinceSteady;
    int m_scroll = 0;
    int m_viewHeight = 0;
    LaunchLinks m_links;
    std::optional<int64_t> m_mark, m_pointer;
    std::map<std::weak_ptr<const Run>, RunView, std::owner_less<>> m_views; ///< of runs that are not shown
    std::vector<float> m_busy;
    TimeRange m_busyRange;
    QTimer m_busyTimer;
    DerivedJob<std::vector<float>> m_busyJob; ///< of runs that take longer than a frame
};

} // namespace ws
