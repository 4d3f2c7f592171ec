#pragma once
// The Overview tab: the answer first.

#include "widgets/session/overviewrequest.h"
#include "widgets/session/pane.h"
#include "widgets/toolkit/panelbase.h"

namespace ws {

class OverviewPage;

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
    void go(const FindingPlace &place);
    void showKernelMenu(EventRef instance, const QPoint &at);

    Pane *m_pane;
    OverviewPage *m_page;
    ChosenSteps m_chosen;  ///< what the page was asked for
    ChosenSteps m_shownOf; ///< what the shown one was asked for
    OverviewRequest m_wanted;
};

} // namespace ws
