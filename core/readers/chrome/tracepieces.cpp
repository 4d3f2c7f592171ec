#include "core/readers/chrome/tracepieces.h"

#include "core/base/platform.h"

#include <system_error>

namespace ws {
namespace {

using namespace json;

/// Guesses that turn out to be no event; each may cost a walk to the end of the piece. What follows is parsed when the
/// pieces are joined.
constexpr int maxWrong = 64;

} // namespace

void digestPiece(std::string_view text, uint64_t offset, EventDigester &digester, EventDigest &digest,
                 std::vector<EventStretch> &stretches)
{
    stretches.clear();
    digester.begin(digest);
    const char *p = text.data();
    const char *const end = p + text.size();
    int wrong = 0;
    while (wrong < maxWrong && (p = findNextObject(p, end))) {
        EventStretch stretch{p, p, digest.records.size(), 0};
        ScanStatus status = ScanStatus::Ok;
        for (const char *start = p; p < end && *p == '{'; start = p) {
            ChromeEvent event;
            status = scanEvent(p, end, event);
            if (status != ScanStatus::Ok) {
                p = start + 1;
                break;
            }
            digester.add(event, offset + static_cast<uint64_t>(start - text.data()));
            stretch.end = p;
            while (p < end && (*p == ',' || isBlank(*p)))
                ++p;
        }
        wrong += status != ScanStatus::Ok;
        stretch.endRecord = digest.records.size();
        if (stretch.endRecord > stretch.firstRecord)
            stretches.push_back(stretch);
    }
    digester.end();
}

TracePieces::TracePieces(BlockPipe &pipe, size_t threads) : m_pipe(pipe), m_pieces(pipe.blockCount())
{
    for (Piece &piece : m_pieces)
        m_free.push_back(&piece);
    m_threads.reserve(threads);
    try {
        for (size_t i = 0; i < threads; ++i)
            m_threads.emplace_back([this, i] { parseLoop(i); });
    } catch (const std::system_error &) { // no room for a stack: those that exist do the work, or the calling thread
    }
}

TracePieces::~TracePieces()
{
    m_pipe.stop();
    for (std::thread &thread : m_threads)
        thread.join();
}

TracePieces::Piece *TracePieces::takeOne(int64_t &offset)
{
    const std::lock_guard taking(m_takeMutex);
    BlockPipe::Block *block = nullptr;
    std::exception_ptr failure;
    try {
        block = m_pipe.take();
    } catch (...) {
        failure = std::current_exception();
    }
    const std::lock_guard lock(m_mutex);
    if (!block) {
        m_ended = true;
        m_failure = failure ? failure : m_failure;
        m_parsed.notify_one();
        return nullptr;
    }
    offset = m_taken;
    m_taken += static_cast<int64_t>(block->size);
    Piece *piece = m_free.back();
    m_free.pop_back();
    piece->block = block;
    piece->isParsed = false;
    m_inOrder.push_back(piece);
    return piece;
}

void TracePieces::parseLoop(size_t thread)
{
    platform::nameThisThread("parse");
    EventDigester digester;
    int64_t offset = 0;
    while (Piece *piece = takeOne(offset)) {
        try {
            digestPiece({piece->block->data(), piece->block->size}, static_cast<uint64_t>(offset), digester,
                        piece->digest, piece->stretches);
        } catch (...) {
            piece->failure = std::current_exception();
        }
        piece->thread = thread;
        const std::lock_guard lock(m_mutex);
        piece->isParsed = true;
        if (piece == m_inOrder.front())
            m_parsed.notify_one();
    }
}

TracePieces::Piece *TracePieces::next()
{
    if (m_threads.empty()) {
        BlockPipe::Block *block = m_pipe.take();
        if (!block)
            return nullptr;
        Piece *piece = m_free.back();
        m_free.pop_back();
        piece->block = block;
        return piece;
    }
    std::unique_lock lock(m_mutex);
    m_parsed.wait(lock, [this] { return m_inOrder.empty() ? m_ended : m_inOrder.front()->isParsed; });
    if (m_inOrder.empty() && m_failure)
        std::rethrow_exception(m_failure);
    if (m_inOrder.empty())
        return nullptr;
    Piece *piece = m_inOrder.front();
    m_inOrder.pop_front();
    if (piece->failure)
        std::rethrow_exception(piece->failure);
    return piece;
}

void TracePieces::release(Piece *piece)
{
    BlockPipe::Block *block = piece->block;
    {
        const std::lock_guard lock(m_mutex);
        m_free.push_back(piece);
    }
    m_pipe.release(block); // behind: who takes the block finds a piece for it
}

} // namespace ws
