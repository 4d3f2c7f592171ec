// The JSON of a comparison.

#include "core/report/comparereport.h"

#include "core/analysis/compare/explain.h"
#include "core/report/balancereport.h"
#include "core/report/ncupairreport.h"
#include "core/report/tablewriters.h"
#include "core/report/trustreport.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

Json text(const QString &value)
{
    return value.isEmpty() ? Json() : Json(value.toStdString());
}

Json number(const std::optional<double> &value)
{
    return value ? Json(*value) : Json();
}

Json idleJson(const std::array<int64_t, gapCauseCount> &idle)
{
    Json json;
    for (size_t c = 0; c < gapCauseCount; ++c)
        json[std::string(gapCauseId(GapCause(c)))] = idle[c];
    return json;
}

/// B − A.
Json partsJson(const WallBudget &delta)
{
    return {{"wallNs", delta.wallNs},
            {"computeNs", delta.computeNs},
            {"exposedCommNs", delta.exposedCommNs},
            {"exposedMemcpyNs", delta.exposedCopyNs},
            {"idleNs", delta.idleNs()},
            {"idle", idleJson(delta.idle)}};
}

Json wholePartsJson(const Explanation &why)
{
    Json json = {{"computeNs", why.wholeB.computeNs - why.wholeA.computeNs},
                 {"exposedCommNs", why.wholeB.exposedCommNs - why.wholeA.exposedCommNs},
                 {"exposedMemcpyNs", why.wholeB.exposedCopyNs - why.wholeA.exposedCopyNs},
                 {"idleNs", why.wholeB.idleNs() - why.wholeA.idleNs()}};
    return json;
}

/// Whole recordings ÷ the units found on all devices; what the recording cuts counts too.
Json wholeJson(const Comparison &comparison)
{
    const Explanation &why = comparison.explanation;
    const ComparedUnit &unit = comparison.unit;
    const auto mean = [](const WallBudget &sum, uint64_t windows) { return partsJson(meanBudget(sum, windows)); };
    return {{"a", mean(why.wholeA, unit.a.foundWindows)}, {"b", mean(why.wholeB, unit.b.foundWindows)}};
}

Json unitJson(const Comparison &comparison)
{
    constexpr const char *kinds[] = {"none", "step", "repetition"};
    constexpr const char *parts[] = {"count", "mean", "shape", "added", "removed", "overlap"};
    const ComparedUnit &unit = comparison.unit;
    const Explanation &why = comparison.explanation;
    const bool known = unit.kind != ComparedUnit::None;
    if (const CountedUnit &counted = comparison.counted; counted.isKnown())
        return {{"kind", "calls"},
                {"name", counted.kernelA},
                {"nameB", counted.kernelB},
                {"aCount", counted.a},
                {"bCount", counted.b},
                {"aMeanNs", double(counted.kernelsNsA) / double(counted.a)},
                {"bMeanNs", double(counted.kernelsNsB) / double(counted.b)}};
    Json json = {{"kind", kinds[unit.kind]},
                 {"name", text(unit.name)},
                 {"aCount", unit.a.found},
                 {"bCount", unit.b.found},
                 {"aCompared", unit.a.count},
                 {"bCompared", unit.b.count},
                 {"aMedianNs", known ? Json(unit.a.wall.medianNs) : Json()},
                 {"bMedianNs", known ? Json(unit.b.wall.medianNs) : Json()},
                 {"aMeanNs", known ? Json(std::llround(unit.a.wall.meanNs)) : Json()},
                 {"bMeanNs", known ? Json(std::llround(unit.b.wall.meanNs)) : Json()},
                 {"noiseNs", known && !unit.wall.tooFew ? Json(std::llround(unit.wall.noiseNs)) : Json()},
                 {"outsideNoise", unit.wall.outsideNoise},
                 {"tooFew", unit.wall.tooFew},
                 {"superiority", number(unit.wall.superiority)}};
    if (!why.known)
        return json;
    json["a"] = partsJson(why.a);
    json["b"] = partsJson(why.b);
    json["parts"] = partsJson(why.delta);
    if (unit.a.foundWindows && unit.b.foundWindows)
        json["whole"] = wholeJson(comparison);
    json["compute"] = Json::object();
    for (const Explanation::Part &part : why.compute)
        json["compute"][parts[part.kind]] = part.ns;
    return json;
}

/// {"a": [{"number": …, "because": …}], "b": …}; only sides of which something is.
Json withheldOf(const Comparison &comparison)
{
    Json sides = Json::object();
    const auto add = [&](const char *side, const auto &trust) {
        Json list = trust ? withheldJson(*trust, GpuIdle | GapCauses | GpuTimes | GpuCounts) : Json::array();
        if (!list.empty())
            sides[side] = std::move(list);
    };
    add("a", comparison.trustA);
    add("b", comparison.trustB);
    return sides;
}

/// The graver verdict with the reasons of both; each side by itself.
Json fitsJson(const Comparison &comparison)
{
    const FitVerdict verdict = std::max(comparison.fitA.verdict, comparison.fitB.verdict);
    Json json = {{"verdict", fitVerdictId(verdict)}, {"reasons", Json::array()}};
    for (const auto &[side, fit] : {std::pair("a", &comparison.fitA), std::pair("b", &comparison.fitB)}) {
        json[side] = fitJson(*fit);
        for (Json reason : json[side]["reasons"]) {
            reason["side"] = side;
            json["reasons"].push_back(std::move(reason));
        }
    }
    return json;
}

Json sideJson(const DiffSide &side, uint64_t windows, uint64_t tokens)
{
    Json json = {{"count", side.count}, {"totalNs", side.totalNs}};
    if (windows) {
        json["unitCount"] = double(side.unitCount) / double(windows);
        json["unitNs"] = double(side.unitNs) / double(windows);
    }
    if (tokens)
        json["tokenNs"] = double(side.unitNs) / double(tokens);
    if (side.steps)
        json["steps"] = side.steps;
    if (side.call.count)
        json["medianNs"] = side.call.medianNs;
    if (const auto limit = ofMost(side.work.limit, windows ? side.unitNs : side.totalNs)) {
        const auto ns = double(limit->gpuNs);
        json.update(
            {{"tflops", limit->flop / ns * 1e-3}, {"gbs", limit->bytes / ns}, {"ofLimit", number(limit->share())}});
    }
    return json;
}

Json changeJson(const std::optional<WorkChange> &change)
{
    return change ? Json({{"workNs", change->workNs},
                          {"deviceNs", change->deviceNs},
                          {"efficiencyNs", change->efficiencyNs},
                          {"coveredANs", change->coveredA},
                          {"coveredBNs", change->coveredB}})
                  : Json();
}

Json rowJson(const DiffRow &row, const DiffTable &table)
{
    Json json = {{"key", row.key}};
    if (!row.keyB.empty())
        json["keyB"] = row.keyB;
    if (!row.part.empty())
        json[table.ofPhases ? "phase" : "table"] = row.part;
    if (table.sums.size() > 1)
        json["of"] = countedTimeId(row.of);
    if (row.cutA || row.cutB)
        json["cut"] = row.cutA && row.cutB ? "both" : row.cutA ? "a" : "b";
    json["match"] = diffMatchId(row.match);
    json["status"] = diffStatusId(row.status);
    json["a"] = sideJson(row.a, table.windowsA, table.tokensA);
    json["b"] = sideJson(row.b, table.windowsB, table.tokensB);
    json["deltaNs"] = row.deltaNs();
    if (table.windowsA && table.windowsB)
        json["unitDeltaNs"] = row.unitDeltaNs;
    json["ratio"] = number(row.ratio());
    json["noiseNs"] = row.a.call.count && row.b.call.count && !row.call.tooFew ? Json(row.call.noiseNs) : Json();
    json["outsideNoise"] = row.call.outsideNoise;
    json["unitNoiseNs"] = row.units.tooFew ? Json() : Json(row.units.noiseNs);
    json["unitOutsideNoise"] = row.units.outsideNoise;
    json["notable"] = row.notable;
    if (!row.inside.empty())
        json["inside"] = {{"name", row.inside},
                          {"deltaNs", row.insideCall.deltaNs},
                          {"noiseNs", row.insideCall.noiseNs},
                          {"outsideNoise", row.insideCall.outsideNoise}};
    if (table.limits.isAsked())
        json["change"] = changeJson(row.change);
    if (row.bandwidthA)
        json["a"]["gbPerS"] = *row.bandwidthA;
    if (row.bandwidthB)
        json["b"]["gbPerS"] = *row.bandwidthB;
    return json;
}

} // namespace

nlohmann::ordered_json comparisonJson(const Comparison &comparison, const DiffTable &table)
{
    Json reasons = Json::array(), fields = Json::array(), rows = Json::array(), readings = Json::array();
    for (const QString &reason : comparison.reasons)
        reasons.push_back(reason.toStdString());
    for (const ComparedField &field : comparison.fields)
        fields.push_back({{"id", field.id},
                          {"a", text(field.a)},
                          {"b", text(field.b)},
                          {"state", fieldStateId(field.state)},
                          {"consequence", text(field.consequence)}});
    for (const DiffRow &row : table.rows)
        rows.push_back(rowJson(row, table));
    for (const Explanation::Reading &reading : comparison.explanation.readings)
        readings.push_back({{"id", reading.id},
                            {"text", reading.text.toStdString()},
                            {"ns", reading.ns},
                            {"key", reading.key.empty() ? Json() : Json(reading.key)}});
    Json sums = Json::array();
    for (const DiffTable::Sum &sum : table.sums) {
        sums.push_back({{"of", countedTimeId(sum.of)}});
        if (!sum.part.empty())
            sums.back()["table"] = sum.part;
        sums.back().update({{"aNs", sum.a.totalNs}, {"bNs", sum.b.totalNs}, {"deltaNs", sum.deltaNs()}});
    }
    // Times of several kinds are no sum.
    const auto one = [&](int64_t ns) { return table.sums.size() > 1 ? Json() : Json(ns); };
    Json json = {{"schema", 1},
                 {"by", diffById(table.by)},
                 {"a", comparison.labelA.toStdString()},
                 {"b", comparison.labelB.toStdString()},
                 {"verdict", verdictId(comparison.verdict)},
                 {"headline", comparison.headline.toStdString()},
                 {"comparability",
                  {{"ok", comparison.isComparable()}, {"reasons", std::move(reasons)}, {"fields", std::move(fields)}}},
                 {"unit", unitJson(comparison)},
                 {"parts", wholePartsJson(comparison.explanation)},
                 {"readings", std::move(readings)},
                 {"alignment",
                  {{"a", comparison.alignment.a},
                   {"b", comparison.alignment.b},
                   {"byName", comparison.alignment.byName},
                   {"byOrder", comparison.alignment.byOrder}}},
                 {"rows", std::move(rows)},
                 {"aTotalNs", one(table.a.totalNs)},
                 {"bTotalNs", one(table.b.totalNs)},
                 {"totalDeltaNs", one(table.deltaNs())},
                 {"unmatched", {{"aNs", one(table.unmatchedA.totalNs)}, {"bNs", one(table.unmatchedB.totalNs)}}},
                 {"sums", std::move(sums)}};
    json["fit"] = fitsJson(comparison);
    if (!comparison.balances.empty())
        json["balance"] = tableRowsJson(balanceReport(comparison.balances));
    if (comparison.ncu)
        json["ncu"] = tableRowsJson(ncuPairReport(comparison.ncu));
    if (Json list = withheldOf(comparison); !list.empty())
        json["withheld"] = std::move(list);
    if (table.limits.isAsked()) {
        json["change"] = changeJson(workChange(table));
        json["changeText"] = workChangeNotes(table).join(u' ').toStdString();
    }
    if (!table.missing.isEmpty())
        json["missing"] = table.missing.toStdString();
    return json;
}

} // namespace ws
