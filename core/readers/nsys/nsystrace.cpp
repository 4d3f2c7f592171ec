#include "core/readers/nsys/nsystrace.h"

#include "core/base/parallel.h"
#include "core/base/texts.h"
#include "core/io/filesource.h"
#include "core/readers/nsys/tracerowparser.h"
#include "core/readers/nsys/tracerowsink.h"
#include "core/readers/toolkit/csvtext.h"
#include "core/readers/toolkit/linepieces.h"
#include "core/readers/toolkit/textlines.h"
#include "core/readers/toolkit/textsource.h"
#include "core/readers/toolkit/utf8names.h"

#include <nlohmann/json.hpp>

#include <condition_variable>
#include <deque>

namespace ws {
namespace {

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

/// Estimate for a file of which `bytes` held `rows`; a little more, as later rows may be shorter.
size_t expectedRows(uint64_t rows, size_t bytes, int64_t size)
{
    const double share =
        static_cast<double>(std::max<int64_t>(size, 0)) / static_cast<double>(std::max<size_t>(bytes, 1));
    return static_cast<size_t>(static_cast<double>(rows) * share * 1.05);
}

/// Reads all rows. Threads take pieces in turn, each reads and splits its own; the rows go into the timeline in file
/// order.
class TraceFile
{
public:
    TraceFile(ByteSource &source, Progress &progress, TraceRowSink &sink)
        : m_source(source), m_progress(progress), m_sink(sink), m_pieces(source, progress)
    {
    }

    /// In one go, for text that was converted before.
    void feed(std::string_view text)
    {
        m_first.parser.feed(text, 0, true);
        take(m_first);
    }

    /// False: cancelled.
    bool read()
    {
        LinePieces::Piece piece;
        while (!m_first.parser.hasHeader()) { // the text before the header is short
            if (m_progress.isCancelled())
                return false;
            if (!m_pieces.next(piece))
                return true;
            m_first.parser.feed(piece.text(), piece.offset, piece.isLast);
            take(m_first);
        }
        if (m_source.container() == Container::Plain)
            m_sink.builder().expectGpuWork(expectedRows(m_rows, piece.size, m_source.stamp().size));
        m_turn = piece.number + 1;
        if (piece.isLast)
            return true;
        std::deque<Worker> others;
        for (size_t i = 1; i < coreCount(); ++i)
            others.emplace_back(m_first.parser.columns());
        parallelFor({0, coreCount()}, 1, [&](size_t i) { work(i ? others[i - 1] : m_first); });
        return !m_progress.isCancelled();
    }

    bool hasHeader() const { return m_first.parser.hasHeader(); }
    const TraceColumns &columns() const { return m_first.parser.columns(); }
    bool isCut() const { return m_cut; }
    uint64_t rows() const { return m_rows; }

private:
    /// The state of one thread.
    struct Worker
    {
        Worker() : parser(batch) {}
        explicit Worker(const TraceColumns &columns) : parser(batch, columns) {}

        TraceRowBatch batch;
        TraceRowParser parser;
        TraceRowSink::Known known;
    };

    /// A thread that runs out of memory never ends its turn: the others must not wait for it.
    void work(Worker &worker)
    {
        try {
            takePieces(worker);
        } catch (...) {
            const std::lock_guard lock(m_mutex);
            m_hasFailed = true;
            m_turnCame.notify_all();
            throw;
        }
    }

    void takePieces(Worker &worker)
    {
        LinePieces::Piece piece;
        while (!m_progress.isCancelled() && m_pieces.next(piece)) {
            worker.parser.feed(piece.text(), piece.offset, piece.isLast);
            std::unique_lock lock(m_mutex);
            m_turnCame.wait(lock, [&] { return m_hasFailed || m_turn == piece.number; });
            if (m_hasFailed)
                return;
            take(worker);
            ++m_turn;
            m_turnCame.notify_all();
        }
    }

    void take(Worker &worker)
    {
        m_sink.take(worker.batch, worker.known);
        m_rows += worker.batch.rows().size();
        m_cut = m_cut || worker.parser.isCut();
        worker.batch.clear();
        m_progress.events = static_cast<int64_t>(m_rows);
        m_sink.builder().show(m_progress);
    }

    ByteSource &m_source;
    Progress &m_progress;
    TraceRowSink &m_sink;
    LinePieces m_pieces;
    Worker m_first;
    uint64_t m_rows = 0;
    bool m_cut = false;
    std::mutex m_mutex; ///< of the sink, m_rows, m_cut, m_hasFailed
    std::condition_variable m_turnCame;
    uint64_t m_turn = 0; ///< number of the piece that is the sink's next
    bool m_hasFailed = false;
};

} // namespace

Match matchNsysTrace(const Head &head)
{
    if (head.container == Container::Sqlite)
        return Match::No;
    std::string storage;
    return hasHeader(headText(head, storage)) ? Match::Certain : Match::No;
}

Result<RunPtr> readNsysTrace(ByteSource &source, Progress &progress)
{
    auto run = std::make_shared<Run>();
    TraceRowSink sink(*run);
    RunInfo &info = run->info;
    TraceFile file(source, progress, sink);
    if (isWide(source.head().bytes)) { // UTF-16 is what a Windows console saves; such files are small
        const auto text = readText(source, progress, *run);
        if (!text)
            return text.error();
        file.feed(*text);
    } else {
        if (!file.read())
            return Error{ErrorKind::Cancelled, Core::tr("cancelled"), source.path()};
        if (!source.damage().isEmpty())
            run->diagnostics.add(damageKind(source), source.damage());
        run->seek = source.seekIndex();
        run->eventText = std::make_shared<TraceRowText>();
    }
    if (!file.hasHeader())
        return Error{ErrorKind::UnknownFormat,
                     Core::tr("the table has no header with Start, Duration, Device and Name; make it with nsys stats "
                              "--report cuda_gpu_trace --format csv"),
                     source.path(), 0};
    if (file.rows() == 0)
        run->diagnostics.add("no-rows", Core::tr("The table has a header, but no row that is GPU work."));
    info.stamp = source.stamp();
    info.container = source.container();
    info.format = "nsys-trace-csv";
    info.complete = !source.isIncomplete() && !file.isCut();
    (*info.header)["columns"] = file.columns().names;
    (*info.header)["delimiter"] = std::string(1, file.columns().delimiter);
    info.totalEvents = info.slices = file.rows();
    info.byPhase["X"] = file.rows();
    noteInvalidUtf8(*run);
    const auto finished = sink.builder().finish(progress);
    if (!finished)
        return finished.error();
    return RunPtr(run);
}

Result<nlohmann::ordered_json> traceRowJson(const Run &run, EventRef slice)
{
    constexpr size_t longestRow = 64 * 1024;
    const Lane &lane = run.timeline.lane(slice);
    const auto text = readUnpacked(*run.seek, static_cast<int64_t>(lane.textOf(slice.index)), longestRow);
    if (!text)
        return text.error();
    const auto &columns = run.info.header->at("columns");
    const char delimiter = run.info.header->at("delimiter").get_ref<const std::string &>().front();
    const std::string_view line = std::string_view(*text).substr(0, text->find_first_of("\r\n"));
    const auto record = CsvText(line, 0, delimiter).next();
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    for (size_t i = 0; record && i < std::min(record->size(), columns.size()); ++i)
        if (!record->at(i).empty())
            json[columns[i].get<std::string>()] = record->at(i);
    return json;
}

Result<nlohmann::ordered_json> TraceRowText::event(const Run &run, EventRef slice) const
{
    return traceRowJson(run, slice);
}

} // namespace ws
