#include "core/io/remote/remotescript.h"

#include "core/base/formatnames.h"

namespace ws {
namespace {

const QString whole = QStringLiteral("whole"); ///< instead of a key: all of it is here
constexpr int64_t worthPacking = 8 << 20;      ///< bytes of the file; fewer come while the program would start

// No single quotes, exclamation marks or line breaks (csh). GNU and busybox have `stat -c`, macOS and the BSDs `stat
// -f`.
constexpr char common[] =
    R"s(p=$1; case $p in "~") p=$HOME;; "~/"*) p=$HOME/${p#"~/"};; esac; )s"
    R"s(facts() { stat -Lc "%s %Y" "$1" 2>/dev/null || stat -Lf "%z %m" "$1" 2>/dev/null || echo "$(wc -c <"$1") 0"; }; )s"
    // $k: of the program $w, if there is one that speaks this version; with a second argument, only one with that key
    R"s(program() { for w in "$(command -v warpscope-cli)" "$HOME/.local/bin/warpscope-cli" "$HOME/bin/warpscope-cli" )s"
    R"s("$HOME"/warpscope-cli*/warpscope-cli; do [ -x "$w" ] && k=$("$w" --lang "$1" pack --key 2>/dev/null); )s"
    R"s(case $k in wsp1-*) case $k in "${2:-$k}") return;; esac;; esac; k=; done; }; k=; )s";

constexpr char ofFile[] =
    // a folder: the newest of each kind
    R"s(if [ -d "$p" ]; then cd "$p" || exit 1; ls -1t >/dev/null || exit 1; echo "warpscope-folder $PWD"; d=0; n=0; )s"
    R"s(ls -1t | while IFS= read -r f; do )s"
    R"s(if [ -d "./$f" ]; then d=$((d+1)); [ $d -le 50 ] || continue; k=d; )s"
    R"s(elif [ -f "./$f" ]; then case $f in )s"
    R"s(%FILES%) )s"
    R"s(n=$((n+1)); [ $n -le 50 ] || continue; k=f;; *) continue;; esac; else continue; fi; )s"
    R"s(printf "%s %s %s\n" $k "$(facts "./$f")" "$f"; done; exit 0; fi; )s"
    R"s([ -f "$p" ] || { ls -d "$p" >/dev/null && echo "$p: this is neither a file nor a folder" >&2; exit 1; }; )s"
    R"s(exec 3<"$p" || exit 1; s=$(facts "$p"); )s"
    R"s(if [ "$6" = whole ] && [ "$s" = "$2" ]; then echo "warpscope-file $s $3 whole"; exit 0; fi; )s"
    // a large trace: packed
    R"s(case $p in *.wsp|*.zip|*.sqlite|*.db|*.rpd|*-rep|*.qdrep) ;; )s"
    R"s(*) [ -z "$5" ] || [ "${s%% *}" -lt "$5" ] || program "$7" "$8";; esac; )s"
    R"s(o=0; [ "$s" = "$2" ] && [ "$k" = "$6" ] && o=$3; echo "warpscope-file $s $o $k"; )s"
    R"s(if [ -n "$k" ]; then [ $o = 0 ] && exec "$w" --lang "$7" pack "$p" -o - --stream; )s"
    R"s("$w" --lang "$7" pack "$p" -o - --stream | tail -c "+$4"; exit; fi; )s"
    R"s(if [ $o = 0 ]; then exec cat <&3; fi; )s"
    R"s([ "${s% *}" = "$o" ] || exec tail -c "+$4" "$p")s";

constexpr char ofEvent[] = R"s([ "$(facts "$p")" = "$2" ] || { echo warpscope-changed; exit 0; }; program "$4"; )s"
                           R"s([ -n "$k" ] || { echo "warpscope-cli: not found" >&2; exit 1; }; )s"
                           R"s(echo warpscope-event; exec "$w" --lang "$4" event "$p" "$3")s";

std::optional<RemoteHeader> headerOf(const QByteArray &line)
{
    RemoteHeader header;
    if (line.startsWith("warpscope-folder ")) {
        header.isFolder = true;
        header.folder = QString::fromUtf8(line.mid(line.indexOf(' ') + 1));
        return header;
    }
    const QList<QByteArray> words = line.simplified().split(' ');
    if (words.size() < 4 || words.size() > 5 || words[0] != "warpscope-file")
        return {};
    bool isSize = false, isTime = false, isPlace = false;
    header.file = {words[1].toLongLong(&isSize), words[2].toLongLong(&isTime), words[3].toLongLong(&isPlace)};
    RemoteState &file = header.file;
    file.packedBy = QString::fromLatin1(words.value(4));
    file.isPackedWhole = file.packedBy == whole;
    const bool isSane =
        isSize && isTime && isPlace && file.size >= 0 && file.modified >= 0 && file.have >= 0 && file.have <= file.size;
    return isSane ? std::optional(header) : std::nullopt;
}

} // namespace

QString remoteScript()
{
    const QStringList suffixes = formatSuffixes(true);
    const QString files = QStringLiteral("*.") + suffixes.join(QStringLiteral("|*."));
    return QString::fromLatin1(common) + QString::fromLatin1(ofFile).replace(QLatin1String("%FILES%"), files);
}

QString eventScript()
{
    return QString::fromLatin1(common) + QString::fromLatin1(ofEvent);
}

QStringList scriptArguments(const QString &path, const RemoteState &known, RemoteForm form, const QString &language,
                            const QString &key)
{
    const bool isKnown = known.size >= 0 && known.modified > 0;
    const int64_t have = isKnown ? known.have : 0;
    const bool mayPack = form == RemoteForm::Packed && (have == 0 || known.isPacked());
    return {path,
            isKnown ? QStringLiteral("%1 %2").arg(known.size).arg(known.modified) : QString(),
            QString::number(have),
            QString::number(have + 1),
            mayPack ? QString::number(worthPacking) : QString(),
            known.isPackedWhole ? whole : known.packedBy,
            language,
            key};
}

QStringList eventArguments(const QString &path, const RemoteState &file, int64_t offset, const QString &language)
{
    return {path, QStringLiteral("%1 %2").arg(file.size).arg(file.modified), QString::number(offset), language};
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
