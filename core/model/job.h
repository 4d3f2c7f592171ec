#pragma once
// Runs that are viewed together: the open runs of the window, the files of one command line, the ranks of one job, the
// stages of a pipeline, a pair A and B (two members without clocks). Files are runs; only the job has their relation to
// each other.

#include "core/model/rankplace.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace ws {

/// The offset to add to the times of a run to get those of the job.
struct ClockOffset
{
    int64_t ns = 0;
    int64_t uncertaintyNs = 0; ///< max error of the offset
};

struct JobMember
{
    RunPtr run;
    QString name;                     ///< the file's, or as requested: FILE#PART
    std::optional<int64_t> rank;      ///< as in the file
    QString stage = {};               ///< of a pipeline: "prefill"; empty: unknown
    std::optional<ClockOffset> clock; ///< none: its times cannot be compared with the others'
};

struct Job
{
    std::vector<JobMember> members;

    /// With the file's name unless `name` is given; no clock.
    void add(RunPtr run, const QString &name = {});
};

/// The labels of the members, no two alike (see distinctLabels); parallel to the members.
QStringList labelsOf(const Job &job);

} // namespace ws
