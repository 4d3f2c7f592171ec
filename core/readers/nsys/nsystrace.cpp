#include "core/readers/nsys/nsystrace.h"

#include "core/readers/csvtext.h"
#include "core/readers/linefeeder.h"
#include "core/readers/nsys/tracerowparser.h"
#include "core/readers/nsys/tracerowqueue.h"
#include "core/readers/nsys/tracerowsink.h"
#include "core/readers/textdocument.h"
#include "core/readers/textlines.h"
#include "core/readers/utf8names.h"

#include <QCoreApplication>

namespace ws {
namespace {

QString say(const char *text)
{
    return QCoreApplication::translate("core", text);
}

bool isWide(std::string_view head)
{
    return head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF");
}

/// A header within the text whose columns are those of cuda_gpu_trace.
bool hasHeader(std::string_view text)
{
    TraceColumns columns;
    for (const TextLine &line : splitLines(text))
        if (columns.parse(line.text))
            return true;
    return false;
}

/// In a file of which `bytes` held `rows`; a little more, for later rows may be shorter.
size_t expectedRows(uint64_t rows, size_t bytes, int64_t size)
{
    const double share =
        static_cast<double>(std::max<int64_t>(size, 0)) / static_cast<double>(std::max<size_t>(bytes, 1));
    return static_cast<size_t>(static_cast<double>(rows) * share * 1.05);
}

/// All rows of the content, split on this thread; when the content is large, `sink` is called on another.
class TraceFile
{
public:
    /// `lines`: where they come from, null: from feed() alone.
    TraceFile(TraceRowSink &sink, LineFeeder *lines)
        : m_sink(sink), m_lines(lines),
          m_queue(lines && lines->isThreaded() ? std::make_unique<TraceRowQueue>(sink) : nullptr),
          m_parser(m_queue ? static_cast<TraceRows &>(*m_queue) : sink)
    {
    }

    ~TraceFile() { m_queue.reset(); } // its thread looks at what the parser keeps

    /// False: cancelled.
    bool read(const ByteSource &source, Progress &progress)
    {
        const auto take = [&](std::string_view text, int64_t offset, bool last) {
            m_parser.feed(text, offset, last);
            if (offset == 0 && source.container() == Container::Plain) {
                settle();
                m_sink.builder().expectGpuWork(expectedRows(m_parser.rows(), text.size(), source.stamp().size));
            }
            progress.events = static_cast<int64_t>(m_parser.rows());
        };
        const auto done = [this](BlockPipe::Block *block) {
            if (block)
                m_queue->submit([this, block] { m_lines->release(block); });
            else
                m_queue->settle();
        };
        const bool all = m_lines->run(take, m_queue ? LineFeeder::Done(done) : LineFeeder::Done());
        if (all)
            settle();
        return all;
    }

    TraceRowParser &parser() { return m_parser; }

private:
    void settle()
    {
        if (m_queue)
            m_queue->settle();
    }

    TraceRowSink &m_sink;
    LineFeeder *m_lines;
    std::unique_ptr<TraceRowQueue> m_queue; ///< null: no thread of its own is worth it
    TraceRowParser m_parser;
};

} // namespace

Match matchNsysTrace(const Head &head)
{
    if (head.container == Container::Sqlite)
        return Match::No;
    std::string storage;
    return hasHeader(headText(head, storage)) ? Match::Certain : Match::No;
}

Result<Document> readNsysTrace(ByteSource &source, Progress &progress)
{
    auto run = std::make_shared<Run>();
    TraceRowSink sink(*run);
    RunInfo &info = run->info;
    const bool wide = isWide(source.head().bytes); // UTF-16 is what a Windows console saves; such files are small
    const auto lines = wide ? nullptr : std::make_unique<LineFeeder>(source, progress);
    TraceFile file(sink, lines.get());
    TraceRowParser &rows = file.parser();
    if (wide) {
        const auto text = readText(source, progress, *run);
        if (!text)
            return text.error();
        rows.feed(*text, 0, true);
    } else {
        if (!file.read(source, progress))
            return Error{ErrorKind::Cancelled, say("cancelled"), source.path()};
        if (!source.damage().isEmpty())
            run->diagnostics.add(source.isIncomplete() ? "damaged-container" : "extra-bytes", source.damage());
        run->seek = source.seekIndex();
    }
    if (!rows.hasHeader())
        return Error{ErrorKind::UnknownFormat,
                     say("the table has no header with Start, Duration, Device and Name; make it with nsys stats "
                         "--report cuda_gpu_trace --format csv"),
                     source.path(), 0};
    if (rows.rows() == 0)
        run->diagnostics.add("no-rows", say("The table has a header, but no row that is GPU work."));
    info.stamp = source.stamp();
    info.container = source.container();
    info.format = "nsys-trace-csv";
    info.complete = !source.isIncomplete() && !rows.isCut();
    info.header["columns"] = rows.columns().names;
    info.header["delimiter"] = std::string(1, rows.columns().delimiter);
    info.totalEvents = info.slices = rows.rows();
    info.byPhase["X"] = rows.rows();
    noteInvalidUtf8(*run);
    const auto finished = sink.builder().finish(progress);
    if (!finished)
        return finished.error();
    return Document{{run}};
}

Result<nlohmann::ordered_json> traceRowJson(const Run &run, EventRef slice)
{
    constexpr size_t longestRow = 64 * 1024;
    const Lane &lane = run.timeline.lane(slice);
    const auto text = readUnpacked(*run.seek, static_cast<int64_t>(lane.textOf(slice.index)), longestRow);
    if (!text)
        return text.error();
    const auto &columns = run.info.header.at("columns");
    const char delimiter = run.info.header.at("delimiter").get_ref<const std::string &>().front();
    const std::string_view line = std::string_view(*text).substr(0, text->find_first_of("\r\n"));
    const auto record = CsvText(line, 0, delimiter).next();
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    for (size_t i = 0; record && i < std::min(record->size(), columns.size()); ++i)
        if (!record->at(i).empty())
            json[columns[i].get<std::string>()] = record->at(i);
    return json;
}

} // namespace ws
