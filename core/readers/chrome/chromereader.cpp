#include "core/readers/chrome/chromereader.h"

#include "core/base/texts.h"
#include "core/io/blockpipe.h"
#include "core/io/filesource.h"
#include "core/readers/chrome/ascendlinks.h"
#include "core/readers/chrome/chromeparser.h"
#include "core/readers/chrome/chromesink.h"
#include "core/readers/chrome/chrometext.h"
#include "core/readers/chrome/eventqueue.h"

#include <nlohmann/json.hpp>

namespace ws {
namespace {

/// Feeds a parser block by block. A rest longer than the blocks' headroom is collected in one growing buffer, which is
/// parsed again only when it has doubled: linear even for a header value of 100 MB.
class Feeder
{
public:
    Feeder(ByteSource &source, Progress &progress, Run &run, ChromeSink &sink)
        : m_pipe(source, progress), m_progress(progress),
          m_queue(m_pipe.isThreaded() ? std::make_unique<EventQueue>(sink, m_pipe) : nullptr),
          m_parser(*run.info.header, m_queue ? static_cast<ChromeEvents &>(*m_queue) : sink)
    {
    }

    /// False: cancelled.
    bool run()
    {
        std::string_view rest; // of the block before, or of m_long
        BlockPipe::Block *before = nullptr;
        for (;;) {
            if (m_progress.isCancelled())
                return false;
            if (m_parser.isForeign())
                break;
            if (m_nextTry == 0 && rest.size() > BlockPipe::headroom) {
                m_long = rest;
                m_nextTry = m_long.size() * 2;
            }
            BlockPipe::Block *block = m_pipe.next(m_nextTry ? std::string_view() : rest);
            if (!block)
                break;
            rest = m_nextTry ? feedLong(*block) : feedBlock(*block, rest.size());
            if (m_queue)
                m_queue->submit(before); // only now: its rest has just been copied
            else if (before)
                m_pipe.release(before);
            before = block;
        }
        std::string end(m_nextTry ? std::string_view(m_long) : rest);
        if (!m_parser.isForeign())
            end.erase(0, feedPadded(end, true));
        else if (m_queue)
            m_queue->drain();
        m_left = end.size();
        return true;
    }

    const ChromeParser &parser() const { return m_parser; }
    size_t left() const { return m_left; }      ///< bytes of an incomplete item at the end
    int64_t offset() const { return m_offset; } ///< where they begin

private:
    std::string_view feedBlock(const BlockPipe::Block &block, size_t carried)
    {
        const std::string_view text(block.data() - carried, carried + block.size);
        const size_t used = m_parser.feed(text, m_offset, false);
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

    /// On return the sink has the events found: `text` may change.
    size_t feedPadded(std::string &text, bool last)
    {
        const size_t size = text.size();
        text.append(json::scanPadding, '\0');
        const size_t used = m_parser.feed(std::string_view(text.data(), size), m_offset, last);
        if (m_queue)
            m_queue->drain();
        text.resize(size);
        m_offset += static_cast<int64_t>(used);
        return used;
    }

    BlockPipe m_pipe;
    Progress &m_progress;
    std::string m_long;                  ///< an item longer than the headroom, while it is gathered
    std::unique_ptr<EventQueue> m_queue; ///< its thread uses the others
    ChromeParser m_parser;
    int64_t m_offset = 0;
    size_t m_nextTry = 0; ///< size of m_long at which it is tried again; 0: nothing is gathered
    size_t m_left = 0;
};

} // namespace

Match matchChromeTrace(const Head &head)
{
    std::string_view text = head.bytes;
    if (text.substr(0, 3) == "\xEF\xBB\xBF")
        text.remove_prefix(3);
    const size_t first = text.find_first_not_of(" \t\r\n");
    if (first == text.npos || (text[first] != '{' && text[first] != '['))
        return Match::No;
    if (text.find("\"traceEvents\"") != text.npos || text.find("\"ph\"") != text.npos)
        return Match::Certain;
    return Match::Possible;
}

Result<RunPtr> readChromeTrace(ByteSource &source, Progress &progress)
{
    auto run = std::make_shared<Run>();
    ChromeSink sink(*run, progress);
    Feeder feeder(source, progress, *run, sink);
    if (!feeder.run())
        return Error{ErrorKind::Cancelled, Core::tr("cancelled"), source.path()};
    const ChromeParser &parser = feeder.parser();
    const size_t left = feeder.left();
    const int64_t leftAt = feeder.offset();
    sink.close();
    RunInfo &info = run->info;
    const uint64_t withoutPhase = info.byPhase.contains("None") ? info.byPhase["None"] : 0;
    const bool events = info.totalEvents > withoutPhase;
    const bool looksLikeEvents =
        parser.elements() == 0 && (left == 0 || matchChromeTrace(source.head()) == Match::Certain);
    if (parser.isForeign() || !parser.hasTraceEvents() || (parser.isBareArray() && !events && !looksLikeEvents))
        return Error{
            ErrorKind::UnknownFormat,
            Core::tr(
                "this JSON is not a trace: neither an object with \"traceEvents\" nor an array of events with \"ph\"; "
                "open the trace that the profiler exported"),
            source.path(), parser.isForeign() ? 0 : -1};

    info.stamp = source.stamp();
    info.container = source.container();
    info.format = sink.isAscend()                                                    ? "ascend"
                  : sink.hasKinetoEvents() || info.header->contains("schemaVersion") ? "kineto"
                                                                                     : "chrome";
    info.complete = parser.isClosed() && !source.isIncomplete();
    if (!source.damage().isEmpty())
        run->diagnostics.add(damageKind(source), source.damage(), leftAt);
    if (!parser.isClosed()) {
        Diagnostic &d = run->diagnostics.add(
            "truncated",
            left ? Core::tr("the trace ends within an event; that event and all after it are missing")
                 : Core::tr("the trace ends without its closing bracket; events may be missing at the end"),
            leftAt);
        d.beginNs = sink.lastTime() == INT64_MIN ? -1 : sink.lastTime();
    }
    const auto base = info.header->find("baseTimeNanoseconds");
    if (base != info.header->end() && base->is_number_integer()) {
        const auto ns = base->get<int64_t>();
        if (ns <= farthestNs && ns >= -farthestNs) // the sum with an event's time fits
            info.baseTimeNs = ns;
    }
    const auto finished = sink.builder().finish(progress);
    if (!finished)
        return finished.error();
    if (sink.isAscend())
        linkAscend(*run);
    run->seek = source.seekIndex();
    if (run->seek)
        run->eventText = std::make_shared<ChromeText>();
    return RunPtr(run);
}

} // namespace ws
