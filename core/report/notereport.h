#pragma once
// What a person wrote at times and slices of a run, as a table.

#include "core/report/reporttable.h"
#include "core/session/sessionfile.h"

namespace ws {

/// A row a note, in the order given.
ReportTable noteReport(std::vector<SavedNote> notes);

} // namespace ws
