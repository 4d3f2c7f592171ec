#pragma once
// `[user@]host:/path`: a file or folder of another machine, as scp names it. A local file of that name comes first.
// The path is absolute or begins with `~`, so that `C:/x`, `http://…` and a local name with a colon are no hosts.
// A host becomes an argument of ssh: only letters, digits and `. _ -` are taken (a user may have `+`), without a `-` in
// front, so that it is neither an option nor anything to a shell. An IPv6 address stands in brackets. Ports and jumps
// stand in ~/.ssh/config.

#include <QString>
#include <QStringList>

#include <optional>

namespace ws {

struct RemotePath
{
    QString host; ///< with the user, if one is named; an IPv6 address in brackets
    QString path; ///< begins with '/' or '~'
    QString text() const { return host + u':' + path; }
    /// Without folders; of a folder its own.
    QString name() const;
    bool operator==(const RemotePath &) const = default;
};

/// Nothing: a local name, or no name of a host.
std::optional<RemotePath> remotePath(const QString &argument);
bool isHost(const QString &host);

/// Of ssh, which runs `script` in a POSIX shell of the host with `arguments` as $1, $2 … The script holds no single
/// quotes and no line breaks: every login shell has to take it.
QStringList sshArguments(const QString &host, const QString &script, const QStringList &arguments);

} // namespace ws
