// readUnpacked(): a piece of a file's unpacked content, inflating from the nearest restart point.

#include "core/base/platform.h"
#include "core/base/texts.h"
#include "core/io/bytesource.h"
#include "core/io/inflater.h"
#include "core/io/readroots.h"

#include <QFile>

#include <algorithm>

namespace ws {
namespace {

constexpr size_t unpackedInputSize = 64 * 1024;

/// Unpacks from a restart point on.
class PieceReader
{
public:
    PieceReader(QFile &file, const Checkpoint &point, bool gzip)
        : m_file(file), m_input(unpackedInputSize),
          m_inflater(gzip ? Inflater::Wrapper::Gzip : Inflater::Wrapper::None), m_gzip(gzip)
    {
        m_inflater.restore(point.state);
        m_file.seek(point.packed);
    }

    /// Fills `buffer`; returns the bytes got, 0 at the end or at damage.
    size_t read(char *buffer, size_t size)
    {
        char *out = buffer;
        char *const end = buffer + size;
        while (out < end) {
            const bool atFileEnd = m_inflater.inputLeft() == 0 && !refill();
            const char *before = out;
            const Inflater::Status status = m_inflater.run(out, end);
            if (status == Inflater::Status::MemberEnd && m_gzip)
                m_inflater.startMember();
            else if (status != Inflater::Status::More || (atFileEnd && out == before))
                break;
        }
        return static_cast<size_t>(out - buffer);
    }

    bool failed() const { return m_failed; } ///< the system could not read

private:
    bool refill()
    {
        const qint64 got = m_file.read(reinterpret_cast<char *>(m_input.data()), unpackedInputSize);
        m_failed |= got < 0;
        if (got > 0)
            m_inflater.setInput(m_input.data(), static_cast<size_t>(got));
        return got > 0;
    }

    QFile &m_file;
    std::vector<unsigned char> m_input;
    Inflater m_inflater;
    bool m_gzip;
    bool m_failed = false;
};

} // namespace

Result<std::string> readUnpacked(const SeekIndex &index, int64_t offset, size_t size)
{
    const QString &path = index.stamp.path;
    if (auto refused = outsideReadRoots(path))
        return *refused;
    if (platform::isPipe(path)) // opening it would wait for a writer
        return Error{ErrorKind::Unreadable,
                     Core::tr("the content came through a pipe and cannot be read a second time"), path, offset};
    const FileStamp now = FileStamp::of(path);
    if (now.size < 0)
        return Error{ErrorKind::NotFound, Core::tr("the file is no longer there"), path, offset};
    if (now != index.stamp)
        return Error{ErrorKind::Unreadable,
                     Core::tr("the file has changed since it was loaded; press F5 to load it again"), path, offset};
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorKind::Unreadable, Core::tr("cannot be opened: %1").arg(file.errorString()), path};
    const auto unreadable = [&] {
        return Error{ErrorKind::Unreadable, Core::tr("cannot be read: %1").arg(file.errorString()), path, offset};
    };
    std::string piece(size, '\0');
    if (index.points.empty()) {
        file.seek(index.storedAt + offset);
        const auto wanted = std::clamp<int64_t>(index.storedSize - offset, 0, static_cast<int64_t>(size));
        const qint64 got = file.read(piece.data(), wanted);
        if (got < 0)
            return unreadable();
        piece.resize(static_cast<size_t>(got));
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
            return reader.failed()
                       ? unreadable()
                       : Error{ErrorKind::Unreadable, Core::tr("the content ends before this event"), path, offset};
        left -= static_cast<int64_t>(got);
    }
    piece.resize(reader.read(piece.data(), size));
    if (piece.empty() && reader.failed())
        return unreadable();
    return piece;
}

} // namespace ws
