#pragma once
// What lies in the selected range, on all GPU streams or on one track: count, union busy time, sum, by name.

#include "core/analysis/busy/rangestats.h"
#include "widgets/session/pane.h"
#include "widgets/toolkit/derivedjob.h"

#include <QWidget>

class QComboBox;
class QLabel;

namespace ws {

class NameStatsModel;
class TablePane;

class RangeDetails : public QWidget
{
    Q_OBJECT
public:
    explicit RangeDetails(Pane *pane, QWidget *parent = nullptr);

private:
    void fillRows();
    void refresh();
    void present(const RangeStats &stats, int64_t rangeNs);
    std::vector<uint32_t> tracks() const;

    Pane *m_pane;
    NameStatsModel *m_model;
    TablePane *m_table;
    QComboBox *m_rows;
    QLabel *m_figures;
    DerivedJob<std::optional<RangeStats>> m_job;
};

} // namespace ws
