#pragma once
// Hosts and folders to choose from: those opened last, which are all that is remembered here, and the hosts of
// ~/.ssh/config without the patterns.

#include <QStringList>

namespace ws {

class RemotePlaces
{
public:
    static QStringList hosts();
    static QString folderOf(const QString &host); ///< the last one; "~" for a new host
    static void remember(const QString &host, const QString &folder);
    /// Of an ssh configuration, with the files that it includes.
    static QStringList configuredHosts(const QString &configuration);
};

} // namespace ws
