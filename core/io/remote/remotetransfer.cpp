#include "core/io/remote/remotetransfer.h"

#include "core/base/format.h"
#include "core/base/texts.h"
#include "core/base/translation.h"
#include "core/io/pack/packkey.h"
#include "core/io/pack/packsections.h"
#include "core/io/remote/remotefolder.h"

#include <QDateTime>
#include <QFile>

namespace ws {

RemoteTransfer::RemoteTransfer(const RemotePath &remote, const Progress &progress)
    : m_remote(remote), m_progress(progress), m_spool(spoolOf(remote)), m_thread([this] { work(); })
{
}

RemoteTransfer::~RemoteTransfer()
{
    m_stop = true;
    m_thread.join();
}

Result<FileStamp> RemoteTransfer::waitForStart()
{
    std::unique_lock lock(m_mutex);
    m_news.wait(lock, [this] { return m_hasStarted || m_hasEnded; });
    if (m_error)
        return *m_error;
    return FileStamp{m_spool, m_state.size, m_state.modified * 1000};
}

int64_t RemoteTransfer::waitFor(int64_t position)
{
    std::unique_lock lock(m_mutex);
    m_news.wait(lock, [&] { return m_hasEnded || m_state.have > position; });
    return m_state.have;
}

QString RemoteTransfer::failure() const
{
    const std::lock_guard lock(m_mutex);
    return m_failure;
}

void RemoteTransfer::work()
{
    SshRun run{SshEnd::Stopped, {}};
    if (const auto kept = keepSpool(m_remote); !kept) {
        run = {SshEnd::Failed, kept.error().message};
    } else if (waitForSpool()) {
        run = send(packsOnHost() ? RemoteForm::Packed : RemoteForm::Own);
        if (m_state.isPacked() && m_state.have == 0 && m_writeError.isEmpty() && !isStopped())
            run = send(RemoteForm::Own);
    }
    close();
    const std::lock_guard lock(m_mutex);
    if (!m_hasStarted)
        m_error = startError(run.words);
    else if (!m_state.isComplete())
        m_failure = lossOf(run.end == SshEnd::Ended, run.words);
    m_hasEnded = true;
    m_news.notify_all();
}

SshRun RemoteTransfer::send(RemoteForm form)
{
    const QString key = QString::fromStdString(packKey());
    RemoteState known = spoolState(m_spool);
    if (known.isPacked() && known.packedBy != key) // by another version, or its sentences are of another language
        known = {};
    m_hasHeader = false;
    m_front.clear();
    return runSsh(
        m_remote, remoteScript(),
        scriptArguments(m_remote.path, known, form, QString::fromStdString(textsLanguage()), key),
        [this](QByteArrayView bytes) { return take(bytes); }, [this] { return isStopped(); });
}

/// Another process may be writing it.
bool RemoteTransfer::waitForSpool()
{
    constexpr std::chrono::milliseconds poll(100);
    while (!m_writing.tryLock(writerLock(m_spool), FileLock::Kind::Exclusive)) {
        if (isStopped())
            return false;
        std::this_thread::sleep_for(poll);
    }
    return true;
}

/// False: enough.
bool RemoteTransfer::take(QByteArrayView bytes)
{
    if (m_hasHeader && !m_isFolder)
        return write(bytes);
    m_front += bytes;
    constexpr qsizetype mostGreetings = 1 << 16, mostNames = 1 << 20;
    if (m_isFolder)
        return m_front.size() < mostNames;
    const auto header = takeHeader(m_front);
    if (!header)
        return m_front.size() < mostGreetings;
    m_hasHeader = true;
    m_isFolder = header->isFolder;
    setRemoteFolder(m_spool, m_isFolder);
    return m_isFolder || (start(header->file) && write(std::exchange(m_front, {})));
}

bool RemoteTransfer::start(const RemoteState &state)
{
    const bool isOpen = openSpool(state);
    const std::lock_guard lock(m_mutex);
    m_state = state;
    m_hasStarted = isOpen;
    m_news.notify_all();
    return isOpen;
}

/// For what comes behind what is there.
bool RemoteTransfer::openSpool(const RemoteState &state)
{
    if (state.have == 0)
        QFile::remove(m_spool); // not emptied: a run that is open may read the old file
    else if (state.isComplete())
        return spoolState(m_spool).isComplete(); // else the host says what cannot be
    trimRemoteCache(std::max<int64_t>(0, remoteCacheLimit() - state.size));
    auto file = std::make_unique<QFile>(m_spool);
    const bool isOpen = file->open(QIODevice::ReadWrite | QIODevice::Unbuffered) && file->resize(state.have) &&
                        file->seek(state.have) && writeSpoolState(m_remote, state);
    if (isOpen)
        m_file = std::move(file);
    else
        m_writeError = Core::tr("%1 cannot be written: %2").arg(m_spool, file->errorString());
    return isOpen;
}

bool RemoteTransfer::write(QByteArrayView bytes)
{
    if (!m_file) // all of it is here: what the host says besides is not the file
        return false;
    const bool isPacked = m_state.isPacked();
    const int64_t room = m_state.size - m_state.have; // the file may be growing
    if (isPacked && bytes.size() > room) {
        m_writeError = Core::tr("packed on the host it is larger than the file itself; the settings turn packing off");
        return false;
    }
    const QByteArrayView magic(packMagic);
    if (isPacked && m_state.have == 0 && !bytes.empty() &&
        !magic.startsWith(bytes.first(std::min(bytes.size(), magic.size()))))
        return false; // the program there says something else: done without it
    const int64_t wanted = std::min<int64_t>(bytes.size(), room);
    if (wanted > 0 && m_file->write(bytes.data(), wanted) != wanted) {
        m_writeError = Core::tr("%1 cannot be written: %2").arg(m_spool, m_file->errorString());
        return false;
    }
    const std::lock_guard lock(m_mutex);
    m_state.have += wanted;
    m_news.notify_all();
    return isPacked || m_state.have < m_state.size;
}

bool RemoteTransfer::isPacked() const
{
    const std::lock_guard lock(m_mutex);
    return m_state.isPacked();
}

/// Its last section tells: a program whose output goes through a pipe on the host leaves no exit code.
bool RemoteTransfer::hasWholePack() const
{
    const QByteArray last = QByteArray(packEnd.data(), packEnd.size()) + '\0';
    const qint64 end = m_state.have - static_cast<qint64>(packAlignment);
    return end > 0 && m_file->seek(end) && m_file->read(last.size()) == last;
}

/// A spool has the size and the time of the whole file, so that a run of it is not taken for that of a changed one.
void RemoteTransfer::close()
{
    if (m_file) {
        if (m_state.isPacked()) {
            const std::lock_guard lock(m_mutex);
            m_state.isPackedWhole = hasWholePack();
        }
        writeSpoolState(m_remote, m_state);
        if (m_file->size() < m_state.size)
            m_file->resize(m_state.size);
        m_file->setFileTime(QDateTime::fromSecsSinceEpoch(m_state.modified), QFileDevice::FileModificationTime);
        m_file.reset();
    }
    m_writing = {};
}

Error RemoteTransfer::startError(const QString &words) const
{
    if (isStopped())
        return {ErrorKind::Cancelled, Core::tr("cancelled"), m_remote.text()};
    if (m_isFolder) {
        QStringList names;
        for (const RemoteEntry &entry : folderEntries(m_front))
            names << plainWords(entry.name) + (entry.isFolder ? QStringLiteral("/") : QString());
        const QString message = names.isEmpty() ? Core::tr("this folder of the host holds no traces")
                                                : Core::tr("this is a folder of the host; name one of its traces: %1")
                                                      .arg(names.mid(0, 20).join(QStringLiteral(", ")));
        return {ErrorKind::Unsupported, message, m_remote.text()};
    }
    if (!m_writeError.isEmpty())
        return {ErrorKind::Unreadable, m_writeError, m_remote.text()};
    if (!words.isEmpty())
        return {ErrorKind::Unreadable, words, m_remote.text()};
    const QString said = plainWords(QString::fromUtf8(m_front.left(200)));
    return {ErrorKind::Unreadable,
            said.isEmpty() ? Core::tr("the host gave no answer to the question for a file")
                           : Core::tr("the host answered something else: %1").arg(said),
            m_remote.text()};
}

QString RemoteTransfer::lossOf(bool isWhole, const QString &words) const
{
    if (isStopped())
        return Core::tr("cancelled");
    if (m_state.isPacked() && m_writeError.isEmpty())
        return Core::tr("what %1 sends broke off after %2 of the packed trace%3; opened again it goes on there")
            .arg(m_remote.host, formatBytes(m_state.have),
                 words.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(words));
    const QString missing = formatBytes(m_state.size - m_state.have), all = formatBytes(m_state.size);
    if (!m_writeError.isEmpty())
        return Core::tr("%1 of %2 are missing (%3)").arg(missing, all, m_writeError);
    if (isWhole)
        return Core::tr("%1 of %2 are missing: the connection to %3 ended, or the file there became shorter")
            .arg(missing, all, m_remote.host);
    return Core::tr("%1 of %2 are missing: the connection to %3 was lost (%4)").arg(missing, all, m_remote.host, words);
}

} // namespace ws
