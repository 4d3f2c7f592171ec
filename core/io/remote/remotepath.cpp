#include "core/io/remote/remotepath.h"

#include <QFileInfo>
#include <QRegularExpression>

namespace ws {

QString RemotePath::name() const
{
    QString whole = path;
    while (whole.size() > 1 && whole.endsWith(u'/'))
        whole.chop(1);
    return whole.mid(whole.lastIndexOf(u'/') + 1);
}

bool isHost(const QString &host)
{
    static const QRegularExpression form(QStringLiteral("\\A(?:[A-Za-z0-9_.+][A-Za-z0-9_.+-]*@)?"
                                                        "(?:[A-Za-z0-9_.][A-Za-z0-9_.-]*|"
                                                        "\\[[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*(?:%[A-Za-z0-9_.-]+)?\\])\\z"));
    constexpr qsizetype longest = 255;
    return host.size() <= longest && form.match(host).hasMatch();
}

namespace {

/// No shell's quotes hold a line break in csh; 0 ends a word.
bool hasBreak(const QString &path)
{
    return path.contains(QChar(0)) || path.contains(u'\n') || path.contains(u'\r');
}

/// One word for whichever login shell a host has: sh, fish, where a backslash escapes within single quotes, or csh,
/// where
/// `!` is history there.
QString shellWord(const QString &text)
{
    QString word(u'\'');
    for (const QChar c : text) {
        const bool isSpecial = c == u'\'' || c == u'\\' || c == u'!';
        if (isSpecial)
            word += QLatin1String("'\\");
        word += c;
        if (isSpecial)
            word += u'\'';
    }
    return word + u'\'';
}

} // namespace

std::optional<RemotePath> remotePath(const QString &argument)
{
    const qsizetype behindAddress = argument.indexOf(QLatin1String("]:"));
    const bool isAddress = behindAddress >= 0 && argument.left(behindAddress).count(u'[') == 1;
    const qsizetype colon = isAddress ? behindAddress + 1 : argument.indexOf(u':');
    if (colon < 2) // one letter: a drive
        return {};
    RemotePath remote{argument.left(colon), argument.mid(colon + 1)};
    const bool isUrl = remote.path.startsWith(QLatin1String("//"));
    const bool isWhole =
        remote.path.startsWith(u'/') || remote.path == u'~' || remote.path.startsWith(QLatin1String("~/"));
    if (isUrl || !isWhole || hasBreak(remote.path) || !isHost(remote.host) || QFileInfo::exists(argument))
        return {};
    return remote;
}

QStringList sshArguments(const QString &host, const QString &script, const QStringList &arguments)
{
    QString words = QStringLiteral("exec sh -c %1 sh").arg(shellWord(script));
    for (const QString &argument : arguments)
        words += u' ' + shellWord(argument);
    QString name = host;
    // As scp: what the configuration says of sessions, but not of this one.
    return {QStringLiteral("-T"), QStringLiteral("-x"), QStringLiteral("-oRemoteCommand=none"),
            QStringLiteral("-oPermitLocalCommand=no"), QStringLiteral("-oClearAllForwardings=yes"),
            QStringLiteral("-oForwardAgent=no"),
            // A side that only receives would never notice that the connection is gone.
            QStringLiteral("-oServerAliveInterval=15"), QStringLiteral("--"), name.remove(u'[').remove(u']'), words};
}

} // namespace ws
