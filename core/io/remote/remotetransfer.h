#pragma once
// One file of another machine on its way into its spool: a thread runs ssh and writes, readers wait for the bytes they
// need. What is here already is not sent again while size and time are the same. A lost connection leaves what came;
// the next transfer goes on behind it. Where the host can, what comes is the packed run instead of the file
// (docs/wsp.md); a program there that cannot read the file, or ends before its first byte, is done without.

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/io/bytesource.h"
#include "core/io/remote/remotecache.h"
#include "core/io/remote/sshrun.h"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

class QFile;

namespace ws {

class RemoteTransfer
{
public:
    /// Starts. Ends when `progress`, which outlives it, is cancelled.
    RemoteTransfer(const RemotePath &remote, const Progress &progress);
    ~RemoteTransfer(); ///< ends ssh, if it runs

    /// Waits until the host has said what it is. The stamp of the whole file, under the spool's path. Errors:
    /// Unreadable (in the words of ssh or the host), Unsupported (see isRemoteFolder()), Cancelled.
    Result<FileStamp> waitForStart();
    /// Waits until more than the first `position` bytes are there, or nothing more comes. Returns how many are there.
    int64_t waitFor(int64_t position);
    /// Once nothing more comes: why bytes are missing; empty: none are.
    QString failure() const;
    /// Whether what comes is the packed run. Can change until the first byte is there.
    bool isPacked() const;

private:
    void work();
    SshRun send(RemoteForm form);
    bool hasWholePack() const;
    bool waitForSpool();
    bool take(QByteArrayView bytes);
    bool start(const RemoteState &state);
    bool openSpool(const RemoteState &state);
    bool write(QByteArrayView bytes);
    void close();
    bool isStopped() const { return m_stop || m_progress.isCancelled(); }
    Error startError(const QString &words) const;
    QString lossOf(bool isWhole, const QString &words) const;

    const RemotePath m_remote;
    const Progress &m_progress;
    QString m_spool;
    // Of the thread:
    QByteArray m_front; ///< before the header is whole
    bool m_hasHeader = false;
    std::unique_ptr<QFile> m_file;
    FileLock m_writing;
    QString m_writeError;
    bool m_isFolder = false;
    // Of both:
    mutable std::mutex m_mutex;
    std::condition_variable m_news;
    RemoteState m_state;
    std::optional<Error> m_error; ///< before it has started
    QString m_failure;
    bool m_hasStarted = false;
    bool m_hasEnded = false;
    std::atomic<bool> m_stop{false};
    std::thread m_thread; ///< last: starts when all else exists
};

} // namespace ws
