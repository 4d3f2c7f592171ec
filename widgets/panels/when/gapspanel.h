#pragma once
// The Gaps tab: the idle intervals of each GPU by length, each with its cause and evidence; the causes add up to the
// idle time. Gaps of a few nanoseconds are counted below the table, not listed. A double click shows the gap in the
// timeline and selects its evidence.

#include "widgets/session/derivedkeys.h"
#include "widgets/session/kernelactions.h"
#include "widgets/session/runtablepanel.h"

namespace ws {

class GapsPanel : public RunTablePanel
{
    Q_OBJECT
public:
    explicit GapsPanel(Pane *pane, QWidget *parent = nullptr);

protected:
    QString whyEmpty(const Run *run) const override;
    void ask(RunContext &context) override;
    void cancel() override;
    void activate(int row) override;

private:
    KernelPlace endOf(int row) const;
    const Gap &gapAt(int row) const; ///< of the shown table
    void askWithin(const RunPtr &run, const std::shared_ptr<const Gaps> &all);
    void showGaps(const RunPtr &run, std::shared_ptr<const Gaps> gaps);

    static constexpr int maxShown = 20'000; ///< gaps

    CacheRequest<ShortNamesKey> m_wantedNames;
    CacheRequest<GapsKey> m_wanted;
    CacheRequest<GapsWithinKey> m_wantedPart;
    CacheRequest<TrustKey> m_wantedTrust;
    std::shared_ptr<const ShortNames> m_names; ///< null: full names
    std::shared_ptr<const Gaps> m_gaps;        ///< of the shown table
};

} // namespace ws
