#include "core/io/remote/sshrun.h"

#include "core/base/platform.h"
#include "core/base/texts.h"

#include <QProcess>
#include <QStandardPaths>

namespace ws {
namespace {

constexpr int pollMs = 100;

void endProcess(QProcess &process)
{
    constexpr int patienceMs = 300;
    process.terminate();
    if (!process.waitForFinished(patienceMs))
        process.kill();
    process.waitForFinished(patienceMs);
}

/// Whole lines of the end, as long as they fit; none twice, and nothing of an askpass program that is not there.
QString lastWords(const QString &said)
{
    constexpr qsizetype most = 300;
    QStringList words;
    bool hasNoAskpass = false;
    qsizetype length = 0;
    const QStringList lines = said.split(u'\n');
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        const QString plain = plainWords(*line);
        if (plain.startsWith(QLatin1String("ssh_askpass: exec("))) {
            hasNoAskpass = true;
            continue;
        }
        if (plain.isEmpty() || words.contains(plain))
            continue;
        length += plain.size();
        if (length > most && !words.isEmpty())
            break;
        words.prepend(plain.left(most));
    }
    if (hasNoAskpass)
        words << Core::tr("there is no askpass program to ask for a password or passphrase: add the key to the agent "
                          "(ssh-add), install ssh-askpass, or start Warpscope in a terminal");
    for (qsizetype i = 0; i + 1 < words.size(); ++i)
        if (words[i].endsWith(u'.'))
            words[i].chop(1);
    return words.join(QStringLiteral("; "));
}

/// The end of what was said: greetings of the host come before the error.
void keepLast(QByteArray &said, const QByteArray &more)
{
    constexpr qsizetype most = 4096;
    said = (said + more).right(most);
}

} // namespace

QString plainWords(const QString &text)
{
    QString plain = text;
    for (QChar &letter : plain)
        if (!letter.isPrint() && !letter.isHighSurrogate() && !letter.isLowSurrogate())
            letter = u' ';
    return plain.simplified();
}

SshRun runSsh(const RemotePath &remote, const QString &script, const QStringList &arguments,
              const std::function<bool(QByteArrayView)> &take, const std::function<bool()> &isStopped)
{
    const QString program = QStandardPaths::findExecutable(QStringLiteral("ssh"));
    if (program.isEmpty())
        return {SshEnd::Failed, Core::tr("there is no program ssh on PATH; install the OpenSSH client")};
    QProcess process;
    process.setProgram(program);
    process.setArguments(sshArguments(remote.host, script, arguments));
    process.setStandardInputFile(QProcess::nullDevice());
    platform::endWithParent(process);
    process.start(QIODevice::ReadOnly);
    if (!process.waitForStarted())
        return {SshEnd::Failed, Core::tr("ssh cannot be started: %1").arg(process.errorString())};
    QByteArray said;
    for (bool isRunning = true; isRunning;) {
        if (isStopped()) {
            endProcess(process);
            return {SshEnd::Stopped, {}};
        }
        isRunning = process.state() != QProcess::NotRunning;
        if (isRunning && process.bytesAvailable() == 0)
            process.waitForReadyRead(pollMs);
        keepLast(said, process.readAllStandardError());
        if (const QByteArray bytes = process.readAllStandardOutput(); !bytes.isEmpty() && !take(bytes)) {
            endProcess(process);
            return {SshEnd::Stopped, {}};
        }
    }
    QString words = lastWords(QString::fromUtf8(said));
    if (process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0)
        return {SshEnd::Ended, words};
    if (words.isEmpty())
        words = process.exitStatus() == QProcess::NormalExit
                    ? Core::tr("ssh ended with code %1 and without a word").arg(process.exitCode())
                    : Core::tr("ssh was ended");
    return {SshEnd::Failed, words};
}

} // namespace ws
