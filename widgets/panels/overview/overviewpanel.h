#pragma once
// The Overview tab: the answer first.

#include "core/analysis/replay/replayanswer.h"
#include "widgets/session/overviewrequest.h"
#include "widgets/session/pane.h"
#include "widgets/toolkit/panelbase.h"

namespace ws {

class OverviewPage;

/// What the replay says of findings. Graph and replay are dropped at once: they are larger than all that a page needs.
struct FindingWinsKey : DerivedKey
{
    using Value = ReplayedWins;
    std::shared_ptr<const Steps> steps; ///< of the run
    QStringList edits;
    bool operator==(const FindingWinsKey &) const = default;
    auto make(const RunPtr &run, const Progress &progress) const { return replayedWins(run, *steps, edits, &progress); }
};

class OverviewPanel : public PanelBase
{
    Q_OBJECT
public:
    explicit OverviewPanel(Pane *pane, QWidget *parent = nullptr);

    OverviewPage *page() const { return m_page; }

signals:
    void phasesRequested(); ///< the stages of each phase side by side

protected:
    void refresh() override;

private:
    bool followsFocus() const;
    void showScope();
    void present(std::shared_ptr<const Overview> overview);
    void askReplayed();
    static QString replayedText(const QString &edit, const ReplayedWins &wins, size_t at, double bound);
    void cancelWanted();
    void go(const FindingPlace &place);
    void showKernelMenu(EventRef instance, const QPoint &at);

    Pane *m_pane;
    OverviewPage *m_page;
    ChosenSteps m_chosen;  ///< what the page was asked for
    ChosenSteps m_shownOf; ///< what the shown one was asked for
    OverviewRequest m_wanted;
    CacheRequest<StepsKey> m_wantedSteps;      ///< requested when the page is there
    CacheRequest<FindingWinsKey> m_wantedWins; ///< requested when the steps are known
};

} // namespace ws
