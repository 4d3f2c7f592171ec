#include "core/readers/sqlitedatabase.h"

#include "core/base/texts.h"
#include "core/readers/amd/rocpd.h"
#include "core/readers/amd/rpd.h"
#include "core/readers/foreignfiles.h"
#include "core/readers/nsys/nsyssqlite.h"
#include "core/readers/toolkit/databasetimeline.h"

namespace ws {
namespace {

constexpr std::string_view magic("SQLite format 3\0", 16);

struct Reader
{
    bool (*isMine)(const SqliteFile &file);
    Result<std::shared_ptr<Run>> (*read)(const SqliteFile &file, const FileStamp &stamp, Progress &progress);
};

constexpr Reader readers[] = {
    {isRpd, readRpd},
    {isRocpd, readRocpd},
    {isNsysExport, readNsysDatabase},
};

Error notRecognised(const SqliteFile &file, const QString &path)
{
    if (auto foreign = foreignDatabase(file.tables(), path))
        return *foreign;
    return {
        ErrorKind::Unsupported,
        Core::tr(
            "this SQLite database is of no profiler that is known here (Nsight Systems, rocprofv3, rocmProfileData); "
            "it holds %1")
            .arg(filledTables(file)),
        path};
}

} // namespace

Match matchSqlite(const Head &head)
{
    return head.bytes.starts_with(magic) ? Match::Certain : Match::No;
}

Result<RunPtr> readSqlite(ByteSource &source, Progress &progress)
{
    if (source.container() != Container::Sqlite)
        return Error{ErrorKind::Unsupported, Core::tr("a compressed SQLite database; unpack it first"), source.path()};
    const auto file = SqliteFile::open(source.path());
    if (!file)
        return file.error();
    for (const Reader &reader : readers) {
        if (!reader.isMine(**file))
            continue;
        auto run = reader.read(**file, source.stamp(), progress);
        if (!run)
            return run.error();
        (*run)->seek = source.seekIndex();
        return RunPtr(*run);
    }
    return notRecognised(**file, source.path());
}

} // namespace ws
