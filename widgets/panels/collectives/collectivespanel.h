#pragma once
// The Collectives tab: kernels of communication by collective, size, type and group, with their bandwidths. A double
// click goes to the longest kernel of the row, a further one to the next.

#include "widgets/session/derivedkeys.h"
#include "widgets/session/runtablepanel.h"

namespace ws {

class CollectivesPanel : public RunTablePanel
{
    Q_OBJECT
public:
    explicit CollectivesPanel(Pane *pane, QWidget *parent = nullptr);

protected:
    QString whyEmpty(const Run *run) const override;
    void ask(RunContext &context) override;
    void cancel() override { m_wanted.cancel(); }
    void activate(int row) override;

private:
    void showRows(const RunPtr &run, std::shared_ptr<const std::vector<CollectiveRow>> rows);

    CacheRequest<CollectivesKey> m_wanted;
    std::shared_ptr<const std::vector<CollectiveRow>> m_rows; ///< of the shown table
};

} // namespace ws
