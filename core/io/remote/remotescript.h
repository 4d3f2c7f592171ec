#pragma once
// What runs on the host: a few lines for its POSIX shell, so that nothing has to be installed there. For a file it says
// size and time, and from which byte on the content follows: from the beginning, unless the file is still what was
// asked for. For a folder it says what is in it. A line in front tells both from what login scripts print.

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>

namespace ws {

/// What is here of a file of another machine.
struct RemoteState
{
    int64_t size = -1;     ///< of the whole file; -1: nothing is known
    int64_t modified = -1; ///< s since the epoch; 0: the host cannot say
    int64_t have = 0;      ///< bytes from its beginning
    bool isComplete() const { return size >= 0 && have == size; }
    bool isSameFile(const RemoteState &other) const
    {
        return size == other.size && modified == other.modified && modified > 0;
    }
};

QString remoteScript();
/// $1 … of the script.
QStringList scriptArguments(const QString &path, const RemoteState &known);

/// The answer's first line.
struct RemoteHeader
{
    bool isFolder = false;
    RemoteState file; ///< have: where the content goes on
    QString folder;   ///< its whole path, `~` resolved
};

/// Takes the header, and what login scripts print before it, from the front of `bytes`; nothing: more is to come.
std::optional<RemoteHeader> takeHeader(QByteArray &bytes);

} // namespace ws
