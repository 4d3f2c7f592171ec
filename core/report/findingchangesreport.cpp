#include "core/report/findingchangesreport.h"

#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/texts.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ws {
namespace {

bool isWithheld(const Overview &overview)
{
    return std::ranges::any_of(overview.withheld,
                               [](const std::string &id) { return id == "gpu-idle" || id == "gpu-times"; });
}

const OverviewBar *mainBar(const Overview &overview)
{
    const auto found = std::ranges::find(overview.bars, true, &OverviewBar::isMain);
    return found == overview.bars.end() ? nullptr : &*found;
}

QString whyUnknown(const OverviewPair &pair, const Comparison &comparison)
{
    const std::pair<const Overview *, QString> sides[] = {{pair.a.get(), QStringLiteral("A")},
                                                          {pair.b.get(), QStringLiteral("B")}};
    for (const auto &[overview, name] : sides)
        if (!overview || !mainBar(*overview))
            return Core::tr("Findings are not compared: %1 has no timeline of GPU work.").arg(name);
    for (const auto &[overview, name] : sides)
        if (isWithheld(*overview))
            return Core::tr("Findings are not compared: how much of the time the GPU works is not known of %1.")
                .arg(name);
    if (!comparison.isComparable())
        return Core::tr("Findings are not compared: the runs do different work.");
    for (const auto &[overview, name] : sides)
        if (overview->of == BudgetOf::Span)
            return Core::tr("Findings are not compared: %1 has no steps or periods, only a recording as a whole.")
                .arg(name);
    if (pair.a->of != pair.b->of)
        return Core::tr("Findings are not compared: those of one run are of a step, those of the other of a period.");
    return {};
}

/// Of the main device.
std::vector<const OverviewFinding *> shownOf(const Overview &overview)
{
    std::vector<const OverviewFinding *> shown;
    for (const OverviewFinding &finding : overview.findings)
        if (finding.device.isEmpty())
            shown.push_back(&finding);
    return shown;
}

QString sizeOf(const Finding &finding)
{
    return withDetail(formatDuration(finding.ns), formatPercent(finding.share));
}

QString lineText(const FindingChange &change, const OverviewFinding *a, const OverviewFinding *b)
{
    const OverviewFinding &told = b ? *b : *a;
    const QString text = sentences({told.text, told.limit});
    const bool isOpen = !change.isNoneInOther; // the other may have some of it
    switch (change.state) {
    case FindingChange::New:
        if (isOpen)
            return Core::tr("Reported of B only, %1: %2").arg(sizeOf(b->finding), text);
        return Core::tr("New in B, %1: %2").arg(sizeOf(b->finding), text);
    case FindingChange::Gone:
        if (isOpen)
            return Core::tr("Reported of A only, %1: %2").arg(sizeOf(a->finding), text);
        return Core::tr("Gone in B, in A %1: %2").arg(sizeOf(a->finding), text);
    case FindingChange::Both:
        return Core::tr("In both, %1 → %2: %3").arg(sizeOf(a->finding), sizeOf(b->finding), text);
    case FindingChange::Below:
        return (b ? Core::tr("Reported of B only, %1, but A has it, too, below the threshold of its rule: %2")
                  : Core::tr("Reported of A only, %1, but B has it, too, below the threshold of its rule: %2"))
            .arg(sizeOf(told.finding), text);
    case FindingChange::NearThreshold:
        break;
    }
    return (b ? Core::tr("Reported of B only, %1, but near the threshold of its rule: %2")
              : Core::tr("Reported of A only, %1, but near the threshold of its rule: %2"))
        .arg(sizeOf(told.finding), text);
}

FindingPlace placeOf(const OverviewFinding *shown)
{
    return shown && !shown->finding.places.empty() ? shown->finding.places.front() : FindingPlace();
}

} // namespace

FindingChangesReport findingChangesReport(const OverviewPair &pair, const Comparison &comparison)
{
    FindingChangesReport report;
    report.headlineA = pair.a && mainBar(*pair.a) ? pair.a->headline : QString();
    report.headlineB = pair.b && mainBar(*pair.b) ? pair.b->headline : QString();
    report.unknown = whyUnknown(pair, comparison);
    if (!report.unknown.isEmpty())
        return report;
    const auto a = shownOf(*pair.a), b = shownOf(*pair.b);
    const auto side = [](const Overview &overview, const std::vector<const OverviewFinding *> &shown) {
        ComparedFindings findings{*overview.run, mainBar(overview)->budget, {}};
        for (const OverviewFinding *finding : shown)
            findings.findings.push_back(&finding->finding);
        return findings;
    };
    for (const FindingChange &change : findingChanges(side(*pair.a, a), side(*pair.b, b))) {
        const OverviewFinding *inA = change.a ? a[*change.a] : nullptr, *inB = change.b ? b[*change.b] : nullptr;
        report.lines.push_back({change, lineText(change, inA, inB), placeOf(inA), placeOf(inB)});
    }
    return report;
}

std::string_view findingChangeId(FindingChange::State state)
{
    constexpr std::string_view ids[] = {"new", "gone", "both", "near-threshold", "below-threshold"};
    return ids[static_cast<size_t>(state)];
}

QString findingChangesTitle()
{
    return Core::tr("What the overviews say");
}

QStringList findingChangesLines(const FindingChangesReport &report)
{
    QStringList lines;
    if (!report.headlineA.isEmpty())
        lines << Core::tr("A: %1").arg(report.headlineA);
    if (!report.headlineB.isEmpty())
        lines << Core::tr("B: %1").arg(report.headlineB);
    if (!report.unknown.isEmpty())
        lines << report.unknown;
    else if (report.lines.empty())
        lines << Core::tr("Neither run has a finding of its unit.");
    for (const FindingChangesReport::Line &line : report.lines)
        lines << line.text;
    return lines;
}

nlohmann::ordered_json findingChangesJson(const OverviewPair &pair, const FindingChangesReport &report)
{
    using Json = nlohmann::ordered_json;
    const auto text = [](const QString &value) { return value.isEmpty() ? Json() : Json(value.toStdString()); };
    Json json = {{"a", text(report.headlineA)}, {"b", text(report.headlineB)}, {"unknown", text(report.unknown)}};
    json["changes"] = Json::array();
    if (!report.unknown.isEmpty())
        return json;
    const auto a = shownOf(*pair.a), b = shownOf(*pair.b);
    const auto side = [](const OverviewFinding *shown) {
        return shown ? Json{{"ns", shown->finding.ns}, {"winNs", shown->finding.winNs}, {"share", shown->finding.share}}
                     : Json();
    };
    for (const FindingChangesReport::Line &line : report.lines) {
        const OverviewFinding *inA = line.change.a ? a[*line.change.a] : nullptr,
                              *inB = line.change.b ? b[*line.change.b] : nullptr;
        const Finding &finding = (inB ? inB : inA)->finding;
        json["changes"].push_back({{"state", findingChangeId(line.change.state)},
                                   {"id", finding.id},
                                   {"name", finding.name.empty() ? Json() : Json(finding.name)},
                                   {"a", side(inA)},
                                   {"b", side(inB)},
                                   {"text", line.text.toStdString()}});
    }
    return json;
}

} // namespace ws
