#include "core/readers/chrome/chromefeeder.h"

#include "core/base/parallel.h"

namespace ws {
namespace {

/// What the rows of other writers than Kineto mean depends on what came before.
size_t threadsFor(const ByteSource &source, const TraceSharing &sharing, const KnownWriter &writer)
{
    if (writer.kind)
        return 0;
    if (sharing.threads != TraceSharing::asNeeded)
        return sharing.threads;
    return source.head().bytes.size() < ByteSource::headSize ? 0 : coreCount();
}

/// A rest longer than the blocks' headroom is collected in one growing buffer, which is parsed again only when it has
/// doubled: linear even for a header value of 100 MB.
class Feeder
{
public:
    Feeder(ChromeContent &content, ByteSource &source, Progress &progress, const TraceSharing &sharing,
           const KnownWriter &writer)
        : m_content(content), m_progress(progress), m_writer(writer),
          m_pipe(source, progress, threadsFor(source, sharing, writer), sharing.pieceSize),
          m_pieces(m_pipe, threadsFor(source, sharing, writer))
    {
        addRecording(0);
    }

    /// False: cancelled.
    bool run()
    {
        std::string_view rest; // of the piece before, or of m_long
        TracePieces::Piece *before = nullptr;
        for (;;) {
            if (m_progress.isCancelled())
                return false;
            if (last().parser.isForeign())
                break;
            if (m_nextTry == 0 && rest.size() > BlockPipe::headroom) {
                m_long = rest;
                m_nextTry = m_long.size() * 2;
            }
            TracePieces::Piece *piece = m_pieces.next();
            if (!piece)
                break;
            if (m_pieces.threadCount())
                last().sink.learn(piece->digest, piece->thread);
            rest = m_nextTry ? feedLong(*piece->block) : feedPiece(*piece, rest);
            if (before)
                m_pieces.release(before); // only now: its rest has just been copied
            before = piece;
            last().sink.builder().show(m_progress);
        }
        std::string end(m_nextTry ? std::string_view(m_long) : rest);
        if (!last().parser.isForeign())
            end.erase(0, feedPadded(end, true));
        while (m_content.recordings.size() > 1 && !last().parser.hasTraceEvents())
            drop(m_offset + static_cast<int64_t>(end.size()));
        m_content.left = {end.size(), m_offset};
        return true;
    }

private:
    void addRecording(int64_t begin)
    {
        m_content.recordings.emplace_back(m_progress, begin, m_writer.kind);
        if (WriterRows *rows = last().sink.writer())
            rows->know(m_writer.names);
    }

    ChromeRecording &last() { return m_content.recordings.back(); }

    /// The last one is no trace: the one before it goes on at `now`.
    void drop(int64_t now)
    {
        const int64_t begin = last().begin;
        ChromeRecording &before = m_content.recordings[m_content.recordings.size() - 2];
        before.sink.goOnFrom(last().sink);
        before.parser.goOnBehind(begin, now, !last().parser.isBeforeAnother());
        m_content.recordings.pop_back();
        ++m_dropped;
    }

    /// Where the parser stopped before its text ended: whose turn it is. False: nobody's.
    bool goOn()
    {
        constexpr int maxDropped = 1000; // lines of JSON behind a trace
        auto &recordings = m_content.recordings;
        const bool isForeign = last().parser.isForeign();
        const bool isTrace = last().parser.hasTraceEvents() && !isForeign;
        if (!isForeign && !last().parser.isBeforeAnother())
            return false;
        if (recordings.size() > 1 && !isTrace) {
            drop(m_offset);
            return true;
        }
        if (isForeign)
            return false;
        if (recordings.size() == maxRecordings || m_dropped == maxDropped) {
            m_content.isLimited = m_content.isLimited || recordings.size() == maxRecordings;
            last().parser.goOnBehind(m_offset, m_offset, true);
            return true;
        }
        addRecording(m_offset);
        last().sink.goOnFrom(recordings[recordings.size() - 2].sink);
        if (!isTrace) // what stands in front of the first trace
            recordings.pop_front();
        return true;
    }

    size_t feed(std::string_view text, bool isLast, std::span<const EventStretch> stretches = {})
    {
        size_t used = 0;
        do {
            const size_t more = last().parser.feed(text.substr(used), m_offset, isLast, stretches);
            used += more;
            m_offset += static_cast<int64_t>(more);
        } while (goOn());
        return used;
    }

    std::string_view feedPiece(const TracePieces::Piece &piece, std::string_view rest)
    {
        const BlockPipe::Block &block = *piece.block;
        block.carry(rest);
        const std::string_view text(block.data() - rest.size(), rest.size() + block.size);
        return text.substr(feed(text, false, piece.stretches));
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

    size_t feedPadded(std::string &text, bool isLast)
    {
        const size_t size = text.size();
        text.append(json::scanPadding, '\0');
        const size_t used = feed(std::string_view(text.data(), size), isLast);
        text.resize(size);
        return used;
    }

    ChromeContent &m_content;
    Progress &m_progress;
    const KnownWriter &m_writer;
    BlockPipe m_pipe;
    TracePieces m_pieces;
    std::string m_long; ///< an item longer than the headroom, while it is gathered
    int64_t m_offset = 0;
    size_t m_nextTry = 0; ///< size of m_long at which it is tried again; 0: nothing is gathered
    int m_dropped = 0;    ///< recordings that were none
};

} // namespace

std::optional<ChromeContent> feed(ByteSource &source, Progress &progress, const TraceSharing &sharing,
                                  const KnownWriter &writer)
{
    ChromeContent content;
    Feeder feeder(content, source, progress, sharing, writer);
    if (!feeder.run())
        return std::nullopt;
    return content;
}

} // namespace ws
