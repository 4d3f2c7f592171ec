#pragma once
// The job of ranks of a window: read in the background from folders, traces and digests. Its ranks are digests, so a
// job of gigabytes takes megabytes; a rank that is looked at is opened as a run of its own.

#include "core/analysis/job/rankjob.h"
#include "core/session/jobsources.h"
#include "widgets/toolkit/backgroundjob.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <mutex>

namespace ws {

class JobDocument : public QObject
{
    Q_OBJECT
public:
    explicit JobDocument(QObject *parent = nullptr);
    ~JobDocument() override;

    /// In place of the one before, if there are ranks.
    void open(const QStringList &named, const StageMapping &mapping);
    void open(const RunPtr &run, const StageMapping &mapping); ///< of the ranks that its rows name
    void close();                                              ///< also what is being read
    bool isLoading() const { return m_load.isRunning(); }
    const std::shared_ptr<const RankJob> &job() const { return m_job; } ///< null: none
    const std::vector<Error> &failures() const { return m_failures; }
    const QStringList &named() const { return m_named; }
    QString status() const; ///< one sentence on what is being read; empty: nothing

signals:
    void changed(); ///< another job, or none
    void statusChanged();
    void failed(const ws::Error &error);

private:
    struct Loaded
    {
        std::shared_ptr<const RankJob> job; ///< null: no rank
        std::vector<Error> failures;
    };
    struct Reading ///< shared with the worker
    {
        Progress progress;
        std::mutex mutex;
        QString file;
    };

    std::shared_ptr<const RankJob> m_job;
    std::vector<Error> m_failures;
    QStringList m_named;
    void stop();

    /// In the background; nothing when cancelled.
    using Load = std::function<std::optional<JobSources>(Reading &reading)>;
    void start(const QStringList &named, Load load);

    std::shared_ptr<Reading> m_reading; ///< null: nothing was read yet
    QTimer m_poll;
    BackgroundJob<Loaded> m_load;
};

} // namespace ws
