#pragma once
// The Overview tab: the answer first. It asks for what other views need as well (steps, gaps, trust, modules), each
// once, then for the overview of it.

#include "core/report/overviewreport.h"
#include "widgets/session/derivedkeys.h"
#include "widgets/session/pane.h"
#include "widgets/toolkit/panelbase.h"

namespace ws {

class OverviewPage;

/// Of what the cache has already.
struct OverviewKey : DerivedKey
{
    using Value = Overview;
    OverviewSources sources;
    bool operator==(const OverviewKey &other) const;
    auto make(const RunPtr &, const Progress &progress) const { return makeOverview(sources, &progress); }
};

class OverviewPanel : public PanelBase
{
    Q_OBJECT
public:
    explicit OverviewPanel(Pane *pane, QWidget *parent = nullptr);

    OverviewPage *page() const { return m_page; }

protected:
    void refresh() override;

private:
    void cancel();
    void take();
    void present(std::shared_ptr<const Overview> overview);
    void go(const FindingPlace &place);
    template <class Key, class Take> void ask(CacheRequest<Key> &request, const Key &key, Take take);

    Pane *m_pane;
    OverviewPage *m_page;
    OverviewSources m_sources; ///< complete: all but the unit and the layers
    CacheRequest<StepsKey> m_wantedSteps;
    CacheRequest<RepeatedWorkKey> m_wantedWork;
    CacheRequest<GapsKey> m_wantedGaps;
    CacheRequest<TrustKey> m_wantedTrust;
    CacheRequest<AttributionKey> m_wantedAttribution;
    CacheRequest<OverviewKey> m_wanted;
};

} // namespace ws
