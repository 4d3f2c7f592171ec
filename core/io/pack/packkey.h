#pragma once

#include <string>

namespace ws {

/// What tells programs apart that pack differently, or in another language: packed runs of one trace with one key are
/// equal to the byte.
std::string packKey();

} // namespace ws
