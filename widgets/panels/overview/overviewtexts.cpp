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

QString durationAndShare(int64_t ns, double share, int64_t largestNs)
{
    return ns > 0 ? formatBeside(ns, largestNs) + QStringLiteral(" · ") + formatPercent(share) : formatPercent(share);
}

QString durationAndShare(int64_t ns, int64_t ofNs)
{
    return durationAndShare(ns, ofNs > 0 ? static_cast<double>(ns) / static_cast<double>(ofNs) : 0, ofNs);
}

QString unitsTitle(BudgetOf of, size_t count)
{
    const auto number = static_cast<int>(count);
    return of == BudgetOf::Step ? OverviewTexts::tr("%n step(s) by their length", nullptr, number)
                                : OverviewTexts::tr("%n period(s) by their length", nullptr, number);
}

QString restText(const OverviewList &list)
{
    return OverviewTexts::tr("%1 more").arg(formatCount(static_cast<int64_t>(list.restRows)));
}

QString restToolTip(const OverviewList &list)
{
    return OverviewTexts::tr("%n further row(s), together %1", nullptr, static_cast<int>(list.restRows))
        .arg(formatDuration(list.restNs));
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
        text += u'\n' + OverviewTexts::tr("over 3 × the median: %1 of them, together %2")
                            .arg(formatCount(static_cast<int64_t>(row.outliers)), formatDuration(row.outlierNs));
    return text;
}

} // namespace ws
