#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "core/report/html/scopedrun.h"
#include "core/report/verdictreport.h"

#include <algorithm>

namespace ws {
namespace {

constexpr size_t maxAdvice = 30;

/// The findings of a table's cell: "[high] …; [low] …"; other tools' cells are one text.
QStringList findingsOf(const KernelVerdict &row)
{
    QStringList list;
    const QString text = withSeverities(row.finding);
    qsizetype begin = 0;
    for (qsizetype at = text.indexOf(QLatin1String("; [")); at >= 0; at = text.indexOf(QLatin1String("; ["), begin)) {
        list << text.mid(begin, at - begin);
        begin = at + 2;
    }
    if (begin < text.size())
        list << text.mid(begin);
    return list;
}

QString headOf(const KernelVerdict &row)
{
    const QString severity = severityText(row.severity);
    QString text = Core::tr("%1: %2, %3")
                       .arg(toText(shortName(row.name, 100)), formatDuration(row.totalNs), formatPercent(row.share));
    if (row.calls > 1)
        text += QStringLiteral(", ") + Core::tr("%1 ×").arg(formatCount(int64_t(row.calls)));
    return severity.isEmpty() ? text : text + QStringLiteral(", ") + severity;
}

} // namespace

OverviewParts verdictParts(const ScopedRun &scoped, const std::vector<RunPtr> &ncu, const Progress *progress)
{
    OverviewParts parts;
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
    ListBlock first, all;
    for (const QString &sentence : verdictSentences(*verdicts)) {
        all.items.push_back({sentence, {}});
        const bool isOnPage = std::ranges::any_of(scoped.run().tables, [&](const Table &table) {
            return std::ranges::find(table.notes, sentence.toStdString()) != table.notes.end();
        }); // the overview has the notes of the run's own tables
        if (!isOnPage)
            first.items.push_back({sentence, {}});
    }
    Section section{Core::tr("What Nsight Compute says"), 2, {}};
    section.blocks.push_back(std::move(all));
    section.blocks.push_back(TableBlock{verdictReport(verdicts)});
    ListBlock advice;
    for (const KernelVerdict &row : verdicts->rows)
        if (!row.finding.empty() && advice.items.size() < maxAdvice)
            advice.items.push_back({headOf(row), findingsOf(row)});
    if (!advice.items.empty())
        section.blocks.push_back(std::move(advice));
    parts.first.push_back(std::move(first));
    parts.sections.push_back(std::move(section));
    return parts;
}

} // namespace ws
