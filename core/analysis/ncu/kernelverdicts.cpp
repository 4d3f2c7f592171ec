#include "core/analysis/ncu/kernelverdicts.h"

#include "core/analysis/gpuscan.h"
#include "core/analysis/kernels/kerneltable.h"
#include "core/analysis/ncu/ncuindex.h"
#include "core/analysis/ncu/ncujoin.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/analysis/stages/stageclassifier.h"
#include "core/analysis/stages/tablework.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ws {
namespace {

KernelVerdict verdictOf(std::string name, int64_t totalNs, uint64_t calls)
{
    KernelVerdict verdict;
    verdict.name = std::move(name);
    verdict.totalNs = totalNs;
    verdict.calls = calls;
    return verdict;
}

void describe(KernelVerdict &verdict, const NcuRow &row, uint64_t rows)
{
    verdict.ncuRows = rows;
    verdict.grid = row.kernel.grid;
    verdict.block = row.kernel.block;
    verdict.severity = row.severity;
    verdict.finding = row.finding;
    verdict.metrics = row.kernel;
}

size_t commonLength(std::string_view a, std::string_view b)
{
    const auto [end, other] = std::mismatch(a.begin(), a.begin() + ptrdiff_t(std::min(a.size(), b.size())), b.begin());
    return size_t(end - a.begin());
}

/// The whole words of what names begin with in common: "nvjet_hsh" of nvjet_hsh_64x64…, nvjet_hsh_96x128….
std::string familyOf(std::string_view common)
{
    constexpr size_t minName = 4;
    const size_t end = common.find_first_of("<( :"); // types and namespaces are no family
    if (end != common.npos)
        return {};
    const size_t at = common.rfind('_');
    const std::string_view family = common.substr(0, at == common.npos ? 0 : at);
    return family.size() < minName ? std::string() : std::string(family);
}

void addStages(KernelVerdicts &verdicts)
{
    std::vector<std::string> texts;
    for (const KernelVerdict &row : verdicts.rows)
        texts.push_back(row.name);
    const auto names = std::make_shared<const NameSet>(std::move(texts));
    const auto classes = StageClassifier(names).classify(defaultMapping());
    for (size_t k = 0; k < verdicts.rows.size(); ++k) {
        KernelVerdict &row = verdicts.rows[k];
        const StageGroup &group = classes->groups[classes->group[k]];
        row.stage = group.stage == group.substage || group.substage.empty() ? group.stage
                                                                            : group.stage + " · " + group.substage;
        auto sum = std::ranges::find(verdicts.stages, row.stage, &StageSum::stage);
        if (sum == verdicts.stages.end())
            sum = verdicts.stages.insert(sum, {row.stage, 0, 0, 0, 0, row.name});
        sum->name.resize(commonLength(sum->name, row.name));
        sum->calls += row.calls;
        sum->ns = saturatingAdd(sum->ns, row.totalNs);
        sum->untimed += !row.isTimed;
        ++sum->kernels;
    }
    for (StageSum &sum : verdicts.stages)
        sum.name = sum.kernels > 1 ? familyOf(sum.name) : std::string();
    std::ranges::stable_sort(verdicts.stages, [](const StageSum &a, const StageSum &b) { return a.ns > b.ns; });
}

void addCounts(KernelVerdicts &verdicts)
{
    const auto count = [&](VerdictCount::What what, auto isKnown, auto holds) {
        VerdictCount sum{what, 0, 0, 0};
        for (const KernelVerdict &row : verdicts.rows) {
            if (!row.ncuRows || !isKnown(row.metrics))
                continue;
            ++sum.of;
            if (holds(row.metrics)) {
                ++sum.count;
                sum.ns = saturatingAdd(sum.ns, row.totalNs);
            }
        }
        if (sum.of)
            verdicts.counts.push_back(sum);
    };
    count(
        VerdictCount::LowSm, [](const NcuKernel &k) { return k.smPercent.has_value(); },
        [](const NcuKernel &k) {
            return *k.smPercent < NcuThresholds::smPercent &&
                   k.memoryPercent.value_or(0) < NcuThresholds::memoryBoundPercent;
        });
    count(
        VerdictCount::MemoryBound, [](const NcuKernel &k) { return k.memoryPercent.has_value(); },
        [](const NcuKernel &k) { return *k.memoryPercent >= NcuThresholds::memoryBoundPercent; });
    count(
        VerdictCount::LowL2, [](const NcuKernel &k) { return k.l2HitPercent.has_value(); },
        [](const NcuKernel &k) { return *k.l2HitPercent < NcuThresholds::l2HitPercent; });
    count(
        VerdictCount::LowOccupancy,
        [](const NcuKernel &k) { return k.achievedOccupancy && k.theoreticalOccupancy && *k.theoreticalOccupancy > 0; },
        [](const NcuKernel &k) {
            return *k.achievedOccupancy / *k.theoreticalOccupancy < NcuThresholds::occupancyRatio;
        });
}

void addFindings(KernelVerdicts &verdicts)
{
    for (const KernelVerdict &row : verdicts.rows) {
        std::set<std::string> names; // a rule may fire twice for one kernel
        for (const std::string &text : findingsOf(row.finding))
            if (std::string name = nameOfFinding(text); !name.empty())
                names.insert(std::move(name));
        for (const std::string &name : names) {
            auto sum = std::ranges::find(verdicts.findings, name, &FindingCount::name);
            if (sum == verdicts.findings.end())
                sum = verdicts.findings.insert(sum, {name, 0, 0});
            ++sum->count;
            sum->ns = saturatingAdd(sum->ns, row.totalNs);
        }
    }
    std::ranges::stable_sort(verdicts.findings,
                             [](const FindingCount &a, const FindingCount &b) { return a.ns > b.ns; });
}

/// Every row of ncu beside the launch that it measured.
void addLaunches(const Run &timeline, const std::vector<NcuRow> &rows, KernelVerdicts &verdicts)
{
    std::vector<NcuKernel> kernels;
    for (const NcuRow &row : rows)
        kernels.push_back(row.kernel);
    const NcuJoin join = joinNcu(ncuKernelTable(kernels), timeline);
    const bool isOfOne = join.isOfOneProgram();
    for (size_t k = 0; k < rows.size(); ++k) {
        KernelVerdict launch = verdictOf(rows[k].kernel.name, 0, 1);
        describe(launch, rows[k], 1);
        if (const uint32_t at = join.activityOfRow[k]; isOfOne && at != NcuJoin::alone) {
            launch.name = timeline.text(timeline.gpu.name[at]);
            launch.startNs = timeline.gpu.start[at];
            launch.totalNs = timeline.gpu.duration[at];
        }
        verdicts.launches.push_back(std::move(launch));
    }
}

/// The kernels with their times; ncu's own rows where nothing else has any.
void addTimes(const Run &run, KernelVerdicts &verdicts, const Progress *progress)
{
    if (run.gpu.size()) {
        const auto table = kernelTable(run, {}, progress);
        for (const KernelRow &row : table ? table->rows : std::vector<KernelRow>())
            if (row.count)
                verdicts.rows.push_back(verdictOf(std::string(run.text(row.name)), row.totalNs, row.count));
        return;
    }
    for (const NamedWork &work : workWithoutTimeline(run))
        for (size_t name = 0; name < work.names->size(); ++name)
            if (const NameSum &sum = work.sums.names[name]; sum.count && work.adds(name))
                verdicts.rows.push_back(verdictOf(std::string(work.names->text(name)), sum.totalNs, sum.count));
}

/// The row of the limits that all launches of a kernel belong to, one launch a call; by name, else noLimitRow.
std::vector<uint32_t> rowsOfKernels(const Run &run, const Limits &limits)
{
    constexpr uint32_t several = noLimitRow, none = noLimitRow - 1;
    std::vector<uint32_t> rowOfName(run.strings.size(), none);
    std::vector<uint64_t> launches(limits.rows.size());
    for (size_t i = 0; i < run.gpu.size(); ++i) {
        const uint32_t row = limits.provenRowOf(i);
        uint32_t &known = rowOfName[run.gpu.name[i]];
        known = known == none || known == row ? row : several;
        if (row != noLimitRow)
            ++launches[row];
    }
    for (uint32_t &row : rowOfName)
        if (row >= limits.rows.size() || launches[row] != limits.rows[row].calls)
            row = noLimitRow;
    return rowOfName;
}

/// What the shapes say beside what Nsight Compute measured.
void addShapes(const Run &run, KernelVerdicts &verdicts, const Progress *progress)
{
    if (run.ops.inputs.empty())
        return;
    const auto limits = limitsOf(run, {}, progress);
    if (!limits || !limits->device.peaks)
        return;
    const std::vector<uint32_t> rowOfName = rowsOfKernels(run, *limits);
    for (KernelVerdict &verdict : verdicts.rows) {
        const StringId name = run.strings.find(verdict.name);
        const uint32_t index = verdict.ncuRows && name < rowOfName.size() ? rowOfName[name] : noLimitRow;
        if (index == noLimitRow || !limits->rows[index].share())
            continue;
        const LimitRow &row = limits->rows[index];
        const double ns = double(row.gpuNs) / double(row.calls);
        WorkByShapes work{*row.share(), row.limit->memoryNs / ns, row.limit->computeNs / ns, {}, 0};
        const NcuKernel &metrics = verdict.metrics;
        std::optional<double> bytes = metrics.dramBytes;
        if (!bytes && metrics.dramGBs && metrics.durationUs)
            bytes = *metrics.dramGBs * *metrics.durationUs * 1000;
        if (bytes && row.work.bytes > 0) {
            work.memoryRatio = *bytes / double(row.work.bytes);
            work.memoryBeyond = work.memoryShare * (work.memoryRatio - 1);
        }
        verdict.byShapes = work;
    }
}

/// Files with ncu's units have no notes of their own about shares.
void addDoubts(const std::vector<RunPtr> &ncu, KernelVerdicts &verdicts)
{
    if (ncu.empty())
        return;
    std::vector<NcuKernel> kernels;
    for (const KernelVerdict &row : verdicts.rows)
        if (row.ncuRows)
            kernels.push_back(row.metrics);
    std::ranges::move(sharesAbove100(kernels), std::back_inserter(verdicts.doubts));
}

int64_t nsOf(double us)
{
    const double ns = us * 1000;
    return ns > 0 ? std::llround(std::min(ns, double(farthestNs))) : 0;
}

/// Rows that have the times themselves: of an integrated report, or of ncu alone.
void addRowsWithTimes(const std::vector<NcuRow> &rows, KernelVerdicts &verdicts)
{
    for (const NcuRow &row : rows) {
        KernelVerdict verdict = verdictOf(row.kernel.name, nsOf(row.kernel.durationUs.value_or(0)), 1);
        verdict.isTimed = row.kernel.durationUs.has_value();
        describe(verdict, row, 1);
        verdicts.rows.push_back(std::move(verdict));
    }
}

} // namespace

bool isOnlyNcu(const Run &run)
{
    return ncuTableOf(run) && run.gpu.size() == 0 && run.info.format != "nsys-ncu-report" &&
           workWithoutTimeline(run).empty();
}

std::optional<KernelVerdicts> kernelVerdicts(const RunPtr &times, const std::vector<RunPtr> &ncu,
                                             const Progress *progress)
{
    KernelVerdicts verdicts;
    std::vector<NcuRow> rows;
    for (const RunPtr &run : ncu)
        if (const Table *table = ncuTableOf(*run)) {
            if (const Diagnostic *gap = run->diagnostics.find("no-metric-values"))
                verdicts.gaps.push_back(gap->message.toStdString());
            std::ranges::move(ncuRowsOf(*table), std::back_inserter(rows));
            verdicts.doubts.insert(verdicts.doubts.end(), table->notes.begin(), table->notes.end());
        }
    const Table *own = times ? ncuTableOf(*times) : nullptr;
    if (own)
        verdicts.doubts.insert(verdicts.doubts.begin(), own->notes.begin(), own->notes.end());
    if (own && ncu.empty()) {
        addRowsWithTimes(ncuRowsOf(*own), verdicts);
    } else if (times) {
        addTimes(*times, verdicts, progress);
        if (own)
            std::ranges::move(ncuRowsOf(*own), std::back_inserter(rows));
        addLaunches(*times, ncuLaunches(ncu), verdicts);
        NcuIndex index(std::move(rows));
        for (KernelVerdict &row : verdicts.rows)
            if (const NcuIndex::Found found = index.find(row.name); found.rows)
                describe(row, found.row, found.rows);
        verdicts.alone = index.alone();
        addShapes(*times, verdicts, progress);
    } else {
        addRowsWithTimes(ncuLaunches(ncu), verdicts);
    }
    if (progress && progress->isCancelled())
        return std::nullopt;
    for (const KernelVerdict &row : verdicts.rows) {
        verdicts.totalNs = saturatingAdd(verdicts.totalNs, row.totalNs);
        verdicts.measured += row.ncuRows > 0;
        verdicts.untimed += !row.isTimed;
    }
    for (auto *rowsOf : {&verdicts.rows, &verdicts.launches})
        for (KernelVerdict &row : *rowsOf)
            row.share = verdicts.totalNs > 0 ? double(row.totalNs) / double(verdicts.totalNs) : 0;
    addStages(verdicts);
    addCounts(verdicts);
    addFindings(verdicts);
    addDoubts(ncu, verdicts);
    std::ranges::stable_sort(verdicts.rows, [](const KernelVerdict &a, const KernelVerdict &b) {
        return a.weight() != b.weight() ? a.weight() > b.weight() : a.totalNs > b.totalNs;
    });
    return verdicts;
}

} // namespace ws
