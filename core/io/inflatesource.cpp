#include "core/io/inflatesource.h"

#include "core/base/parallel.h"
#include "core/base/platform.h"
#include "core/base/texts.h"
#include "core/io/filesource.h"
#include "core/io/inflater.h"
#include "core/io/membersahead.h"

#include <QFileInfo>

#include <algorithm>
#include <cstring>

namespace ws {
namespace {

constexpr size_t inputSize = 256 * 1024;
constexpr int64_t firstSpacing = 4 << 20;
constexpr size_t maxPoints = 128;

class InflateSource : public FileSource
{
public:
    /// `packedStart`: where the deflate data (zip) or the first gzip header begins.
    InflateSource(std::unique_ptr<QFile> file, const FileStamp &stamp, Container container, int64_t packedStart)
        : FileSource(std::move(file), stamp, container), m_input(inputSize),
          m_inflater(container == Container::Gzip ? Inflater::Wrapper::Gzip : Inflater::Wrapper::None)
    {
        m_fileOffset = packedStart;
        if (!this->file().isSequential()) // a pipe is already there
            this->file().seek(packedStart);
        addPoint();
        fillHead();
    }

protected:
    size_t readMore(char *buffer, size_t size) override;

private:
    bool refill();
    void startNextMember();
    bool takeMember();
    size_t copyTaken(char *buffer, size_t size);
    void fail(const QString &what);
    void addPoint();
    bool canReadAhead();
    int64_t packedOffset() const { return m_fileOffset - static_cast<int64_t>(m_inflater.inputLeft()); }

    std::vector<unsigned char> m_input;
    Inflater m_inflater;
    int64_t m_fileOffset = 0; ///< file bytes handed to the inflater so far
    int64_t m_unpacked = 0;
    int64_t m_spacing = firstSpacing;
    bool m_ended = false;

    int64_t m_memberAt = 0;                ///< where in the content the member begins
    std::unique_ptr<MembersAhead> m_ahead; ///< once a small member was followed by another one
    bool m_isAheadInVain = false;
    bool m_isTaken = false;   ///< the member was unpacked ahead …
    std::string_view m_taken; ///< … and this is left of it
};

bool InflateSource::refill()
{
    const size_t got = readFile(m_input.data(), inputSize);
    if (got == 0)
        return false;
    m_fileOffset += static_cast<int64_t>(got);
    m_inflater.setInput(m_input.data(), got);
    return true;
}

void InflateSource::fail(const QString &what)
{
    m_damage = what;
    m_incomplete = true;
    m_ended = true;
}

/// After the end of a gzip member: the next one, the end of the file, or bytes that belong to nothing.
void InflateSource::startNextMember()
{
    m_ended = true;
    if (m_container != Container::Gzip)
        return;
    if (m_inflater.inputLeft() < 2) { // keep a lone first magic byte at the end of the input buffer
        const size_t kept = m_inflater.inputLeft();
        if (kept)
            m_input[0] = *m_inflater.input();
        const size_t got = readFile(m_input.data() + kept, inputSize - kept);
        m_fileOffset += static_cast<int64_t>(got);
        m_inflater.setInput(m_input.data(), kept + got);
        if (failedAt() >= 0)
            return;
    }
    const size_t left = m_inflater.inputLeft();
    const unsigned char *next = m_inflater.input();
    if (left >= 2 && next[0] == 0x1f && next[1] == 0x8b) {
        m_ended = false;
        m_inflater.startMember();
        const bool isSmall = m_unpacked - m_memberAt <= static_cast<int64_t>(MembersAhead::maxText) / 2;
        m_memberAt = m_unpacked;
        if (!m_ahead && isSmall && canReadAhead())
            m_ahead = std::make_unique<MembersAhead>(file().handle(), packedOffset(), coreCount());
        takeMember();
    } else if (left == 1) {
        m_damage = Core::tr("1 byte after the gzip data was ignored");
    } else if (left && (next[0] != 0 || next[1] != 0)) { // zeros are padding
        m_damage = Core::tr("bytes after the gzip data (from file byte %1) were ignored").arg(packedOffset());
    }
}

/// Not from a pipe, nor of a file that is still coming: it waits for its bytes where it is read one after another.
bool InflateSource::canReadAhead()
{
    return !m_isAheadInVain && coreCount() >= MembersAhead::leastCores && !file().isSequential() &&
           platform::sizeOfFile(file().handle()) >= file().size();
}

/// The member that begins here, if it was unpacked ahead: reading goes on behind it.
bool InflateSource::takeMember()
{
    const MembersAhead::Member *member = m_ahead ? m_ahead->take(packedOffset()) : nullptr;
    if (!member && m_ahead && m_ahead->isInVain()) {
        m_ahead.reset();
        m_isAheadInVain = true;
    }
    if (!member)
        return false;
    m_isTaken = true;
    m_taken = member->text;
    m_fileOffset = member->end;
    m_inflater.setInput(nullptr, 0);
    return true;
}

size_t InflateSource::copyTaken(char *buffer, size_t size)
{
    const size_t count = std::min(size, m_taken.size());
    std::memcpy(buffer, m_taken.data(), count);
    m_taken.remove_prefix(count);
    m_unpacked += static_cast<int64_t>(count);
    if (!m_taken.empty())
        return count;
    m_isTaken = false;
    m_memberAt = m_unpacked;
    if (m_unpacked - m_index->points.back().unpacked >= m_spacing) // the inflater expects a header
        addPoint();
    if (!takeMember()) {
        file().seek(packedOffset());
        startNextMember();
    }
    return count;
}

void InflateSource::addPoint()
{
    auto &points = m_index->points;
    points.push_back({m_unpacked, packedOffset(), m_inflater.save()});
    if (points.size() < maxPoints)
        return;
    for (size_t i = 1; i * 2 < points.size(); ++i)
        points[i] = std::move(points[i * 2]);
    points.resize(points.size() / 2);
    m_spacing *= 2;
}

size_t InflateSource::readMore(char *buffer, size_t size)
{
    char *out = buffer;
    char *const end = buffer + size;
    while (out < end && !m_ended) {
        if (m_isTaken) {
            out += copyTaken(out, static_cast<size_t>(end - out));
            continue;
        }
        const bool atFileEnd = m_inflater.inputLeft() == 0 && !refill();
        const char *before = out;
        const Inflater::Status status = m_inflater.run(out, end);
        m_unpacked += out - before;
        if (status == Inflater::Status::MemberEnd)
            startNextMember();
        else if (status == Inflater::Status::Damaged)
            fail(Core::tr("the compressed data is damaged at file byte %1 (%2)")
                     .arg(packedOffset())
                     .arg(m_inflater.damage()));
        else if (atFileEnd && out == before && failedAt() >= 0)
            m_ended = true;
        else if (atFileEnd && out == before)
            fail(Core::tr("the %1 data ends early: the file is cut; copy or download it again")
                     .arg(QLatin1String(containerName(m_container))));
    }
    if (!m_ended && !m_isTaken && m_unpacked - m_index->points.back().unpacked >= m_spacing)
        addPoint();
    m_packedPosition = packedOffset();
    return static_cast<size_t>(out - buffer);
}

uint32_t little(const char *p, int bytes)
{
    uint32_t v = 0;
    for (int i = 0; i < bytes; ++i)
        v |= uint32_t(static_cast<unsigned char>(p[i])) << (8 * i);
    return v;
}

struct ZipDirectory
{
    int files = -1;          ///< entries that are files; -1: there is no directory (a cut archive)
    int64_t packedSize = -1; ///< of the last of them; -1: not known
};

/// An entry's size, which is in its extra field where 32 bits do not hold it (zip64).
int64_t packedSizeOf(const QByteArray &entry, const QByteArray &extra)
{
    constexpr uint32_t elsewhere = UINT32_MAX;
    const uint32_t packed = little(entry.constData() + 20, 4);
    if (packed != elsewhere)
        return packed;
    for (qsizetype at = 0; at + 4 <= extra.size();) {
        const uint32_t id = little(extra.constData() + at, 2), size = little(extra.constData() + at + 2, 2);
        const qsizetype field = at + 4 + (little(entry.constData() + 24, 4) == elsewhere ? 8 : 0);
        if (id == 1 && field + 8 <= extra.size())
            return static_cast<int64_t>(little(extra.constData() + field, 4)) |
                   static_cast<int64_t>(little(extra.constData() + field + 4, 4) & 0x7fffffff) << 32;
        at += 4 + static_cast<qsizetype>(size);
    }
    return -1;
}

ZipDirectory zipDirectory(QFile &file)
{
    const qint64 tail = std::min<qint64>(file.size(), 65557);
    file.seek(file.size() - tail);
    const QByteArray bytes = file.read(tail);
    const qsizetype end = bytes.lastIndexOf(QByteArray("PK\x05\x06", 4));
    if (end < 0 || bytes.size() < end + 22)
        return {};
    const uint32_t count = little(bytes.constData() + end + 10, 2);
    file.seek(little(bytes.constData() + end + 16, 4));
    ZipDirectory directory{0, -1};
    for (uint32_t i = 0; i < count; ++i) {
        const QByteArray entry = file.read(46);
        if (entry.size() < 46 || !entry.startsWith(QByteArray("PK\x01\x02", 4)))
            return {};
        const QByteArray name = file.read(little(entry.constData() + 28, 2));
        const QByteArray extra = file.read(little(entry.constData() + 30, 2));
        file.skip(little(entry.constData() + 32, 2));
        if (name.endsWith('/'))
            continue;
        ++directory.files;
        directory.packedSize = packedSizeOf(entry, extra);
    }
    return directory;
}

/// A stored (not packed) zip entry.
class StoredSource : public FileSource
{
public:
    StoredSource(std::unique_ptr<QFile> file, const FileStamp &stamp, int64_t size)
        : FileSource(std::move(file), stamp, Container::Zip), m_left(size)
    {
        m_index->storedAt = this->file().pos();
        m_index->storedSize = size;
        fillHead();
    }

protected:
    size_t readMore(char *buffer, size_t size) override
    {
        const size_t got = readFile(buffer, std::min(size, static_cast<size_t>(std::max<int64_t>(m_left, 0))));
        m_left -= static_cast<int64_t>(got);
        if (got == 0 && m_left > 0 && failedAt() < 0) {
            m_incomplete = true;
            m_damage = Core::tr("the zip data ends early: the file is cut; copy or download it again");
        }
        m_packedPosition = file().pos();
        return got;
    }

private:
    int64_t m_left;
};

} // namespace

Result<std::unique_ptr<ByteSource>> openGzip(std::unique_ptr<QFile> file, const FileStamp &stamp)
{
    return std::unique_ptr<ByteSource>(std::make_unique<InflateSource>(std::move(file), stamp, Container::Gzip, 0));
}

Result<std::unique_ptr<ByteSource>> openZip(std::unique_ptr<QFile> file, const FileStamp &stamp)
{
    const ZipDirectory directory = zipDirectory(*file);
    if (directory.files > 1)
        return Error{
            ErrorKind::Unsupported,
            Core::tr("the zip archive holds %1 files; unpack it and open the one you want").arg(directory.files),
            stamp.path};
    int64_t at = 0;
    for (;;) { // skip folders
        file->seek(at);
        const QByteArray header = file->read(30);
        if (header.size() < 30 || !header.startsWith(QByteArray("PK\x03\x04", 4)))
            return Error{ErrorKind::Malformed, Core::tr("the zip archive holds no file"), stamp.path, at};
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
            return Error{ErrorKind::Unsupported, Core::tr("the zip archive is encrypted; unpack it first"), stamp.path,
                         at};
        if (method == 8)
            return std::unique_ptr<ByteSource>(
                std::make_unique<InflateSource>(std::move(file), stamp, Container::Zip, data));
        if (method != 0)
            return Error{ErrorKind::Unsupported,
                         Core::tr("the zip archive uses packing method %1; unpack it first").arg(method), stamp.path,
                         at};
        file->seek(data);
        // a header written before the content lacks it; the directory has it
        const bool isLater = flags & 8 || packedSize == UINT32_MAX;
        const int64_t size = isLater && directory.packedSize >= 0 ? directory.packedSize : packedSize;
        return std::unique_ptr<ByteSource>(std::make_unique<StoredSource>(std::move(file), stamp, size));
    }
}

} // namespace ws
