#pragma once
// Names are kept as they are in the file; those that are not UTF-8 are counted once a file is read.

#include "core/model/run.h"

namespace ws {

/// Adds the diagnostic "invalid-utf8" when names of the run are not valid UTF-8.
void noteInvalidUtf8(Run &run);

} // namespace ws
