#include "core/io/remote/remotescript.h"

namespace ws {
namespace {

// No single quotes, exclamation marks or line breaks (csh). GNU and busybox have `stat -c`, macOS and the BSDs `stat
// -f`.
constexpr char script[] =
    R"s(p=$1; case $p in "~") p=$HOME;; "~/"*) p=$HOME/${p#"~/"};; esac; )s"
    R"s(facts() { stat -Lc "%s %Y" "$1" 2>/dev/null || stat -Lf "%z %m" "$1" 2>/dev/null || echo "$(wc -c <"$1") 0"; }; )s"
    // a folder: the newest of each kind
    R"s(if [ -d "$p" ]; then cd "$p" || exit 1; ls -1t >/dev/null || exit 1; echo "warpscope-folder $PWD"; d=0; n=0; )s"
    R"s(ls -1t | while IFS= read -r f; do )s"
    R"s(if [ -d "./$f" ]; then d=$((d+1)); [ $d -le 50 ] || continue; k=d; )s"
    R"s(elif [ -f "./$f" ]; then case $f in )s"
    R"s(*.json|*.gz|*.zip|*.trace|*.sqlite|*.db|*.rpd|*.nsys-rep|*.qdrep|*.ncu-rep|*.csv|*.txt|*.md|*.html|*.out) )s"
    R"s(n=$((n+1)); [ $n -le 50 ] || continue; k=f;; *) continue;; esac; else continue; fi; )s"
    R"s(printf "%s %s %s\n" $k "$(facts "./$f")" "$f"; done; exit 0; fi; )s"
    R"s([ -f "$p" ] || { ls -d "$p" >/dev/null && echo "$p: this is neither a file nor a folder" >&2; exit 1; }; )s"
    R"s(exec 3<"$p" || exit 1; s=$(facts "$p"); o=0; [ "$s" = "$2" ] && o=$3; )s"
    R"s(echo "warpscope-file $s $o"; if [ $o = 0 ]; then exec cat <&3; fi; )s"
    R"s([ "${s% *}" = "$o" ] || exec tail -c "+$4" "$p")s";

std::optional<RemoteHeader> headerOf(const QByteArray &line)
{
    RemoteHeader header;
    if (line.startsWith("warpscope-folder ")) {
        header.isFolder = true;
        header.folder = QString::fromUtf8(line.mid(line.indexOf(' ') + 1));
        return header;
    }
    const QList<QByteArray> words = line.simplified().split(' ');
    if (words.size() != 4 || words[0] != "warpscope-file")
        return {};
    bool isSize = false, isTime = false, isPlace = false;
    header.file = {words[1].toLongLong(&isSize), words[2].toLongLong(&isTime), words[3].toLongLong(&isPlace)};
    const RemoteState &file = header.file;
    const bool isSane =
        isSize && isTime && isPlace && file.size >= 0 && file.modified >= 0 && file.have >= 0 && file.have <= file.size;
    return isSane ? std::optional(header) : std::nullopt;
}

} // namespace

QString remoteScript()
{
    return QString::fromLatin1(script);
}

QStringList scriptArguments(const QString &path, const RemoteState &known)
{
    const bool isKnown = known.size >= 0 && known.modified > 0;
    return {path, isKnown ? QStringLiteral("%1 %2").arg(known.size).arg(known.modified) : QString(),
            QString::number(isKnown ? known.have : 0), QString::number(isKnown ? known.have + 1 : 1)};
}

std::optional<RemoteHeader> takeHeader(QByteArray &bytes)
{
    for (qsizetype at = 0, end; (end = bytes.indexOf('\n', at)) >= 0; at = end + 1)
        if (const auto header = headerOf(bytes.mid(at, end - at))) {
            bytes.remove(0, end + 1);
            return header;
        }
    return {};
}

} // namespace ws
