#pragma once
// The job of ranks of a window: read in the background from folders, traces and digests. Its ranks are digests, so a
// job of gigabytes takes megabytes; a rank that is looked at is opened as a run of its own. A second job can stand
// beside it, the one before, for comparison.

#include "core/report/jobcomparereport.h"
#include "widgets/session/jobload.h"

namespace ws {

class JobDocument : public QObject
{
    Q_OBJECT
public:
    explicit JobDocument(QObject *parent = nullptr);

    /// In place of the one before, if there are ranks.
    void open(const QStringList &named, const StageMapping &mapping);
    void open(const RunPtr &run, const StageMapping &mapping); ///< of the ranks that its rows name
    void close();                                              ///< also what is being read
    bool isLoading() const { return m_load->isRunning() || m_loadBefore->isRunning(); }
    const RankJobPtr &job() const { return m_job; } ///< null: none
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
    void statusChanged();
    void failed(const ws::Error &error);

private:
    void start(const QStringList &named, JobLoad::Read read);
    /// Tells why there is no rank. False: there are.
    bool hasFailed(const QStringList &named, const Result<JobLoad::Loaded> &loaded);

    RankJobPtr m_job;
    std::shared_ptr<const JobSources> m_sources;
    RankJobPtr m_before; ///< null: no comparison
    TwoJobsPtr m_compared;
    QStringList m_named;
    int m_shownView = -1;
    JobLoad *m_load;
    JobLoad *m_loadBefore;
};

} // namespace ws
