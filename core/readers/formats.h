#pragma once
// The only table of file formats: a reader is a file of its own in this folder and one line in formats.cpp. Functions,
// not a class hierarchy: a format has no state. Content decides, the file's name only breaks ties.

#include "core/readers/toolkit/match.h"

#include <span>

namespace ws {

struct Format
{
    const char *id; ///< as in `summary --json`
    Match (*match)(const Head &head);
    Result<RunPtr> (*read)(ByteSource &source, Progress &progress);
};

std::span<const Format> formats();

/// Whether a reader takes the file by its first bytes.
bool isKnownFormat(const QString &path);

/// Opens, recognises and reads a file, `host:/path` of another machine, or `-`, standard input. The only place where
/// exceptions end. Errors: all kinds; UnknownFormat names what
/// the file looks like where possible.
Result<RunPtr> loadRun(const QString &path, Progress &progress);
/// The same from an open source.
Result<RunPtr> loadRun(ByteSource &source, Progress &progress);

} // namespace ws
