#pragma once
// Named pipes: their content can be read only once, from its beginning to its end, and opening one waits for its
// writer.

#include <QString>

namespace ws {

/// The path under which standard input is read.
QString standardInput();
/// Of the argument `-`: the file that is redirected to standard input, else standardInput(). Others as they are, with
/// `/` between folders.
QString withStandardInput(const QString &argument);

} // namespace ws
