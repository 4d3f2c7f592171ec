#pragma once
// A packed run as a file: a row of named sections, each with its own length and checksum, so that it can be read from a
// pipe while it comes, mapped into memory, and checked for cuts. What the sections mean is told in readers/packed; the
// bytes of a section are as a column has them in memory (raw, to be mapped) or coded and deflated (to be sent).
// docs/wsp.md describes the format. Rejected: SQLite (slower to write, no columns to map), HDF5 and Arrow (a library
// each).

#include "core/base/result.h"
#include "core/io/bytesource.h"

#include <QIODevice>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ws {

/// The first bytes of a file, then the version as 32 bits, then 32 bits of zeros.
constexpr std::string_view packMagic = "WSPACK\r\n";
constexpr std::string_view packEnd = "end"; ///< the name of the last section: a file's last 64 bytes are its header
constexpr uint32_t packVersion = 1;
constexpr size_t packAlignment = 64; ///< of the file's beginning, of section headers and of their bytes

struct PackSection
{
    std::string name;
    uint32_t coding = 0;       ///< see PackCoding
    uint32_t elementBytes = 1; ///< of a value in memory
    uint64_t count = 0;        ///< values
    std::span<const std::byte> bytes;
};

class PackWriter
{
public:
    /// `device` is open for writing and outlives the writer.
    explicit PackWriter(QIODevice &device);

    /// At most 23 characters of ASCII for a name. False: the device failed, then and from now on.
    bool add(const PackSection &section) { return add(section, {&section.bytes, 1}); }
    /// The same with bytes that lie in several places.
    bool add(const PackSection &section, std::span<const std::span<const std::byte>> parts);
    /// The last section, without which a file counts as cut.
    bool end();

private:
    bool write(const void *bytes, size_t size);

    QIODevice &m_device;
    uint64_t m_sections = 0;
    bool m_failed = false;
};

/// The sections of a file, with the memory in which they lie.
class PackSections
{
public:
    /// A file in memory or mapped into it; `owner` keeps it. Checks every length and checksum.
    static Result<PackSections> of(std::span<const std::byte> file, std::shared_ptr<const void> owner,
                                   const QString &path);
    /// Reads a source to its end. Where it ends early: as far as it is whole, and isCut(). `arrived` is told of every
    /// section as it comes.
    static Result<PackSections> read(ByteSource &source, Progress &progress,
                                     const std::function<void(const PackSection &)> &arrived = {});

    /// Null: there is none.
    const PackSection *find(std::string_view name) const;
    const std::map<std::string, PackSection, std::less<>> &all() const { return m_sections; }
    bool isCut() const { return m_isCut; }
    std::shared_ptr<const void> owner() const { return m_owner; }

private:
    std::map<std::string, PackSection, std::less<>> m_sections;
    std::shared_ptr<const void> m_owner;
    bool m_isCut = false;
};

} // namespace ws
