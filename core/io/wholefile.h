#pragma once
// Writing a file whole or not at all: the bytes go to a temporary file in its folder, which then takes its name.

#include "core/base/result.h"

#include <functional>
#include <string_view>

namespace ws {

enum class Existing : uint8_t {
    Refuse, ///< a file of that name stays, Error{Unreadable} says so (also when it appears at the last moment)
    Replace,
};

/// Returns the path. Errors: Unreadable with the system's message.
Result<QString> writeWholeFile(const QString &path, std::string_view bytes, Existing existing);

/// The same for a file that is written piece by piece: `write` fills the empty temporary file of the name it gets. What
/// it returns as an error, and nothing else, ends with no file at all.
Result<QString> writeWholeFile(const QString &path, Existing existing,
                               const std::function<Result<bool>(const QString &temporary)> &write);

} // namespace ws
