#pragma once
// The shared state of the timeline's parts: the derived data of the pane's run, the rows, the visible time and its
// history, the scroll position. The parts (overview, ruler, headers, canvas) use only this and the context, not each
// other.

#include "widgets/session/derivedkeys.h"
#include "widgets/timeline/colourtable.h"
#include "widgets/timeline/framepainter.h"
#include "widgets/timeline/navigation.h"
#include "widgets/timeline/replayrows.h"
#include "widgets/timeline/timeaxis.h"
#include "widgets/timeline/timelineviewstate.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace ws {

class TimelineState : public QObject
{
    Q_OBJECT
public:
    enum class Change {
        Jump,   ///< one step of the zoom history
        Steady, ///< wheel, keys, dragging: changes within half a second are one step
    };

    explicit TimelineState(Pane *pane, QObject *parent = nullptr);

    Pane &pane() const { return *m_pane; }
    RunContext &context() const { return m_pane->context(); }
    const RunPtr &run() const { return m_run; }            ///< null: nothing open
    const TimelineDataPtr &data() const { return m_data; } ///< null: nothing open, or being prepared
    /// The reason for missing data; empty: nothing open, or in preparation.
    const QString &problem() const { return m_problem; }
    bool isPreparing() const { return m_pane->run() && !m_data && m_problem.isEmpty(); }
    const ColourTable &colours() const { return m_colours; }

    const RowLayout &layout() const { return m_layout; }
    const LayoutChoices &choices() const { return m_view->choices; }
    void setChoices(LayoutChoices choices);
    void showAllRows(); ///< also those that the user has hidden or filtered out

    TimeRange visible() const { return m_view->visible; }
    /// The run, with that of the view beside it when both move together (see setReach).
    TimeRange overall() const;
    TimeRange limits() const; ///< overall() with a little margin
    /// What can be shown in addition to the run; none: nothing. Part of the run's view.
    void setReach(std::optional<TimeRange> reach);
    void setVisible(TimeRange range, Change change = Change::Jump);
    void zoom(double factor, int64_t anchor)
    {
        setVisible(m_axis.zoomed(m_view->visible, factor, anchor), Change::Steady);
    }
    /// `share`: of the width.
    void pan(double share) { setVisible(m_axis.panned(m_view->visible, share), Change::Steady); }
    void centre(int64_t ns, Change change = Change::Jump) { setVisible(m_axis.centred(m_view->visible, ns), change); }
    void goBack();
    void goForward();
    bool canGoBack() const { return !m_view->back.empty(); }
    bool canGoForward() const { return !m_view->forward.empty(); }

    /// Idle time longer than this is left out of the axis; 0: none is.
    int64_t collapseNs() const { return m_collapseNs; }
    void setCollapseNs(int64_t ns);
    const TimeAxis &axis() const { return m_axis; }
    /// The visible range on this many pixels.
    TimeScale scale(int width) const { return m_axis.scale(m_view->visible, width); }

    RowView view() const { return {m_view->scroll, m_viewHeight}; }
    int maxScroll() const;
    void setScroll(int scroll);
    void setViewHeight(int height);
    /// Unfolds and scrolls until the slice's row can be seen.
    void bringIntoView(EventRef slice);
    /// Scrolls until the gaps of a device can be seen, else its heading. `device`: index in GpuWork::devices.
    void bringGapsIntoView(uint16_t device);

    const LaunchLinks &links() const { return m_links; } ///< of the selection
    /// Selects a slice by a box that stands for it at another time: a step's part on the GPU. None:
    /// by its own.
    void selectBox(EventRef slice, std::optional<TimeRange> box);
    /// That box; none: the selection was made in its own row.
    const std::optional<TimeRange> &selectedBox() const { return m_selectedBox; }
    /// The time that gestures on a slice mean: that of the selected box, else the slice's own.
    TimeRange spanOf(EventRef slice) const;
    std::optional<int64_t> mark() const { return m_view->mark; }
    void setMark(std::optional<int64_t> ns);
    /// Time under the mouse; none outside of the canvas.
    std::optional<int64_t> pointer() const { return m_pointer; }
    void setPointer(std::optional<int64_t> ns);

    /// Steps and gaps, which come after the first picture; null: not yet, or there is no timeline.
    const std::shared_ptr<const WhenLanes> &when() const { return m_layout.when; }

    /// Path and slack, once the user has asked for one of them and they are there; null: not.
    const std::shared_ptr<const ReplayRows> &replay() const { return m_replay; }
    /// Whether GPU work has the colours of its slack.
    bool isBySlack() const;

    float busyOfTrack(uint32_t track) const { return track < m_busy.size() ? m_busy[track] : -1; }
    TimeRange busyRange() const { return m_busyRange; } ///< of busyOfTrack()

signals:
    void dataChanged(); ///< another run, or its data is ready
    void whenChanged(); ///< the rows of steps and gaps have come
    void layoutChanged();
    void axisChanged(); ///< the omitted idle time has changed
    void reachChanged();
    void visibleChanged();
    void scrolled();
    void coloursChanged();
    void linksChanged();
    void pointerChanged();
    void markChanged();
    void busyChanged();
    void replayChanged(); ///< path or slack have come or gone
    void messageChanged(const QString &text);

private:
    void takeRun();
    void takeData(TimelineDataPtr data);
    void askWhen();
    void takeWhen();
    void fail(const Error &error);
    void updateLayout();
    void updateAxis();
    void updateColours();
    void updateBusy();
    void updateReplay();
    void takeReplay(std::shared_ptr<const ReplayRows> rows);
    void clampScroll();
    void scrollTo(const LayoutRow &row);
    void show(TimeRange range);

    Pane *m_pane;
    RunPtr m_run;
    TimelineViewState *m_view; ///< of the context that is shown
    TimelineDataPtr m_data;
    CacheRequest<TimelineKey> m_wantedData;
    QString m_problem;
    CacheRequest<StepsKey> m_wantedSteps;
    CacheRequest<GapsKey> m_wantedGaps;
    std::shared_ptr<const Steps> m_steps;
    std::shared_ptr<const Gaps> m_gaps;
    std::shared_ptr<const WhenLanes> m_when;
    ReplayRequest m_wantedReplay;
    CacheRequest<ReplayRowsKey> m_wantedReplayRows; ///< requested when the replay is there
    std::shared_ptr<const ReplayRows> m_replay;
    ColourTable m_colours;
    RowLayout m_layout;
    TimeAxis m_axis;
    int64_t m_collapseNs = 0;
    QElapsedTimer m_sinceSteady;
    int m_viewHeight = 0;
    LaunchLinks m_links;
    std::optional<TimeRange> m_selectedBox;
    std::optional<int64_t> m_pointer;
    std::vector<float> m_busy;
    TimeRange m_busyRange;
    QTimer m_busyTimer;
    CacheRequest<BusyTracksKey> m_wantedBusy;
};

} // namespace ws
