// warpscope-cli gputrc2graph --in_file FILE,ENGINE,MODEL,SECONDS … [--out_dir DIR] [--title T] [--nsys_cmd CMD]
//               [--mapping_dir DIR]: what vLLM's script of that name does, with its arguments and files.

#include "app/cli/cli.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/analysis/stages/stagestate.h"
#include "core/base/format.h"
#include "core/base/texts.h"
#include "core/base/translation.h"
#include "core/io/wholefile.h"
#include "core/model/devicewords.h"
#include "core/readers/nsys/nsysrep.h"
#include "core/report/html/htmlpage.h"
#include "core/report/html/stagerundocument.h"

#include <QDir>
#include <QFileInfo>

#include <map>

namespace ws::cli {
namespace {

struct Input
{
    QString file, engine, model;
    TotalTime total;
    QString mapping() const { return engine + u'/' + model; }
};

/// FILE,ENGINE,MODEL,SECONDS; a file's own name may have commas.
std::optional<Input> parseInput(const QString &text)
{
    QStringList fields = text.split(u',');
    if (fields.size() < 4)
        return {};
    Input input;
    const auto total = parseTotalTime(fields.takeLast().trimmed());
    input.model = fields.takeLast().trimmed();
    input.engine = fields.takeLast().trimmed();
    input.file = fields.join(u',');
    if (!total || total->from == NonGpu::None || input.file.isEmpty() || input.engine.isEmpty() ||
        input.model.isEmpty())
        return {};
    input.total = *total;
    return input;
}

struct Arguments
{
    QStringList inputs;
    QString folder{QStringLiteral(".")}, title, nsys, mappings;
};

/// As argparse reads the script's: an option takes the next arguments up to the next option. Nothing, with the word
/// that does not fit.
std::optional<Arguments> parseArguments(const QStringList &arguments, QString &wrong)
{
    Arguments parsed;
    const std::map<QString, QString Arguments::*> single{{QStringLiteral("--out_dir"), &Arguments::folder},
                                                         {QStringLiteral("--title"), &Arguments::title},
                                                         {QStringLiteral("--nsys_cmd"), &Arguments::nsys},
                                                         {QStringLiteral("--mapping_dir"), &Arguments::mappings}};
    for (qsizetype k = 0; k < arguments.size(); ++k) {
        QString option = arguments[k], value;
        const qsizetype equals = option.startsWith(QLatin1String("--")) ? option.indexOf(u'=') : -1;
        if (equals > 0) {
            value = option.mid(equals + 1);
            option.truncate(equals);
        }
        wrong = option;
        if (option == QLatin1String("--in_file")) {
            if (equals > 0)
                parsed.inputs << value;
            while (k + 1 < arguments.size() && !arguments[k + 1].startsWith(QLatin1String("--")))
                parsed.inputs << arguments[++k];
        } else if (const auto known = single.find(option); known != single.end()) {
            if (equals < 0 && k + 1 >= arguments.size())
                return {};
            parsed.*known->second = equals > 0 ? value : arguments[++k];
        } else {
            return {};
        }
    }
    return parsed;
}

std::string helpText(const Command &self)
{
    QString text = App::tr(self.summary) + QStringLiteral("\n\n");
    for (const auto &[option, what] :
         {std::pair("--in_file", App::tr("profiles, each with its engine, model and seconds without profiling")),
          {"--out_dir", App::tr("the folder to write to: this one if none is named")},
          {"--title", App::tr("title of the chart")},
          {"--nsys_cmd", App::tr("the program that exports .nsys-rep files")},
          {"--mapping_dir", App::tr("a folder of mappings as the script has them, *.json")}})
        text += QStringLiteral("  %1 %2\n").arg(QString::fromLatin1(option), -14).arg(what);
    QStringList names;
    const MappingLibrary library;
    for (const KnownMapping &known : library.all())
        names << toText(known.mapping.name());
    text +=
        u'\n' + App::tr("Engines and models, without --mapping_dir: %1").arg(names.join(QStringLiteral(", "))) + u'\n';
    return text.toStdString();
}

class Graph
{
public:
    Graph(const Command &self, const Arguments &arguments) : m_self(self), m_arguments(arguments) {}

    int run()
    {
        std::vector<Input> inputs;
        for (const QString &text : m_arguments.inputs) {
            const auto input = parseInput(text);
            if (!input)
                return wrongUsage(m_self, App::tr("--in_file takes FILE,ENGINE,MODEL,SECONDS, not “%1”").arg(text));
            inputs.push_back(*input);
        }
        if (inputs.empty())
            return wrongUsage(m_self, App::tr("--in_file is missing"));
        if (const int exit = readMappings(); exit != Ok)
            return exit;
        useNsysProgram(m_arguments.nsys);
        for (size_t k = 0; k < inputs.size(); ++k)
            if (const int exit = addRun(inputs[k], k); exit != Ok)
                return exit;
        return write();
    }

private:
    /// All *.json of the folder by name; as in the script an engine of a later file replaces that of an earlier one.
    int readMappings()
    {
        if (m_arguments.mappings.isEmpty())
            return Ok;
        const QDir folder(m_arguments.mappings);
        const QStringList files = folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name);
        if (files.isEmpty()) {
            printError(App::tr("%1: no *.json in this folder").arg(m_arguments.mappings));
            return Unreadable;
        }
        for (const QString &name : files) {
            const Result<MappingFile> file = loadMappings(folder.filePath(name));
            if (!file) {
                printError(file.error().text());
                return Unreadable;
            }
            for (const StageMapping &mapping : file->mappings)
                std::erase_if(m_mappings,
                              [&](const KnownMapping &known) { return known.mapping.engine == mapping.engine; });
            for (const StageMapping &mapping : file->mappings)
                m_mappings.push_back({mapping, folder.filePath(name)});
        }
        return Ok;
    }

    /// Those of --mapping_dir, else those that are known.
    const std::vector<KnownMapping> &mappings() const { return m_mappings.empty() ? m_library.all() : m_mappings; }

    const KnownMapping *knownMapping(const std::string &name) const
    {
        if (m_mappings.empty())
            return m_library.find(name);
        const auto found =
            std::ranges::find_if(m_mappings, [&](const KnownMapping &known) { return known.mapping.name() == name; });
        return found == m_mappings.end() ? nullptr : &*found;
    }

    /// Ok with the mapping, else an exit code; the error was printed.
    int mappingOf(const Input &input, StageMapping &mapping) const
    {
        const KnownMapping *known = knownMapping(input.mapping().toStdString());
        if (!known) {
            QStringList names;
            for (const KnownMapping &one : mappings())
                names << toText(one.mapping.name());
            printError(
                App::tr("there is no mapping %1; there are %2").arg(input.mapping(), names.join(QStringLiteral(", "))));
            return WrongUsage;
        }
        if (const QString problem = known->file.isEmpty() ? QString() : unreadableRule(known->mapping, known->file);
            !problem.isEmpty()) {
            printError(App::tr("%1: %2").arg(known->file, problem));
            return Unreadable;
        }
        mapping = known->mapping;
        return Ok;
    }

    int addRun(const Input &input, size_t index)
    {
        StageMapping mapping;
        if (const int exit = mappingOf(input, mapping); exit != Ok)
            return exit;
        const std::optional<Selected> selected = load(input.file);
        if (!selected)
            return Unreadable;
        const RunPtr &run = selected->run;
        StageRequest request{mapping, {}, SweepChoice::Whole, {}, TreeChoice{}, {}, selected->table, selected->phase};
        const StageState state = stageState(run, nullptr, request);
        if (state.names->size() == 0) {
            const QString none = noKnownGpuWithOption(*run);
            printError(none.isEmpty() ? App::tr("%1: no GPU work in this file, so it has no stages").arg(input.file)
                                      : QStringLiteral("%1: %2").arg(input.file, none));
            return Unreadable;
        }
        if (!takesTotal(state)) {
            printError(App::tr("%1 has %2 parts: name one, FILE#PART").arg(input.file).arg(state.parts.size()));
            return Unreadable;
        }
        for (const QString &line : ruleProblems(*state.classes))
            printError(App::tr("mapping %1: %2").arg(input.mapping(), line));
        const NonGpu nonGpu = nonGpuOf(*run, state, input.total);
        if (const QString problem = problemOf(nonGpu, *state.sums); !problem.isEmpty())
            printError(App::tr("%1: %2").arg(input.file, problem));
        const std::string label = originalLabel(mapping, QFileInfo(input.file).fileName().toStdString(), index);
        m_runs.push_back({label, state.classes, state.parts.empty() ? *state.sums : state.parts[0].sums, nonGpu});
        m_sources.push_back({run, toText(label), mapping, input.mapping()});
        return Ok;
    }

    int write() const
    {
        if (!QDir().mkpath(m_arguments.folder)) {
            printError(App::tr("the folder %1 cannot be made").arg(m_arguments.folder));
            return Unreadable;
        }
        const std::string pivot = pivotCsv(m_runs, Rounding::Original, CsvStyle::ForSpreadsheets);
        const Document document = stageRunsDocument({m_arguments.title, m_runs, m_sources, textsLanguage()});
        const std::pair<const char *, std::string> files[] = {
            {"result.csv", resultCsv(m_runs, Rounding::Original, CsvStyle::ForSpreadsheets)},
            {"pivot.csv", pivot},
            {"result.html", reportHtml({htmlArticle(document)})}};
        for (const auto &[name, text] : files) {
            const QString path = QDir(m_arguments.folder).filePath(QLatin1String(name));
            const Result<QString> written = writeWholeFile(path, text, Existing::Replace); // as the script
            if (!written) {
                printError(written.error().text());
                return Unreadable;
            }
            printError(App::tr("written: %1, %2").arg(path, formatBytes(int64_t(text.size()))));
        }
        return print(pivot);
    }

    const Command &m_self;
    const Arguments &m_arguments;
    MappingLibrary m_library;
    std::vector<KnownMapping> m_mappings; ///< of --mapping_dir
    std::vector<StageExportRun> m_runs;
    std::vector<ProvenanceRun> m_sources;
};

} // namespace

int runGputrc2graph(const Command &self, const QStringList &arguments)
{
    if (arguments.contains(QLatin1String("--help")) || arguments.contains(QLatin1String("-h")))
        return print(usageLine(self) + helpText(self));
    QString wrong;
    const auto parsed = parseArguments(arguments, wrong);
    return parsed ? Graph(self, *parsed).run() : wrongUsage(self, App::tr("“%1” is not understood").arg(wrong));
}

} // namespace ws::cli
