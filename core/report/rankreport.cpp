#include "core/report/rankreport.h"

#include "core/analysis/collectives/collectives.h"
#include "core/base/texts.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace ws {
namespace {

/// What the reference's clock shows minus what the rank's own shows at the same moment.
ReportCell clockBehind(const RankJob &job, uint32_t rank)
{
    const RankClock &clock = job.clocks[rank];
    const auto reference = std::ranges::find(job.clocks, RankClock::State::Reference, &RankClock::state);
    if (clock.state != RankClock::State::Fitted || reference == job.clocks.end())
        return {};
    const RankDigest &own = *job.ranks[rank], &other = *job.ranks[size_t(reference - job.clocks.begin())];
    int64_t origins = 0, behind = 0;
    if (!own.hasClock || !other.hasClock || __builtin_sub_overflow(other.originNs, own.originNs, &origins) ||
        __builtin_add_overflow(clock.offsetNs, origins, &behind))
        return {};
    return behind;
}

ReportCell clockDrift(const RankJob &job, uint32_t rank)
{
    const RankClock &clock = job.clocks[rank];
    const double driftNs = clock.driftPpm * 1e-6 * double(job.ranks[rank]->busy.spanNs);
    if (!clock.isKnown() || std::abs(driftNs) <= double(clock.uncertaintyNs))
        return {};
    return clock.driftPpm;
}

class RankReport
{
    Q_DECLARE_TR_FUNCTIONS(RankReport)
public:
    static std::vector<RowColumn<uint32_t>> rankColumns(const RankJobPtr &job);
    static std::vector<RowColumn<RankStepRow>> stepColumns(const RankJobPtr &job);
};

ReportCell textOrNothing(const std::string &text)
{
    return text.empty() ? ReportCell() : ReportCell(std::string_view(text));
}

template <class T> ReportCell numberOrNothing(const std::optional<T> &value)
{
    return value ? ReportCell(*value) : ReportCell();
}

ReportCell rankShare(int64_t part, int64_t whole)
{
    return whole > 0 ? ReportCell(double(part) / double(whole)) : ReportCell();
}

std::vector<RowColumn<uint32_t>> RankReport::rankColumns(const RankJobPtr &job)
{
    const auto digest = [job](uint32_t rank) -> const RankDigest & { return *job->ranks[rank]; };
    const auto clock = [job](uint32_t rank) -> const RankClock & { return job->clocks[rank]; };
    auto medians = std::make_shared<std::vector<const RankStep *>>();
    for (size_t rank = 0; job && rank < job->ranks.size(); ++rank)
        medians->push_back(medianStep(*job, rank));
    const auto median = [job, medians](int64_t RankStep::*value) {
        return [job, medians, value](const uint32_t &rank) {
            const RankStep *step = (*medians)[rank];
            return step ? ReportCell(step->*value) : ReportCell();
        };
    };
    const auto ofSplit = [median, medians](int64_t RankStep::*value) {
        return [medians, value, cell = median(value)](const uint32_t &rank) {
            return (*medians)[rank] && (*medians)[rank]->tells(value) ? cell(rank) : ReportCell();
        };
    };
    const QString ofBusy =
        tr("Of the time from the first to the last GPU work; where a rank has several devices, of the "
           "one with most work");
    std::vector<RowColumn<uint32_t>> columns{
        {{"name", tr("Rank"), CellKind::Name}, [job](uint32_t rank) { return job->labels[rank]; }},
        {{"rank", tr("Number"), CellKind::Count}, [=](uint32_t rank) { return numberOrNothing(digest(rank).rank); }},
        {{"stage", tr("Stage"), CellKind::Text, tr("Of a pipeline: the folder's name")},
         [=](uint32_t rank) { return textOrNothing(digest(rank).stage); }},
        {{"host", tr("Host")}, [=](uint32_t rank) { return textOrNothing(digest(rank).host); }},
        {{"device", tr("Device")}, [=](uint32_t rank) { return textOrNothing(digest(rank).device); }},
        {{"steps", tr("Steps"), CellKind::Count}, [=](uint32_t rank) { return countCell(digest(rank).steps.size()); }},
        {{"step_ns", tr("Step length"), CellKind::Time,
          tr("Of the step of median length: from its first GPU work to that of the next step. Its parts add up to it")},
         median(&RankStep::lengthNs)},
        {{"compute_ns", tr("Compute"), CellKind::Time, tr("Of the step of median length")},
         median(&RankStep::computeNs)},
        {{"wait_ns", tr("Waits"), CellKind::Time,
          tr("Of the step of median length: exposed communication until the last rank of the collective is there")},
         ofSplit(&RankStep::waitNs)},
        {{"communication_ns", tr("Transfers"), CellKind::Time,
          tr("Of the step of median length: exposed communication after that")},
         ofSplit(&RankStep::transferNs)},
        {{"unsplit_ns", tr("Waits or transfers"), CellKind::Time,
          tr("Of the step of median length: exposed communication of which nothing tells whether the rank waits, as "
             "its "
             "collectives have no partner")},
         [medians](const uint32_t &rank) {
             const RankStep *step = (*medians)[rank];
             return step && !step->isSplit() ? ReportCell(step->unsplitNs()) : ReportCell();
         }},
        {{"copy_ns", tr("Copies"), CellKind::Time, tr("Of the step of median length: exposed copies")},
         median(&RankStep::copyNs)},
        {{"idle_ns", tr("Idle"), CellKind::Time, tr("Of the step of median length: the GPU has nothing to do")},
         median(&RankStep::idleNs)},
        {{"busy_share", tr("Busy overall"), CellKind::Share, ofBusy},
         [=](uint32_t rank) { return rankShare(digest(rank).busy.busyNs, digest(rank).busy.spanNs); }},
        {{"clock", tr("Clock"), CellKind::Text,
          tr("fitted: by collectives; reference: the others are fitted to it; same file; coarse: as uncertain as the "
             "collectives are long; unknown: times of this rank cannot be compared with others'")},
         [=](uint32_t rank) { return ReportCell(clockStateText(clock(rank).state)); }},
        {{"clock_behind_ns", tr("Clock behind by"), CellKind::Time,
          tr("How much later the reference's clock is at the same moment; empty: a file does not say the time of day")},
         [job](uint32_t rank) { return clockBehind(*job, rank); }},
        {{"clock_uncertainty_ns", tr("Uncertainty"), CellKind::Time, tr("Max error of that and of the shift")},
         [=](uint32_t rank) { return clock(rank).isKnown() ? ReportCell(clock(rank).uncertaintyNs) : ReportCell(); }},
        {{"clock_drift_ppm", tr("Drift (ppm)"), CellKind::Number,
          tr("Empty: over the recording it makes less than the uncertainty")},
         [job](uint32_t rank) { return clockDrift(*job, rank); }},
        {{"clock_offset_ns", tr("Times shifted by"), CellKind::Time,
          tr("Added to its times, which begin with its own file, to get those of the job")},
         [=](uint32_t rank) { return clock(rank).isKnown() ? ReportCell(clock(rank).offsetNs) : ReportCell(); }},
        {{"grouped_gemm_ns", tr("Grouped GEMM"), CellKind::Time,
          tr("Summed duration of kernels of experts: an imbalance of experts shows here")},
         [=](uint32_t rank) -> ReportCell {
             int64_t ns = 0;
             for (const DigestSum &kernel : digest(rank).kernels)
                 if (isGroupedGemm(kernel.name))
                     ns += kernel.totalNs;
             return ns ? ReportCell(ns) : ReportCell();
         }},
        {{"file", tr("File"), CellKind::Name}, [=](uint32_t rank) { return textOrNothing(digest(rank).file); }},
    };
    return columns;
}

std::vector<RowColumn<RankStepRow>> RankReport::stepColumns(const RankJobPtr &job)
{
    const auto time = [job](int64_t RankStep::*value) {
        return [job, value](const RankStepRow &row) { return ReportCell(job->step(row.rank, row.step).*value); };
    };
    const auto ofSplit = [job](int64_t RankStep::*value) {
        return [job, value](const RankStepRow &row) {
            const RankStep &step = job->step(row.rank, row.step);
            return step.tells(value) ? ReportCell(step.*value) : ReportCell();
        };
    };
    return {
        {{"step", tr("Step"), CellKind::Name}, [job](const RankStepRow &row) { return job->stepNames[row.step]; }},
        {{"rank", tr("Rank"), CellKind::Name}, [job](const RankStepRow &row) { return job->labels[row.rank]; }},
        {{"length_ns", tr("Length"), CellKind::Time,
          tr("From its first GPU work to that of the next step; of the last one to the end of its work")},
         time(&RankStep::lengthNs)},
        {{"compute_ns", tr("Compute"), CellKind::Time}, time(&RankStep::computeNs)},
        {{"wait_ns", tr("Waits"), CellKind::Time, tr("Exposed: for the last rank of the collective")},
         ofSplit(&RankStep::waitNs)},
        {{"communication_ns", tr("Transfers"), CellKind::Time, tr("Exposed: after the last rank has begun")},
         ofSplit(&RankStep::transferNs)},
        {{"unsplit_ns", tr("Waits or transfers"), CellKind::Time,
          tr("Exposed communication of which nothing tells whether the rank waits")},
         [job](const RankStepRow &row) {
             const RankStep &step = job->step(row.rank, row.step);
             return step.isSplit() ? ReportCell() : ReportCell(step.unsplitNs());
         }},
        {{"copy_ns", tr("Copies"), CellKind::Time, tr("Exposed copies")}, time(&RankStep::copyNs)},
        {{"idle_ns", tr("Idle"), CellKind::Time}, time(&RankStep::idleNs)},
    };
}

std::vector<RankStepRow> stepRows(const RankJob &job)
{
    std::vector<RankStepRow> rows;
    for (uint32_t step = 0; step < uint32_t(job.stepNames.size()); ++step)
        for (uint32_t rank = 0; rank < job.ranks.size(); ++rank)
            if (job.step(rank, step).step != UINT32_MAX)
                rows.push_back({step, rank});
    return rows;
}

struct CollectiveOfRank
{
    uint32_t match = 0;
    uint32_t k = 0; ///< place of the rank in its group
};

std::vector<CollectiveOfRank> collectiveRows(const RankJob &job)
{
    std::vector<CollectiveOfRank> rows;
    for (uint32_t m = 0; m < job.collectives.matches.size(); ++m) {
        const CollectiveMatch &of = job.collectives.matches[m];
        for (uint32_t k = 0; k < job.collectives.groups[of.group].ranks.size(); ++k)
            if (job.collectives.at(job.ranks, of, k))
                rows.push_back({m, k});
    }
    return rows;
}

/// The length of the path of the folder that all ranks' files are in: a narrow column has room for what differs.
size_t commonFolder(const RankJob &job)
{
    if (job.ranks.size() < 2)
        return 0;
    const std::string_view first = job.ranks.front()->file;
    size_t same = first.size();
    for (const RankDigestPtr &digest : job.ranks)
        same = std::min(same, size_t(std::ranges::mismatch(first.substr(0, same), digest->file).in1 - first.begin()));
    const size_t slash = same ? first.rfind('/', same - 1) : first.npos;
    return slash == first.npos ? 0 : slash + 1;
}

} // namespace

bool isGroupedGemm(std::string_view kernel)
{
    for (const std::string_view part : {"grouped_gemm", "GroupedGemm", "GroupGemm", "group_gemm", "fused_moe",
                                        "moe_gemm", "MoeGemm", "GroupedMatmul", "m_grouped"})
        if (kernel.find(part) != kernel.npos)
            return true;
    return false;
}

ReportTable rankReport(const RankJobPtr &job)
{
    ReportTable table{QStringLiteral("ranks"), RankReport::tr("Ranks")};
    const auto rows = std::make_shared<std::vector<uint32_t>>();
    for (uint32_t rank = 0; job && rank < job->ranks.size(); ++rank)
        rows->push_back(rank);
    setRows<uint32_t>(table, RankReport::rankColumns(job), job ? rows : nullptr);
    table.fileCell = [job, cell = table.cell, clock = size_t(table.columnOf("clock"))](size_t rank, size_t column) {
        return column == clock ? ReportCell(clockStateId(job->clocks[rank].state)) : cell(rank, column);
    };
    table.cell = [job, cell = table.cell, file = size_t(table.columnOf("file")),
                  folder = job ? commonFolder(*job) : 0](size_t rank, size_t column) {
        if (column != file)
            return cell(rank, column);
        const std::string_view path = std::string_view(job->ranks[rank]->file).substr(folder);
        return path.empty() ? ReportCell() : ReportCell(path);
    };
    showFilled(table, {"rank", "stage", "host", "device", "wait_ns", "communication_ns", "unsplit_ns",
                       "grouped_gemm_ns", "clock_behind_ns", "clock_drift_ppm"});
    chooseUnits(table);
    shareLargestUnit(table,
                     {"step_ns", "compute_ns", "wait_ns", "communication_ns", "unsplit_ns", "copy_ns", "idle_ns"});
    return table;
}

ReportTable rankStepReport(const RankJobPtr &job)
{
    ReportTable table{QStringLiteral("rank-steps"), RankReport::tr("Steps of ranks"), nullptr, 2};
    const auto rows = std::make_shared<std::vector<RankStepRow>>();
    if (job)
        *rows = stepRows(*job);
    setRows<RankStepRow>(table, RankReport::stepColumns(job), job ? rows : nullptr);
    showFilled(table, {"wait_ns", "communication_ns", "unsplit_ns"});
    chooseUnits(table);
    shareLargestUnit(table);
    return table;
}

RankStepRow rankStepRow(const RankJobPtr &job, size_t row)
{
    return stepRows(*job)[row];
}

ReportTable rankCollectiveReport(const RankJobPtr &job)
{
    using Row = CollectiveOfRank;
    const auto rows = std::make_shared<std::vector<Row>>();
    const auto match = [job](const Row &row) -> const CollectiveMatch & { return job->collectives.matches[row.match]; };
    const auto group = [job, match](const Row &row) -> const CollectiveGroup & {
        return job->collectives.groups[match(row).group];
    };
    const auto one = [job, match](const Row &row) -> const DigestCollective & {
        return *job->collectives.at(job->ranks, match(row), row.k);
    };
    const auto kind = [job, match](const Row &row) -> const CollectiveKind & {
        return job->collectives.kindOf(job->ranks, match(row));
    };
    const auto clock = [job, group](const Row &row) -> const RankClock & {
        return job->clocks[group(row).ranks[row.k]];
    };
    // The first begin of all ranks of the match, where all clocks are known.
    const auto firstBegin = [job](const CollectiveMatch &of) -> std::optional<int64_t> {
        std::optional<int64_t> first;
        const auto &ranks = job->collectives.groups[of.group].ranks;
        for (size_t k = 0; k < ranks.size(); ++k)
            if (const DigestCollective *begun = job->collectives.at(job->ranks, of, k)) {
                if (!job->clocks[ranks[k]].isKnown())
                    return std::nullopt;
                const int64_t at = job->clocks[ranks[k]].jobTime(begun->startNs);
                first = first ? std::min(*first, at) : at;
            }
        return first;
    };
    const auto bandwidth = [match, kind](const Row &row) -> std::optional<double> {
        const int64_t ns = match(row).transferNs;
        return kind(row).bytes && ns > 0 && match(row).isTransferKnown
                   ? std::optional(double(*kind(row).bytes) / double(ns))
                   : std::nullopt;
    };
    ReportTable table{QStringLiteral("rank-collectives"), RankReport::tr("Collectives of ranks"), nullptr, 3};
    std::vector<RowColumn<Row>> columns{
        {{"collective", RankReport::tr("Collective")},
         [kind](const Row &row) { return textOrNothing(kind(row).collective); }},
        {{"group", RankReport::tr("Group")}, [group](const Row &row) { return textOrNothing(group(row).name); }},
        {{"number", RankReport::tr("Number"), CellKind::Count, RankReport::tr("Within the group")},
         [match](const Row &row) { return match(row).number; }},
        {{"matched_by", RankReport::tr("Matched by"), CellKind::Text,
          RankReport::tr(
              "number: by the sequence numbers of the files; order: all ranks of the group have equally many "
              "of the same kinds; time: their ends agree on one clock, after one shift of it")},
         [group](const Row &row) { return ReportCell(matchBasisId(group(row).basis)); }},
        {{"rank", RankReport::tr("Rank"), CellKind::Name},
         [job, group](const Row &row) { return job->labels[group(row).ranks[row.k]]; }},
        {{"bytes", RankReport::tr("Size"), CellKind::Bytes},
         [kind](const Row &row) { return numberOrNothing(kind(row).bytes); }},
        {{"begin_ns", RankReport::tr("Begin"), CellKind::Time, RankReport::tr("On the job's clock")},
         [clock, one](const Row &row) {
             return clock(row).isKnown() ? ReportCell(clock(row).jobTime(one(row).startNs)) : ReportCell();
         }},
        {{"late_ns", RankReport::tr("Behind the first"), CellKind::Time,
          RankReport::tr("How much later than the first rank it begins")},
         [clock, one, match, firstBegin](const Row &row) {
             const auto first = firstBegin(match(row));
             return first ? ReportCell(clock(row).jobTime(one(row).startNs) - *first) : ReportCell();
         }},
        {{"wait_ns", RankReport::tr("Waits"), CellKind::Time,
          RankReport::tr("For the last rank: its duration without the shortest one of all ranks")},
         [one, match](const Row &row) { return one(row).durationNs - match(row).lastNs; }},
        {{"transfer_ns", RankReport::tr("Transfer"), CellKind::Time,
          RankReport::tr("The shortest duration of all ranks: the last one does not wait; of Ascend's collectives how "
                         "long planes copy or reduce in it")},
         [match](const Row &row) {
             return match(row).isTransferKnown ? ReportCell(match(row).transferNs) : ReportCell();
         }},
        {{"unsplit_ns", RankReport::tr("Waits or transfers"), CellKind::Time,
          RankReport::tr(
              "Of Ascend's collectives: the rest of the shortest duration, in which planes wait, or of which "
              "they are not recorded")},
         [match](const Row &row) {
             const int64_t ns = match(row).unsplitNs();
             return ns > 0 ? ReportCell(ns) : ReportCell();
         }},
        {{"algorithm_bandwidth_GBs", RankReport::tr("Algorithm GB/s"), CellKind::Number,
          RankReport::tr("Size by transfer")},
         [bandwidth](const Row &row) { return numberOrNothing(bandwidth(row)); }},
        {{"bus_bandwidth_GBs", RankReport::tr("Bus GB/s"), CellKind::Number},
         [bandwidth, kind, group](const Row &row) {
             const auto algorithmic = bandwidth(row);
             const auto factor = busFactor(kind(row).collective, group(row).size);
             return algorithmic && factor ? ReportCell(*algorithmic * *factor) : ReportCell();
         }},
    };
    if (job)
        *rows = collectiveRows(*job);
    setRows<Row>(table, std::move(columns), job ? rows : nullptr);
    setDecimals(table, {"algorithm_bandwidth_GBs", "bus_bandwidth_GBs"}, 2);
    showFilled(table, {"unsplit_ns"});
    chooseUnits(table);
    shareFinestUnit(table, {"late_ns", "wait_ns", "transfer_ns", "unsplit_ns"});
    return table;
}

RankCollectiveRow rankCollectiveRow(const RankJobPtr &job, size_t row)
{
    const CollectiveOfRank of = collectiveRows(*job)[row];
    return {of.match, job->collectives.groups[job->collectives.matches[of.match].group].ranks[of.k]};
}

ReportTable rankStageReport(const RankJobPtr &job)
{
    ReportTable table{QStringLiteral("rank-stages"), RankReport::tr("Stages of ranks")};
    std::vector<RowColumn<uint32_t>> columns{
        {{"name", RankReport::tr("Rank"), CellKind::Name}, [job](uint32_t rank) { return job->labels[rank]; }}};
    std::vector<std::string> stages;
    for (const RankDigestPtr &digest : job ? job->ranks : std::vector<RankDigestPtr>())
        for (const DigestSum &stage : digest->stages)
            if (std::ranges::find(stages, stage.name) == stages.end())
                stages.push_back(stage.name);
    for (const std::string &stage : stages)
        columns.push_back({{stage + "_ns", QString::fromStdString(stage), CellKind::Time,
                            RankReport::tr("Elapsed time; where it is not known, the summed duration"), false, true},
                           [job, stage](uint32_t rank) -> ReportCell {
                               for (const DigestSum &sum : job->ranks[rank]->stages)
                                   if (sum.name == stage)
                                       return sum.elapsedNs ? sum.elapsedNs : sum.totalNs;
                               return int64_t(0);
                           }});
    const auto rows = std::make_shared<std::vector<uint32_t>>();
    for (uint32_t rank = 0; job && rank < job->ranks.size(); ++rank)
        rows->push_back(rank);
    setRows<uint32_t>(table, std::move(columns), job ? rows : nullptr);
    chooseUnits(table);
    shareLargestUnit(table);
    return table;
}

} // namespace ws
