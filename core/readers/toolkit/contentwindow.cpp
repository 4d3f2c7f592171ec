#include "core/readers/toolkit/contentwindow.h"

#include "core/readers/toolkit/wire.h"

#include <QFileInfo>

#include <algorithm>

namespace ws {
namespace {

constexpr size_t piece = size_t(1) << 20;
constexpr size_t largestInMemory = size_t(16) << 30;

/// A file that lies on the disk as it was opened: no pipe, and not one that is still coming from another machine.
bool isWholeFile(const ByteSource &source)
{
    const QString &path = source.path();
    return source.container() == Container::Plain && !path.isEmpty() && QFileInfo(path).isFile() &&
           FileStamp::of(path) == source.stamp();
}

} // namespace

Result<ContentWindow> ContentWindow::over(ByteSource &source, Progress &progress)
{
    ContentWindow window;
    if (isWholeFile(source)) {
        auto file = std::make_unique<QFile>(source.path());
        if (file->open(QIODevice::ReadOnly | QIODevice::Unbuffered)) {
            window.m_size = source.stamp().size;
            window.m_file = std::move(file);
            return window;
        }
    }
    auto whole = source.readAll(progress, largestInMemory);
    if (!whole)
        return whole.error();
    window.m_whole = std::move(*whole);
    window.m_size = static_cast<int64_t>(window.m_whole.size());
    return window;
}

std::string_view ContentWindow::load(int64_t offset, size_t wanted)
{
    if (offset < 0 || offset >= m_size)
        return {};
    if (!m_file) {
        m_data = m_whole.data();
        m_begin = 0;
        m_end = m_size;
        return std::string_view(m_whole).substr(static_cast<size_t>(offset));
    }
    const auto size = static_cast<size_t>(std::min<int64_t>(int64_t(std::max(wanted, piece)), m_size - offset));
    m_buffer.resize(std::max(m_buffer.size(), size));
    m_data = m_buffer.data();
    m_begin = m_end = offset;
    if (m_failedAt < 0 && !m_file->seek(offset))
        m_failedAt = offset;
    while (m_failedAt < 0 && m_end < offset + static_cast<int64_t>(size)) {
        const qint64 got = m_file->read(m_buffer.data() + (m_end - offset), offset + qint64(size) - m_end);
        if (got < 0)
            m_failedAt = m_end;
        if (got <= 0)
            break; // a file that became shorter meanwhile
        m_end += got;
    }
    return {m_data, static_cast<size_t>(m_end - offset)};
}

bool MessageWalk::next(Field &field)
{
    if (m_at >= m_end || m_isDamaged)
        return false;
    constexpr size_t longestHead = 20;
    const auto room = static_cast<size_t>(std::min<int64_t>(longestHead, m_end - m_at));
    const std::string_view head = m_window.at(m_at, room).substr(0, room);
    const char *const end = head.data() + head.size();
    uint64_t key = 0;
    m_isDamaged = true; // until the field is understood
    const char *at = readVarint(head.data(), end, key);
    if (!at || key >> 3 == 0 || key >> 3 > UINT32_MAX >> 3)
        return false;
    field.number = static_cast<uint32_t>(key >> 3);
    field.type = static_cast<uint8_t>(key & 7);
    field.at = m_at;
    field.isCut = false;
    if (field.type == WireField::Varint || field.type == WireField::Bytes) {
        if (at = readVarint(at, end, field.value); !at)
            return false;
    } else if (const size_t size = field.type == WireField::Fixed64   ? 8
                                   : field.type == WireField::Fixed32 ? 4
                                                                      : 0;
               size && static_cast<size_t>(end - at) >= size) {
        field.value = 0;
        std::memcpy(&field.value, at, size);
        at += size;
    } else {
        return false;
    }
    int64_t next = m_at + (at - head.data());
    field.body = next;
    field.size = 0;
    if (field.type == WireField::Bytes) {
        const auto left = static_cast<uint64_t>(m_end - next);
        field.isCut = field.value > left;
        field.size = static_cast<int64_t>(std::min(field.value, left));
        next += field.size;
    }
    m_at = next;
    m_isDamaged = false;
    return true;
}

} // namespace ws
