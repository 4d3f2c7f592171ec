#include "widgets/session/jobload.h"

#include <QFileInfo>

namespace ws {

JobLoad::JobLoad(QObject *parent) : QObject(parent)
{
    constexpr int pollMs = 200;
    m_poll.setInterval(pollMs);
    connect(&m_poll, &QTimer::timeout, this, &JobLoad::statusChanged);
}

JobLoad::~JobLoad()
{
    stop();
}

/// A load has to be told; dropping the job would leave it at work.
void JobLoad::stop()
{
    if (m_reading)
        m_reading->progress.cancel();
    m_load.cancel();
    m_poll.stop();
}

void JobLoad::start(Read read, Done done)
{
    stop();
    m_reading = std::make_shared<Reading>();
    m_poll.start();
    m_load.start(
        [read = std::move(read), reading = m_reading](const Progress &) -> Result<Loaded> {
            auto sources = read(reading->progress, [&](const QString &file) {
                const std::lock_guard lock(reading->mutex);
                reading->file = file;
            });
            auto job =
                sources && !sources->ranks.empty() ? makeRankJob(sources->ranks, &reading->progress) : std::nullopt;
            if (reading->progress.isCancelled() || !sources)
                return Error{ErrorKind::Cancelled, {}, {}, -1};
            return Loaded{job ? std::make_shared<const RankJob>(std::move(*job)) : nullptr,
                          std::make_shared<const JobSources>(std::move(*sources))};
        },
        [this, done = std::move(done)](const auto &loaded) {
            m_poll.stop();
            done(loaded ? Result<Loaded>(**loaded) : Result<Loaded>(loaded.error()));
            emit statusChanged();
        },
        JobPlace::OwnThread);
    emit statusChanged();
}

QString JobLoad::status() const
{
    if (!isRunning() || !m_reading)
        return {};
    const std::lock_guard lock(m_reading->mutex);
    return m_reading->file.isEmpty() ? tr("Reading the job …")
                                     : tr("Reading %1 …").arg(QFileInfo(m_reading->file).fileName());
}

} // namespace ws
