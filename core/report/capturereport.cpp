#include "core/report/capturereport.h"

#include "core/base/demangle.h"
#include "core/base/format.h"
#include "core/base/texts.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t maxMissing = 1'000;
constexpr qsizetype maxName = 200; ///< characters

} // namespace

QString captureText(const Run &replay, const CaptureMatch &match)
{
    const CaptureMatch::Counts &counts = match.counts();
    if (!counts.launches)
        return Core::tr("capture: the trace launches no graph");
    const auto number = [](size_t n) { return formatCount(static_cast<int64_t>(n)); };
    QString text = Core::tr("capture: %1 of %2 activities of %3 graph launches found")
                       .arg(number(counts.exact + counts.inferred), number(counts.activities), number(counts.launches));
    if (counts.ambiguous)
        text += Core::tr(", %1 ambiguous").arg(number(counts.ambiguous));
    if (const size_t none = counts.launches - counts.matchedLaunches)
        text += Core::tr(", %1 launches fit no captured graph").arg(number(none));
    if (!match.firstMissing())
        return text;
    const CaptureMatch::Place &first = *match.firstMissing();
    return text + Core::tr("; the first without a counterpart is number %1 of graph launch %2: %3")
                      .arg(number(first.position + 1), number(first.launch + 1),
                           toText(shownName(replay.text(replay.gpu.name[first.activity]))).left(maxName));
}

Json captureJson(const Run &replay, const CaptureMatch &match)
{
    const CaptureMatch::Counts &counts = match.counts();
    Json json = {{"captured", match.capture().launches()},
                 {"capturedGraphs", match.capture().graphs().size()},
                 {"graphLaunches", counts.launches},
                 {"fittingLaunches", counts.matchedLaunches},
                 {"activities", counts.activities},
                 {"exact", counts.exact},
                 {"inferred", counts.inferred},
                 {"outsideModules", counts.outsideModules},
                 {"ambiguous", counts.ambiguous},
                 {"unmatched", counts.unmatched},
                 {"missing", Json::array()}};
    const size_t shown = std::min(maxMissing, match.missing().size());
    for (size_t i = 0; i < shown; ++i) {
        const CaptureMatch::Place &place = match.missing()[i];
        const bool isAmbiguous = match.state(place.activity) == CaptureMatch::State::Ambiguous;
        json["missing"].push_back({{"graphLaunch", place.launch},
                                   {"position", place.position},
                                   {"name", std::string(shownName(replay.text(replay.gpu.name[place.activity])))},
                                   {"startNs", replay.gpu.start[place.activity]},
                                   {"reason", isAmbiguous ? "ambiguous" : "unmatched"}});
    }
    return json;
}

} // namespace ws
