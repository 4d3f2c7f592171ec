#include "core/io/wholefile.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <csignal>
#include <sys/mount.h>
#include <sys/resource.h>

using namespace ws;

namespace {

/// A folder in which 4 KB can be written and no more: a file system of that size where it may be mounted, else the
/// system's limit for the size of a file. In both, a write fails only when a buffer is written out.
class FullDisk
{
public:
    FullDisk()
    {
        const QByteArray path = m_folder.path().toLocal8Bit();
        m_isMounted = mount("tmpfs", path.constData(), "tmpfs", 0, "size=4k") == 0;
        if (m_isMounted)
            return;
        getrlimit(RLIMIT_FSIZE, &m_limit);
        std::signal(SIGXFSZ, SIG_IGN);
    }
    ~FullDisk()
    {
        if (m_isMounted)
            umount(m_folder.path().toLocal8Bit().constData());
        else
            setrlimit(RLIMIT_FSIZE, &m_limit);
    }
    /// From now on.
    void fill()
    {
        if (m_isMounted) {
            QFile rest(m_folder.filePath(QStringLiteral("rest")));
            ASSERT_TRUE(rest.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
            while (rest.write(QByteArray(1024, 'x')) > 0) { // until the disk is full
            }
            return;
        }
        rlimit none = m_limit;
        none.rlim_cur = 16;
        setrlimit(RLIMIT_FSIZE, &none);
    }
    QString file(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    QStringList files() const { return QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden); }

private:
    QTemporaryDir m_folder;
    bool m_isMounted = false;
    rlimit m_limit{};
};

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

TEST(WholeFile, aFullDiskKeepsTheFileThatWasToBeReplacedAndIsAnError)
{
    FullDisk disk;
    const QString path = disk.file("a.csv");
    ASSERT_TRUE(writeWholeFile(path, "old", Existing::Replace).ok());
    disk.fill();
    const std::string content(8000, 'y'); // less than Qt's buffer of 16 KB
    const auto written = writeWholeFile(path, content, Existing::Replace);
    ASSERT_FALSE(written.ok());
    EXPECT_EQ(written.error().kind, ErrorKind::Unreadable);
    EXPECT_EQ(contentOf(path), "old");
}

TEST(WholeFile, aFullDiskLeavesNoNewFileBehind)
{
    FullDisk disk;
    disk.fill();
    const QStringList before = disk.files();
    EXPECT_FALSE(writeWholeFile(disk.file("b.csv"), std::string(8000, 'y'), Existing::Refuse).ok());
    EXPECT_EQ(disk.files(), before);
}
