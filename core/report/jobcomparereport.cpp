#include "core/report/jobcomparereport.h"

#include "core/base/format.h"
#include "core/base/phrases.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <set>

namespace ws {
namespace {

class JobCompareReport
{
    Q_DECLARE_TR_FUNCTIONS(JobCompareReport)
public:
    static QString verdict(const JobComparison &comparison);
    static QString parts(const JobComparison &comparison);
    static QString devices(const TwoJobs &jobs);
    static QString heldUp(const RankJob &job);
};

QString withSign(int64_t ns)
{
    return (ns < 0 ? QStringLiteral("−") : QStringLiteral("+")) + formatRounded(std::abs(ns));
}

QString JobCompareReport::verdict(const JobComparison &comparison)
{
    const SampleStats &a = comparison.stepA, &b = comparison.stepB;
    if (comparison.basis == JobComparison::Basis::OtherRanks) {
        const auto alone = std::ranges::count_if(comparison.ranks, [](const auto &rank) { return !rank.a || !rank.b; });
        return tr("Inconclusive: %n rank(s) have no partner in the other job.", nullptr, int(alone));
    }
    if (comparison.basis == JobComparison::Basis::TooFewSteps)
        return tr("Inconclusive: of steps that all ranks have there are %1 in A and %2 in B; at least %3 of each are "
                  "needed.")
            .arg(formatCount(int64_t(a.count)))
            .arg(formatCount(int64_t(b.count)))
            .arg(fewestSamples);
    const QString change =
        a.medianNs > 0 ? formatPercent(std::abs(comparison.step.deltaNs) / double(a.medianNs)) : QString();
    const QString times = QStringLiteral("%1 → %2").arg(formatRounded(a.medianNs), formatRounded(b.medianNs));
    if (!comparison.step.outsideNoise)
        return tr("No difference beyond the noise: a step takes %1; a change counts beyond %2.")
            .arg(times, formatRounded(std::llround(comparison.step.noiseNs)));
    return (comparison.step.deltaNs > 0 ? tr("B takes longer: %1 a step, %2 more. (Medians of %3 and %4 steps, each as "
                                             "long as its longest rank.)")
                                        : tr("B is faster: %1 a step, %2 less. (Medians of %3 and %4 steps, each as "
                                             "long as its longest rank.)"))
        .arg(times, change)
        .arg(formatCount(int64_t(a.count)))
        .arg(formatCount(int64_t(b.count)));
}

/// How the step of a mean rank changes; parts of less than 1 % of it are not worth a word.
QString JobCompareReport::parts(const JobComparison &comparison)
{
    std::vector<std::pair<QString, int64_t RankStep::*>> parts{{tr("computes"), &RankStep::computeNs}};
    if (comparison.areSplit) {
        parts.emplace_back(tr("waits"), &RankStep::waitNs);
        parts.emplace_back(tr("transfers"), &RankStep::transferNs);
    } else {
        parts.emplace_back(tr("exposed communication"), &RankStep::communicationNs);
    }
    parts.emplace_back(tr("copies"), &RankStep::copyNs);
    parts.emplace_back(tr("idle"), &RankStep::idleNs);
    QStringList texts;
    for (const auto &[name, part] : parts)
        if (const int64_t delta = comparison.meanB.*part - comparison.meanA.*part;
            std::abs(delta) * 100 >= std::max<int64_t>(1, comparison.meanA.lengthNs))
            texts << name + u' ' + withSign(delta);
    return texts.isEmpty() ? QString() : tr("A mean rank, per step: %1.").arg(listed(texts));
}

QString JobCompareReport::devices(const TwoJobs &jobs)
{
    const auto of = [](const RankJob &job) {
        std::set<std::string> names;
        for (const RankDigestPtr &rank : job.ranks)
            if (!rank->device.empty())
                names.insert(rank->device);
        QStringList list;
        for (const std::string &name : names)
            list << QString::fromStdString(name);
        return listed(list);
    };
    const QString a = of(*jobs.a), b = of(*jobs.b);
    return a.isEmpty() || b.isEmpty() || a == b ? QString() : tr("The devices differ: %1 | %2.").arg(a, b);
}

QString JobCompareReport::heldUp(const RankJob &job)
{
    QStringList names;
    for (const Straggler &found : job.verdict.found)
        if (found.ranks.empty()) // else what it costs is not known
            names << job.labels[int(found.rank)];
    return names.isEmpty() ? tr("nobody that can be shown") : listed(names);
}

std::vector<RowColumn<ComparedRank>> columnsOf(const TwoJobsPtr &jobs)
{
    using Row = ComparedRank;
    std::vector<RowColumn<Row>> columns{
        {{"name", JobCompareReport::tr("Rank"), CellKind::Name},
         [jobs](const Row &row) { return row.a ? jobs->a->labels[int(*row.a)] : jobs->b->labels[int(*row.b)]; }}};
    struct Time
    {
        const char *id;
        QString title;
        int64_t RankStep::*ns;
        bool isOfSplit = false;
    };
    const Time times[] = {{"step", JobCompareReport::tr("Step length"), &RankStep::lengthNs},
                          {"compute", JobCompareReport::tr("Compute"), &RankStep::computeNs},
                          {"exposed_communication", JobCompareReport::tr("Communication"), &RankStep::communicationNs},
                          {"wait", JobCompareReport::tr("Waits"), &RankStep::waitNs, true},
                          {"communication", JobCompareReport::tr("Transfers"), &RankStep::transferNs, true},
                          {"copy", JobCompareReport::tr("Copies"), &RankStep::copyNs},
                          {"idle", JobCompareReport::tr("Idle"), &RankStep::idleNs}};
    const QString ofSteps = JobCompareReport::tr("Of the step of median length, of two the shorter");
    const QString ofCommunication = JobCompareReport::tr(
        "Of the step of median length, of two the shorter: a part of the exposed communication, where that is known");
    for (const Time &time : times) {
        const bool isDetail = time.ns != &RankStep::lengthNs;
        const QString &tip = time.isOfSplit ? ofCommunication : ofSteps;
        const auto isKnown = [time](const RankStep &step) { return !time.isOfSplit || step.tells(time.ns); };
        columns.push_back(
            {{std::string(time.id) + "_a_ns", time.title + QStringLiteral(" A"), CellKind::Time, tip, isDetail},
             [time, isKnown](const Row &row) {
                 return row.stepsA && isKnown(row.medianA) ? ReportCell(row.medianA.*time.ns) : ReportCell();
             }});
        columns.push_back(
            {{std::string(time.id) + "_b_ns", time.title + QStringLiteral(" B"), CellKind::Time, tip, isDetail},
             [time, isKnown](const Row &row) {
                 return row.stepsB && isKnown(row.medianB) ? ReportCell(row.medianB.*time.ns) : ReportCell();
             }});
        columns.push_back({{std::string(time.id) + "_delta_ns", time.title + QStringLiteral(" Δ"), CellKind::Time, tip},
                           [time](const Row &row) {
                               return row.stepsA && row.stepsB && (!time.isOfSplit || row.areSplit())
                                          ? ReportCell(row.medianB.*time.ns - row.medianA.*time.ns)
                                          : ReportCell();
                           }});
    }
    return columns;
}

} // namespace

TwoJobsPtr compareJobs(RankJobPtr a, RankJobPtr b)
{
    JobComparison comparison = compareJobs(*a, *b);
    return std::make_shared<const TwoJobs>(TwoJobs{std::move(a), std::move(b), std::move(comparison)});
}

ReportTable jobCompareReport(const TwoJobsPtr &jobs)
{
    ReportTable table{QStringLiteral("compared-ranks"), JobCompareReport::tr("Ranks of two jobs")};
    setRows<ComparedRank>(table, columnsOf(jobs),
                          jobs ? std::shared_ptr<const std::vector<ComparedRank>>(jobs, &jobs->comparison.ranks)
                               : nullptr);
    chooseUnits(table);
    shareLargestUnit(table);
    return table;
}

QStringList jobCompareSentences(const TwoJobs &jobs)
{
    QStringList sentences{JobCompareReport::verdict(jobs.comparison)};
    if (jobs.comparison.basis == JobComparison::Basis::Sufficient && jobs.comparison.step.outsideNoise)
        sentences << JobCompareReport::parts(jobs.comparison);
    sentences << JobCompareReport::devices(jobs);
    if (!jobs.a->verdict.found.empty() || !jobs.b->verdict.found.empty())
        sentences << JobCompareReport::tr("Who holds the others up: in A %1, in B %2.")
                         .arg(JobCompareReport::heldUp(*jobs.a), JobCompareReport::heldUp(*jobs.b));
    sentences.removeAll(QString());
    return sentences;
}

std::string_view jobVerdictId(const JobComparison &comparison)
{
    if (comparison.basis != JobComparison::Basis::Sufficient)
        return "inconclusive";
    return !comparison.step.outsideNoise ? "neutral" : comparison.step.deltaNs > 0 ? "regression" : "improvement";
}

} // namespace ws
