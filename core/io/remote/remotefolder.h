#pragma once
// What is in a folder of another machine: the newest 50 files that may be profiles, by their names, and the newest 50
// folders.

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/io/remote/remotepath.h"

#include <vector>

namespace ws {

struct RemoteEntry
{
    QString name;
    int64_t size = 0;
    int64_t modified = 0; ///< s since the epoch; 0: the host cannot say
    bool isFolder = false;
};

struct RemoteFolder
{
    QString path;                     ///< whole
    std::vector<RemoteEntry> entries; ///< the newest first
};

/// The lines that follow the header of a folder.
std::vector<RemoteEntry> folderEntries(const QByteArray &lines);

/// Errors: Unreadable with the words of ssh or the host, Cancelled.
Result<RemoteFolder> listRemote(const RemotePath &folder, const Progress &progress);

} // namespace ws
