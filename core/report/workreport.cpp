#include "core/report/workreport.h"

#include "core/analysis/stages/mappinglibrary.h"
#include "core/base/demangle.h"
#include "core/base/format.h"
#include "core/base/texts.h"
#include "core/model/torchbalance.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>

namespace ws {
namespace {

class WorkReport
{
    Q_DECLARE_TR_FUNCTIONS(WorkReport)
};

struct WorkRow
{
    const NamedWork *part;
    size_t name;
    const StageGroup *stage; ///< of the default mapping

    const NameSum &sum() const { return part->sums.names[name]; }
};

struct WorkRows
{
    std::shared_ptr<const std::vector<NamedWork>> works; ///< the data that rows point into …
    std::vector<std::shared_ptr<const Classification>> classes;
    std::vector<WorkRow> rows;
};

WorkRows rowsOf(const std::shared_ptr<const std::vector<NamedWork>> &works)
{
    WorkRows all{works, {}, {}};
    for (const NamedWork &work : *works) {
        const auto &classes = all.classes.emplace_back(StageClassifier(work.names).classify(defaultMapping()));
        std::vector<size_t> order(work.sums.names.size());
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(),
                         [&](size_t a, size_t b) { return work.sums.names[a].totalNs > work.sums.names[b].totalNs; });
        for (const size_t name : order)
            all.rows.push_back({&work, name, &classes->groups[classes->group[name]]});
    }
    return all;
}

ReportCell workStage(const WorkRow &row)
{
    const StageGroup &stage = *row.stage;
    return stage.substage.empty() || stage.substage == stage.stage ? toText(stage.stage)
                                                                   : toText(stage.stage + " · " + stage.substage);
}

ReportCell workShare(const WorkRow &row)
{
    const int64_t whole = row.part->sums.all.totalNs;
    return whole ? static_cast<double>(row.sum().totalNs) / static_cast<double>(whole) : 0.0;
}

ReportCell workMean(const WorkRow &row)
{
    return row.sum().count ? ReportCell(row.sum().totalNs / static_cast<int64_t>(row.sum().count)) : ReportCell();
}

} // namespace

QStringList sameWorkNotes(const Run &run, const std::vector<NamedWork> &works)
{
    QStringList notes;
    for (const NamedWork &work : works) {
        for (const int table : work.alsoIn)
            notes << Core::tr("What %1 lists is in %2, too: it counts once.")
                         .arg(shownTitle(run.tables[size_t(table)].title), toText(work.title));
        if (const auto again = std::ranges::count(work.isAgain, uint8_t(1)))
            notes << Core::tr("%1 rows of %2 are in a table before it, too: in sums of both they count once.")
                         .arg(formatCount(int64_t(again)), toText(work.title));
    }
    return notes;
}

ReportTable workReport(const std::shared_ptr<const Run> &run,
                       const std::shared_ptr<const std::vector<NamedWork>> &works)
{
    ReportTable table{QStringLiteral("kernels"), WorkReport::tr("Kernels"), run};
    table.keys = 2;
    const auto owned = std::make_shared<const WorkRows>(rowsOf(works));
    setRows<WorkRow>(
        table,
        {{{"name", WorkReport::tr("Kernel"), CellKind::Name},
          [](const WorkRow &row) -> ReportCell { return shownName(row.part->names->text(row.name)); }},
         {{"part", WorkReport::tr("Part"), CellKind::Text},
          [](const WorkRow &row) -> ReportCell { return std::string_view(row.part->title); }},
         {{"count", WorkReport::tr("Count"), CellKind::Count, {}, false, true},
          [](const WorkRow &row) { return countCell(row.sum().count); }},
         {{"total_ns", WorkReport::tr("Total"), CellKind::Time, {}, false, true},
          [](const WorkRow &row) -> ReportCell { return row.sum().totalNs; }},
         {{"share", WorkReport::tr("Of the part"), CellKind::Share, {}, false, true}, workShare},
         {{"mean_ns", WorkReport::tr("Mean"), CellKind::Time, WorkReport::tr("Total divided by count")}, workMean},
         {{"stage", WorkReport::tr("Stage"), CellKind::Text, WorkReport::tr("By the default mapping")}, workStage}},
        {owned, &owned->rows});
    const std::vector<int> sameAs = identicalTables(run->tables);
    const auto isListed = [&](int at) { return std::ranges::find(*works, at, &NamedWork::table) != works->end(); };
    for (size_t k = 0; k < sameAs.size(); ++k)
        if (sameAs[k] >= 0 && isListed(sameAs[k]))
            table.notes << Core::tr("%1 is identical to %2: shown once.")
                               .arg(shownTitle(run->tables[k].title), shownTitle(run->tables[size_t(sameAs[k])].title));
    for (const NamedWork &work : *works)
        if (const QString missing = missingRowsText(work.title, work.whole); !missing.isEmpty())
            table.notes << missing;
    table.notes << sameWorkNotes(*run, *works);
    chooseUnits(table);
    ReportColumn &total = table.columns[size_t(table.columnOf("total_ns"))];
    constexpr int64_t oneMs = 1'000'000; // profilers print 1.260 ms; 1 260.000 µs would be digits that they do not have
    if (total.unit == TimeUnit::Microseconds &&
        std::ranges::any_of(owned->rows, [](const WorkRow &row) { return row.sum().totalNs >= oneMs; }))
        total.unit = TimeUnit::Milliseconds;
    return table;
}

} // namespace ws
