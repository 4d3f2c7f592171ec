#include "core/report/overviewlists.h"

#include "core/analysis/findings/rules.h"
#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/texts.h"
#include "core/model/nanoseconds.h"
#include "core/model/torchbalance.h"
#include "core/model/torchtable.h"
#include "core/report/findingtexts.h"
#include "core/report/overviewfacts.h"

#include <algorithm>
#include <cmath>

namespace ws {
namespace {

constexpr size_t maxNamed = 3; ///< other devices in a sentence

OverviewFinding shownOf(const Run &run, BudgetOf of, Finding finding)
{
    const FindingWords words{run, of};
    OverviewFinding shown;
    shown.text = findingText(finding, words);
    shown.advice = findingAdvice(finding, words);
    shown.limit = findingLimit(finding);
    shown.finding = std::move(finding);
    return shown;
}

OverviewFinding shownOf(const FindingInput &input, Finding finding)
{
    return shownOf(input.run, input.budget.of, std::move(finding));
}

/// "Also on GPU 1 (2.1 ms) and GPU 2 (2.0 ms).", of many the smallest and the largest time.
QString othersText(const std::vector<OtherDevice> &others)
{
    if (others.empty())
        return {};
    if (others.size() > maxNamed) {
        const auto [least, most] = std::ranges::minmax_element(others, {}, &OtherDevice::ns);
        return Core::tr("Also on %1 other devices, %2 to %3 each.")
            .arg(formatCount(int64_t(others.size())), formatDuration(least->ns), formatDuration(most->ns));
    }
    QStringList names;
    for (const OtherDevice &other : others)
        names << withDetail(other.device, formatDuration(other.ns));
    return Core::tr("Also on %1.").arg(listed(names));
}

} // namespace

bool addFindings(const FindingInput &input, Overview &overview, const Progress *progress)
{
    auto own = findFindings(input, progress);
    auto others = own ? findOnOtherDevices(input, progress) : std::nullopt;
    if (!own || !others)
        return false;
    for (Finding &finding : *own)
        overview.findings.push_back(shownOf(input, std::move(finding)));
    std::vector<OverviewFinding> alone;
    const auto sameMatter = [&](std::vector<OverviewFinding> &among, const Finding &finding) {
        return std::ranges::find_if(among, [&](const OverviewFinding &shown) {
            return shown.finding.id == finding.id && shown.finding.kind == finding.kind && !shown.finding.isHidden() &&
                   findingSubject(input.run, shown.finding) == findingSubject(input.run, finding);
        });
    };
    std::ranges::stable_sort(*others, [](const Finding &a, const Finding &b) { return a.winNs > b.winNs; });
    for (Finding &finding : *others) {
        const QString device = deviceTitle(input.run, finding.device);
        auto *among = &overview.findings;
        auto found = sameMatter(*among, finding);
        if (found == among->end())
            found = sameMatter(*(among = &alone), finding);
        if (found != among->end()) {
            found->others.push_back({device, finding.ns, finding.winNs});
        } else {
            alone.push_back(shownOf(input, std::move(finding)));
            alone.back().device = device;
            alone.back().text = labelled(device, alone.back().text);
        }
    }
    const auto notes = std::ranges::find(overview.findings, FindingKind::Note,
                                         [](const OverviewFinding &shown) { return shown.finding.kind; });
    overview.findings.insert(notes, std::make_move_iterator(alone.begin()), std::make_move_iterator(alone.end()));
    for (OverviewFinding &shown : overview.findings) {
        std::ranges::sort(shown.others, {}, &OtherDevice::device);
        if (const QString also = othersText(shown.others); !also.isEmpty())
            shown.text = sentences({shown.text, also});
    }
    return true;
}

FindingSize findingSize(const Overview &overview, const OverviewFinding &shown)
{
    const Finding &finding = shown.finding;
    const bool isWin = overview.of != BudgetOf::Span && finding.kind == FindingKind::Win && !finding.isHidden() &&
                       finding.winNs > 0 && finding.winNs < finding.ns;
    if (!isWin)
        return {finding.ns, finding.share, shown.limit};
    FindingSize size{finding.winNs, finding.share * double(finding.winNs) / double(finding.ns), {}};
    if (!shown.limit.isEmpty())
        size.more = (finding.isPlainSingle
                         ? Core::tr("It takes %1 (%2) in all; this is the most that could be won of it in FP32.")
                         : Core::tr("It takes %1 (%2) in all; this is the most that could be won of it."))
                        .arg(shownTime(overview, finding.ns), shareText(overview, finding.ns, finding.share));
    return size;
}

std::vector<OverviewFinding> findingsByWork(const Overview &overview)
{
    const auto isOfSameWork = [](const OverviewFinding &a, const OverviewFinding &b) {
        const Finding &x = a.finding, &y = b.finding;
        const auto isSlice = [](const FindingPlace &place) { return place.slice.valid(); };
        return x.kind == FindingKind::Win && y.kind == FindingKind::Win && x.ns == y.ns && x.winNs == y.winNs &&
               x.isHidden() == y.isHidden() && a.device == b.device && !x.places.empty() &&
               std::ranges::all_of(x.places, isSlice) &&
               std::ranges::equal(x.places, y.places, {}, &FindingPlace::slice, &FindingPlace::slice);
    };
    std::vector<OverviewFinding> once;
    for (const OverviewFinding &shown : overview.findings) {
        const auto same = std::ranges::find_if(once, [&](const auto &other) { return isOfSameWork(other, shown); });
        if (same == once.end()) {
            once.push_back(shown);
            continue;
        }
        same->text = sentences({same->text, shown.text});
        if (same->advice != shown.advice)
            same->advice = sentences({same->advice, shown.advice});
    }
    return once;
}

void findInTable(const Run &run, const Table &table, Overview &overview)
{
    const auto total = table.totals.find("selfCpuUs");
    if (table.kind != "torch" || total == table.totals.end() || total->second <= 0)
        return;
    const TorchColumns columns = torchColumns(table);
    if (negativeTimes(table, columns.selfCpu))
        return;
    for (size_t row = 0; row < table.rows.size() && columns.name >= 0; ++row) {
        const auto *name = std::get_if<std::string>(&table.rows[row][size_t(columns.name)]);
        const auto cpuUs = std::get_if<double>(&table.rows[row][size_t(columns.selfCpu)]);
        const bool isLoading = name && (name->starts_with("Lazy Function Loading") ||
                                        name->starts_with("Runtime Triggered Module Loading"));
        if (!isLoading || !cpuUs || *cpuUs < minFindingShare * total->second)
            continue;
        Finding finding;
        finding.id = "table-one-time-costs";
        finding.kind = FindingKind::Note;
        finding.ns = std::llround(*cpuUs * 1000);
        finding.share = *cpuUs / total->second;
        finding.name = *name;
        overview.findings.push_back(shownOf(run, BudgetOf::Span, std::move(finding)));
    }
}

void findInWork(const Run &run, const NamedWork &work, Overview &overview)
{
    constexpr double minShare = 0.15;
    Finding finding;
    finding.id = "table-plain-fp32";
    finding.kind = FindingKind::Win;
    int64_t longestNs = 0, halfNs = 0;
    for (size_t k = 0; k < work.names->size(); ++k) {
        const std::string_view name = work.names->text(k);
        const NameSum &sum = work.sums.names[k];
        if (!work.adds(k))
            continue;
        if (isHalfPrecision(name))
            halfNs = saturatingAdd(halfNs, sum.totalNs);
        if (!isPlainSingle(name) || !isForTf32Devices(name))
            continue;
        finding.ns = saturatingAdd(finding.ns, sum.totalNs);
        finding.count += sum.count;
        if (sum.totalNs > longestNs) {
            longestNs = sum.totalNs;
            finding.name = std::string(name);
        }
    }
    if (double(finding.ns) < minShare * double(work.sums.all.totalNs) || finding.ns <= halfNs)
        return;
    finding.winNs = finding.ns;
    finding.share = double(finding.ns) / double(work.sums.all.totalNs);
    overview.findings.push_back(shownOf(run, BudgetOf::Span, std::move(finding)));
}

} // namespace ws
