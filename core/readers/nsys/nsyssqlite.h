#pragma once
// `nsys export --type sqlite`: kernels, copies, API calls, NVTX ranges as a timeline. See docs/formats.md.

#include "core/model/eventtext.h"
#include "core/readers/toolkit/match.h"
#include "core/readers/toolkit/sqlitefile.h"

namespace ws {

class SqliteText : public EventText
{
public:
    Result<nlohmann::ordered_json> event(const Run &run, EventRef slice) const override;
};

/// True when the database has the tables of an nsys export.
bool isNsysExport(const SqliteFile &file);
/// `stamp` is the file that the user opened (of an .nsys-rep the database stands in for it). Errors: Unsupported (no
/// timeline in it), Cancelled, TooLarge.
Result<std::shared_ptr<Run>> readNsysDatabase(const SqliteFile &file, const FileStamp &stamp, Progress &progress);

/// All columns of the row that a slice was made from, ids of names as text, NULLs left out. Errors: NotFound,
/// Unreadable (the file has changed, or the slice has no row).
Result<nlohmann::ordered_json> sqliteRowJson(const Run &run, EventRef slice);
/// The same by category and row id (instants have no EventRef).
Result<nlohmann::ordered_json> sqliteRowJson(const Run &run, uint16_t category, uint64_t row);

} // namespace ws
