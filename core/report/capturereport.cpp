#include "core/report/capturereport.h"

#include "core/base/demangle.h"
#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/texts.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t maxMissing = 1'000;
constexpr qsizetype maxName = 200; ///< characters

/// Which graph of which file each launch replays.
void addFiles(const CaptureMatch &match, Json &json)
{
    const Capture &capture = match.capture();
    if (capture.files().empty())
        return;
    std::vector<size_t> launches(capture.files().size()), graphs(capture.files().size());
    for (size_t graph = 0; graph < capture.graphs().size(); ++graph)
        ++graphs[capture.fileOf(graph)];
    Json chosen = Json::array();
    for (size_t i = 0; i < match.counts().launches; ++i) {
        const std::vector<uint32_t> &files = match.filesOf(i);
        if (files.size() == 1)
            ++launches[files.front()];
        if (chosen.size() >= maxMissing)
            continue;
        Json one = {{"graphLaunch", i}, {"files", Json::array()}, {"graph", nullptr}, {"label", nullptr}};
        for (const uint32_t file : files)
            one["files"].push_back(capture.files()[file]);
        if (files.size() == 1) {
            one["graph"] = match.graphOf(i);
            if (const std::string &label = capture.labelOf(match.graphOf(i)); !label.empty())
                one["label"] = label;
        }
        chosen.push_back(std::move(one));
    }
    json["files"] = Json::array();
    for (size_t file = 0; file < capture.files().size(); ++file)
        json["files"].push_back(
            {{"file", capture.files()[file]}, {"capturedGraphs", graphs[file]}, {"graphLaunches", launches[file]}});
    json["launches"] = std::move(chosen);
}

/// "12 of bs_8.json, 3 of bs_16.json"
QString filesText(const CaptureMatch &match)
{
    const std::vector<std::string> &files = match.capture().files();
    std::vector<size_t> launches(files.size());
    size_t several = 0;
    for (size_t i = 0; i < match.counts().launches; ++i)
        if (match.filesOf(i).size() == 1)
            ++launches[match.filesOf(i).front()];
        else
            several += match.filesOf(i).size() > 1;
    QStringList chosen, unused;
    for (size_t file = 0; file < files.size(); ++file)
        if (launches[file])
            chosen << Core::tr("%1 of %2").arg(formatCount(int64_t(launches[file])), toText(files[file]));
        else
            unused << toText(files[file]);
    constexpr int maxNames = 12;
    const auto some = [](const QStringList &names) {
        return names.size() <= maxNames
                   ? names.join(QLatin1String(", "))
                   : Core::tr("%1 and %2 more")
                         .arg(names.mid(0, maxNames).join(QLatin1String(", ")), formatCount(names.size() - maxNames));
    };
    QStringList parts;
    if (!chosen.isEmpty())
        parts << Core::tr("graph launches by capture file: %1").arg(some(chosen));
    if (several)
        parts << Core::tr("%1 launches fit several files equally well").arg(formatCount(int64_t(several)));
    if (!unused.isEmpty())
        parts << Core::tr("chosen for no launch alone: %1").arg(some(unused));
    return clauses(parts);
}

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
    if (match.capture().files().size() > 1)
        text = clauses({text, filesText(match)});
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
    addFiles(match, json);
    return json;
}

} // namespace ws
