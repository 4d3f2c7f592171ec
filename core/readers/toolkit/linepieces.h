#pragma once
// A ByteSource as pieces that hold whole lines, however long. For formats with one record per line and too many of them
// to hold the text (cuda_gpu_trace of an hour). Several threads may take pieces: the thread that takes one reads it, so
// that the text is in its core's cache for parsing. CR LF, LF; a lone CR does not end a line.

#include "core/io/bytesource.h"

#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace ws {

class LinePieces
{
public:
    static constexpr size_t pieceSize = size_t(1) << 18;

    /// Memory that is reused for the next piece.
    struct Piece
    {
        std::unique_ptr<char[]> memory;
        size_t capacity = 0;
        size_t size = 0;
        int64_t offset = 0;  ///< of the text in the content
        uint64_t number = 0; ///< 0, 1, 2 …
        bool isLast = false; ///< there is nothing after it, and its last line may lack its end

        std::string_view text() const { return {memory.get(), size}; }
        void reserve(size_t bytes);
    };

    LinePieces(ByteSource &source, Progress &progress) : m_source(source), m_progress(progress) {}

    /// The next piece in the content; false after the last one, and when cancelled. Any thread.
    bool next(Piece &piece);

private:
    ByteSource &m_source;
    Progress &m_progress;
    std::mutex m_mutex;
    std::string m_rest; ///< the line that the piece before has begun
    int64_t m_offset = 0;
    uint64_t m_number = 0;
    bool m_ended = false;
};

} // namespace ws
