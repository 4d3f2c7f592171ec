#pragma once
// The user's own source line around a call: the innermost Python frame "FILE(LINE): FUNCTION" that is not the
// interpreter's, its standard library's or a framework's.

#include "core/model/run.h"

#include <string_view>

namespace ws {

/// False for "<built-in …>", modules, code that a compiler wrote, the standard library, torch, triton, numpy …
bool isOwnFrame(std::string_view frame);

/// Invalid: none is open when the call begins, or none was recorded. O(depth of the stack × log n).
EventRef ownFrameAround(const Run &run, EventRef call);

} // namespace ws
