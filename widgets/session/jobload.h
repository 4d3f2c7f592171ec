#pragma once
// A job of ranks that is being read in the background, and what is being read of it.

#include "core/analysis/job/rankjob.h"
#include "core/session/jobsources.h"
#include "widgets/toolkit/backgroundjob.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <mutex>

namespace ws {

class JobLoad : public QObject
{
    Q_OBJECT
public:
    struct Loaded
    {
        std::shared_ptr<const RankJob> job;        ///< null: no rank
        std::shared_ptr<const JobSources> sources; ///< never null
    };
    using Began = std::function<void(const QString &path)>;
    /// In the background; nothing when cancelled.
    using Read = std::function<std::optional<JobSources>(Progress &progress, const Began &began)>;
    using Done = std::function<void(const Result<Loaded> &loaded)>;

    explicit JobLoad(QObject *parent);
    ~JobLoad() override;

    /// In place of what is being read.
    void start(Read read, Done done);
    void stop();
    bool isRunning() const { return m_load.isRunning(); }
    QString status() const; ///< one sentence on what is being read; empty: nothing

signals:
    void statusChanged();

private:
    struct Reading ///< shared with the worker
    {
        Progress progress;
        std::mutex mutex;
        QString file;
    };

    std::shared_ptr<Reading> m_reading; ///< null: nothing was read yet
    QTimer m_poll;
    BackgroundJob<Loaded> m_load;
};

} // namespace ws
