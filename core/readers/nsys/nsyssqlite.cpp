#include "core/readers/nsys/nsyssqlite.h"

#include "core/base/texts.h"
#include "core/readers/foreignfiles.h"
#include "core/readers/nsys/nsysexport.h"
#include "core/readers/utf8names.h"

namespace ws {
namespace {

constexpr std::string_view magic("SQLite format 3\0", 16);

/// Tables that hold rows, for a message: "A, B, C and 12 more".
QString filledTables(const SqliteFile &file)
{
    constexpr int most = 12;
    QStringList names;
    int more = 0;
    for (const std::string &table : file.tables()) {
        if (table.starts_with("ENUM_") || !file.query("SELECT 1 FROM " + sqlName(table) + " LIMIT 1").next())
            continue;
        if (names.size() < most)
            names += QString::fromStdString(table);
        else
            ++more;
    }
    if (names.isEmpty())
        return Core::tr("nothing");
    const QString list = names.join(QStringLiteral(", "));
    return more ? Core::tr("%1 and %2 more").arg(list).arg(more) : list;
}

} // namespace

Match matchSqlite(const Head &head)
{
    return head.bytes.starts_with(magic) ? Match::Certain : Match::No;
}

Result<std::shared_ptr<Run>> readNsysDatabase(const QString &path, const FileStamp &stamp, Progress &progress)
{
    const auto file = SqliteFile::open(path);
    if (!file)
        return file.error();
    const SqliteFile &database = **file;
    if (!NsysExport::isExport(database))
        return foreignDatabase(database.tables(), path)
            .value_or(Error{ErrorKind::Unsupported,
                            Core::tr("this SQLite database is no export of Nsight Systems; it holds %1")
                                .arg(filledTables(database)),
                            path});
    auto run = std::make_shared<Run>();
    NsysExport reader(database, *run, progress);
    if (!reader.read())
        return Error{ErrorKind::Cancelled, Core::tr("cancelled"), path};
    RunInfo &info = run->info;
    if (info.totalEvents == 0 && info.complete && run->diagnostics.empty())
        return Error{
            ErrorKind::Unsupported,
            Core::tr("the export holds no timeline: no GPU work, API calls or NVTX ranges, only %1; record with "
                     "nsys profile --trace=cuda,nvtx")
                .arg(filledTables(database)),
            path};
    if (reader.gpuRows() == 0)
        run->diagnostics.add("no-gpu-work",
                             Core::tr("The export has no GPU work; it holds %1. Record with nsys profile "
                                      "--trace=cuda to see it.")
                                 .arg(filledTables(database)));
    if (database.isCut()) {
        info.complete = false;
        run->diagnostics.add("truncated",
                             Core::tr("The database is shorter than it says; rows at its end may be missing. "
                                      "Copy or export it again."));
    }
    if (database.hasUnreadChanges())
        run->diagnostics.add("unread-changes",
                             Core::tr("Beside the database lies a -wal or -journal file of a program that "
                                      "was writing; what it holds was not read."));
    info.stamp = stamp;
    info.container = Container::Sqlite;
    info.format = "nsys-sqlite";
    noteInvalidUtf8(*run);
    const auto finished = reader.builder().finish(progress);
    if (!finished)
        return finished.error();
    return run;
}

Result<RunPtr> readNsysSqlite(ByteSource &source, Progress &progress)
{
    if (source.container() != Container::Sqlite)
        return Error{ErrorKind::Unsupported, Core::tr("a compressed SQLite database; unpack it first"), source.path()};
    progress.bytesTotal = source.stamp().size;
    auto run = readNsysDatabase(source.path(), source.stamp(), progress);
    if (!run)
        return run.error();
    (*run)->seek = source.seekIndex();
    (*run)->eventText = std::make_shared<SqliteText>();
    return RunPtr(*run);
}

} // namespace ws
