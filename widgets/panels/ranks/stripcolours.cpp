#include "widgets/panels/ranks/stripcolours.h"

#include "core/analysis/stages/communication.h"
#include "widgets/toolkit/palette.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>
#include <map>

namespace ws {
namespace {

class StripColours
{
    Q_DECLARE_TR_FUNCTIONS(ws::RankStrips)
};

} // namespace

QRgb stripWaitColour()
{
    const Palette &palette = Palette::current();
    return Palette::mix(palette.stage(communicationStage), palette.base, 90);
}

QRgb stripCopyColour()
{
    const Palette &palette = Palette::current();
    return Palette::mix(palette.stage("memory"), palette.base, 110);
}

Swatches::Entries stripLegend(const RankJob *job)
{
    constexpr size_t maxStages = 6;
    constexpr double leastShare = 0.02;
    const Palette &palette = Palette::current();
    if (job && job->stepNames.isEmpty())
        return {{StripColours::tr("collectives"), palette.stage(communicationStage)}};
    std::map<std::string, double> byStage;
    double all = 0;
    for (const RankDigestPtr &digest : job ? job->ranks : std::vector<RankDigestPtr>())
        for (const DigestSum &stage : digest->stages)
            if (stage.name != communicationStage) {
                byStage[stage.name] += double(stage.elapsedNs);
                all += double(stage.elapsedNs);
            }
    std::vector<std::pair<std::string, double>> stages(byStage.begin(), byStage.end());
    std::ranges::stable_sort(stages, std::ranges::greater(), &std::pair<std::string, double>::second);
    Swatches::Entries entries;
    for (const auto &[name, ns] : stages)
        if (entries.size() < maxStages && ns > leastShare * all)
            entries.emplace_back(QString::fromStdString(name), palette.stage(name));
    entries.emplace_back(StripColours::tr("transfers"), palette.stage(communicationStage));
    entries.emplace_back(StripColours::tr("waits"), stripWaitColour());
    entries.emplace_back(StripColours::tr("copies"), stripCopyColour());
    entries.emplace_back(StripColours::tr("idle"), palette.base);
    return entries;
}

} // namespace ws
