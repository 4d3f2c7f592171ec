#include "core/readers/chrome/chromefeeder.h"

#include "core/base/parallel.h"

namespace ws {
namespace {

size_t threadsFor(const ByteSource &source, const TraceSharing &sharing)
{
    if (sharing.threads != TraceSharing::asNeeded)
        return sharing.threads;
    return source.head().bytes.size() < ByteSource::headSize ? 0 : coreCount();
}

/// A rest longer than the blocks' headroom is collected in one growing buffer, which is parsed again only when it has
/// doubled: linear even for a header value of 100 MB.
class Feeder
{
public:
    Feeder(ChromeParser &parser, ChromeSink &sink, ByteSource &source, Progress &progress, const TraceSharing &sharing)
        : m_parser(parser), m_sink(sink), m_progress(progress),
          m_pipe(source, progress, threadsFor(source, sharing), sharing.pieceSize),
          m_pieces(m_pipe, threadsFor(source, sharing))
    {
    }

    /// False: cancelled.
    bool run()
    {
        std::string_view rest; // of the piece before, or of m_long
        TracePieces::Piece *before = nullptr;
        for (;;) {
            if (m_progress.isCancelled())
                return false;
            if (m_parser.isForeign())
                break;
            if (m_nextTry == 0 && rest.size() > BlockPipe::headroom) {
                m_long = rest;
                m_nextTry = m_long.size() * 2;
            }
            TracePieces::Piece *piece = m_pieces.next();
            if (!piece)
                break;
            if (m_pieces.threadCount())
                m_sink.learn(piece->digest, piece->thread);
            rest = m_nextTry ? feedLong(*piece->block) : feedPiece(*piece, rest);
            if (before)
                m_pieces.release(before); // only now: its rest has just been copied
            before = piece;
            m_sink.builder().show(m_progress);
        }
        std::string end(m_nextTry ? std::string_view(m_long) : rest);
        if (!m_parser.isForeign())
            end.erase(0, feedPadded(end, true));
        m_left = end.size();
        return true;
    }

    TextLeft left() const { return {m_left, m_offset}; }

private:
    std::string_view feedPiece(const TracePieces::Piece &piece, std::string_view rest)
    {
        const BlockPipe::Block &block = *piece.block;
        block.carry(rest);
        const std::string_view text(block.data() - rest.size(), rest.size() + block.size);
        const size_t used = m_parser.feed(text, m_offset, false, piece.stretches);
        m_offset += static_cast<int64_t>(used);
        return text.substr(used);
    }

    /// The rest if it is short enough to be carried, else nothing (it stays in m_long).
    std::string_view feedLong(const BlockPipe::Block &block)
    {
        m_long.append(block.data(), block.size);
        if (m_long.size() < m_nextTry)
            return {};
        m_long.erase(0, feedPadded(m_long, false));
        m_nextTry = m_long.size() > BlockPipe::headroom ? m_long.size() * 2 : 0;
        return m_nextTry ? std::string_view() : std::string_view(m_long);
    }

    size_t feedPadded(std::string &text, bool last)
    {
        const size_t size = text.size();
        text.append(json::scanPadding, '\0');
        const size_t used = m_parser.feed(std::string_view(text.data(), size), m_offset, last);
        text.resize(size);
        m_offset += static_cast<int64_t>(used);
        return used;
    }

    ChromeParser &m_parser;
    ChromeSink &m_sink;
    Progress &m_progress;
    BlockPipe m_pipe;
    TracePieces m_pieces;
    std::string m_long; ///< an item longer than the headroom, while it is gathered
    int64_t m_offset = 0;
    size_t m_nextTry = 0; ///< size of m_long at which it is tried again; 0: nothing is gathered
    size_t m_left = 0;
};

} // namespace

std::optional<TextLeft> feed(ChromeParser &parser, ChromeSink &sink, ByteSource &source, Progress &progress,
                             const TraceSharing &sharing)
{
    Feeder feeder(parser, sink, source, progress, sharing);
    if (!feeder.run())
        return std::nullopt;
    return feeder.left();
}

} // namespace ws
