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
    void present(std::shared_ptr<const Overview> overview);
    void go(const FindingPlace &place);
    void showKernelMenu(EventRef instance, const QPoint &at);

    Pane *m_pane;
    OverviewPage *m_page;
    OverviewRequest m_wanted;
};

} // namespace ws
