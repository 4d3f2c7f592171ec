#pragma once
// A file as a stream of unpacked bytes: plain, gzip (also several members), or a zip with one entry; recognised by
// magic bytes, never by name. A cut or damaged container gives all bytes before the damage and says so afterwards
// (damage()). While inflating it keeps restart points, so that the text of one event can be read again later without
// inflating the file from its beginning (see EventText). Rejected: QIODevice (a virtual call and a copy more, no
// restart points), memory-mapping (no gain before inflate).

#include "core/base/progress.h"
#include "core/base/result.h"

#include <QString>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ws {

enum class Container : uint8_t { Plain, Gzip, Zip, Sqlite };
const char *containerName(Container container);

/// Identifies the file as it was read; a later fetch compares it.
struct FileStamp
{
    QString path;
    int64_t size = -1;
    int64_t modifiedMs = 0; ///< since the epoch
    static FileStamp of(const QString &path);
    bool operator==(const FileStamp &) const = default;
};

/// A place where inflating can be resumed.
struct Checkpoint
{
    int64_t unpacked = 0; ///< offset in the unpacked content
    int64_t packed = 0;   ///< byte in the file from which input continues
    std::string state;    ///< of the Inflater there
};

/// The data needed to read a piece of the unpacked content again.
struct SeekIndex
{
    FileStamp stamp;
    Container container = Container::Plain;
    std::vector<Checkpoint> points; ///< ascending; empty where nothing is packed: plain files, stored zip entries
    int64_t storedAt = 0;           ///< without points: where in the file the content begins …
    int64_t storedSize = INT64_MAX; ///< … and how long it is at most
    size_t memoryBytes() const;
};

/// The start of the unpacked content, for telling formats apart.
struct Head
{
    QString fileName;       ///< without folders
    std::string_view bytes; ///< up to 64 KiB
    Container container = Container::Plain;
};

class ByteSource
{
public:
    static constexpr size_t headSize = 64 * 1024;

    /// Errors: NotFound, Unreadable, Unsupported (encrypted zip, several entries, unknown compression).
    static Result<std::unique_ptr<ByteSource>> open(const QString &path);
    /// A source over bytes in memory; they must outlive it. For tests and for parts of documents.
    static std::unique_ptr<ByteSource> fromMemory(std::string_view bytes, const QString &name = {});

    virtual ~ByteSource() = default;

    Head head() const { return {m_fileName, m_head, m_container}; }
    Container container() const { return m_container; }
    const FileStamp &stamp() const { return m_stamp; }
    const QString &path() const { return m_stamp.path; }

    /// The same content from its beginning; null where it cannot be read twice.
    virtual std::unique_ptr<ByteSource> again() const;

    /// Fills up to `size` unpacked bytes, returns how many; 0: the end (or the damage). The head is delivered again.
    /// One thread at a time, not necessarily the one that opened it.
    size_t read(char *buffer, size_t size);

    /// The rest of the content, for small formats. Errors: TooLarge when more than `limit` bytes come, Cancelled.
    Result<std::string> readAll(Progress &progress, size_t limit = size_t(1) << 30);

    /// Bytes of the file taken so far (compressed).
    int64_t packedPosition() const { return m_packedPosition; }
    /// Empty while all is well, otherwise what is wrong with the container ("the gzip stream ends early" …).
    const QString &damage() const { return m_damage; }
    /// True when the container ended early or broke; false for harmless findings (bytes after the last member).
    bool isIncomplete() const { return m_incomplete; }
    /// Restart points gathered while reading; complete once read() has returned 0.
    std::shared_ptr<const SeekIndex> seekIndex() const { return m_index; }

protected:
    ByteSource() = default;
    virtual size_t readMore(char *buffer, size_t size) = 0;
    void fillHead();

    QString m_fileName;
    FileStamp m_stamp;
    Container m_container = Container::Plain;
    int64_t m_packedPosition = 0;
    QString m_damage;
    bool m_incomplete = false;
    std::shared_ptr<SeekIndex> m_index;

private:
    std::string m_head;
    size_t m_headTaken = 0;
};

/// Reads `size` unpacked bytes (fewer at the end) from `offset` on. Errors: Unreadable with "the file has changed since
/// it was loaded" when the stamp differs, NotFound.
Result<std::string> readUnpacked(const SeekIndex &index, int64_t offset, size_t size);

} // namespace ws
