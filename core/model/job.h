#pragma once
// Runs that are looked at together: what is open in the window, the files of one command line, the ranks of one job,
// the stages of a pipeline, a pair A and B (two members without clocks). Files are runs; what they are to each other is
// said here and nowhere in them.

#include "core/model/run.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace ws {

/// What is to be added to the times of a run so that they are those of the job.
struct ClockOffset
{
    int64_t ns = 0;
    int64_t uncertaintyNs = 0; ///< the offset is off by at most so much
};

struct JobMember
{
    RunPtr run;
    QString name;                     ///< the file's, or as it was asked for: FILE#PART
    std::optional<int64_t> rank;      ///< as the file says
    QString stage = {};               ///< of a pipeline: "prefill"; empty: none is told
    std::optional<ClockOffset> clock; ///< none: its times cannot be compared with the others'
};

struct Job
{
    std::vector<JobMember> members;

    /// By the file's name unless `name` says another one; no clock.
    void add(RunPtr run, const QString &name = {});
};

/// What each member is called, no two alike (see distinctLabels); parallel to the members.
QStringList labelsOf(const Job &job);

/// distributedInfo.rank; none: not in the file.
std::optional<int64_t> rankOf(const Run &run);

} // namespace ws
