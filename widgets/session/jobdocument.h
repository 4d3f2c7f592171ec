#pragma once
// The job of ranks of a window: read in the background from folders, traces and digests. Its ranks are digests, so a
// job of gigabytes takes megabytes; a rank that is looked at is opened as a run of its own. A second job can stand
// beside it, the one before, for comparison.

#include "core/report/jobcomparereport.h"
#include "widgets/session/jobload.h"
#include "widgets/session/runcontext.h"

#include <atomic>

namespace ws {

/// The ranks that a replay of the job is made of, and how many of their files have been begun with.
struct JobRanks
{
    explicit JobRanks(RankJobPtr of) : job(std::move(of)) {}
    RankJobPtr job;
    mutable std::atomic<int> begun = 0; ///< written by what reads them
};

/// Stands for all ranks of a job where a replay is of one run; its run is empty.
class JobContext : public RunContext
{
    Q_OBJECT
public:
    JobContext(const RankJobPtr &job, const QString &path, QObject *parent);
    const std::shared_ptr<const JobRanks> &ranks() const { return m_ranks; }

private:
    std::shared_ptr<const JobRanks> m_ranks;
};

class JobDocument : public QObject
{
    Q_OBJECT
public:
    explicit JobDocument(QObject *parent = nullptr);

    using Edits = std::optional<std::vector<WhatIf>>;
    /// In place of the one before, if there are ranks. `edits`: of its replay; none: those of the same job stay.
    void open(const QStringList &named, const StageMapping &mapping, Edits edits = {});
    void open(const RunPtr &run, const StageMapping &mapping); ///< of the ranks that its rows name
    void close();                                              ///< also what is being read
    bool isLoading() const { return m_load->isRunning() || m_loadBefore->isRunning(); }
    const RankJobPtr &job() const { return m_job; } ///< null: none
    /// Of all its ranks, for their replay; another one for each job(). Null: no job.
    JobContext *context() const { return m_context; }
    /// Beside a run, the replay is of all ranks; false: of the run.
    bool isReplayed() const { return m_isReplayed; }
    void setReplayed(bool replayed);
    /// What it was read from; null: no job.
    const std::shared_ptr<const JobSources> &sources() const { return m_sources; }
    const QStringList &named() const { return m_named; }
    QString name() const;   ///< of its folder or first file; empty: no job
    QString status() const; ///< one sentence on what is being read; empty: nothing

    /// Gives the ranks of the job these numbers, in its order; none: not known. The job is made anew.
    void setRanks(std::vector<std::optional<int64_t>> numbers);

    /// The job of `named` becomes A, the open one B. Stays with another B until it is ended.
    void compareWith(const QStringList &named, const StageMapping &mapping);
    void endComparison();
    const TwoJobsPtr &compared() const { return m_compared; } ///< null: no comparison

    /// What a view of the job shows, so that another one goes on there; -1: nothing was chosen.
    int shownView() const { return m_shownView; }
    void setShownView(int view) { m_shownView = view; }

signals:
    void changed(); ///< another job, or none, or what it is compared with
    void replayedChanged();
    void statusChanged();
    void failed(const ws::Error &error);

private:
    void start(const QStringList &named, JobLoad::Read read, Edits edits = {});
    void renewContext(const QStringList &namedBefore, Edits edits);
    /// Tells why there is no rank. False: there are.
    bool hasFailed(const QStringList &named, const Result<JobLoad::Loaded> &loaded);

    RankJobPtr m_job;
    std::shared_ptr<const JobSources> m_sources;
    RankJobPtr m_before; ///< null: no comparison
    TwoJobsPtr m_compared;
    QStringList m_named;
    int m_shownView = -1;
    JobContext *m_context = nullptr;
    bool m_isReplayed = true;
    JobLoad *m_load;
    JobLoad *m_loadBefore;
};

} // namespace ws
