#pragma once
// The window's state as a session, and writing it.

#include "core/io/filehash.h"
#include "core/session/sessionfile.h"

namespace ws {

struct WindowParts;

/// Without hashes and relative paths, which depend on where it is written.
SavedSession savedSession(const WindowParts &parts);

enum class Hashing : uint8_t {
    ReadFiles, ///< may take long: for a worker thread
    KnownOnly, ///< a file whose hash is not known is saved without
};
/// Completes the files of the session and replaces `path`. Returns the path. Errors: Unreadable, Cancelled.
Result<QString> writeSessionFile(SavedSession session, const QString &path, FileHashes &hashes, Hashing hashing,
                                 const Progress *progress = nullptr);

} // namespace ws
