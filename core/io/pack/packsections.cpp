#include "core/io/pack/packsections.h"

#include "core/base/parallel.h"
#include "core/base/texts.h"

#include <isa-l/crc64.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <optional>

namespace ws {
namespace {

static_assert(std::endian::native == std::endian::little, "the file has the bytes of a number as memory has them");

constexpr uint64_t longest = uint64_t(1) << 48; ///< bytes of a section

struct SectionHeader
{
    char name[24]; ///< zeros after it
    uint32_t coding;
    uint32_t elementBytes;
    uint64_t count;
    uint64_t bytes;       ///< that follow, without the zeros up to the next multiple of packAlignment
    uint64_t checksum;    ///< of these bytes
    uint64_t ownChecksum; ///< of what is before it
};
static_assert(sizeof(SectionHeader) == packAlignment);

struct FileHeader
{
    char magic[8];
    uint32_t version;
    uint32_t zero;
    char unused[packAlignment - 16];
};
static_assert(sizeof(FileHeader) == packAlignment);

/// `before`: the checksum of what is in front of these bytes.
uint64_t checksumOf(const void *bytes, uint64_t size, uint64_t before = 0)
{
    return crc64_ecma_refl(before, static_cast<const unsigned char *>(bytes), size);
}

uint64_t ownChecksumOf(const SectionHeader &header)
{
    return checksumOf(&header, offsetof(SectionHeader, ownChecksum));
}

uint64_t aligned(uint64_t size)
{
    return (size + packAlignment - 1) / packAlignment * packAlignment;
}

Error damaged(const QString &path, uint64_t offset)
{
    return {
        ErrorKind::Malformed,
        Core::tr("the packed run is damaged here: a checksum differs; pack the trace again, or copy the file again"),
        path, static_cast<int64_t>(offset)};
}

/// Errors: Malformed, Unsupported (of a later version).
std::optional<Error> faultOf(const FileHeader &header, const QString &path)
{
    if (std::string_view(header.magic, sizeof header.magic) != packMagic)
        return Error{ErrorKind::Malformed, Core::tr("this is no packed run"), path, 0};
    if (header.version != packVersion)
        return Error{ErrorKind::Unsupported,
                     Core::tr("this run was packed in version %1 of the format, and this program reads version %2; "
                              "open it with the Warpscope that packed it, or pack the trace again")
                         .arg(header.version)
                         .arg(packVersion),
                     path, 8};
    return {};
}

PackSection sectionOf(const SectionHeader &header, std::span<const std::byte> bytes)
{
    const size_t length = std::find(std::begin(header.name), std::end(header.name), '\0') - std::begin(header.name);
    return {std::string(header.name, length), header.coding, header.elementBytes, header.count, bytes};
}

/// Grows as bytes come, so that a length that is not true takes no memory.
std::optional<std::vector<std::byte>> readBytes(ByteSource &source, Progress &progress, uint64_t size)
{
    constexpr uint64_t atOnce = uint64_t(16) << 20;
    std::vector<std::byte> bytes;
    while (bytes.size() < size && !progress.isCancelled()) {
        const size_t before = bytes.size();
        bytes.resize(before + static_cast<size_t>(std::min(atOnce, size - before)));
        size_t got = before;
        while (got < bytes.size()) {
            const size_t more = source.read(reinterpret_cast<char *>(bytes.data()) + got, bytes.size() - got);
            if (more == 0)
                return {};
            got += more;
            progress.bytesDone = source.packedPosition();
        }
    }
    if (bytes.size() < size)
        return {};
    return bytes;
}

} // namespace

PackWriter::PackWriter(QIODevice &device) : m_device(device)
{
    FileHeader header{};
    std::memcpy(header.magic, packMagic.data(), packMagic.size());
    header.version = packVersion;
    write(&header, sizeof header);
}

bool PackWriter::write(const void *bytes, size_t size)
{
    const auto *from = static_cast<const char *>(bytes);
    while (size && !m_failed) {
        const qint64 written = m_device.write(from, static_cast<qint64>(size));
        m_failed = written <= 0;
        from += std::max<qint64>(written, 0);
        size -= static_cast<size_t>(std::max<qint64>(written, 0));
    }
    return !m_failed;
}

bool PackWriter::add(const PackSection &section, std::span<const std::span<const std::byte>> parts)
{
    SectionHeader header{};
    std::memcpy(header.name, section.name.data(), std::min(section.name.size(), sizeof header.name - 1));
    header.coding = section.coding;
    header.elementBytes = section.elementBytes;
    header.count = section.count;
    for (const std::span<const std::byte> part : parts) {
        header.bytes += part.size();
        header.checksum = checksumOf(part.data(), part.size(), header.checksum);
    }
    header.ownChecksum = ownChecksumOf(header);
    constexpr char zeros[packAlignment] = {};
    ++m_sections;
    write(&header, sizeof header);
    for (const std::span<const std::byte> part : parts)
        write(part.data(), part.size());
    return write(zeros, aligned(header.bytes) - header.bytes);
}

bool PackWriter::end()
{
    return add({std::string(packEnd), 0, 1, m_sections, {}});
}

Result<PackSections> PackSections::of(std::span<const std::byte> file, std::shared_ptr<const void> owner,
                                      const QString &path)
{
    FileHeader first;
    if (file.size() < sizeof first)
        return Error{ErrorKind::Malformed, Core::tr("this is no packed run"), path, 0};
    std::memcpy(&first, file.data(), sizeof first);
    if (const auto fault = faultOf(first, path))
        return *fault;
    struct Part
    {
        PackSection section;
        uint64_t checksum;
        uint64_t at;
    };
    std::vector<Part> parts;
    PackSections sections;
    sections.m_owner = std::move(owner);
    sections.m_isCut = true;
    for (uint64_t at = sizeof first; at + sizeof(SectionHeader) <= file.size();) {
        SectionHeader header;
        std::memcpy(&header, file.data() + at, sizeof header);
        if (ownChecksumOf(header) != header.ownChecksum)
            return damaged(path, at);
        at += sizeof header;
        if (header.bytes > file.size() - at)
            break;
        const PackSection section = sectionOf(header, file.subspan(at, header.bytes));
        if (section.name == packEnd) {
            sections.m_isCut = section.count != parts.size();
            break;
        }
        parts.push_back({section, header.checksum, at});
        at = std::min<uint64_t>(file.size(), at + aligned(header.bytes));
    }
    std::atomic<uint64_t> badAt{UINT64_MAX};
    parallelFor({0, parts.size()}, 1, [&](size_t i) {
        if (checksumOf(parts[i].section.bytes.data(), parts[i].section.bytes.size()) != parts[i].checksum)
            badAt = parts[i].at;
    });
    if (badAt != UINT64_MAX)
        return damaged(path, badAt);
    for (Part &part : parts)
        sections.m_sections.insert_or_assign(part.section.name, part.section);
    return sections;
}

Result<PackSections> PackSections::read(ByteSource &source, Progress &progress,
                                        const std::function<void(const PackSection &)> &arrived)
{
    const auto storage = std::make_shared<std::vector<std::vector<std::byte>>>();
    PackSections sections;
    sections.m_owner = storage;
    sections.m_isCut = true;
    const auto take = [&](auto &header) {
        const auto bytes = readBytes(source, progress, sizeof header);
        if (bytes)
            std::memcpy(&header, bytes->data(), sizeof header);
        return bytes.has_value();
    };
    FileHeader first{};
    if (!take(first))
        return Error{ErrorKind::Malformed, Core::tr("this is no packed run"), source.path(), 0};
    if (const auto fault = faultOf(first, source.path()))
        return *fault;
    uint64_t at = sizeof first;
    for (SectionHeader header; take(header);) {
        if (ownChecksumOf(header) != header.ownChecksum || header.bytes > longest)
            return damaged(source.path(), at);
        at += sizeof header;
        if (const PackSection last = sectionOf(header, {}); last.name == packEnd) {
            sections.m_isCut = last.count != storage->size();
            break;
        }
        auto bytes = readBytes(source, progress, aligned(header.bytes));
        if (!bytes)
            break;
        if (checksumOf(bytes->data(), header.bytes) != header.checksum)
            return damaged(source.path(), at);
        at += bytes->size();
        storage->push_back(std::move(*bytes));
        const PackSection section = sectionOf(header, {storage->back().data(), static_cast<size_t>(header.bytes)});
        sections.m_sections.insert_or_assign(section.name, section);
        if (arrived)
            arrived(section);
    }
    if (progress.isCancelled())
        return Error{ErrorKind::Cancelled, Core::tr("cancelled"), source.path()};
    return sections;
}

const PackSection *PackSections::find(std::string_view name) const
{
    const auto found = m_sections.find(name);
    return found == m_sections.end() ? nullptr : &found->second;
}

} // namespace ws
