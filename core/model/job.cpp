#include "core/model/job.h"

#include "core/model/runlabel.h"

#include <QFileInfo>

namespace ws {

void Job::add(RunPtr run, const QString &name)
{
    JobMember member;
    member.name = name.isEmpty() ? runLabel(*run) : name;
    member.rank = rankOf(*run);
    member.run = std::move(run);
    members.push_back(std::move(member));
}

QStringList labelsOf(const Job &job)
{
    std::vector<Labelled> things;
    for (const JobMember &member : job.members)
        things.push_back({member.name, {}, QFileInfo(member.run->info.stamp.path).absoluteFilePath()});
    return distinctLabels(things);
}

} // namespace ws
