#pragma once
// The status bar's line: how GPU time divides in the range, or from the first to the last GPU work of the run. The
// mapping in force decides what is communication, so the line waits until the names are classified.

#include "core/analysis/busy/busy.h"
#include "widgets/session/stagecontroller.h"
#include "widgets/toolkit/backgroundjob.h"

#include <QLabel>

namespace ws {

class BusyStatus : public QLabel
{
    Q_OBJECT
public:
    explicit BusyStatus(StageController *stages, QWidget *parent = nullptr);

private:
    void refresh();
    void present(const Busy &busy, bool range);

    using Communication = std::shared_ptr<const std::vector<uint8_t>>;

    StageController *m_stages;
    RunPtr m_run; ///< the run of the text, as the two below
    std::optional<TimeRange> m_range;
    Communication m_communication;
    BackgroundJob<Busy> m_job;
};

} // namespace ws
