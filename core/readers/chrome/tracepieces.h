#pragma once
// The text of a trace in pieces, each parsed by the next free thread before it comes to the one that joins them. A
// piece begins anywhere, so its thread guesses where events begin and digests what follows; ChromeParser, which walks
// from the first byte of the file to the last, takes such a stretch of events only where it begins an event at the very
// byte where the stretch begins. A wrong guess (an object within arguments, a damaged event) is never met, and the text
// is parsed once more. Rejected: finding the true boundaries beforehand (one more pass over all the text by one thread,
// and it would have to agree with the parser about every kind of damage).

#include "core/io/blockpipe.h"
#include "core/readers/chrome/eventdigest.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace ws {

/// Whole events one after another, with nothing but commas and blanks between them.
struct EventStretch
{
    const char *begin; ///< the first one's '{'
    const char *end;   ///< after the last one's '}'
    size_t firstRecord, endRecord;
};

/// Digests the events of `text`, which begins and ends anywhere. `offset`: of its first byte in the content. The text
/// is followed by json::scanPadding readable bytes.
void digestPiece(std::string_view text, uint64_t offset, EventDigester &digester, EventDigest &digest,
                 std::vector<EventStretch> &stretches);

class TracePieces
{
public:
    struct Piece
    {
        BlockPipe::Block *block = nullptr;
        EventDigest digest;
        std::vector<EventStretch> stretches; ///< in the order of the text
        size_t thread = 0;                   ///< who made the digest
        bool isParsed = false;
        std::exception_ptr failure; ///< no memory
    };

    /// `threads` parse ahead; 0: next() hands out the blocks as they are. The pipe is stopped at the end.
    TracePieces(BlockPipe &pipe, size_t threads);
    ~TracePieces();

    /// The next piece in the file's order; null at the end. It is the caller's until release(). Throws what reading or
    /// parsing threw.
    Piece *next();
    void release(Piece *piece);
    size_t threadCount() const { return m_threads.size(); }

private:
    void parseLoop(size_t thread);
    Piece *takeOne(int64_t &offset);

    BlockPipe &m_pipe;
    std::vector<Piece> m_pieces; ///< as many as the pipe has blocks
    std::mutex m_takeMutex;      ///< held while a thread waits for a block: they are taken one by one
    int64_t m_taken = 0;         ///< bytes of the content; guarded by it
    std::mutex m_mutex;          ///< guards the rest
    std::condition_variable m_parsed;
    std::vector<Piece *> m_free;
    std::deque<Piece *> m_inOrder; ///< taken and not yet handed out, oldest first
    bool m_ended = false;
    std::exception_ptr m_failure;
    std::vector<std::thread> m_threads; ///< last: they use the rest
};

} // namespace ws
