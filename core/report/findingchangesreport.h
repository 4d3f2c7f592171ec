#pragma once
// What the overviews of two runs say, side by side, and which findings are new or gone (findingdiff.h), as sentences
// and JSON. Nothing is said of findings where one of the runs cannot be judged, or where the units are not the same
// kind of thing.

#include "core/analysis/compare/comparison.h"
#include "core/analysis/findings/findingdiff.h"
#include "core/report/overviewreport.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>

namespace ws {

struct OverviewPair
{
    std::shared_ptr<const Overview> a, b; ///< null: not made, for example a part of a file
};

struct FindingChangesReport
{
    QString headlineA, headlineB; ///< of the overviews; empty: none
    QString unknown;              ///< why findings are not compared; empty: they are
    struct Line
    {
        FindingChange change;
        QString text;                ///< the whole sentence
        FindingPlace placeA, placeB; ///< the gravest; invalid: none
    };
    std::vector<Line> lines; ///< as findingChanges(); empty where neither run has a finding
};

FindingChangesReport findingChangesReport(const OverviewPair &pair, const Comparison &comparison);

/// "new", "gone", "both", "near-threshold", "below-threshold"
std::string_view findingChangeId(FindingChange::State state);
/// Headlines and sentences, one each; the title is findingChangesTitle().
QStringList findingChangesLines(const FindingChangesReport &report);
QString findingChangesTitle();
nlohmann::ordered_json findingChangesJson(const OverviewPair &pair, const FindingChangesReport &report);

} // namespace ws
