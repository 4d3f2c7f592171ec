#include "core/report/overviewlists.h"

#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/texts.h"
#include "core/report/findingtexts.h"
#include "core/report/overviewfacts.h"

#include <algorithm>

namespace ws {
namespace {

constexpr size_t maxNamed = 3; ///< other devices in a sentence

OverviewFinding shownOf(const FindingInput &input, Finding finding)
{
    const FindingWords words{input.run, input.budget.of};
    OverviewFinding shown;
    shown.text = findingText(finding, words);
    shown.advice = findingAdvice(finding, words);
    shown.limit = findingLimit(finding);
    shown.finding = std::move(finding);
    return shown;
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

} // namespace ws
