#pragma once
// One run of the system's ssh, with its configuration, agent and askpass, in the calling thread. No shell of this
// machine sees a word of it. Rejected: libssh (keys, known hosts, jumps and hardware tokens would be ours), sftp (it
// tells neither the time nor a folder in the same connection), an open master connection (the user's configuration
// says whether there is one).

#include "core/base/result.h"
#include "core/io/remote/remotepath.h"

#include <QByteArrayView>

#include <functional>
#include <optional>

namespace ws {

enum class SshEnd : uint8_t { Ended, Stopped, Failed };

struct SshRun
{
    SshEnd end = SshEnd::Ended;
    QString words; ///< what ssh or the host's shell said, in one line; of an end that failed never empty
};

/// `take` gets what comes, and says whether it wants more; `isStopped` is asked ten times a second, and ssh ends within
/// half a second after it.
SshRun runSsh(const RemotePath &remote, const QString &script, const QStringList &arguments,
              const std::function<bool(QByteArrayView)> &take, const std::function<bool()> &isStopped);

/// Without what could change a terminal or a line of text.
QString plainWords(const QString &text);

} // namespace ws
