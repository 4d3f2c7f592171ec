#pragma once
// The status bar's line: how the GPU's time divides in the range, or from the first to the last GPU work of the run.

#include "core/analysis/busy/busy.h"
#include "widgets/session/pane.h"
#include "widgets/toolkit/derivedjob.h"

#include <QLabel>

namespace ws {

class BusyStatus : public QLabel
{
    Q_OBJECT
public:
    explicit BusyStatus(Pane *pane, QWidget *parent = nullptr);

private:
    void refresh();
    void present(const Busy &busy, bool range);

    Pane *m_pane;
    DerivedJob<std::optional<Busy>> m_job;
};

} // namespace ws
