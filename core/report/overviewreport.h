#pragma once
// The answer before the question: what a run is, where the time of its unit of work goes, what could be won, and what
// may not be trusted. Window, JSON and Markdown write from this one structure, so they say the same; its texts are in
// the user's language. Numbers stand beside the texts, for charts and for files.
//
// A file with a timeline of GPU work has bars, lists, units and findings; tables, layerwise profiles and ncu reports
// have facts, lists and what can be said of them; each part may be empty, and a view shows what there is.

#include "core/analysis/findings/finding.h"
#include "core/analysis/instances/durations.h"
#include "core/analysis/layers/layers.h"
#include "core/analysis/modules/attribution.h"
#include "core/analysis/stages/stageclassifier.h"
#include "core/analysis/stages/tablework.h"

#include <nlohmann/json_fwd.hpp>

#include <QString>
#include <QStringList>

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace ws {

/// One device's bar: the parts of its budget in this order, which adds up to `budget.wallNs`.
struct OverviewBar
{
    QString device;      ///< "GPU 0"
    bool isMain = false; ///< the device that lists and findings speak of
    WallBudget budget;
    TimeRange range;         ///< of the unit, to show it in the timeline
    int64_t p95Ns = 0;       ///< of the walls of its units, never a part of the bar; 0: none
    bool isIdleKnown = true; ///< false: what seems idle may not be, and what ran beside the rest is not known
};

/// A part of a bar in the legend. Where idle time is not known, nothing is exposed either.
QString budgetPartText(BudgetPart part, bool isIdleKnown = true);
/// By BudgetPart, of the wall, rounded so that they add up to 100 %.
std::vector<double> partShares(const WallBudget &budget);
/// The name in files: "exposed-communication".
std::string_view budgetPartId(BudgetPart part);

/// A row of a short list: a stage, a module, a layer, a kernel, a row of a table.
struct OverviewRow
{
    QString name;
    int64_t ns = 0;
    double share = 0;   ///< of OverviewList::ofNs
    uint64_t count = 0; ///< instances; 0: not known
    /// Of single instances; 0: not known. Where median × count is far from ns, outliers make the time.
    int64_t medianNs = 0, meanNs = 0, maxNs = 0;
    uint64_t outliers = 0; ///< longer than three times the median …
    int64_t outlierNs = 0; ///< … and their time
    FindingPlace place;    ///< the longest instance; invalid: none
};

struct OverviewList
{
    std::string id; ///< "stages", "modules", "layers", "kernels", "operators", "calls", "collectives", "rows", "ncu"
    QString title;  ///< "Stages, of 11.6 ms busy"
    int64_t ofNs = 0;
    std::vector<OverviewRow> rows; ///< the largest first; shares of modules overlap and do not add up
    size_t restRows = 0;           ///< how many more there are, at least two; 0 also where they do not add up
    int64_t restNs = 0;            ///< of these: with the rows it is ofNs
    using Of = WorkWhole::Of;
    Of of = Of::Rows; ///< what ofNs is of
};

/// The same matter on another device, there of that device's own unit.
struct OtherDevice
{
    QString device; ///< "GPU 1"
    int64_t ns = 0, winNs = 0;
};

struct OverviewFinding
{
    Finding finding; ///< of the rule, with all its numbers and places; for tables only its id, share and name
    QString text;    ///< what, with the evidence
    QString advice;  ///< what to try; empty: nothing
    QString limit;   ///< "Hidden by the launch limit: …"; empty: it is not
    QString device;  ///< "GPU 1": not the main one's, and the text begins with it; empty: the main device
    std::vector<OtherDevice> others; ///< by device; the text names them
};

/// What no finding names of a part of the main device's bar.
struct OverviewRest
{
    BudgetPart part = BudgetPart::Compute;
    int64_t ns = 0;
    double share = 0; ///< of the unit
    QString text;     ///< what is known of it, and that nothing more is
};

/// The units of the main device.
struct OverviewUnits
{
    std::vector<UnitWall> walls; ///< by begin
    DurationStats stats;         ///< of their walls, without a last one that does not count
    DurationHistogram histogram; ///< of these
    std::vector<std::pair<std::string, size_t>>
        phases; ///< steps that launched GPU work by phase; without those of no phase
};

struct Overview
{
    std::shared_ptr<const Run> run;
    Fit fit;           ///< whether any of it can be concluded from
    QString headline;  ///< one sentence: what bounds the unit: "Computation takes 96.0 % of this step of 129.0 ms."
    QStringList facts; ///< one line: model, phase, device, rank, unit, profiler
    BudgetOf of = BudgetOf::Span;
    bool isOfChosen = false; ///< the unit is one of OverviewSources::chosen
    /// Which unit the bars are of, and the CPU slice; without bars: what a file of sums can tell and what it cannot.
    QString unitText;
    std::vector<OverviewBar> bars; ///< one a device; empty: no GPU work with times
    WallBudget sum;                ///< of the bars
    int64_t cpuNs = 0;             ///< CPU slice of the main device's step; 0: not known
    OverviewUnits units;
    std::vector<OverviewList> lists;
    std::vector<OverviewFinding> findings; ///< wins by size, hidden ones, those of other devices alone, notes
    std::vector<OverviewRest> rests;       ///< parts of 2 % and more that no finding names, the largest first
    QString nothing;                       ///< in place of findings: "Nothing takes 2 % of a step."; else empty
    QString leftOut;                       ///< which findings numbers are missing for, and why; empty: for none
    QStringList trust;                     ///< what may not be trusted, a sentence each
    std::vector<std::string> withheld;     ///< ids of numbers that mean nothing: "gpu-idle"
};

/// Results that the caller has already, all of this run; those that are null are computed.
struct OverviewSources
{
    std::shared_ptr<const Run> run;
    std::shared_ptr<const Steps> steps = {};   ///< named ones
    std::shared_ptr<const WorkUnit> unit = {}; ///< needed only without steps
    std::shared_ptr<const Gaps> gaps = {};
    std::shared_ptr<const std::vector<uint8_t>> communication = {}; ///< as for busySplit()
    std::shared_ptr<const Classification> classes = {}; ///< the stages in the list; null: by the default mapping
    std::shared_ptr<const std::vector<TrustFinding>> trust = {};
    std::shared_ptr<const Attribution> attribution = {};
    std::shared_ptr<const Layers> layers = {}; ///< needed only without modules
    ChosenSteps chosen = {};                   ///< the unit is one of these, not of all steps
    std::string phase = {}; ///< of a layerwise profile: only this phase or kind of phases; empty: all
};

/// Nothing when cancelled. O(slices + GPU work × log n).
std::optional<Overview> makeOverview(OverviewSources sources, const Progress *progress = nullptr);

/// The share of a finding or a rest, in percent: of a whole part of the main bar as its legend shows it.
QString shareText(const Overview &overview, int64_t ns, double share);

/// A time for its sentences: exact; of tables about four digits, as their profilers print them ("1.260 ms", "5.273 s").
QString shownTime(const Overview &overview, int64_t ns);

/// One line a part, exact, in the unit of the whole: "Computation 8.600 ms, 10.2 %"; parts of 0 are left out.
QStringList budgetLines(const OverviewBar &bar);

/// Of the list of findings: what they are of.
QString findingsTitle(BudgetOf of);
/// Of the parts that no finding names.
QString restsTitle();

/// What stands in front of a finding: where the title promises what could be won, just that.
struct FindingSize
{
    int64_t ns = 0;
    double share = 0; ///< of the unit
    QString more;     ///< what else is to be said of it; empty: nothing
};
FindingSize findingSize(const Overview &overview, const OverviewFinding &shown);

/// Two findings about the same activities, with the same times, are one: the texts of both.
std::vector<OverviewFinding> findingsByWork(const Overview &overview);

/// The title of what may not be trusted; of tables it is what else they say.
QString trustTitle(const Overview &overview);

/// Schema: docs/cli.md.
nlohmann::ordered_json overviewJson(const Overview &overview);
QString overviewMarkdown(const Overview &overview);
/// For the terminal.
QString overviewText(const Overview &overview);

} // namespace ws
