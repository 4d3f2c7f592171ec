#pragma once
// Named pipes: their content can be read only once, from its beginning to its end, and opening one waits for its
// writer.

#include <QString>

namespace ws {

/// A named pipe, or what a shell passes to a program for <(…).
bool isPipe(const QString &path);

} // namespace ws
