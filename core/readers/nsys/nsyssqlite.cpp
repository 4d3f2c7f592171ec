#include "core/readers/nsys/nsyssqlite.h"

#include "core/base/texts.h"
#include "core/readers/nsys/nsysexport.h"

namespace ws {
namespace {

constexpr DatabaseWords words = {
    "nsys-sqlite",
    QT_TRANSLATE_NOOP("Core",
                      "the export holds no timeline: no GPU work, API calls or NVTX ranges, only %1; record with "
                      "nsys profile --trace=cuda,nvtx"),
    QT_TRANSLATE_NOOP("Core", "The export has no GPU work; it holds %1. Record with nsys profile "
                              "--trace=cuda to see it.")};

} // namespace

bool isNsysExport(const SqliteFile &file)
{
    return NsysExport::isExport(file);
}

Result<std::shared_ptr<Run>> readNsysDatabase(const SqliteFile &file, const FileStamp &stamp, Progress &progress)
{
    auto run = std::make_shared<Run>();
    NsysExport reader(file, *run, progress);
    const auto read = readDatabaseTimeline(reader, file, *run, words, stamp, progress);
    if (!read)
        return read.error();
    run->eventText = std::make_shared<SqliteText>();
    return run;
}

} // namespace ws
