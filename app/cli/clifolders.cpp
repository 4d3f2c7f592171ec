#include "app/cli/clifolders.h"

#include "core/base/format.h"
#include "core/base/shellquoted.h"
#include "core/base/texts.h"
#include "core/model/runlabel.h"
#include "core/readers/folders.h"
#include "core/readers/formats.h"
#include "core/readers/toolkit/csvtext.h"
#include "core/report/csv.h"
#include "core/report/summary.h"
#include "core/report/texttable.h"

#include <nlohmann/json.hpp>

#include <QFileInfo>

#include <algorithm>

namespace ws::cli {
namespace {

/// Databases of a recording and what was printed of it. A report of Nsight Systems counts only without the database
/// that was made of it.
QStringList knownAmong(const QStringList &others)
{
    QStringList known;
    for (const QString &file : others) {
        const QString report = QStringLiteral(".nsys-rep");
        const bool isExported = file.endsWith(report, Qt::CaseInsensitive) &&
                                others.contains(file.chopped(report.size()) + QStringLiteral(".sqlite"));
        if (!isExported && isKnownFormat(file))
            known << file;
    }
    return known;
}

QStringList filesIn(const QString &folder, InFolder first, bool &areTraces)
{
    const JobFiles inside = jobFilesIn(folder);
    const QStringList known =
        first == InFolder::Tables && inside.tables.isEmpty() ? knownAmong(inside.others) : QStringList();
    areTraces = !inside.traces.isEmpty() && (first == InFolder::Traces || (inside.tables.isEmpty() && known.isEmpty()));
    return areTraces                  ? inside.traces
           : !inside.tables.isEmpty() ? inside.tables
           : known.isEmpty()          ? knownAmong(inside.others)
                                      : known;
}

/// Takes what a command prints, for as long as it lives; what was in force before is asked for files.
class Answer
{
public:
    Answer() : m_outer(embedded())
    {
        own.load = [this](const QString &file) -> Result<RunPtr> {
            embed(m_outer);
            auto run = readRun(file);
            embed(&own);
            return run;
        };
        if (m_outer) {
            own.tables = m_outer->tables;
            own.progress = m_outer->progress;
        }
        embed(&own);
    }
    ~Answer() { end(); }
    Answer(const Answer &) = delete;
    Answer &operator=(const Answer &) = delete;

    /// The errors are printed.
    void end()
    {
        if (!m_isInForce)
            return;
        m_isInForce = false;
        embed(m_outer);
        for (const QString &line : own.errors)
            printError(line);
        if (m_outer && own.unread)
            m_outer->unread = own.unread;
    }

    Embedding own;

private:
    Embedding *m_outer;
    bool m_isInForce = true;
};

/// `arguments` with `file` in place of the one FILE, which may also be the value of an option.
QStringList withFile(QCommandLineParser &parser, const QStringList &arguments, const QString &file)
{
    const QString folder = parser.positionalArguments().front();
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        if (arguments[i] != folder)
            continue;
        QStringList replaced = arguments;
        replaced[i] = file;
        parser.parse(QStringList{QStringLiteral("warpscope-cli")} + replaced);
        const bool isIt = parser.positionalArguments().value(0) == file;
        parser.parse(QStringList{QStringLiteral("warpscope-cli")} + arguments);
        if (isIt)
            return replaced;
    }
    return {};
}

AnswersOfFiles::Form formOf(const QCommandLineParser &parser)
{
    using Form = AnswersOfFiles::Form;
    const QStringList given = parser.optionNames();
    return given.contains(QStringLiteral("json"))     ? Form::Json
           : given.contains(QStringLiteral("csv"))    ? Form::Csv
           : given.contains(QStringLiteral("md"))     ? Form::Markdown
           : given.contains(QStringLiteral("folded")) ? Form::Lines
                                                      : Form::Text;
}

} // namespace

NamedFiles withFolders(const QStringList &arguments, bool isQuiet, InFolder first)
{
    NamedFiles all;
    for (const QString &argument : arguments) {
        bool areTraces = false;
        const QStringList found = QFileInfo(argument).isDir() ? filesIn(argument, first, areTraces) : QStringList();
        if (found.isEmpty()) {
            all.files << argument;
            all.names << QFileInfo(splitPart(argument).file).fileName();
            all.isOfFolder.push_back(false);
            continue;
        }
        if (found.size() > 1) {
            all.folders << argument;
            if (!isQuiet)
                printError(
                    areTraces
                        ? App::tr(
                              "%1: its %2 files one by one; `warpscope-cli ranks %3` compares them as ranks of a job")
                              .arg(argument, formatCount(found.size()), shellQuoted(argument))
                        : App::tr("%1: its %2 files one by one").arg(argument, formatCount(found.size())));
        }
        all.files << found;
        all.names << namesInFolder(argument, found);
        all.isOfFolder.insert(all.isOfFolder.end(), size_t(found.size()), found.size() > 1);
    }
    return all;
}

void AnswersOfFiles::add(const QString &file, const QString &name, const std::string &answer)
{
    using Json = nlohmann::ordered_json;
    if (m_form == Form::Json) {
        Json document = Json::parse(answer, nullptr, false);
        if (m_hasSeveral && document.is_object())
            document["file"] = file.toStdString();
        m_documents.push_back(document.is_discarded() ? answer : document.dump());
        return;
    }
    if (!m_hasSeveral) {
        m_text += answer;
        return;
    }
    if (m_form == Form::Csv)
        return addCsv(name, answer);
    if (m_form == Form::Lines) {
        for (size_t at = 0; at < answer.size();) {
            const size_t end = std::min(answer.find('\n', at), answer.size());
            m_text += name.toStdString() + ';' + answer.substr(at, end - at) + '\n';
            at = end + 1;
        }
        return;
    }
    if (!m_text.empty())
        m_text += '\n';
    m_text += m_form == Form::Markdown ? "## " + markdownText(name).toStdString() : name.toStdString();
    m_text += "\n\n" + answer;
}

/// Rows of equal columns stand below one header, others below their own after a blank line.
void AnswersOfFiles::addCsv(const QString &name, const std::string &csv)
{
    CsvText in(csv, 0, ',');
    CsvWriter out(m_text);
    bool isHeader = true;
    while (const auto record = in.next()) {
        if (record->size() == 1 && record->front().empty()) {
            isHeader = true;
            continue;
        }
        if (isHeader) {
            std::string header;
            for (const std::string &field : *record)
                header += field + '\n';
            isHeader = false;
            if (header == m_header)
                continue;
            if (!m_text.empty())
                m_text += '\n';
            m_header = header;
            out << "file";
        } else {
            out << name;
        }
        for (const std::string &field : *record)
            out << field;
        out.endRow();
    }
}

std::string AnswersOfFiles::text() const
{
    if (m_form != Form::Json)
        return m_text;
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const std::string &document : m_documents)
        all.push_back(nlohmann::ordered_json::parse(document, nullptr, false));
    return dumpJson(m_hasSeveral ? all : all.front());
}

std::optional<int> forEachInFolder(const Command &self, QCommandLineParser &parser, const QStringList &arguments,
                                   InFolder first)
{
    const QString folder = parser.positionalArguments().value(0);
    if (!QFileInfo(folder).isDir() ||
        (first == InFolder::Traces && tracesIn(folder).size() == 1)) // it stands for its folder
        return std::nullopt;
    const NamedFiles named = withFolders({folder}, false, first);
    if (named.files == QStringList{folder})
        return std::nullopt;
    AnswersOfFiles answers(formOf(parser), named.files.size() > 1);
    int failed = Ok;
    for (qsizetype k = 0; k < named.files.size(); ++k) {
        const QStringList replaced = withFile(parser, arguments, named.files[k]);
        if (replaced.isEmpty())
            return std::nullopt;
        Answer answer;
        const int exit = self.run(self, replaced);
        answer.end();
        if (exit == WrongUsage)
            return exit;
        if (exit != Ok)
            failed = exit;
        else
            answers.add(named.files[k], named.names[k], answer.own.out);
    }
    return answers.isEmpty() ? failed : print(answers.text());
}

} // namespace ws::cli
