#include "core/io/inflatesource.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <zlib.h>

#include <algorithm>
#include <cstring>

namespace ws {
namespace {

constexpr size_t inputSize = 256 * 1024;
constexpr size_t windowSize = 32 * 1024;
constexpr int64_t firstSpacing = 4 << 20;
constexpr size_t mostPoints = 512;

QString tr(const char *text)
{
    return QCoreApplication::translate("core", text);
}

class InflateSource : public ByteSource
{
public:
    /// `packedStart`: where the deflate data (zip) or the first gzip header begins.
    InflateSource(std::unique_ptr<QFile> file, const FileStamp &stamp, Container container, int64_t packedStart)
        : m_file(std::move(file)), m_input(inputSize)
    {
        m_container = container;
        m_stamp = stamp;
        m_fileName = QFileInfo(stamp.path).fileName();
        m_index = std::make_shared<SeekIndex>();
        m_index->stamp = stamp;
        m_index->container = container;
        m_fileOffset = packedStart;
        m_file->seek(packedStart);
        if (inflateInit2(&m_stream, container == Container::Gzip ? 15 + 16 : -15) != Z_OK)
            m_ended = true;
        m_index->points.push_back({0, packedStart, 0, {}, container == Container::Gzip});
        fillHead();
    }
    ~InflateSource() override { inflateEnd(&m_stream); }

protected:
    size_t readMore(char *buffer, size_t size) override;

private:
    bool refill();
    bool startNextMember();
    void fail(const QString &what);
    void addPoint(const char *end, size_t fresh);
    void keepWindow(const char *data, size_t size);
    int64_t packedOffset() const { return m_fileOffset - m_stream.avail_in; }

    std::unique_ptr<QFile> m_file;
    std::vector<unsigned char> m_input;
    z_stream m_stream{};
    int64_t m_fileOffset = 0; ///< file bytes handed to zlib's input so far
    int64_t m_unpacked = 0;
    int64_t m_spacing = firstSpacing;
    std::string m_window; ///< the last 32 KiB before the current read's buffer
    bool m_ended = false;
};

bool InflateSource::refill()
{
    const qint64 got = m_file->read(reinterpret_cast<char *>(m_input.data()), inputSize);
    if (got <= 0)
        return false;
    m_fileOffset += got;
    m_stream.next_in = m_input.data();
    m_stream.avail_in = static_cast<uInt>(got);
    return true;
}

void InflateSource::fail(const QString &what)
{
    m_damage = what;
    m_incomplete = true;
    m_ended = true;
}

/// Behind the end of a gzip member: the next one, the end of the file, or bytes that belong to nothing.
bool InflateSource::startNextMember()
{
    if (m_container != Container::Gzip) {
        m_ended = true;
        return false;
    }
    while (m_stream.avail_in < 2) { // keep a lone first magic byte when it lies at the end of the input buffer
        const unsigned char kept = m_stream.avail_in ? *m_stream.next_in : 0;
        const uInt keptCount = m_stream.avail_in;
        const qint64 got = m_file->read(reinterpret_cast<char *>(m_input.data()) + 1, inputSize - 1);
        if (got <= 0) {
            m_ended = true;
            if (keptCount)
                m_damage = tr("1 byte behind the gzip data was ignored");
            return false;
        }
        m_fileOffset += got;
        m_input[0] = kept;
        m_stream.next_in = m_input.data() + (1 - keptCount);
        m_stream.avail_in = static_cast<uInt>(got) + keptCount;
    }
    if (m_stream.next_in[0] != 0x1f || m_stream.next_in[1] != 0x8b) {
        m_ended = true;
        const bool padding = m_stream.next_in[0] == 0 && m_stream.next_in[1] == 0;
        if (!padding)
            m_damage = tr("bytes behind the gzip data (from file byte %1) were ignored").arg(packedOffset());
        return false;
    }
    const int64_t here = packedOffset();
    inflateReset(&m_stream);
    if (m_unpacked - m_index->points.back().unpacked >= m_spacing)
        m_index->points.push_back({m_unpacked, here, 0, {}, true});
    return true;
}

void InflateSource::keepWindow(const char *data, size_t size)
{
    if (size >= windowSize) {
        m_window.assign(data + size - windowSize, windowSize);
        return;
    }
    if (m_window.size() + size > windowSize)
        m_window.erase(0, m_window.size() + size - windowSize);
    m_window.append(data, size);
}

/// At a block boundary; `fresh` bytes of this read end at `end`, what came before is in m_window.
void InflateSource::addPoint(const char *end, size_t fresh)
{
    Checkpoint point;
    point.unpacked = m_unpacked;
    point.packed = packedOffset();
    point.bits = m_stream.data_type & 7;
    if (fresh >= windowSize) {
        point.window.assign(end - windowSize, windowSize);
    } else {
        const size_t older = std::min(windowSize - fresh, m_window.size());
        point.window.assign(m_window, m_window.size() - older, older);
        point.window.append(end - fresh, fresh);
    }
    auto &points = m_index->points;
    points.push_back(std::move(point));
    if (points.size() < mostPoints)
        return;
    for (size_t i = 1; i * 2 < points.size(); ++i)
        points[i] = std::move(points[i * 2]);
    points.resize(points.size() / 2);
    m_spacing *= 2;
}

size_t InflateSource::readMore(char *buffer, size_t size)
{
    m_stream.next_out = reinterpret_cast<unsigned char *>(buffer);
    m_stream.avail_out = static_cast<uInt>(std::min(size, size_t(1) << 30));
    const size_t wanted = m_stream.avail_out;
    while (m_stream.avail_out && !m_ended) {
        if (m_stream.avail_in == 0 && !refill()) {
            fail(tr("the %1 data ends early: the file is cut; copy or download it again")
                     .arg(QLatin1String(containerName(m_container))));
            break;
        }
        const bool pointDue = m_unpacked - m_index->points.back().unpacked >= m_spacing;
        const uInt before = m_stream.avail_out;
        const int code = inflate(&m_stream, pointDue ? Z_BLOCK : Z_NO_FLUSH);
        m_unpacked += before - m_stream.avail_out;
        if (code == Z_STREAM_END) {
            if (!startNextMember())
                break;
        } else if (code == Z_OK || code == Z_BUF_ERROR) {
            const bool atBlock = (m_stream.data_type & 128) && !(m_stream.data_type & 64);
            if (pointDue && atBlock)
                addPoint(buffer + (wanted - m_stream.avail_out), wanted - m_stream.avail_out);
        } else {
            fail(tr("the compressed data is damaged at file byte %1 (%2)")
                     .arg(packedOffset())
                     .arg(QLatin1String(m_stream.msg ? m_stream.msg : "zlib")));
        }
    }
    const size_t got = wanted - m_stream.avail_out;
    keepWindow(buffer, got);
    m_packedPosition = packedOffset();
    return got;
}

uint32_t little(const char *p, int bytes)
{
    uint32_t v = 0;
    for (int i = 0; i < bytes; ++i)
        v |= uint32_t(static_cast<unsigned char>(p[i])) << (8 * i);
    return v;
}

/// Entries that are files, by the central directory; -1 when there is none (a cut archive).
int zipFileCount(QFile &file)
{
    const qint64 tail = std::min<qint64>(file.size(), 65557);
    file.seek(file.size() - tail);
    const QByteArray bytes = file.read(tail);
    const qsizetype end = bytes.lastIndexOf(QByteArray("PK\x05\x06", 4));
    if (end < 0 || bytes.size() < end + 22)
        return -1;
    const uint32_t count = little(bytes.constData() + end + 10, 2);
    file.seek(little(bytes.constData() + end + 16, 4));
    int files = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const QByteArray entry = file.read(46);
        if (entry.size() < 46 || !entry.startsWith(QByteArray("PK\x01\x02", 4)))
            return -1;
        const QByteArray name = file.read(little(entry.constData() + 28, 2));
        file.skip(little(entry.constData() + 30, 2) + little(entry.constData() + 32, 2));
        files += !name.endsWith('/');
    }
    return files;
}

/// A stored (not packed) zip entry.
class StoredSource : public ByteSource
{
public:
    StoredSource(std::unique_ptr<QFile> file, const FileStamp &stamp, int64_t size)
        : m_file(std::move(file)), m_left(size)
    {
        m_container = Container::Zip;
        m_stamp = stamp;
        m_fileName = QFileInfo(stamp.path).fileName();
        fillHead();
    }

protected:
    size_t readMore(char *buffer, size_t size) override
    {
        const qint64 got = m_file->read(buffer, std::min<qint64>(static_cast<qint64>(size), m_left));
        if (got > 0)
            m_left -= got;
        else if (m_left > 0 && (m_incomplete = true))
            m_damage = tr("the zip data ends early: the file is cut; copy or download it again");
        m_packedPosition = m_file->pos();
        return static_cast<size_t>(std::max<qint64>(got, 0));
    }

private:
    std::unique_ptr<QFile> m_file;
    int64_t m_left;
};

} // namespace

Result<std::unique_ptr<ByteSource>> openGzip(std::unique_ptr<QFile> file, const FileStamp &stamp)
{
    return std::unique_ptr<ByteSource>(std::make_unique<InflateSource>(std::move(file), stamp, Container::Gzip, 0));
}

Result<std::unique_ptr<ByteSource>> openZip(std::unique_ptr<QFile> file, const FileStamp &stamp)
{
    const int files = zipFileCount(*file);
    if (files > 1)
        return Error{ErrorKind::Unsupported,
                     tr("the zip archive holds %1 files; unpack it and open the one you want").arg(files), stamp.path};
    int64_t at = 0;
    for (;;) { // skip folders
        file->seek(at);
        const QByteArray header = file->read(30);
        if (header.size() < 30 || !header.startsWith(QByteArray("PK\x03\x04", 4)))
            return Error{ErrorKind::Malformed, tr("the zip archive holds no file"), stamp.path, at};
        const uint32_t flags = little(header.constData() + 6, 2);
        const uint32_t method = little(header.constData() + 8, 2);
        const int64_t packedSize = little(header.constData() + 18, 4);
        const QByteArray name = file->read(little(header.constData() + 26, 2));
        const int64_t data = at + 30 + name.size() + little(header.constData() + 28, 2);
        if (name.endsWith('/')) {
            at = data + packedSize;
            continue;
        }
        if (flags & 1)
            return Error{ErrorKind::Unsupported, tr("the zip archive is encrypted; unpack it first"), stamp.path, at};
        if (method == 8)
            return std::unique_ptr<ByteSource>(
                std::make_unique<InflateSource>(std::move(file), stamp, Container::Zip, data));
        if (method != 0)
            return Error{ErrorKind::Unsupported,
                         tr("the zip archive uses packing method %1; unpack it first").arg(method), stamp.path, at};
        file->seek(data);
        return std::unique_ptr<ByteSource>(std::make_unique<StoredSource>(std::move(file), stamp, packedSize));
    }
}

} // namespace ws
