#include "core/readers/chrome/chromereader.h"

#include "core/base/texts.h"
#include "core/io/filesource.h"
#include "core/readers/chrome/ascendlinks.h"
#include "core/readers/chrome/chromefeeder.h"
#include "core/readers/chrome/chrometext.h"

#include <nlohmann/json.hpp>

namespace ws {

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
    return readChromeTrace(source, progress, {});
}

Result<RunPtr> readChromeTrace(ByteSource &source, Progress &progress, const TraceSharing &sharing)
{
    auto run = std::make_shared<Run>();
    ChromeSink sink(*run, progress);
    ChromeParser parser(*run->info.header, sink);
    const std::optional<TextLeft> rest = feed(parser, sink, source, progress, sharing);
    if (!rest)
        return Error{ErrorKind::Cancelled, Core::tr("cancelled"), source.path()};
    const size_t left = rest->size;
    const int64_t leftAt = rest->offset;
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
    run->diagnostics.countTimesFrom(run->timeline.originNs);
    if (sink.isAscend())
        linkAscend(*run);
    run->seek = source.seekIndex();
    if (run->seek)
        run->eventText = std::make_shared<ChromeText>();
    return RunPtr(run);
}

} // namespace ws
