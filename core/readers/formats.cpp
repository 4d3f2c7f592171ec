#include "core/readers/formats.h"

#include "core/base/format.h"
#include "core/base/platform.h"
#include "core/base/shellquoted.h"
#include "core/base/texts.h"
#include "core/io/filesource.h"
#include "core/io/pipe.h"
#include "core/io/readroots.h"
#include "core/io/remote/remotecache.h"
#include "core/io/remote/remotesource.h"
#include "core/readers/amd/rocprofcsv.h"
#include "core/readers/amd/rocprofjson.h"
#include "core/readers/amd/rocproflines.h"
#include "core/readers/ascend/ascendtables.h"
#include "core/readers/chrome/chosenrows.h"
#include "core/readers/chrome/chromereader.h"
#include "core/readers/folders.h"
#include "core/readers/foreignfiles.h"
#include "core/readers/frameworks/protontree.h"
#include "core/readers/frameworks/tensorrt.h"
#include "core/readers/intel/unitrace.h"
#include "core/readers/ncu/ncureport.h"
#include "core/readers/nsys/nsysrep.h"
#include "core/readers/nsys/nsystrace.h"
#include "core/readers/nvprof/nvproftrace.h"
#include "core/readers/packed/packedrun.h"
#include "core/readers/packed/reopencache.h"
#include "core/readers/perfetto/perfetto.h"
#include "core/readers/sqlitedatabase.h"
#include "core/readers/textdocument.h"
#include "core/readers/torch/layerwise.h"
#include "core/readers/xla/xplane.h"

#include <QDir>
#include <QFileInfo>

#include <exception>
#include <new>
#include <system_error>

namespace ws {

std::span<const Format> formats()
{
    static const Format all[] = {
        {"wsp", matchPacked, readPacked},
        {"kineto", matchChromeTrace, readChromeTrace},
        {"layerwise", matchLayerwise, readLayerwise},
        {"nsys-sqlite", matchSqlite, readSqlite},
        {"rocpd", matchSqlite, readSqlite},
        {"rpd", matchSqlite, readSqlite},
        {"xplane", matchXplane, readXplane},
        {"perfetto", matchPerfetto, readPerfetto},
        {"nsys-rep", matchNsysRep, readNsysRep},
        {"ncu-rep", matchNcuReport, readNcuReport},
        {"rocprof-json", matchRocprofJson, readRocprofJson},
        {"rocprof-csv", matchRocprofCsv, readRocprofCsv},
        {"nvprof-trace", matchNvprofTrace, readTextDocument},
        {"unitrace", matchUnitrace, readTextDocument},
        {"rocprof-text", matchRocprofLines, readTextDocument},
        {"tensorrt-json", matchTensorRt, readTensorRt},
        {"proton-tree", matchProtonTree, readProtonTree},
        {"nsys-trace-csv", matchNsysTrace, readNsysTrace},
        {"ascend-table", matchAscendTable, readAscendTable},
        {"ascend-table", matchAscendCommunication, readAscendCommunication},
        {"nvprof-tables", matchNvprofTables, readTextDocument},
        {"framework-tables", matchFrameworkTables, readTextDocument},
        {"torch-table", matchTorchTable, readTextDocument},
        {"nsys-stats", matchNsysStats, readTextDocument},
        {"rocprof-stats", matchRocprofStats, readTextDocument},
        {"ncu-csv", matchNcuCsv, readTextDocument},
        {"ncu-text", matchNcuText, readTextDocument},
        {"nsys-ncu-report", matchReport, readTextDocument},
    };
    return all;
}

namespace {

/// A guess at the type of an unknown file, for the message.
QString looksLike(const Head &head)
{
    if (matchChromeTrace(head) != Match::No)
        return Core::tr("JSON of another kind");
    return Core::tr("text without a profiler table");
}

/// What to do with a folder where one file is wanted. `traces`: those of a profiler's output folders.
QString folderText(const QString &folder, QStringList traces)
{
    constexpr qsizetype maxNames = 20;
    const JobFiles files = jobFilesIn(folder);
    if (traces.isEmpty())
        traces = files.traces;
    QStringList paths = traces + files.digests + files.tables, names;
    const bool areOthers = paths.isEmpty();
    if (areOthers)
        paths = files.others;
    if (paths.isEmpty())
        return Core::tr("there are no files in this folder");
    for (const QString &file : paths)
        names << QDir(folder).relativeFilePath(file);
    const qsizetype count = names.size();
    QString list = names.mid(0, maxNames).join(QStringLiteral(", "));
    if (count > maxNames)
        list += QStringLiteral(", …");
    if (areOthers)
        return Core::tr("this is a folder in which no file is called like a trace; it holds: %1. Name the one that is "
                        "meant")
            .arg(list);
    if (traces.size() + files.digests.size() < 2)
        return Core::tr("this is a folder; name a file in it: %1. `warpscope-cli ranks` reads a folder of several "
                        "traces")
            .arg(list);
    return Core::tr("this is a folder: `warpscope-cli ranks %1` reads its files as the ranks of a job, else name one "
                    "of its %2 files: %3")
        .arg(shellQuoted(folder), formatCount(int64_t(count)), list);
}

Result<RunPtr> read(ByteSource &source, Progress &progress)
{
    const Head head = source.head();
    if (const auto foreign = foreignFile(head, source.path()))
        return *foreign;
    const Format *best = nullptr;
    for (const Format &format : formats()) {
        const Match match = format.match(head);
        if (match == Match::Certain) {
            best = &format;
            break;
        }
        if (match == Match::Possible && !best)
            best = &format;
    }
    const auto foreign = [&] { return foreignText(head, source.path()); };
    if (!best)
        if (const auto text = foreign())
            return *text;
    if (!best && head.bytes.find('\0') != std::string_view::npos)
        return Error{ErrorKind::UnknownFormat,
                     Core::tr("this is a binary file of a kind that is not known here; known are reports and databases "
                              "of Nsight Systems (.nsys-rep, .sqlite), reports of Nsight Compute (.ncu-rep), "
                              "databases of ROCm's profilers (.rpd, .db), profiles of XLA (.xplane.pb) and traces of "
                              "Perfetto (.pftrace). Open the trace or the table that the "
                              "profiler wrote, or export this file with the program that wrote it"),
                     source.path(), 0};
    if (!best)
        return Error{
            ErrorKind::UnknownFormat,
            Core::tr("not recognised: the file looks like %1; a Chrome trace, a torch, nsys or ncu table was expected")
                .arg(looksLike(head)),
            source.path(), 0};
    if (progress.bytesTotal >= 0)
        progress.bytesTotal = source.stamp().size;
    auto run = best->read(source, progress);
    if (run || run.error().kind != ErrorKind::UnknownFormat)
        return run;
    if (best->read != readTextDocument && head.bytes.find('\0') == std::string_view::npos)
        if (const auto again = source.again()) // JSON that holds what a profiler printed, or a log that begins like JSON
            if (auto text = readTextDocument(*again, progress); text || text.error().kind == ErrorKind::Cancelled)
                return text;
    if (const auto text = foreign())
        return *text;
    return run;
}

} // namespace

bool isKnownFormat(const QString &path)
{
    const auto source = ByteSource::open(path);
    if (!source)
        return false;
    const Head head = (*source)->head();
    return !foreignFile(head, path) &&
           std::ranges::any_of(formats(), [&](const Format &format) { return format.match(head) != Match::No; });
}

Result<RunPtr> loadRun(ByteSource &source, Progress &progress)
{
    const auto outOfMemory = [&] {
        return Error{ErrorKind::OutOfMemory, Core::tr("there is not enough memory for this file"), source.path()};
    };
    try {
        auto result = read(source, progress);
        if (const int64_t at = failedAt(source); !result && at >= 0 && result.error().kind != ErrorKind::Cancelled)
            result = Error{ErrorKind::Unreadable, source.damage(), source.path(), at};
        platform::trimHeap(); // the reader's working memory, freed in pieces, would stay resident: half of the total
        progress.phase = Phase::Done;
        return result;
    } catch (const std::bad_alloc &) {
        return outOfMemory();
    } catch (const std::system_error &e) {
        if (e.code() == std::errc::resource_unavailable_try_again) // no room for a thread's stack
            return outOfMemory();
        return Error{ErrorKind::Malformed, QString::fromLocal8Bit(e.what()), source.path()};
    } catch (const std::exception &e) {
        return Error{ErrorKind::Malformed, Core::tr("the file cannot be read (%1)").arg(QString::fromUtf8(e.what())),
                     source.path()};
    }
}

Result<RunPtr> loadRun(const QString &path, Progress &progress)
{
    const bool isFolder = QFileInfo(path).isDir();
    const QStringList traces = isFolder ? tracesIn(path) : QStringList();
    if (isFolder)
        if (const auto foreign = foreignFolder(path))
            return *foreign;
    if (isFolder && traces.size() != 1) // the one trace of a profiler's output folder stands for its folder
        return Error{ErrorKind::Unsupported, folderText(path, traces), path};
    const auto remote = remotePath(path);
    if (remote && hasReadRoots())
        return *outsideReadRoots(path);
    if (!remote && traces.isEmpty() && gpuRows().isEmpty() && !hasReadRoots()) // what is kept was read without them
        if (RunPtr kept = keptRun(path))
            return kept;
    auto source = remote ? openRemote(*remote, progress) : ByteSource::open(withStandardInput(traces.value(0, path)));
    if (!source) {
        if (const auto foreign = remote ? std::nullopt : foreignArchive(path);
            foreign && source.error().kind == ErrorKind::Unsupported)
            return *foreign;
        source.error().file = shownPath(source.error().file);
        return source.error();
    }
    auto run = loadRun(**source, progress);
    if (!run) {
        if (remote && run.error().kind == ErrorKind::Malformed &&
            spoolState((*source)->path()).isPacked()) // what was damaged on its way is not kept
            forgetSpool((*source)->path());
        run.error().file = shownPath(run.error().file);
    }
    return run;
}

} // namespace ws
