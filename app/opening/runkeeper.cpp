#include "app/opening/runkeeper.h"

#include "core/readers/chrome/chosenrows.h"
#include "core/readers/packed/reopencache.h"

namespace ws {

RunKeeper::RunKeeper(QObject *parent, std::chrono::milliseconds pause) : QObject(parent)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(pause);
    connect(&m_pause, &QTimer::timeout, this, &RunKeeper::next);
}

void RunKeeper::keep(const RunPtr &run)
{
    if (!isWorthKeeping(*run) || !gpuRows().isEmpty()) // another choice of rows would find it
        return;
    m_waiting.push_back(run);
    m_pause.start();
}

void RunKeeper::next()
{
    if (m_job.isRunning())
        return;
    RunPtr run;
    while (!m_waiting.empty() && !run) {
        run = m_waiting.front().lock();
        m_waiting.pop_front();
    }
    if (!run) {
        emit idled();
        return;
    }
    m_job.start([run](const Progress &progress) { return keepRun(*run, progress); },
                [this](const Result<std::shared_ptr<const bool>> &kept) {
                    if (!kept && !std::exchange(m_hasFailed, true))
                        JobErrors::instance().report(kept.error());
                    next();
                },
                JobPlace::Hidden);
}

} // namespace ws
