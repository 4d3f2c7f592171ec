#include "core/report/jobfilereport.h"

#include "core/model/rankplace.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace ws {
namespace {

class JobFileReport
{
    Q_DECLARE_TR_FUNCTIONS(JobFileReport)
};

struct FileRow
{
    QString path, holds;
    QString rank; ///< as the job calls it; empty: none
    RankPlace place;
    QString why;
};

std::vector<FileRow> rowsOf(const RankJob *job, const JobSources &sources)
{
    std::vector<FileRow> rows;
    for (size_t rank = 0; job && rank < job->ranks.size(); ++rank) {
        const RankDigest &digest = *job->ranks[rank];
        rows.push_back({QString::fromStdString(digest.file),
                        JobFileReport::tr("rank"),
                        job->labels[qsizetype(rank)],
                        {digest.rank, digest.stage, digest.host},
                        digest.isComplete ? QString() : JobFileReport::tr("The trace is cut.")});
    }
    for (const QString &table : sources.tables)
        rows.push_back({table, JobFileReport::tr("table"), {}, rankPlaceOf(table), {}});
    for (const Error &failure : sources.failures)
        rows.push_back({failure.file, JobFileReport::tr("no rank"), {}, rankPlaceOf(failure.file), failure.message});
    for (const QString &other : sources.others)
        rows.push_back({other, JobFileReport::tr("left aside"), {}, {}, {}});
    return rows;
}

ReportCell knownText(const std::string &text)
{
    return text.empty() ? ReportCell() : ReportCell(std::string_view(text));
}

} // namespace

ReportTable jobFileReport(const RankJobPtr &job, const std::shared_ptr<const JobSources> &sources)
{
    ReportTable table{QStringLiteral("job-files"), JobFileReport::tr("Files of the job")};
    const auto rows =
        std::make_shared<std::vector<FileRow>>(sources ? rowsOf(job.get(), *sources) : std::vector<FileRow>());
    std::vector<RowColumn<FileRow>> columns{
        {{"file", JobFileReport::tr("File"), CellKind::Name},
         [](const FileRow &row) { return QFileInfo(row.path).fileName(); }},
        {{"holds", JobFileReport::tr("Is"), CellKind::Text,
          JobFileReport::tr("rank: of the job; table: of a profiler, opens as a run of its own; no rank: see why; left "
                            "aside: no file that can be opened")},
         [](const FileRow &row) { return row.holds; }},
        {{"rank", JobFileReport::tr("Rank"), CellKind::Name},
         [](const FileRow &row) { return row.rank.isEmpty() ? ReportCell() : ReportCell(row.rank); }},
        {{"stage", JobFileReport::tr("Stage"), CellKind::Text, JobFileReport::tr("Of a pipeline: the folder's name")},
         [](const FileRow &row) { return knownText(row.place.stage); }},
        {{"host", JobFileReport::tr("Host")}, [](const FileRow &row) { return knownText(row.place.host); }},
        {{"bytes", JobFileReport::tr("Size"), CellKind::Bytes},
         [](const FileRow &row) {
             const QFileInfo info(row.path);
             return info.isFile() ? ReportCell(int64_t(info.size())) : ReportCell();
         }},
        {{"why", JobFileReport::tr("Why"), CellKind::Name},
         [](const FileRow &row) { return row.why.isEmpty() ? ReportCell() : ReportCell(row.why); }},
        {{"path", JobFileReport::tr("Path"), CellKind::Name},
         [](const FileRow &row) { return QDir::toNativeSeparators(row.path); }},
    };
    setRows<FileRow>(table, std::move(columns), rows);
    showFilled(table, {"stage", "host", "why"});
    chooseUnits(table);
    return table;
}

} // namespace ws
