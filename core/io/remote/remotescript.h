#pragma once
// What runs on the host: a few lines for its POSIX shell, so that nothing has to be installed there. For a file it says
// size and time, and from which byte on the content follows: from the beginning, unless the file is still what was
// asked for. Where the host has warpscope-cli, that one reads a large trace there and sends it packed (docs/wsp.md),
// which is a quarter of the bytes. For a folder it says what is in it. A line in front tells all of it from what login
// scripts print.

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <string_view>

namespace ws {

/// What is here of a file of another machine.
struct RemoteState
{
    int64_t size = -1;     ///< of the whole file; -1: nothing is known
    int64_t modified = -1; ///< s since the epoch; 0: the host cannot say
    int64_t have = 0;      ///< bytes from its beginning; of the packed run, if it comes packed
    QString packedBy = {}; ///< packKey() of the program on the host; empty: the file's own bytes
    bool isPackedWhole = false;
    bool isPacked() const { return !packedBy.isEmpty(); }
    bool isComplete() const { return isPacked() ? isPackedWhole : size >= 0 && have == size; }
    bool isSameFile(const RemoteState &other) const
    {
        return size == other.size && modified == other.modified && modified > 0;
    }
};

/// Which bytes of a trace are wanted.
enum class RemoteForm : uint8_t {
    Own,   ///< as they are
    Packed ///< packed on the host, where that can be and is worth it
};

QString remoteScript();
/// $1 … of the script. `language`: of the sentences in a packed run, as `warpscope-cli --lang` takes it. `key`:
/// packKey(), which a program there must have to be asked for a packed run.
QStringList scriptArguments(const QString &path, const RemoteState &known, RemoteForm form,
                            const QString &language = {}, const QString &key = {});

/// Prints one of the two lines, and behind the first the event that begins at `offset` of the trace's unpacked content
/// as JSON.
QString eventScript();
constexpr std::string_view eventLine = "warpscope-event\n", changedLine = "warpscope-changed\n";
QStringList eventArguments(const QString &path, const RemoteState &file, int64_t offset, const QString &language);

/// The answer's first line.
struct RemoteHeader
{
    bool isFolder = false;
    RemoteState file; ///< have: where the content goes on; isPackedWhole: nothing comes
    QString folder;   ///< its whole path, `~` resolved
};

/// Takes the header, and what login scripts print before it, from the front of `bytes`; nothing: more is to come.
std::optional<RemoteHeader> takeHeader(QByteArray &bytes);

} // namespace ws
