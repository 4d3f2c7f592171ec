#include "core/analysis/ncu/ncurows.h"
#include "core/base/demangle.h"
#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "core/report/html/scopedrun.h"
#include "core/report/verdictreport.h"

#include <algorithm>

namespace ws {
namespace {

constexpr size_t maxAdvice = 50, maxRows = 200;

QStringList texts(const std::vector<std::string> &list)
{
    QStringList out;
    for (const std::string &one : list)
        out << withSeverities(one);
    return out;
}

QString headOf(const KernelVerdicts &verdicts, const KernelVerdict &row)
{
    const QString severity = severityText(row.severity);
    const QString name = toText(shortName(row.name, 100));
    QStringList parts{
        row.isTimed ? Core::tr("%1: %2, %3").arg(name, verdictTime(verdicts, row.totalNs), formatPercent(row.share))
                    : name};
    if (row.calls > 1)
        parts << Core::tr("%1 ×").arg(formatCount(int64_t(row.calls)));
    if (!severity.isEmpty())
        parts << severity;
    return listed(parts);
}

/// The kernels that take longest.
QString largest(const KernelVerdicts &verdicts)
{
    constexpr size_t shown = 3;
    std::vector<const KernelVerdict *> rows;
    for (const KernelVerdict &row : verdicts.rows)
        if (row.isTimed)
            rows.push_back(&row);
    std::ranges::stable_sort(rows, [](const auto *a, const auto *b) { return a->totalNs > b->totalNs; });
    rows.resize(std::min(shown, rows.size()));
    std::vector<std::string_view> names;
    for (const KernelVerdict *row : rows)
        names.push_back(shownName(row->name));
    const std::vector<std::string> brief = shortNames(names);
    QStringList texts;
    for (size_t k = 0; k < rows.size(); ++k)
        texts << Core::tr("%1 %2 (%3)")
                     .arg(toText(brief[k]), verdictTime(verdicts, rows[k]->totalNs), formatPercent(rows[k]->share));
    return labelled(Core::tr("Kernels"), clauses(texts));
}

} // namespace

VerdictParts verdictParts(const ScopedRun &scoped, const std::vector<RunPtr> &ncu, const Progress *progress)
{
    VerdictParts parts;
    const bool isNcu = isOnlyNcu(scoped.run());
    const auto made = kernelVerdicts(isNcu ? nullptr : scoped.of->run,
                                     isNcu && ncu.empty() ? std::vector{scoped.of->run} : ncu, progress);
    if (made && made->measured == 0 && !ncu.empty())
        parts.first.push_back(TextBlock{Core::tr("None of the kernels is in the files of Nsight Compute.")});
    if (!made || made->measured == 0)
        return parts;
    if (!scoped.text.isEmpty() || scoped.of->phase >= 0) { // its times are of the whole file
        parts.first.push_back(TextBlock{Core::tr("What Nsight Compute says is of the whole recording: left out.")});
        return parts;
    }
    const auto verdicts = std::make_shared<const KernelVerdicts>(*made);
    ListBlock facts;
    const auto add = [&facts](const QString &label, QStringList lines) {
        if (!lines.isEmpty())
            facts.items.push_back({lines.takeFirst(), lines, label});
    };
    parts.said.headline = scoped.run().gpu.size() == 0;
    parts.said.sentences = texts(verdicts->doubts);
    if (parts.said.headline) {
        parts.headline = verdictHeadline(*verdicts);
        parts.first.push_back(TextBlock{parts.headline, true});
    }
    add(Core::tr("Cannot be right"), parts.said.sentences);
    QStringList lines = countSentences(*verdicts);
    if (const QString named = findingsSentence(*verdicts); !named.isEmpty())
        lines << named;
    add(Core::tr("Nsight Compute"), lines + coverageSentences(*verdicts));
    if (parts.said.headline && verdicts->hasTimes())
        add(Core::tr("Largest"), {largest(*verdicts)});
    parts.first.push_back(std::move(facts));

    Section section{Core::tr("What Nsight Compute says"), 2, {}};
    section.blocks.push_back(TableBlock{verdictReport(verdicts), maxRows});
    section.blocks.push_back(TableBlock{stageSumReport(verdicts)});
    if (!verdicts->findings.empty())
        section.blocks.push_back(TableBlock{findingCountReport(verdicts)});
    if (!verdicts->launches.empty())
        section.blocks.push_back(TableBlock{launchReport(verdicts), maxRows});
    parts.sections.push_back(std::move(section));
    ListBlock advice;
    size_t found = 0;
    for (const KernelVerdict &row : verdicts->rows)
        if (!row.finding.empty() && ++found <= maxAdvice)
            advice.items.push_back({headOf(*verdicts, row), texts(findingsOf(row.finding))});
    if (advice.items.empty())
        return parts;
    parts.sections.push_back({Core::tr("Findings of Nsight Compute, whole"), 2, {std::move(advice)}});
    if (found > maxAdvice)
        parts.sections.back().blocks.push_back(
            TextBlock{Core::tr("The first %1 of %2 kernels with findings.")
                          .arg(formatCount(int64_t(maxAdvice)), formatCount(int64_t(found)))});
    return parts;
}

} // namespace ws
