#include "core/readers/toolkit/databasetimeline.h"

#include "core/base/format.h"
#include "core/base/texts.h"
#include "core/readers/toolkit/utf8names.h"

#include <QStringList>

#include <algorithm>

namespace ws {
namespace {

constexpr int64_t largestTime = 4'000'000'000'000'000'000; ///< ns; differences of two such times still fit 64 bits

} // namespace

DatabaseTimeline::DatabaseTimeline(const SqliteFile &file, Run &run, Progress &progress)
    : m_file(file), m_run(run), m_progress(progress), m_builder(run)
{
}

bool DatabaseTimeline::start(std::string_view table, const std::vector<std::string_view> &required)
{
    if (m_cancelled || !m_file.has(table))
        return false;
    for (const std::string_view column : required)
        if (!m_file.has(table, column)) {
            m_run.diagnostics.add(
                "missing-column",
                Core::tr("The table %1 has no column %2; its rows were left out.").arg(toText(table), toText(column)),
                -1, column);
            return false;
        }
    return true;
}

void DatabaseTimeline::finishTable(std::string_view table, const SqliteRows &rows)
{
    if (rows.error().isEmpty())
        return;
    m_run.info.complete = false;
    m_run.diagnostics.add("damaged-table",
                          Core::tr("The table %1 cannot be read to its end (%2); the rows before are kept.")
                              .arg(toText(table), rows.error()),
                          -1, table);
}

bool DatabaseTimeline::tick()
{
    if ((++m_rows & 0xFFF) == 0) {
        m_progress.events = static_cast<int64_t>(m_rows);
        const double done = m_expectedRows ? static_cast<double>(m_rows) / static_cast<double>(m_expectedRows) : 0;
        m_progress.bytesDone = static_cast<int64_t>(std::min(done, 1.0) * static_cast<double>(m_progress.bytesTotal));
        m_cancelled = m_progress.isCancelled();
        m_builder.show(m_progress);
    }
    return !m_cancelled;
}

bool DatabaseTimeline::isTime(const SqliteRows &rows, int column)
{
    const int64_t time = rows.integer(column);
    if (!rows.isNull(column) && time >= -largestTime && time <= largestTime)
        return true;
    m_run.diagnostics.add("no-time", Core::tr("rows without a usable time; they were left out"));
    return false;
}

bool DatabaseTimeline::usable(const SqliteRows &rows, int startColumn, int64_t &begin, int64_t &duration)
{
    begin = rows.integer(startColumn);
    const int64_t end = rows.isNull(startColumn + 1) ? begin : rows.integer(startColumn + 1);
    if (rows.isNull(startColumn) || begin < -largestTime || begin > largestTime || end > largestTime ||
        end < -largestTime) {
        m_run.diagnostics.add("no-time", Core::tr("rows without a usable time; they were left out"), rows.integer(0));
        untick();
        return false;
    }
    duration = end - begin;
    if (duration < 0) {
        m_run.diagnostics.add("negative-duration", Core::tr("negative durations; taken as 0"), rows.integer(0));
        duration = 0;
    }
    return true;
}

StringId DatabaseTimeline::number(int64_t value)
{
    return m_run.strings.intern(std::to_string(value));
}

void DatabaseTimeline::countRows(uint64_t marks, uint64_t samples)
{
    RunInfo &info = m_run.info;
    info.totalEvents = m_rows;
    info.slices = m_rows - marks - samples;
    info.counterEvents = samples;
    for (const auto &[phase, count] : {std::pair("X", info.slices), std::pair("i", marks), std::pair("C", samples)})
        if (count)
            info.byPhase[phase] = count;
}

QString filledTables(const SqliteFile &file)
{
    constexpr int max = 12;
    QStringList names;
    int more = 0;
    for (const std::string &table : file.tables()) {
        if (table.starts_with("ENUM_") || !file.query("SELECT 1 FROM " + sqlName(table) + " LIMIT 1").next())
            continue;
        if (names.size() < max)
            names += QString::fromStdString(table);
        else
            ++more;
    }
    if (names.isEmpty())
        return Core::tr("nothing");
    const QString list = names.join(QStringLiteral(", "));
    return more ? Core::tr("%1 and %2 more").arg(list, formatCount(int64_t(more))) : list;
}

Result<bool> readDatabaseTimeline(DatabaseTimeline &reader, const SqliteFile &file, Run &run,
                                  const DatabaseWords &words, const FileStamp &stamp, Progress &progress)
{
    RunInfo &info = run.info;
    if (!reader.read())
        return Error{ErrorKind::Cancelled, Core::tr("cancelled"), stamp.path};
    if (info.totalEvents == 0 && info.complete && run.diagnostics.empty())
        return Error{ErrorKind::Unsupported, Core::tr(words.nothing).arg(filledTables(file)), stamp.path};
    if (reader.gpuRows() == 0 && !run.diagnostics.find("unread-table"))
        run.diagnostics.add("no-gpu-work", Core::tr(words.noGpu).arg(filledTables(file)));
    if (file.isCut()) {
        info.complete = false;
        run.diagnostics.add("truncated",
                            Core::tr("The database is shorter than it says; rows at its end may be missing. "
                                     "Copy or export it again."));
    }
    if (file.hasUnreadChanges())
        run.diagnostics.add("unread-changes",
                            Core::tr("Beside the database lies a -wal or -journal file of a program that "
                                     "was writing; what it holds was not read."));
    info.stamp = stamp;
    info.container = Container::Sqlite;
    info.format = words.format;
    noteInvalidUtf8(run);
    return reader.builder().finish(progress);
}

} // namespace ws
