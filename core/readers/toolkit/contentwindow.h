#pragma once
// The content of a file at any place, for formats whose names stand behind the events that use them. A plain file is
// read piece by piece, so that a file of many GB needs little memory; packed content and pipes are taken into memory.
// Rejected: mapping the file, because the program dies of a file that another one cuts meanwhile.

#include "core/io/bytesource.h"

#include <QFile>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ws {

class ContentWindow
{
public:
    /// Errors: Cancelled, TooLarge (packed content of more than 16 GB).
    static Result<ContentWindow> over(ByteSource &source, Progress &progress);

    int64_t size() const { return m_size; }
    /// What begins at `offset`: at least `wanted` bytes unless the content ends before. Valid until the next call.
    std::string_view at(int64_t offset, size_t wanted)
    {
        if (offset >= m_begin && offset + static_cast<int64_t>(wanted) <= m_end)
            return {m_data + (offset - m_begin), static_cast<size_t>(m_end - offset)};
        return load(offset, wanted);
    }
    /// First byte that the system could not read, -1: none.
    int64_t failedAt() const { return m_failedAt; }

private:
    std::string_view load(int64_t offset, size_t wanted);

    std::unique_ptr<QFile> m_file; ///< null: all of it is in memory
    std::string m_whole;
    std::vector<char> m_buffer;
    const char *m_data = nullptr;
    int64_t m_begin = 0, m_end = 0, m_size = 0;
    int64_t m_failedAt = -1;
};

/// A message in the content whose fields are visited one after the other, of whatever size.
class MessageWalk
{
public:
    struct Field
    {
        uint32_t number = 0;
        uint8_t type = 0; ///< as WireField::Type
        uint64_t value = 0;
        int64_t at = 0;     ///< where the field begins
        int64_t body = 0;   ///< of bytes: where they begin …
        int64_t size = 0;   ///< … and how many there are
        bool isCut = false; ///< more bytes were announced than the message has
    };

    MessageWalk(ContentWindow &window, int64_t begin, int64_t end) : m_window(window), m_at(begin), m_end(end) {}

    /// False: the message ends, or is damaged at position(). A field of bytes that is longer than the rest is given as
    /// far as it goes, as the last one.
    bool next(Field &field);
    bool isDamaged() const { return m_isDamaged; }
    int64_t position() const { return m_at; }
    /// The bytes of a field.
    std::string_view bytes(const Field &field)
    {
        return m_window.at(field.body, static_cast<size_t>(field.size)).substr(0, static_cast<size_t>(field.size));
    }

private:
    ContentWindow &m_window;
    int64_t m_at, m_end;
    bool m_isDamaged = false;
};

} // namespace ws
