#pragma once
// Pipes among the files: what they hold can be read once, from its beginning to its end, and opening one waits for its
// writer.

#include <QString>

namespace ws {

/// A named pipe, or what a shell gives a program for <(…).
bool isPipe(const QString &path);

} // namespace ws
