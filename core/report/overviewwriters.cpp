#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/texts.h"
#include "core/io/remote/remotecache.h"
#include "core/model/job.h"
#include "core/model/runlabel.h"
#include "core/report/overviewfacts.h"
#include "core/report/overviewreport.h"
#include "core/report/texttable.h"
#include "core/report/trustreport.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

std::string fileText(const QString &text)
{
    return text.toStdString();
}

void addBudget(Json &json, const WallBudget &budget)
{
    json["wallNs"] = budget.wallNs;
    json["computeNs"] = budget.computeNs;
    json["exposedCommNs"] = budget.exposedCommNs;
    json["exposedMemcpyNs"] = budget.exposedCopyNs;
    Json idle;
    for (size_t c = 0; c < gapCauseCount; ++c)
        idle[std::string(gapCauseId(static_cast<GapCause>(c)))] = budget.idle[c];
    json["idle"] = std::move(idle);
}

Json budgetJson(const Overview &overview)
{
    if (overview.bars.empty())
        return nullptr;
    Json json = {{"of", budgetOfId(overview.of)}};
    addBudget(json, overview.sum);
    json["cpuNs"] = overview.cpuNs ? Json(overview.cpuNs) : Json();
    json["devices"] = Json::array();
    for (size_t d = 0; d < overview.bars.size(); ++d) {
        const OverviewBar &bar = overview.bars[d];
        Json device = {{"device", overview.run->text(overview.run->gpu.devices[d])}, {"startNs", bar.range.begin}};
        addBudget(device, bar.budget);
        device["p95Ns"] = bar.p95Ns ? Json(bar.p95Ns) : Json();
        json["devices"].push_back(std::move(device));
    }
    return json;
}

Json runJson(const Overview &overview)
{
    const Run &run = *overview.run;
    Json json = {{"file", (shownPath(run.info.stamp.path) + recordingMark(run)).toStdString()},
                 {"format", run.info.format}};
    const auto rank = rankOf(run), size = worldSizeOf(run);
    json["rank"] = rank ? Json(*rank) : Json();
    json["worldSize"] = size ? Json(*size) : Json();
    json["activities"] = run.gpu.size() + run.gpu.untimed.size();
    json["units"] = overview.units.walls.size();
    json["facts"] = Json::array();
    for (const QString &fact : overview.facts)
        json["facts"].push_back(fileText(fact));
    return json;
}

Json findingJson(const Overview &overview, const OverviewFinding &shown)
{
    const Finding &finding = shown.finding;
    const Timeline &timeline = overview.run->timeline;
    Json evidence = Json::array();
    for (const FindingPlace &place : finding.places) {
        Json entry = {{"atNs", place.range.begin}, {"durationNs", place.range.length()}, {"name", nullptr}};
        if (place.slice.valid())
            entry["name"] = overview.run->text(timeline.name(place.slice));
        evidence.push_back(std::move(entry));
    }
    Json json = {{"id", finding.id},
                 {"kind", finding.kind == FindingKind::Win ? "win" : "note"},
                 {"text", fileText(shown.text)},
                 {"ns", finding.ns},
                 {"winNs", finding.winNs},
                 {"hidden", finding.isHidden()},
                 {"share", finding.share},
                 {"count", finding.count},
                 {"medianNs", finding.medianNs},
                 {"maxNs", finding.maxNs}};
    json["name"] = finding.name.empty() ? Json() : Json(finding.name);
    json["line"] = finding.line.empty() ? Json() : Json(finding.line);
    const bool hasDevices = !overview.run->gpu.devices.empty(); // tables have none
    json["device"] = hasDevices ? Json(fileText(deviceTitle(*overview.run, finding.device))) : Json();
    json["otherDevices"] = Json::array();
    for (const OtherDevice &other : shown.others)
        json["otherDevices"].push_back({{"device", fileText(other.device)}, {"ns", other.ns}, {"winNs", other.winNs}});
    json["evidence"] = std::move(evidence);
    json["try"] = fileText(shown.advice);
    return json;
}

Json listJson(const OverviewList &list)
{
    Json rows = Json::array();
    for (const OverviewRow &row : list.rows)
        rows.push_back({{"name", fileText(row.name)},
                        {"ns", row.ns},
                        {"share", row.share},
                        {"count", row.count},
                        {"medianNs", row.medianNs},
                        {"meanNs", row.meanNs},
                        {"outliers", row.outliers},
                        {"outlierNs", row.outlierNs}});
    Json json = {{"id", list.id}, {"ofNs", list.ofNs}, {"rows", std::move(rows)}};
    if (list.restRows)
        json["rest"] = {{"rows", list.restRows}, {"ns", list.restNs}};
    return json;
}

/// The number in front of a finding's text; what has no time that is known has none.
bool hasSize(const Finding &finding)
{
    return finding.ns > 0 || finding.share > 0 || finding.id != "ncu-rule";
}
QString sizeText(const Overview &overview, const FindingSize &size)
{
    return size.ns > 0 ? Core::tr("%1 (%2)").arg(shownTime(overview, size.ns), shareText(overview, size.ns, size.share))
                       : formatPercent(size.share);
}

/// Times of a call have one unit, sums that of the list.
QString rowDetail(const OverviewRow &row, int64_t ofNs)
{
    if (!row.count)
        return {};
    const int64_t callNs = std::max(row.medianNs, row.meanNs);
    QStringList parts{row.medianNs ? Core::tr("%1 ×, median %2, mean %3")
                                         .arg(formatCount(int64_t(row.count)), formatBeside(row.medianNs, callNs),
                                              formatBeside(row.meanNs, callNs))
                                   : Core::tr("%1 ×").arg(formatCount(int64_t(row.count)))};
    if (row.outliers)
        parts << Core::tr("over 3 × the median: %1 of them, together %2")
                     .arg(formatCount(int64_t(row.outliers)), formatBeside(row.outlierNs, ofNs));
    return clauses(parts);
}

/// How one document writes its parts.
struct Style
{
    QString heading, item, sub;
    bool isMarkdown = false;
    QString text(const QString &plain) const { return isMarkdown ? markdownText(plain) : plain; }
};

QString document(const Overview &overview, const Style &style)
{
    QString out;
    const auto line = [&](const QString &prefix, const QString &text) { out += prefix + style.text(text) + u'\n'; };
    const auto section = [&](const QString &title) {
        out += u'\n';
        line(style.heading, title);
    };
    const QStringList reasons = fitLines(overview.fit);
    const QString verdict = fitTitle(overview.fit);
    out += style.isMarkdown && !reasons.isEmpty() ? QStringLiteral("**%1**\n\n").arg(style.text(verdict))
                                                  : style.text(verdict) + u'\n';
    for (const QString &reason : reasons)
        line(style.item, reason);
    if (style.isMarkdown || !reasons.isEmpty())
        out += u'\n';
    line(style.isMarkdown ? QStringLiteral("# ") : QString(), overview.headline);
    if (!overview.facts.isEmpty()) {
        out += style.isMarkdown ? QStringLiteral("\n") : QString();
        line({}, overview.facts.join(QStringLiteral(" · ")));
    }
    if (overview.bars.empty() && !overview.unitText.isEmpty()) {
        out += u'\n';
        line({}, overview.unitText);
    }
    if (!overview.bars.empty()) {
        section(Core::tr("Where the time goes"));
        line({}, overview.unitText);
        for (const OverviewBar &bar : overview.bars)
            line(style.item,
                 Core::tr("%1, %2: %3")
                     .arg(bar.device, formatDuration(bar.budget.wallNs), budgetLines(bar).join(QStringLiteral(" · "))));
    }
    const bool hasWins = !overview.findings.empty() && overview.findings.front().finding.kind == FindingKind::Win;
    if (hasWins || !overview.nothing.isEmpty() || !overview.leftOut.isEmpty() ||
        (overview.bars.empty() && !overview.findings.empty()))
        section(findingsTitle(overview.of));
    bool isNote = false;
    for (const OverviewFinding &shown : findingsByWork(overview)) {
        const FindingSize size = findingSize(overview, shown);
        if (shown.finding.kind == FindingKind::Note && !isNote && !overview.bars.empty()) {
            isNote = true;
            section(Core::tr("Also"));
        }
        line(style.item,
             hasSize(shown.finding) ? Core::tr("%1: %2").arg(sizeText(overview, size), shown.text) : shown.text);
        for (const QString &more : {shown.advice, size.more})
            if (!more.isEmpty())
                line(style.sub, more);
    }
    for (const QString &text : {overview.nothing, overview.leftOut})
        if (!text.isEmpty())
            line({}, text);
    if (!overview.rests.empty())
        section(restsTitle());
    for (const OverviewRest &rest : overview.rests)
        line(style.item, Core::tr("%1: %2").arg(Core::tr("%1 (%2)").arg(shownTime(overview, rest.ns),
                                                                        shareText(overview, rest.ns, rest.share)),
                                                rest.text));
    for (const OverviewList &list : overview.lists) {
        section(list.title);
        for (const OverviewRow &row : list.rows) {
            const QString detail = rowDetail(row, list.ofNs);
            line(style.item, Core::tr("%1 %2: %3")
                                 .arg(formatPercent(row.share), formatBeside(row.ns, list.ofNs),
                                      detail.isEmpty() ? row.name : withDetail(row.name, detail)));
        }
        if (list.restRows && list.ofNs > 0)
            line(style.item,
                 Core::tr("%1 %2: %3")
                     .arg(formatPercent(double(list.restNs) / double(list.ofNs)), formatBeside(list.restNs, list.ofNs),
                          Core::tr("%1 more").arg(formatCount(int64_t(list.restRows)))));
    }
    if (!overview.trust.isEmpty()) {
        section(trustTitle(overview));
        for (const QString &sentence : overview.trust)
            line(style.item, sentence);
    }
    return out;
}

} // namespace

QString trustTitle(const Overview &overview)
{
    const bool isOfTables = overview.bars.empty() && overview.run->timeline.lanes.empty();
    return isOfTables ? Core::tr("What the tables say") : Core::tr("What may not be trusted");
}

QString shownTime(const Overview &overview, int64_t ns)
{
    return overview.bars.empty() ? formatRounded(ns) : formatDuration(ns);
}

QStringList budgetLines(const OverviewBar &bar)
{
    const int64_t wallNs = bar.budget.wallNs;
    const TimeUnit unit = unitOf(wallNs);
    QStringList lines;
    const std::vector<double> shares = partShares(bar.budget);
    for (const BudgetPart part : budgetParts)
        if (const int64_t ns = partOf(bar.budget, part)) {
            const bool isNothing = formatTime(ns, unit) == formatTime(0, unit); // in that unit
            const QString time = formatTime(ns, unit) + QChar(0x202f) + timeUnitName(unit);
            lines << Core::tr("%1 %2, %3")
                         .arg(budgetPartText(part, bar.isIdleKnown), isNothing ? formatDuration(ns) : time,
                              wallNs > 0 ? formatPercent(shares[size_t(part)]) : QString());
        }
    return lines;
}

QString restsTitle()
{
    return Core::tr("What no finding names");
}

QString findingsTitle(BudgetOf of)
{
    switch (of) {
    case BudgetOf::Step:
        return Core::tr("What a step could win at most");
    case BudgetOf::Repetition:
        return Core::tr("What a period could win at most");
    case BudgetOf::Span:
        break;
    }
    return Core::tr("What takes time");
}

Json overviewJson(const Overview &overview)
{
    Json json = {{"schema", 1},
                 {"run", runJson(overview)},
                 {"fit", fitJson(overview.fit)},
                 {"headline", fileText(overview.headline)}};
    json["limits"] = overview.bars.empty() && !overview.unitText.isEmpty() ? Json(fileText(overview.unitText)) : Json();
    json["budget"] = budgetJson(overview);
    json["findings"] = Json::array();
    for (const OverviewFinding &finding : overview.findings)
        json["findings"].push_back(findingJson(overview, finding));
    json["rest"] = Json::array();
    for (const OverviewRest &rest : overview.rests)
        json["rest"].push_back(
            {{"part", budgetPartId(rest.part)}, {"ns", rest.ns}, {"share", rest.share}, {"text", fileText(rest.text)}});
    json["leftOut"] = overview.leftOut.isEmpty() ? Json() : Json(fileText(overview.leftOut));
    json["lists"] = Json::array();
    for (const OverviewList &list : overview.lists)
        json["lists"].push_back(listJson(list));
    json["withheld"] = overview.withheld;
    return json;
}

QString overviewMarkdown(const Overview &overview)
{
    return document(overview, {QStringLiteral("## "), QStringLiteral("- "), QStringLiteral("  - "), true});
}

QString overviewText(const Overview &overview)
{
    return document(overview, {{}, QStringLiteral("  "), QStringLiteral("    "), false});
}

} // namespace ws
