#pragma once
// Reads documents with tables and printed timelines of profilers and of the integrated report: it looks for all kinds
// in every document, whatever its start looks like.

#include "core/readers/toolkit/match.h"
#include "core/readers/toolkit/textpage.h"

namespace ws {

/// All tables of a text, in its order, an "ncu-kernels" table after each of Nsight Compute.
FoundTables tablesInText(std::string_view text);
FoundTables tablesInText(TextPage &page);

Match matchNvprofTables(const Head &head);
Match matchFrameworkTables(const Head &head);
Match matchTorchTable(const Head &head);
Match matchNsysStats(const Head &head);
Match matchRocprofStats(const Head &head);
Match matchNcuCsv(const Head &head);
Match matchNcuText(const Head &head);
Match matchReport(const Head &head);

/// One run with all tables; its format is that of the first table. Where a tool printed a timeline (nvprof, unitrace),
/// a recording for each, the tables in the first. Errors: UnknownFormat when there is neither.
Result<RunPtr> readTextDocument(ByteSource &source, Progress &progress);

} // namespace ws
