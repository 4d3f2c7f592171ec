#pragma once
// Where the bytes of traces of other machines are kept: `remote/<hash of host:path>/` in the user's cache, with the
// file under its own name (the spool), what is known of it and two locks. A run's path is that of its spool,
// so that everything that reads a run's file again works as for a local one; what is shown to people is shownPath().
// A spool that is not complete has the size of the whole file, with a hole at its end. What was not used for longest
// goes first when the limit is reached; a spool that any process has used since it started stays.

#include "core/base/result.h"
#include "core/io/remote/filelock.h"
#include "core/io/remote/remotepath.h"
#include "core/io/remote/remotescript.h"

#include <QString>

#include <optional>

namespace ws {

/// GiB; see remoteCacheLimit().
extern const QString remoteCacheSetting;
/// True or false; see packsOnHost().
extern const QString packOnHostSetting;

/// Its place in the cache, whether it is there or not.
QString spoolOf(const RemotePath &remote);
/// `host:/path` for a spool's path, else the path itself.
QString shownPath(const QString &path);
/// The same as what a title shows: `host:/path`, else the file's name.
QString shownName(const QString &path);
/// Nothing: it is no spool.
std::optional<RemotePath> remoteOf(const QString &path);

/// Whether its host said last that it is a folder, which has no spool.
bool isRemoteFolder(const QString &spool);
void setRemoteFolder(const QString &spool, bool isFolder);

RemoteState spoolState(const QString &spool);
/// What is missing in it; 0: nothing, or it is no spool.
int64_t missingBytes(const QString &path);
/// Whether it is a spool whose transfer, of the file or of the packed run, broke off: opened again it goes on.
bool isBrokenOff(const QString &path);
bool writeSpoolState(const RemotePath &remote, const RemoteState &state);

/// What is here of it is not gone on with.
void forgetSpool(const QString &spool);

/// Makes its folder, and keeps it until this process ends. Errors: Unreadable with the system's message.
Result<QString> keepSpool(const RemotePath &remote);
/// Held by the one who writes it.
QString writerLock(const QString &spool);

/// Whether a program on the host may pack what is wanted of it: true unless the settings say no.
bool packsOnHost();

int64_t remoteCacheLimit(); ///< bytes: of the settings, else 10 GiB
int64_t remoteCacheBytes();
/// Removes what is not in use until at most `limit` bytes are left.
void trimRemoteCache(int64_t limit);

} // namespace ws
