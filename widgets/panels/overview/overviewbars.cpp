#include "widgets/panels/overview/overviewbars.h"

#include "core/analysis/stages/mappinglibrary.h"
#include "widgets/panels/overview/overviewtexts.h"
#include "widgets/session/stagecolours.h"
#include "widgets/toolkit/palette.h"

#include <algorithm>
#include <optional>

namespace ws {
namespace {

/// Of "stage · substage" of the default mapping, as in every other view. `colours` are made when they are needed.
QRgb labelColour(const QString &label, std::optional<StageColours> &colours)
{
    const QString dot = QStringLiteral(" · ");
    if (!colours)
        colours.emplace(defaultMapping());
    const StageRule rule{
        {}, label.section(dot, 0, 0).toStdString(), label.section(dot, 1).toStdString(), true, noColour};
    return ruleColour(Palette::current(), *colours, rule);
}

} // namespace

QList<Bar> overviewBars(const OverviewList &list, const Run *run, const std::vector<uint32_t> &colourOfName)
{
    std::optional<StageColours> stages;
    int64_t longestNs = 0;
    for (const OverviewRow &row : list.rows)
        longestNs = std::max(longestNs, row.ns);
    QList<Bar> bars;
    for (const OverviewRow &row : list.rows) {
        QRgb colour = Palette::current().stage("training");
        if (list.id == "stages")
            colour = labelColour(row.name, stages);
        if ((list.id == "stages" || list.id == "kernels") && run && row.place.slice.valid()) {
            const StringId name = run->timeline.name(row.place.slice);
            if (name < colourOfName.size() && colourOfName[name])
                colour = colourOfName[name];
        }
        bars.append({row.name, durationAndShare(row.ns, row.share, longestNs), 0, row.share, colour,
                     row.name + u'\n' + rowDetail(row), row.place.slice.valid()});
    }
    if (list.restRows && list.ofNs > 0) {
        const double share = static_cast<double>(list.restNs) / static_cast<double>(list.ofNs);
        bars.append({restText(list), durationAndShare(list.restNs, share, longestNs), 0, share,
                     Palette::current().stage("training"), restToolTip(list), false, true});
    }
    return bars;
}

} // namespace ws
