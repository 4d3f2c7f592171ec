#include "widgets/panels/overview/overviewtexts.h"

#include "core/base/format.h"

#include <QCoreApplication>

namespace ws {
namespace {

class OverviewTexts
{
    Q_DECLARE_TR_FUNCTIONS(OverviewTexts)
};

} // namespace

QString durationAndShare(int64_t ns, double share)
{
    return ns > 0 ? formatRounded(ns) + QStringLiteral(" · ") + formatPercent(share) : formatPercent(share);
}

QString durationAndShare(int64_t ns, int64_t ofNs)
{
    return durationAndShare(ns, ofNs > 0 ? static_cast<double>(ns) / static_cast<double>(ofNs) : 0);
}

QString findingsTitle(BudgetOf of)
{
    switch (of) {
    case BudgetOf::Step:
        return OverviewTexts::tr("What a step could win at most");
    case BudgetOf::Repetition:
        return OverviewTexts::tr("What a period could win at most");
    case BudgetOf::Span:
        break;
    }
    return OverviewTexts::tr("What takes time");
}

QString unitsTitle(BudgetOf of, size_t count)
{
    const auto number = static_cast<int>(count);
    return of == BudgetOf::Step ? OverviewTexts::tr("%n step(s) by their length", nullptr, number)
                                : OverviewTexts::tr("%n period(s) by their length", nullptr, number);
}

QString rowDetail(const OverviewRow &row)
{
    if (!row.count)
        return {};
    const QString count = formatCount(static_cast<int64_t>(row.count));
    if (!row.medianNs)
        return OverviewTexts::tr("%1 ×").arg(count);
    QString text = OverviewTexts::tr("%1 ×, median %2, mean %3, max %4")
                       .arg(count, formatDuration(row.medianNs), formatDuration(row.meanNs), formatDuration(row.maxNs));
    if (row.outliers)
        text += u'\n' + OverviewTexts::tr("%1 of them over 3 × the median take %2")
                            .arg(formatCount(static_cast<int64_t>(row.outliers)), formatDuration(row.outlierNs));
    return text;
}

} // namespace ws
