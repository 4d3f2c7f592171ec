#include "core/model/job.h"

#include "core/model/runlabel.h"

#include <QFileInfo>

#include <nlohmann/json.hpp>

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

std::optional<int64_t> rankOf(const Run &run)
{
    const auto info = run.info.header->find("distributedInfo");
    if (info == run.info.header->end() || !info->is_object())
        return {};
    const auto rank = info->find("rank");
    if (rank == info->end() || !rank->is_number_integer() || rank->get<int64_t>() < 0)
        return {};
    return rank->get<int64_t>();
}

} // namespace ws
