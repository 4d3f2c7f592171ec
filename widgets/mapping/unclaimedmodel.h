#pragma once
// Kernel names that only a catch-all takes, longest time first: candidates for new rules.

#include "widgets/session/stagecontroller.h"
#include "widgets/toolkit/reportmodel.h"

namespace ws {

class UnclaimedModel : public ReportModel
{
    Q_OBJECT
public:
    explicit UnclaimedModel(QObject *parent = nullptr);
    void setState(const std::shared_ptr<const StageState> &state, MappingLevel level);
    QString name(int row) const { return index(row, 0).data().toString(); }
    int64_t timeNs() const { return m_timeNs; }

private:
    static ReportTable tableOf(const std::shared_ptr<const StageState> &state, std::vector<uint32_t> names);

    int64_t m_timeNs = 0;
};

} // namespace ws
