#pragma once
// What every reader offers: a match function, which looks at the start of a file, and a read function.

#include "core/io/bytesource.h"
#include "core/model/run.h"

namespace ws {

enum class Match : uint8_t { No, Possible, Certain };

} // namespace ws
