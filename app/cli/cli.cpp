#include "app/cli/cli.h"

#include "core/analysis/stages/mappinglibrary.h"
#include "core/base/format.h"
#include "core/base/platform.h"
#include "core/base/texts.h"
#include "core/base/translation.h"
#include "core/io/remote/remotecache.h"
#include "core/readers/chrome/chosenrows.h"
#include "core/readers/formats.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <new>
#include <thread>

namespace ws::cli {
namespace {

constexpr Command all[] = {
    {"summary", "FILE… [--json]", QT_TRANSLATE_NOOP("App", "what a file is and what it holds"), runSummary},
    {"overview", "FILE|FOLDER [--json|--md]",
     QT_TRANSLATE_NOOP("App", "what it is, where the time of a step goes, what it could win, what may not be trusted"),
     runOverview},
    {"kernels", "FILE|FOLDER [--phase P] [--limits] [--csv|--json|--md]",
     QT_TRANSLATE_NOOP("App", "per kernel name: count, times, percentiles, share"), runKernels},
    {"modules",
     "FILE|FOLDER [--phase P] [--every N] [--fold NAME]… [--view summary|model] [--instances] [--attribution "
     "stack|all] "
     "[--capture FILE2] [--csv|--json|--md]",
     QT_TRANSLATE_NOOP("App", "the module tree: which layer costs what"), runModules},
    {"operators", "FILE [--by-shape] [--limits] [--csv|--json|--md]",
     QT_TRANSLATE_NOOP("App", "per operator: calls, self and total CPU and device time"), runOperators},
    {"limits", "FILE [--phase P] [--capture FILE2] [--peak TYPE=TFLOPS]… [--bandwidth GBS] [--csv|--json|--md]",
     QT_TRANSLATE_NOOP("App", "per operator and shapes: FLOP, bytes, rates, and the share of what the device can do"),
     runLimits},
    {"steps", "FILE [--pattern REGEX|--anchor NAME] [--csv|--json|--md]",
     QT_TRANSLATE_NOOP("App", "steps of an engine or a training loop and their GPU work"), runSteps},
    {"gaps", "FILE [--csv|--json|--md]", QT_TRANSLATE_NOOP("App", "when the GPU is idle, and why"), runGaps},
    {"replay", "FILE|FOLDER [--step N] [--edit EDIT]… [--pattern REGEX|--anchor NAME] [--json]",
     QT_TRANSLATE_NOOP("App", "the recording replayed by its dependencies, and what edits to it would bring"),
     runReplay},
    {"path", "FILE [--step N] [--pattern REGEX|--anchor NAME] [--csv|--json|--md]",
     QT_TRANSLATE_NOOP("App", "the path that decides how long it takes, and how much later other work may end"),
     runPath},
    {"layers", "FILE [--pattern REGEX|--anchor NAME] [--csv|--json|--md]",
     QT_TRANSLATE_NOOP("App", "layers of the model, by names that repeat"), runLayers},
    {"waits", "FILE [--csv|--json|--md]",
     QT_TRANSLATE_NOOP("App", "CPU calls by self time, with waits and work separated"), runWaits},
    {"instances",
     "FILE --name TEXT|--regex R|--module PATH [--limits] [--pattern REGEX|--anchor NAME] [--csv|--json|--md]",
     QT_TRANSLATE_NOOP("App", "every instance of a kernel or operator"), runInstances},
    {"stacks", "FILE [--by line|stack|operator] [--folded] [--csv|--json|--md]",
     QT_TRANSLATE_NOOP("App", "GPU work by own source line, call stack or operator"), runStacks},
    {"collectives", "FILE [--csv|--json|--md]",
     QT_TRANSLATE_NOOP("App", "kernels of communication with size, group and bandwidth"), runCollectives},
    {"ranks",
     "FOLDER|TRACE|DIGEST… [--steps|--collectives|--stages|--files|--against JOB] [--mapping M] [--csv|--json|--md]",
     QT_TRANSLATE_NOOP("App", "the ranks of a job: who waits for whom, and who holds the others up"), runRanks},
    {"digest", "TRACE -o RANK.wsd [--mapping M] [--rank N] [--force]",
     QT_TRANSLATE_NOOP("App", "what `ranks` needs to know of one trace, as a small file"), runDigest},
    {"pack", "TRACE -o FILE.wsp|- [--force]",
     QT_TRANSLATE_NOOP("App", "a trace without the arguments of its events, as a small file to send"), runPack},
    {"event", "TRACE OFFSET",
     QT_TRANSLATE_NOOP("App", "the event that begins at this byte of the unpacked trace, as JSON"), runEvent},
    {"events", "FILE [--csv|--json|--md]",
     QT_TRANSLATE_NOOP("App", "events by name, category and thread, with their bytes: why the file is so large"),
     runEvents},
    {"table", "FILE|FOLDER [--table N] [--peak TFLOPS] [--csv|--json|--md]",
     QT_TRANSLATE_NOOP("App", "a text table (torch, nsys, ncu, Ascend) as numbers"), runTable},
    {"sql", "FILE… QUERY|-f QUERY.sql [--tables] [--mapping M] [--rows N] [--memory MB] [--csv|--json|--md]",
     QT_TRANSLATE_NOOP("App", "the answer to a query in SQL over the events and what is derived from them"), runSql},
    {"export", "FILE -o RUN.sqlite [--mapping M] [--force]",
     QT_TRANSLATE_NOOP("App", "the tables of `sql` as a SQLite file, for pandas and DuckDB"), runExport},
    {"mcp", "[--root DIR]… [--out DIR] [--memory MB]",
     QT_TRANSLATE_NOOP("App", "answers to an agent over standard input and output, by the Model Context Protocol"),
     runMcp},
    {"schema", "[COMMAND] [--json|--md]",
     QT_TRANSLATE_NOOP("App", "what --json of each command prints: members, types and meanings, or as JSON Schema"),
     runSchema},
    {"ncu", "FILE… [--csv|--json|--md]",
     QT_TRANSLATE_NOOP("App", "kernels with their times and what Nsight Compute says of them, the worst first"),
     runNcu},
    {"stages",
     "FILE… [--mapping M]… [--label L]… [--total-sec S]… [--sweep device|whole] [--by run|step|phase|rank] "
     "[--pattern REGEX|--anchor NAME] [--parts kernels|modules] [--phase P] [--every N] [--fold NAME]… "
     "[--csv|--json|--pivot] [--original-rounding] [-o OUT] [--force]",
     QT_TRANSLATE_NOOP("App", "time per stage and substage, as a mapping of kernel names has them"), runStages},
    {"compare",
     "A B [C…] [--by stage|module|layer|family|kernel|operator|line|step|api|row|--tree] [--phase P] [--unit "
     "kernel:NAME] [--of ROW] [--limits] "
     "[--fail-above PERCENT] [--key WORD] [--append FILE.jsonl] [--csv|--json|--md]",
     QT_TRANSLATE_NOOP("App", "what changed from A to B, per step or repetition, and whether it is noise"), runCompare},
    {"history", "FILE.jsonl [--csv|--json|--md]",
     QT_TRANSLATE_NOOP("App", "runs appended by compare --append: what leaves the band of the last 20"), runHistory},
    {"report",
     "FILE|FOLDER… [NCU…] -o OUT.html|OUT.md [--mapping M] [--step N|--phase P|--range A..B] [--every N] "
     "[--fold NAME]… [--title T] [--notes SESSION] [--redact] [--side-by-side] [--lang en|zh|both] "
     "[--force]",
     QT_TRANSLATE_NOOP("App", "a page that can be sent: summary, charts, tables, comparison, and where it comes from"),
     runReport},
    {"gputrc2graph",
     "--in_file FILE,ENGINE,MODEL,SECONDS… [--out_dir DIR] [--title T] [--nsys_cmd CMD] [--mapping_dir DIR]",
     QT_TRANSLATE_NOOP("App",
                       "result.csv, pivot.csv and result.html as vLLM's script of that name, with its arguments"),
     runGputrc2graph},
    {"remote", "HOST:FOLDER",
     QT_TRANSLATE_NOOP("App", "the newest traces in a folder of another machine, reached by ssh"), runRemote},
    {"mapping", "list | show NAME | check FILE", QT_TRANSLATE_NOOP("App", "built-in and own stage mappings"),
     runMapping},
};

bool wantsWholeNames = false;   ///< --full
Embedding *embedding = nullptr; ///< of mcp

std::string usageText()
{
    std::string text = "warpscope-cli " WARPSCOPE_VERSION "\n\n";
    text += App::tr("usage: warpscope-cli COMMAND FILE…   (FILE#PART names one part of a file)").toStdString() + '\n' +
            App::tr("FILE may be HOST:/PATH, read by ssh, or -, standard input").toStdString() + "\n\n";
    for (const Command &command : all) {
        std::string line = std::string("  ") + command.name + ' ' + command.usage;
        text += line + "\n      " + App::tr(command.summary).toStdString() + '\n';
    }
    text += "\n  --help, --version\n  --lang LANGUAGE\n      " +
            App::tr("the language of texts, for example zh_CN or en").toStdString() + "\n  --gpu-row NAME\n      " +
            App::tr("the row of that name is a stream of a GPU, in Chrome traces of writers that are not known; may be "
                    "given often")
                .toStdString() +
            "\n  --full\n      " + App::tr("whole names, also where they do not fit the terminal").toStdString() +
            "\n\n";
    text += App::tr("exit codes: 0 ok, 1 a file could not be read or lacks the requested content, 2 wrong usage")
                .toStdString();
    text += '\n';
    text += App::tr("with --fail-above: 3 slower than that, 4 inconclusive or not comparable").toStdString();
    return text + '\n';
}

/// Shows the progress of a load five times per second when stderr is a terminal.
class ProgressLine
{
public:
    explicit ProgressLine(const Progress &progress) : m_progress(progress)
    {
        if (platform::errorsAreTerminal())
            m_thread = std::thread([this] { loop(); });
    }
    ~ProgressLine()
    {
        {
            std::lock_guard lock(m_mutex);
            m_done = true;
        }
        m_wake.notify_one();
        if (m_thread.joinable())
            m_thread.join();
    }

private:
    void loop()
    {
        std::unique_lock lock(m_mutex);
        bool shown = false;
        while (!m_wake.wait_for(lock, std::chrono::milliseconds(200), [this] { return m_done; })) {
            const double total = std::max<double>(1, static_cast<double>(m_progress.bytesTotal.load()));
            const double percent = 100 * static_cast<double>(m_progress.bytesDone.load()) / total;
            fprintf(stderr, "\r%3.0f %%  %lld events ", std::min(percent, 100.0),
                    static_cast<long long>(m_progress.events.load()));
            fflush(stderr);
            shown = true;
        }
        if (shown)
            fputs("\r\x1b[K", stderr);
    }

    const Progress &m_progress;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_done = false;
    std::thread m_thread;
};

} // namespace

void embed(Embedding *with)
{
    embedding = with;
}

Progress *progressOfCall()
{
    return embedding ? embedding->progress : nullptr;
}

Embedding *embedded()
{
    return embedding;
}

int lineWidth()
{
    return wantsWholeNames ? 0 : platform::terminalColumns();
}

std::span<const Command> commands()
{
    return all;
}

void printError(const QString &line)
{
    QString flat = line;
    flat.replace(QLatin1Char('\n'), QLatin1Char(' '));
    if (embedding) {
        embedding->errors << flat;
        return;
    }
    const std::string bytes = "warpscope-cli: " + flat.toStdString() + '\n';
    fwrite(bytes.data(), 1, bytes.size(), stderr);
}

int print(const std::string &text)
{
    if (embedding) {
        embedding->out += text;
        return Ok;
    }
    if (fwrite(text.data(), 1, text.size(), stdout) == text.size() && fflush(stdout) == 0)
        return Ok;
    printError(App::tr("the output could not be written"));
    return Unreadable;
}

std::string usageLine(const Command &self)
{
    return App::tr("usage:").toStdString() + " warpscope-cli " + self.name + ' ' + self.usage + '\n';
}

int wrongUsage(const Command &self, const QString &message)
{
    printError(message);
    const std::string usage = usageLine(self);
    if (!embedding)
        fwrite(usage.data(), 1, usage.size(), stderr);
    return WrongUsage;
}

std::optional<int> parse(const Command &self, QCommandLineParser &parser, const QStringList &arguments, int min,
                         int max)
{
    const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")}, App::tr("show this help"));
    parser.addOption(help);
    parser.setApplicationDescription(App::tr(self.summary));
    QStringList full{QStringLiteral("warpscope-cli")};
    full += arguments;
    if (!parser.parse(full))
        return wrongUsage(self, parser.errorText());
    if (parser.isSet(help)) {
        const QString text = parser.helpText(); // its first line names the program alone
        return print(usageLine(self) + text.mid(text.indexOf(u'\n') + 1).toStdString());
    }
    const auto files = parser.positionalArguments().size();
    if (files < min)
        return wrongUsage(self, App::tr("a FILE is missing"));
    if (files > max)
        return wrongUsage(self, App::tr("too many FILEs: “%1”").arg(parser.positionalArguments().at(max)));
    return std::nullopt;
}

Result<RunPtr> readRun(const QString &file)
{
    if (embedding)
        return embedding->load(file);
    Progress progress;
    ProgressLine line(progress);
    return ws::loadRun(file, progress);
}

static RunPtr loadFile(const PartName &name)
{
    const Result<RunPtr> run = readRun(name.file);
    if (!run) {
        if (embedding)
            embedding->unread = run.error();
        printError(run.error().text());
        return nullptr;
    }
    if (const Diagnostic *lost = (*run)->diagnostics.find("read-error"); lost && missingBytes((*run)->info.stamp.path))
        printError(App::tr("%1: %2; the next command goes on from there").arg(name.file, lost->message));
    return *run;
}

std::optional<Selected> load(const QString &argument)
{
    const PartName name = splitPart(argument);
    const RunPtr run = loadFile(name);
    if (!run)
        return std::nullopt;
    Result<Selected> selected = selectPartOrMean(run, name);
    if (!selected) {
        if (embedding)
            embedding->unread = selected.error();
        printError(selected.error().text());
        return std::nullopt;
    }
    return std::move(*selected);
}

std::vector<RunPtr> loadRecordings(const QString &argument)
{
    const PartName name = splitPart(argument);
    if (!name.part.isEmpty()) {
        const std::optional<Selected> selected = load(argument);
        return selected ? std::vector{selected->run} : std::vector<RunPtr>();
    }
    const RunPtr run = loadFile(name);
    return run ? recordingsOf(run) : std::vector<RunPtr>();
}

std::optional<StageMapping> loadMapping(const QString &spec)
{
    if (spec.isEmpty())
        return defaultMapping();
    Result<MappingFromFile> resolved = MappingLibrary().resolve(spec);
    if (!resolved) {
        printError(resolved.error().text());
        return std::nullopt;
    }
    return std::move(resolved->mapping);
}

RunPtr loadRun(const QString &argument)
{
    const std::optional<Selected> selected = load(argument);
    return selected ? selected->run : nullptr;
}

/// Problems while reading a file are errors of the reader; this is for the computations after it.
int runCommand(const Command &command, const QStringList &arguments)
{
    try {
        return command.run(command, arguments);
    } catch (const CallCancelled &) {
        printError(Core::tr("cancelled"));
    } catch (const std::bad_alloc &) {
        printError(Core::tr("there is not enough memory for this file"));
    } catch (const std::exception &e) {
        printError(QString::fromUtf8(e.what()));
    }
    return Unreadable;
}

} // namespace ws::cli

/// The rows of --gpu-row, which may come often.
static QStringList takeGpuRows(QStringList &arguments)
{
    const QString option = QStringLiteral("--gpu-row"), withValue = option + u'=';
    QStringList rows;
    for (qsizetype i = 0; i < arguments.size() && arguments[i] != QLatin1String("--");) {
        if (arguments[i].startsWith(withValue)) {
            rows << arguments.takeAt(i).mid(withValue.size());
        } else if (arguments[i] == option && i + 1 < arguments.size()) {
            rows << arguments.takeAt(i + 1);
            arguments.removeAt(i);
        } else {
            ++i;
        }
    }
    return rows;
}

/// Takes the options that all commands have out of the arguments, wherever they stand; the language, if one is given.
static std::optional<QString> takeCommonOptions(QStringList &arguments)
{
    std::optional<QString> language;
    ws::setGpuRows(takeGpuRows(arguments));
    for (qsizetype i = 0; i < arguments.size() && arguments[i] != QLatin1String("--");) {
        const bool isLanguage = arguments[i] == QLatin1String("--lang") && i + 1 < arguments.size() &&
                                arguments[i + 1] != QLatin1String("both"); // which is an option of `report`
        if (arguments[i] == QLatin1String("--full")) {
            ws::cli::wantsWholeNames = true;
            arguments.removeAt(i);
        } else if (isLanguage || (arguments[i].startsWith(QLatin1String("--lang=")) &&
                                  arguments[i] != QLatin1String("--lang=both"))) {
            language = isLanguage ? arguments.takeAt(i + 1) : arguments[i].mid(7);
            arguments.removeAt(i);
        } else {
            ++i;
        }
    }
    return language;
}

int main(int argc, char **argv)
{
    using namespace ws::cli;
    ws::platform::prepareConsole();
    QCoreApplication::setOrganizationName(QStringLiteral("warpscope")); // the window's settings
    QCoreApplication::setApplicationName(QStringLiteral("warpscope"));
    QCoreApplication app(argc, argv);
    QStringList arguments = app.arguments().mid(1);
    const auto language = takeCommonOptions(arguments);
    const bool forPrograms = std::any_of(arguments.begin(), arguments.end(),
                                         [](const QString &argument) {
                                             return argument == QLatin1String("--csv") ||
                                                    argument == QLatin1String("--json") ||
                                                    argument == QLatin1String("--pivot");
                                         }) ||
                             arguments.value(0) == QLatin1String("mcp");
    if (language || !forPrograms) // output for programs is the same everywhere, including reasons and messages
        ws::installTexts(language ? QLocale(*language) : QLocale::system());
    const QString name = arguments.value(0);
    if (name == QLatin1String("--version") || name == QLatin1String("-v"))
        return print("warpscope-cli " WARPSCOPE_VERSION "\n");
    if (name == QLatin1String("--help") || name == QLatin1String("-h") || name == QLatin1String("help"))
        return print(usageText());
    for (const Command &command : commands())
        if (name == QLatin1String(command.name))
            return runCommand(command, arguments.mid(1));
    printError(name.isEmpty() ? ws::App::tr("a command is missing; --help lists them")
                              : ws::App::tr("there is no command “%1”; --help lists them").arg(name));
    return WrongUsage;
}
