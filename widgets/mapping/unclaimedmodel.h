#pragma once
// Kernel names that only a catch-all takes, longest time first: what a mapping does not know yet.

#include "widgets/session/stagecontroller.h"
#include "widgets/toolkit/columnmodel.h"

namespace ws {

class UnclaimedModel : public ColumnModel
{
    Q_OBJECT
public:
    enum Column { Name, Time, Share, Count };

    explicit UnclaimedModel(QObject *parent = nullptr);
    void setState(std::shared_ptr<const StageState> state, MappingLevel level);
    QString name(int row) const;
    int64_t timeNs() const { return m_timeNs; }

    int rowCount(const QModelIndex &parent = {}) const override;

protected:
    QVariant cell(int row, int column) const override;

private:
    std::shared_ptr<const StageState> m_state;
    std::vector<uint32_t> m_names;
    int64_t m_timeNs = 0;
};

} // namespace ws
