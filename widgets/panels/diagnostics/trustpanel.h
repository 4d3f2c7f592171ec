#pragma once
// What in the recording makes numbers false, how much, and which numbers. A double click goes from place to place.

#include "widgets/session/derivedkeys.h"
#include "widgets/session/runtablepanel.h"

namespace ws {

class TrustPanel : public RunTablePanel
{
    Q_OBJECT
public:
    explicit TrustPanel(Pane *pane, QWidget *parent = nullptr);

protected:
    QString whyEmpty(const Run *run) const override;
    void ask(RunContext &context) override;
    void cancel() override { m_wanted.cancel(); }
    void activate(int row) override;

private:
    CacheRequest<TrustKey> m_wanted;
    std::shared_ptr<const std::vector<TrustFinding>> m_findings; ///< of the shown table
    size_t m_row = SIZE_MAX, m_place = 0;                        ///< the place shown last
};

} // namespace ws
