#include "core/readers/textdocument.h"

#include "core/base/texts.h"
#include "core/model/ownshares.h"
#include "core/readers/amd/rocprofcsv.h"
#include "core/readers/amd/rocproflines.h"
#include "core/readers/frameworks/flopsprofile.h"
#include "core/readers/frameworks/paddletables.h"
#include "core/readers/frameworks/tensorrt.h"
#include "core/readers/integratedreport.h"
#include "core/readers/intel/unitrace.h"
#include "core/readers/ncu/ncutables.h"
#include "core/readers/nsys/nsystables.h"
#include "core/readers/nvprof/nvproftables.h"
#include "core/readers/nvprof/nvproftrace.h"
#include "core/readers/toolkit/textlines.h"
#include "core/readers/toolkit/textsource.h"
#include "core/readers/torch/torchtables.h"

#include <algorithm>
#include <iterator>

namespace ws {

namespace {

/// Starts like JSON ("{", "[{", "[\""), not like "[6/8] Executing …".
bool looksLikeJson(std::string_view text)
{
    text = trimmed(text.substr(0, 256));
    if (text.starts_with('{'))
        return true;
    return text.starts_with('[') &&
           (text.size() == 1 || std::string_view("{[\"]-").find(trimmed(text.substr(1))[0]) != std::string_view::npos);
}

/// Of decoded text: more than one control character in ten, or, where much is no UTF-8 (random bytes, but also text in
/// older encodings, which has none), one in thirty.
bool looksBinary(std::string_view text)
{
    size_t characters = 0, replaced = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        characters += (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80;
        replaced += text.substr(i).starts_with("\xEF\xBF\xBD");
    }
    const auto controls = std::count_if(text.begin(), text.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 32 && byte != '\n' && byte != '\r' && byte != '\t' && byte != '\x1b';
    });
    return static_cast<size_t>(controls) * (replaced * 5 > characters ? 30 : 10) > characters;
}

bool isText(std::string_view head)
{
    return !head.empty() && !looksLikeJson(head) && !looksBinary(head.substr(0, 4096));
}

Match certainWhenFound(const Head &head, const std::vector<TableFinder> &finders)
{
    std::string storage;
    const std::string_view text = headText(head, storage);
    if (!isText(text))
        return Match::No;
    TextPage page(text);
    return findTables(page, finders).tables.empty() ? Match::No : Match::Certain;
}

const char *formatOf(const Table &table)
{
    if (table.kind == "torch")
        return "torch-table";
    if (table.kind == "nsys")
        return "nsys-stats";
    if (table.kind == "rocprof")
        return "rocprof-stats";
    if (table.kind == "nvprof")
        return "nvprof-tables";
    if (table.kind == "unitrace")
        return "unitrace";
    if (table.kind == "paddle" || table.kind == "deepspeed" || table.kind == "tensorrt")
        return "framework-tables";
    if (table.kind == "ncu")
        return table.report == "console" ? "ncu-text" : "ncu-csv";
    return "nsys-ncu-report";
}

/// The timelines that tools print into a log, a recording each. Errors: those of their readers.
Result<std::vector<std::shared_ptr<Run>>> timelinesIn(TextPage &page, const ByteSource &source, Progress &progress)
{
    auto runs = nvprofTimelines(page, source.path(), progress);
    if (!runs)
        return runs;
    auto commands = unitraceTimeline(page, source.path(), progress);
    if (!commands)
        return commands.error();
    if (*commands)
        runs->push_back(std::move(*commands));
    auto dispatches = rocprofTimeline(page, source.path(), progress);
    if (!dispatches)
        return dispatches.error();
    if (*dispatches)
        runs->push_back(std::move(*dispatches));
    return runs;
}

/// The recordings of a text as those of a file: the first one holds the others. `text`: what is known of the whole.
std::shared_ptr<Run> joined(std::vector<std::shared_ptr<Run>> runs, const Run &text, const TextPage &page,
                            ByteSource &source)
{
    std::string storage;
    const bool isPlain = page.isDocument() && headText(source.head(), storage).data() == source.head().bytes.data();
    for (size_t i = 0; i < runs.size(); ++i) {
        Run &run = *runs[i];
        run.info.stamp = text.info.stamp;
        run.info.container = text.info.container;
        run.info.complete = run.info.complete && text.info.complete;
        if (isPlain) { // else the bytes of a line stand elsewhere in the file
            run.seek = source.seekIndex();
            if (run.seek)
                run.eventText = std::make_shared<LineText>();
        }
        if (runs.size() > 1) {
            run.info.recording = uint32_t(i + 1);
            run.info.facts.emplace_back(Core::tr("Recording").toStdString(),
                                        Core::tr("%1 of %2 in this file").arg(i + 1).arg(runs.size()).toStdString());
        }
        if (i > 0)
            runs.front()->others.push_back(runs[i]);
    }
    for (const Diagnostic &d : text.diagnostics.all())
        runs.front()->diagnostics.add(d.kind, d.message, d.firstOffset, d.example, d.count);
    return runs.front();
}

} // namespace

FoundTables tablesInText(std::string_view text)
{
    TextPage page(text);
    return tablesInText(page);
}

FoundTables tablesInText(TextPage &page)
{
    FoundTables found =
        findTables(page, {findIntegratedReport, findNvprof, findPaddleTable, findFlopsProfile, findTensorRtLayers,
                          findUnitraceTable, findTorchTable, findNsysTextTable, findNsysCsvTable, findRocprofStats,
                          findNcuCsv, findNcuText, findLooseTorchTotal});
    finishLooseTotals(found);
    noteMissingMetrics(page.text(), found);
    noteMissingRows(found.tables);
    addNcuKernelTables(found.tables);
    return found;
}

Match matchTorchTable(const Head &head)
{
    const Match match = certainWhenFound(head, {findTorchTable});
    if (match == Match::Certain)
        return match;
    std::string storage; // the tables of a long log may be further down
    const std::string_view text = headText(head, storage);
    const bool mayFollow = head.bytes.size() >= ByteSource::headSize && head.container != Container::Sqlite;
    return mayFollow && isText(text) ? Match::Possible : Match::No;
}

Match matchNvprofTables(const Head &head)
{
    return certainWhenFound(head, {findNvprof});
}

Match matchFrameworkTables(const Head &head)
{
    return certainWhenFound(head, {findPaddleTable, findFlopsProfile, findTensorRtLayers});
}

Match matchNsysStats(const Head &head)
{
    return certainWhenFound(head, {findNsysTextTable, findNsysCsvTable});
}

Match matchRocprofStats(const Head &head)
{
    return certainWhenFound(head, {findRocprofStats});
}

Match matchNcuCsv(const Head &head)
{
    return certainWhenFound(head, {findNcuCsv});
}

Match matchNcuText(const Head &head)
{
    return certainWhenFound(head, {findNcuText});
}

Match matchReport(const Head &head)
{
    return certainWhenFound(head, {findIntegratedReport});
}

Result<RunPtr> readTextDocument(ByteSource &source, Progress &progress)
{
    auto run = std::make_shared<Run>();
    auto text = readText(source, progress, *run);
    if (!text)
        return text.error();
    progress.phase = Phase::Analysing;
    TextPage page(*text);
    auto timelines = timelinesIn(page, source, progress);
    if (!timelines)
        return timelines.error();
    FoundTables found = tablesInText(page);
    nameRocprofStatsByFile(source.path(), found.tables);
    if (!timelines->empty())
        run = joined(std::move(*timelines), *run, page, source);
    else if (found.tables.empty())
        return Error{ErrorKind::UnknownFormat,
                     Core::tr("the text holds no table of torch's profiler, Nsight Systems or "
                              "Nsight Compute; open the file that the profiler wrote"),
                     source.path(), -1};
    if (run->info.format.empty())
        run->info.format = formatOf(found.tables.front());
    run->info.complete = run->info.complete && found.complete;
    run->info.facts.insert(run->info.facts.end(), found.facts.begin(), found.facts.end());
    std::ranges::move(found.tables, std::back_inserter(run->tables)); // behind what lines of a timeline count
    for (const Diagnostic &d : found.diagnostics.all())
        run->diagnostics.add(d.kind, d.message, page.documentOffset(d.firstOffset), d.example, d.count);
    for (const auto &[origin, line] : page.leftOut())
        run->diagnostics.add("odd-row", Core::tr("Lines of a table that do not fit its columns were left out."),
                             int64_t(origin.offset), line);
    progress.phase = Phase::Done;
    return RunPtr(std::move(run));
}

} // namespace ws
