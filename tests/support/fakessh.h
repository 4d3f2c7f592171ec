#pragma once
// A program `ssh` in front of PATH that runs the host's command on this machine, or does not; and a cache of its own.

#include <gtest/gtest.h>

#include <QFile>
#include <QStringList>
#include <QTemporaryDir>

namespace ws::test {

class FakeSsh
{
public:
    FakeSsh()
    {
        qputenv("PATH", m_folder.path().toLocal8Bit() + ':' + m_path);
        qputenv("XDG_CACHE_HOME", m_folder.filePath(QStringLiteral("cache")).toLocal8Bit());
        behave(whole);
    }
    ~FakeSsh()
    {
        qputenv("PATH", m_path);
        m_cache.isNull() ? qunsetenv("XDG_CACHE_HOME") : qputenv("XDG_CACHE_HOME", m_cache);
    }

    static constexpr const char *whole = "exec sh -c \"$last\"";
    /// What the host's shell prints, up to that byte; then the connection is gone, or nothing more comes.
    static std::string cutAfter(int bytes)
    {
        return "sh -c \"$last\" | head -c " + std::to_string(bytes) + "; echo 'Connection reset by peer' >&2; exit 255";
    }
    static std::string hangAfter(int bytes)
    {
        return "sh -c \"$last\" | head -c " + std::to_string(bytes) + "; exec sleep 600";
    }

    /// Lines of a shell; $last is the host's command.
    void behave(const std::string &lines)
    {
        QFile file(m_folder.filePath(QStringLiteral("ssh")));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        const std::string log = m_folder.filePath(QStringLiteral("log")).toStdString();
        file.write(QByteArray::fromStdString(
            "#!/bin/sh\nexport LC_ALL=C\nfor word; do last=$word; printf '%s\\n' \"$word\" >>'" + log +
            "'; done\nprintf 'end\\n' >>'" + log + "'\n" + lines + '\n'));
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    void remove() { QFile::remove(m_folder.filePath(QStringLiteral("ssh"))); }
    /// All words of all starts, each start followed by "end".
    QStringList words() const
    {
        QFile file(m_folder.filePath(QStringLiteral("log")));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).split(u'\n') : QStringList();
    }
    int starts() const { return int(words().count(QStringLiteral("end"))); }

private:
    QTemporaryDir m_folder;
    QByteArray m_path = qgetenv("PATH"), m_cache = qgetenv("XDG_CACHE_HOME");
};

} // namespace ws::test
