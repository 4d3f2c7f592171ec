#include "core/readers/toolkit/linepieces.h"

#include "core/base/platform.h"

#include <algorithm>
#include <cstring>

namespace ws {

void LinePieces::Piece::reserve(size_t bytes)
{
    if (bytes <= capacity)
        return;
    const size_t more = std::max(bytes, capacity * 2);
    auto larger = std::make_unique_for_overwrite<char[]>(more);
    if (size)
        std::memcpy(larger.get(), memory.get(), size);
    memory = std::move(larger);
    capacity = more;
}

bool LinePieces::next(Piece &piece)
{
    const std::lock_guard lock(m_mutex);
    if (m_ended)
        return false;
    piece.size = 0;
    piece.reserve(m_rest.size() + pieceSize);
    std::memcpy(piece.memory.get(), m_rest.data(), m_rest.size());
    piece.size = m_rest.size();
    m_rest.clear();
    const char *lineEnd = nullptr;
    while (!lineEnd && !m_ended) {
        if (m_progress.isCancelled())
            return false;
        const size_t before = piece.size;
        piece.reserve(before + pieceSize);
        while (piece.size < before + pieceSize && !m_ended) {
            const size_t got = m_source.read(piece.memory.get() + piece.size, before + pieceSize - piece.size);
            piece.size += got;
            m_ended = got == 0;
        }
        lineEnd = platform::lastOf({piece.memory.get() + before, piece.size - before}, '\n');
    }
    m_progress.bytesDone = m_source.packedPosition();
    piece.isLast = m_ended;
    piece.offset = m_offset;
    piece.number = m_number++;
    if (!m_ended) {
        const std::string_view text = piece.text();
        const auto whole = static_cast<size_t>(lineEnd - text.data()) + 1;
        m_rest = text.substr(whole);
        piece.size = whole;
    }
    m_offset += static_cast<int64_t>(piece.size);
    return true;
}

} // namespace ws
