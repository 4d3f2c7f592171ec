// warpscope-cli report FILE|FOLDER… [NCU…] -o OUT.html|OUT.md [--mapping M] [--step N|--phase P|--range A..B] [--title
// T]
//               [--notes SESSION] [--redact] [--side-by-side] [--lang both] [--force]

#include "app/cli/clincufiles.h"
#include "app/treeoptions.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/base/format.h"
#include "core/base/texts.h"
#include "core/base/translation.h"
#include "core/io/filehash.h"
#include "core/io/wholefile.h"
#include "core/model/job.h"
#include "core/model/phases.h"
#include "core/report/html/htmlpage.h"
#include "core/report/html/rundocument.h"
#include "core/session/sessionfile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace ws::cli {
namespace {

struct ReportOptions
{
    QCommandLineOption output{QStringLiteral("o"), App::tr("the file to write: .html or .md"), QStringLiteral("OUT")};
    QCommandLineOption mapping{QStringLiteral("mapping"), App::tr("engine/model or FILE#engine/model"),
                               QStringLiteral("M")};
    QCommandLineOption step{QStringLiteral("step"),
                            App::tr("only the GPU work of this step, numbered from 1 as steps does"),
                            QStringLiteral("N")};
    QCommandLineOption phase{
        QStringLiteral("phase"),
        App::tr("only the GPU work of the steps of this phase, or this phase of a layerwise profile"),
        QStringLiteral("P")};
    TreeOptions trees; ///< without its phase
    QCommandLineOption range{QStringLiteral("range"),
                             App::tr("only this time after the first event: 10ms..20.5ms, 0.5s.., ..300us"),
                             QStringLiteral("A..B")};
    QCommandLineOption title{QStringLiteral("title"), App::tr("title of the report"), QStringLiteral("TEXT")};
    QCommandLineOption language{QStringLiteral("lang"), App::tr("en, zh or both"), QStringLiteral("LANGUAGE")};
    QCommandLineOption notes{QStringLiteral("notes"),
                             App::tr("a session file: what was written at times and slices of the files"),
                             QStringLiteral("SESSION")};
    QCommandLineOption redact{
        QStringLiteral("redact"),
        App::tr("without folders, hosts, users and processes; the report lists what was removed")};
    QCommandLineOption sideBySide{QStringLiteral("side-by-side"),
                                  App::tr("two runs beside each other, not what changed from A to B")};
    QCommandLineOption force{QStringLiteral("force"), App::tr("replace OUT when it exists")};
};

class Report
{
public:
    explicit Report(const Command &self) : m_self(self)
    {
        m_parser.addOptions({m_options.output, m_options.mapping, m_options.step, m_options.phase, m_options.range,
                             m_options.trees.fold, m_options.trees.every, m_options.title, m_options.language,
                             m_options.notes, m_options.redact, m_options.sideBySide, m_options.force});
    }

    int run(const QStringList &arguments)
    {
        if (const auto exit = parse(m_self, m_parser, arguments, 1, 100'000))
            return *exit;
        if (const auto exit = check())
            return *exit;
        // What a reader says of a file is in the language in which the file was read.
        const bool both = m_parser.value(m_options.language) == QLatin1String("both");
        for (const char *language : {"en", "zh_CN"}) {
            if (both)
                installTexts(QLocale(QString::fromLatin1(language)));
            if (const int exit = addDocument(); exit != Ok)
                return exit;
            if (!both)
                break;
        }
        return m_isHtml ? write(m_parser.value(m_options.output), reportHtml(m_articles)) : writeMarkdown();
    }

private:
    std::optional<int> check()
    {
        const QString out = m_parser.value(m_options.output);
        m_isHtml = out.endsWith(QLatin1String(".html"), Qt::CaseInsensitive) ||
                   out.endsWith(QLatin1String(".htm"), Qt::CaseInsensitive);
        if (!m_isHtml && !out.endsWith(QLatin1String(".md"), Qt::CaseInsensitive))
            return wrongUsage(m_self, App::tr("-o takes a file that ends in .html or .md"));
        if (m_parser.isSet(m_options.step) + m_parser.isSet(m_options.phase) + m_parser.isSet(m_options.range) > 1)
            return wrongUsage(m_self, App::tr("--step, --phase and --range exclude one another"));
        if (m_parser.isSet(m_options.step)) {
            bool isNumber = false;
            const uint number = m_parser.value(m_options.step).toUInt(&isNumber);
            if (!isNumber || number == 0)
                return wrongUsage(m_self, App::tr("--step takes a number from 1 on"));
            m_scope.step = number - 1;
        }
        m_scope.phase = m_parser.value(m_options.phase);
        if (const QString wrong = m_trees.readRest(m_parser, m_options.trees); !wrong.isEmpty())
            return wrongUsage(m_self, wrong);
        m_trees.choice.phase.clear();
        if (m_parser.isSet(m_options.notes)) {
            Result<SavedSession> session = loadSession(m_parser.value(m_options.notes));
            if (!session) {
                printError(session.error().text());
                return Unreadable;
            }
            m_session = std::move(*session);
        }
        if (m_parser.isSet(m_options.range))
            m_scope.range = parseRange(m_parser.value(m_options.range), INT64_MAX);
        if (m_parser.isSet(m_options.range) && !m_scope.range)
            return wrongUsage(m_self, App::tr("--range takes two times with “..” between them, the first one smaller"));
        if (QFileInfo::exists(out) && !m_parser.isSet(m_options.force)) {
            printError(App::tr("%1 exists; --force replaces it").arg(out));
            return Unreadable;
        }
        return std::nullopt;
    }

    int addDocument()
    {
        const QString spec =
            m_parser.isSet(m_options.mapping) ? m_parser.value(m_options.mapping) : toText(defaultMappingName);
        const Result<MappingFromFile> mapping = m_library.resolve(spec);
        if (!mapping) {
            printError(mapping.error().text());
            return mapping.error().kind == ErrorKind::NotFound && mapping.error().file.isEmpty() ? WrongUsage
                                                                                                 : Unreadable;
        }
        ReportRequest request;
        request.scope = m_scope;
        request.title = m_parser.value(m_options.title);
        request.language = textsLanguage();
        request.redact = m_parser.isSet(m_options.redact);
        const bool isFirst = m_articles.empty() && m_markdown.empty();
        auto files = loadWithNcu(m_parser.positionalArguments(), isFirst, true);
        if (!files)
            return Unreadable;
        if (files->others.size() > maxReportedRuns)
            return wrongUsage(m_self,
                              App::tr("a report is of at most %1 files; `ranks` compares more").arg(maxReportedRuns));
        request.ncu = files->ncu;
        request.isSideBySide = files->hasStages || m_parser.isSet(m_options.sideBySide);
        if (files->others.empty()) { // they are the report
            const QString file = m_parser.positionalArguments().front();
            files->others.emplace_back(file, Selected{files->ncu.front()});
            files->names << QFileInfo(splitPart(file).file).fileName();
        }
        const bool areParts =
            std::ranges::none_of(files->others, [](const auto &file) { return file.second.run->layerwise.empty(); });
        if (files->others.size() > 1 && !m_scope.isWhole() && (m_scope.phase.isEmpty() || !areParts))
            return wrongUsage(
                m_self, files->others.size() == 2 && !request.isSideBySide
                            ? App::tr("a comparison is of whole runs: --step, --phase and --range go with one "
                                      "FILE, --phase also with two layerwise profiles")
                            : App::tr("several files are reported whole: --step, --phase and --range go with one FILE, "
                                      "--phase also with layerwise profiles"));
        Job job;
        for (size_t k = 0; k < files->others.size(); ++k) {
            auto &[file, selected] = files->others[k];
            TreeChoice trees = m_trees.choice;
            if (const RunPtr whole = selected.stepsOf) { // its steps tell the noise
                trees.phase = selected.kind;
                selected = Selected{whole};
            }
            if (const QString problem = misfit(*selected.run, trees); !problem.isEmpty()) {
                printError(App::tr("%1: %2").arg(file, problem));
                return Unreadable;
            }
            const auto phases = chosenPhases(selected.run->layerwise, m_scope.phase.toStdString());
            if (!m_scope.phase.isEmpty() && phases.size() > 1) { // a kind of phases
                trees.phase = m_scope.phase.toStdString();
                request.scope.phase.clear();
            } else if (!m_scope.phase.isEmpty() && !selected.run->layerwise.empty()) {
                const QString phase = phases.empty() ? m_scope.phase : toText(phases.front());
                auto part = selectPart(selected.run, {splitPart(file).file, phase});
                if (!part) {
                    printError(part.error().text());
                    return Unreadable;
                }
                selected = std::move(*part);
                request.scope.phase.clear();
            }
            job.add(selected.run, files->names[qsizetype(k)]);
            request.runs.push_back({selected.run,
                                    selected.phase,
                                    selected.table,
                                    {},
                                    mapping->mapping,
                                    spec,
                                    std::move(trees),
                                    notesOf(*selected.run)});
        }
        const QStringList labels = labelsOf(job);
        for (size_t k = 0; k < request.runs.size(); ++k)
            request.runs[k].label = labels[qsizetype(k)];
        Result<Document> document = runDocument(request);
        if (!document) {
            printError(document.error().text());
            return Unreadable;
        }
        if (m_isHtml)
            m_articles.push_back(htmlArticle(*document, m_articles.size()));
        else
            addMarkdown(*document);
        return Ok;
    }

    /// Of the file at its place, else of its content.
    std::vector<SavedNote> notesOf(const Run &run) const
    {
        const QString path = QFileInfo(run.info.stamp.path).absoluteFilePath();
        for (const SavedRun &saved : m_session.runs)
            if (!saved.notes.empty() && placesOf(saved.file, m_parser.value(m_options.notes)).contains(path))
                return saved.notes;
        for (const SavedRun &saved : m_session.runs)
            if (!saved.notes.empty() && saved.file.size == run.info.stamp.size && !saved.file.sha256.isEmpty())
                if (const auto hash = fileHash(path); hash && *hash == saved.file.sha256)
                    return saved.notes;
        return {};
    }

    void addMarkdown(const Document &document)
    {
        if (!m_markdown.empty())
            m_markdown += '\n';
        m_markdown += reportMarkdown(document, picturesFolder(), m_pictures);
    }

    QString picturesFolder() const
    {
        return QFileInfo(m_parser.value(m_options.output)).completeBaseName() + QStringLiteral("_files");
    }

    int write(const QString &path, const std::string &text) const
    {
        if (const int exit = writeFile(path, text); exit != Ok)
            return exit;
        printError(App::tr("written: %1, %2").arg(path, formatBytes(int64_t(text.size()))));
        return Ok;
    }

    int writeFile(const QString &path, const std::string &text) const
    {
        const Existing existing = m_parser.isSet(m_options.force) ? Existing::Replace : Existing::Refuse;
        const Result<QString> written = writeWholeFile(path, text, existing);
        if (!written)
            printError(written.error().text());
        return written ? Ok : Unreadable;
    }

    /// Or not there.
    static bool isOurs(const QString &path)
    {
        QFile file(path);
        if (!QFileInfo::exists(path))
            return true;
        return file.open(QIODevice::ReadOnly) && isReportPicture(file.read(512).toStdString());
    }

    /// The text last: it refers to the pictures.
    int writeMarkdown() const
    {
        const QFileInfo out(m_parser.value(m_options.output));
        const QString folder = out.path() + u'/' + picturesFolder();
        for (const MarkdownPicture &picture : m_pictures) // a folder of that name may be somebody's own
            if (const QString path = folder + u'/' + toText(picture.name); !isOurs(path)) {
                printError(App::tr("%1 exists and is no picture of a report: choose another name for OUT").arg(path));
                return Unreadable;
            }
        if (!m_pictures.empty() && !QDir().mkpath(folder)) {
            printError(App::tr("the folder %1 cannot be made").arg(folder));
            return Unreadable;
        }
        for (const MarkdownPicture &picture : m_pictures)
            if (const int exit = writeFile(folder + u'/' + toText(picture.name), picture.svg); exit != Ok)
                return exit;
        if (const int exit = write(out.filePath(), m_markdown); exit != Ok)
            return exit;
        if (!m_pictures.empty())
            printError(App::tr("written: %1, pictures: %2").arg(folder).arg(m_pictures.size()));
        return Ok;
    }

    const Command &m_self;
    QCommandLineParser m_parser;
    ReportOptions m_options;
    ReportScope m_scope;
    GivenTrees m_trees;
    MappingLibrary m_library;
    SavedSession m_session; ///< with the notes
    bool m_isHtml = false;
    std::vector<Article> m_articles;
    std::string m_markdown;
    std::vector<MarkdownPicture> m_pictures;
};

} // namespace

int runReport(const Command &self, const QStringList &arguments)
{
    return Report(self).run(arguments);
}

} // namespace ws::cli
