// readUnpacked(): a piece of a file's unpacked content, inflating from the nearest restart point.

#include "core/io/bytesource.h"

#include <QCoreApplication>
#include <QFile>

#include <zlib.h>

#include <algorithm>

namespace ws {
namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("core", text);
}

constexpr size_t inputSize = 64 * 1024;

/// Inflates from `point`, drops what lies before `offset`, keeps `size` bytes.
class PieceReader
{
public:
    PieceReader(QFile &file, const Checkpoint &point, bool gzip) : m_file(file), m_input(inputSize, '\0')
    {
        inflateInit2(&m_stream, point.rawMemberStart && gzip ? 15 + 16 : -15);
        m_gzip = gzip;
        m_rawTrailer = gzip && !point.rawMemberStart;
        m_file.seek(point.packed - (point.bits ? 1 : 0));
        if (point.bits) {
            char byte = 0;
            m_file.getChar(&byte);
            inflatePrime(&m_stream, point.bits, static_cast<unsigned char>(byte) >> (8 - point.bits));
        }
        if (!point.window.empty())
            inflateSetDictionary(&m_stream, reinterpret_cast<const unsigned char *>(point.window.data()),
                                 static_cast<uInt>(point.window.size()));
    }
    ~PieceReader() { inflateEnd(&m_stream); }

    /// Fills `buffer`; returns the bytes got, 0 at the end or at damage.
    size_t read(char *buffer, size_t size)
    {
        m_stream.next_out = reinterpret_cast<unsigned char *>(buffer);
        m_stream.avail_out = static_cast<uInt>(size);
        while (m_stream.avail_out) {
            if (m_stream.avail_in == 0 && !refill())
                break;
            const int code = inflate(&m_stream, Z_NO_FLUSH);
            if (code == Z_STREAM_END) {
                if (!nextMember())
                    break;
            } else if (code != Z_OK && code != Z_BUF_ERROR) {
                break;
            }
        }
        return size - m_stream.avail_out;
    }

private:
    bool refill()
    {
        const qint64 got = m_file.read(m_input.data(), inputSize);
        if (got <= 0)
            return false;
        m_stream.next_in = reinterpret_cast<unsigned char *>(m_input.data());
        m_stream.avail_in = static_cast<uInt>(got);
        return true;
    }
    bool nextMember()
    {
        if (!m_gzip)
            return false;
        for (int skip = m_rawTrailer ? 8 : 0; skip > 0; --skip) { // CRC and length of the member that was entered raw
            if (m_stream.avail_in == 0 && !refill())
                return false;
            ++m_stream.next_in;
            --m_stream.avail_in;
        }
        m_rawTrailer = false;
        return inflateReset2(&m_stream, 15 + 16) == Z_OK;
    }

    QFile &m_file;
    std::string m_input;
    z_stream m_stream{};
    bool m_gzip = false;
    bool m_rawTrailer = false;
};

} // namespace

Result<std::string> readUnpacked(const SeekIndex &index, int64_t offset, size_t size)
{
    const QString &path = index.stamp.path;
    const FileStamp now = FileStamp::of(path);
    if (now.size < 0)
        return Error{ErrorKind::NotFound, tr("the file is no longer there"), path, offset};
    if (now != index.stamp)
        return Error{ErrorKind::Unreadable, tr("the file has changed since it was loaded; press F5 to load it again"),
                     path, offset};
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorKind::Unreadable, tr("cannot be opened: %1").arg(file.errorString()), path};
    std::string piece(size, '\0');
    if (index.points.empty()) {
        file.seek(offset);
        piece.resize(static_cast<size_t>(std::max<qint64>(0, file.read(piece.data(), static_cast<qint64>(size)))));
        return piece;
    }
    auto after = std::upper_bound(index.points.begin(), index.points.end(), offset,
                                  [](int64_t at, const Checkpoint &point) { return at < point.unpacked; });
    const Checkpoint &point = *(after == index.points.begin() ? after : after - 1);
    PieceReader reader(file, point, index.container == Container::Gzip);
    std::string skipped(256 * 1024, '\0');
    for (int64_t left = offset - point.unpacked; left > 0;) {
        const size_t got = reader.read(skipped.data(), std::min<size_t>(skipped.size(), static_cast<size_t>(left)));
        if (got == 0)
            return Error{ErrorKind::Unreadable, tr("the content ends before this event"), path, offset};
        left -= static_cast<int64_t>(got);
    }
    piece.resize(reader.read(piece.data(), size));
    return piece;
}

} // namespace ws
