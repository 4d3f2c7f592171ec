#pragma once
// The style sheet and the script of a report page, constant texts. The script reads and writes text through the DOM
// only, never through markup.

#include <string_view>

namespace ws {

extern const std::string_view pageStyle;
extern const std::string_view pageScript;

} // namespace ws
