#include "core/report/html/redaction.h"

#include "core/base/texts.h"
#include "core/io/remote/remotecache.h"

#include <QRegularExpression>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ws {

/// What a redaction knows and has found.
struct Redaction::State
{
    QStringList hosts, users, processes; ///< the longest first
    QStringList workers;                 ///< "host_4711", as torch names files
    QStringList ownFolders;              ///< of the files themselves, with a slash behind; may have blanks
    QSet<QString> folders, ids, hostsSeen, usersSeen, processesSeen;

    QString replaced(QString text);
    void learn(const QString &text);
    void sort();
    void takeWords(QString &text, const QStringList &words, QSet<QString> &seen, const QString &by) const;
    void takeWorkers(QString &text);
};

namespace {

/// "/a/b/c.py", "C:\a\b", "//server/a/b", "-I/a/b": at least two levels, so that "bytes/s" and "1/2" stay. Group 1: the
/// folders. What stands before it is no part of a name; a colon is, where two slashes follow ("https://").
const QRegularExpression &pathPattern()
{
    static const QRegularExpression pattern(
        QStringLiteral(R"((?:(?<![\w.~/\\:])|(?<=:)(?![/\\]{2})|(?<=://)|(?<=^-[A-Za-z])|(?<=[\s"'=,(]-[A-Za-z])))"
                       R"(((?:~[\w.-]*|[A-Za-z]:)?[/\\]+(?:[^/\\\s:;,"'<>|()\[\]]+[/\\]+)+)(?=[^/\\\s]|$|\s))"));
    return pattern;
}
/// Folders of a relative path above a source file: "../home/x/y.py" and the like stay relative to the package.
const QRegularExpression &homePattern()
{
    static const QRegularExpression pattern(QStringLiteral(R"([/\\](?:home|Users)[/\\]+([^/\\\s:;,"'<>|()\[\]]+))"));
    return pattern;
}
/// torch's "host_4711.1700000000000.pt.trace.json": the host, the process.
const QRegularExpression &workerPattern()
{
    static const QRegularExpression pattern(
        QStringLiteral(R"(([A-Za-z0-9][\w.-]*)_(\d+)(?=\.\d{9,20}\.pt\.trace\.json))"));
    return pattern;
}
const QRegularExpression &idPattern()
{
    static const QRegularExpression pattern(
        QStringLiteral(R"(\b((?:pid|tid|PID|TID|process|Process)\s*[=:# ]\s*)(\d+))"));
    return pattern;
}
const QRegularExpression &urlPattern()
{
    static const QRegularExpression pattern(QStringLiteral(R"((\b[a-z]{2,8}://)([^/\s"'<>…]+))"));
    return pattern;
}

void addWord(QStringList &words, const QString &word)
{
    if (word.size() >= 3 && !words.contains(word)) // shorter ones are parts of other words
        words << word;
}

/// What profilers call processes of everybody: words of sentences, too.
bool isGenericProcess(const QString &name)
{
    static const QRegularExpression generic(
        QStringLiteral(
            "^(python[\\d.]*|cann|communication|hardware|ascend hardware|overlap analysis|ai core freq|cpu|gpu|"
            "npu|process|main|warpscope)$"),
        QRegularExpression::CaseInsensitiveOption);
    return generic.match(name).hasMatch();
}

bool namesHost(const QString &key)
{
    static const QStringList nodes{QStringLiteral("node"), QStringLiteral("nodes"), QStringLiteral("nodename"),
                                   QStringLiteral("node_name")};
    return key.contains(QLatin1String("host")) || nodes.contains(key);
}
bool namesUser(const QString &key)
{
    static const QStringList users{QStringLiteral("user"), QStringLiteral("users"), QStringLiteral("username"),
                                   QStringLiteral("user_name")};
    return users.contains(key);
}

/// Strings below keys that name a host or a user, also in lists, and the names of objects there.
void addFromHeader(const nlohmann::ordered_json &json, const QString &key, QStringList &hosts, QStringList &users,
                   int depth = 0)
{
    if (depth > 8)
        return;
    if (json.is_string() && namesHost(key))
        addWord(hosts, QString::fromStdString(json.get<std::string>()));
    else if (json.is_string() && namesUser(key))
        addWord(users, QString::fromStdString(json.get<std::string>()));
    if (!json.is_structured())
        return;
    for (const auto &[inner, value] : json.items()) {
        const QString name = QString::fromStdString(inner).toLower();
        const bool isOfKey = json.is_array() || name == QLatin1String("name");
        addFromHeader(value, isOfKey ? key : name, hosts, users, depth + 1);
    }
}

/// Calls `take` for each text of the document but for the cells of tables.
template <class Take> void visitTexts(Document &document, Take take)
{
    take(document.title);
    for (Section &section : document.sections) {
        take(section.title);
        for (Block &block : section.blocks) {
            if (auto *text = std::get_if<TextBlock>(&block))
                take(text->text);
            if (auto *list = std::get_if<ListBlock>(&block))
                for (ListBlock::Item &item : list->items) {
                    take(item.label);
                    take(item.text);
                    for (QString &more : item.more)
                        take(more);
                }
            if (auto *chart = std::get_if<BarChart>(&block)) {
                take(chart->title);
                take(chart->note);
                for (DocumentBar &bar : chart->bars) {
                    take(bar.label);
                    for (ChartPart &part : bar.parts) {
                        take(part.label);
                        take(part.detail);
                    }
                }
            }
            if (auto *chart = std::get_if<WaterfallChart>(&block)) {
                take(chart->title);
                take(chart->note);
                for (WaterfallChart::Step &step : chart->steps)
                    take(step.label);
            }
            if (auto *shown = std::get_if<TableBlock>(&block)) {
                take(shown->table.title);
                for (QString &note : shown->table.notes)
                    take(note);
                for (ReportColumn &column : shown->table.columns) {
                    take(column.title);
                    take(column.toolTip);
                }
            }
        }
    }
}

template <class Take> void visitTables(Document &document, Take take)
{
    for (Section &section : document.sections)
        for (Block &block : section.blocks)
            if (auto *shown = std::get_if<TableBlock>(&block))
                take(*shown);
}

/// Calls `take` with the text of each cell that is shown.
template <class Take> void visitCells(const TableBlock &shown, Take take)
{
    const ReportTable &table = shown.table;
    const size_t own = table.rowCount - table.restRows;
    for (size_t row = 0; row < table.rowCount; ++row)
        for (size_t c = 0; (row < shown.maxRows || row >= own) && c < table.columns.size(); ++c)
            take(textOf(table.cell(row, c)));
}

} // namespace

Redaction::Redaction(const std::vector<std::shared_ptr<const Run>> &runs) : m_state(std::make_shared<State>())
{
    State &state = *m_state;
    for (const auto &run : runs) {
        addFromHeader(*run->info.header, {}, state.hosts, state.users);
        for (const auto &[name, value] : run->info.facts)
            if (toText(name) == Core::tr("host") || name == "host" || name == "hostname")
                addWord(state.hosts, toText(value));
        if (const auto remote = remoteOf(run->info.stamp.path))
            addWord(state.hosts, remote->host.mid(remote->host.indexOf(u'@') + 1));
        const QString path = shownPath(run->info.stamp.path), folder = path.left(path.lastIndexOf(u'/') + 1);
        state.learn(path);
        if (folder.size() > 1)
            addWord(state.ownFolders, folder);
        for (const Process &process : run->timeline.processes)
            if (const QString name = toText(run->text(process.name));
                !run->text(process.labels).starts_with("GPU") && !isGenericProcess(name))
                addWord(state.processes, name);
    }
    state.sort();
}

/// Part of one name are others: the longest first.
void Redaction::State::sort()
{
    for (QStringList *words : {&hosts, &users, &processes, &workers, &ownFolders})
        std::ranges::stable_sort(*words, std::ranges::greater(), &QString::size);
}

void Redaction::State::learn(const QString &text)
{
    for (auto found = homePattern().globalMatch(text); found.hasNext();)
        addWord(users, found.next().captured(1));
    if (!text.contains(QLatin1String(".pt.trace.json")))
        return;
    static const QRegularExpression isName(QStringLiteral("[0-9.-]"));
    for (auto found = workerPattern().globalMatch(text); found.hasNext();) {
        const auto match = found.next();
        addWord(workers, match.captured());
        // "decode_0" is a name that somebody chose, and "decode" a word of other sentences.
        if (match.captured(1).contains(isName) || match.captured(2).size() > 2)
            addWord(hosts, match.captured(1));
    }
}

void Redaction::State::takeWorkers(QString &text)
{
    for (const QString &worker : workers) {
        QSet<QString> found;
        takeWords(text, {worker}, found, Core::tr("(host)") + QStringLiteral("_\u2026"));
        if (found.isEmpty())
            continue;
        const qsizetype at = worker.lastIndexOf(u'_');
        hostsSeen.insert(worker.left(at));
        ids.insert(worker.mid(at + 1));
    }
}

void Redaction::State::takeWords(QString &text, const QStringList &words, QSet<QString> &seen, const QString &by) const
{
    for (const QString &word : words) {
        const auto isPart = [&](qsizetype at) { return at >= 0 && at < text.size() && text[at].isLetterOrNumber(); };
        for (qsizetype at = text.indexOf(word); at >= 0; at = text.indexOf(word, at)) {
            if (isPart(at - 1) || isPart(at + word.size())) {
                at += word.size();
                continue;
            }
            text.replace(at, word.size(), by);
            seen.insert(word);
            at += by.size();
        }
    }
}

QString Redaction::State::replaced(QString text)
{
    if (text.isEmpty())
        return text;
    for (const QString &folder : ownFolders)
        if (text.contains(folder)) {
            text.replace(folder, QStringLiteral("\u2026/"));
            folders.insert(folder);
        }
    QString out;
    qsizetype last = 0;
    for (auto found = urlPattern().globalMatch(text); found.hasNext();) {
        const auto match = found.next();
        hostsSeen.insert(match.captured(2));
        out += text.mid(last, match.capturedStart(2) - last) + QChar(0x2026);
        last = match.capturedEnd(2);
    }
    text = out + text.mid(last);
    out.clear();
    last = 0;
    for (auto found = pathPattern().globalMatch(text); found.hasNext();) {
        const auto match = found.next();
        folders.insert(match.captured(1));
        out += text.mid(last, match.capturedStart(1) - last) + QStringLiteral("\u2026/");
        last = match.capturedEnd(1);
    }
    text = out + text.mid(last);
    out.clear();
    last = 0;
    for (auto found = idPattern().globalMatch(text); found.hasNext();) {
        const auto match = found.next();
        ids.insert(match.captured(2));
        out += text.mid(last, match.capturedStart(2) - last) + QChar(0x2026);
        last = match.capturedEnd(2);
    }
    text = out + text.mid(last);
    takeWorkers(text);
    takeWords(text, hosts, hostsSeen, Core::tr("(host)"));
    takeWords(text, users, usersSeen, Core::tr("(user)"));
    takeWords(text, processes, processesSeen, Core::tr("(process)"));
    return text;
}

QString Redaction::text(const QString &text) const
{
    m_state->learn(text);
    m_state->sort();
    return m_state->replaced(text);
}

void Redaction::apply(Document &document)
{
    // A name may stand alone before the path that tells what it is.
    const auto learn = [this](const QString &text) { m_state->learn(text); };
    visitTexts(document, learn);
    visitTables(document, [&](const TableBlock &shown) { visitCells(shown, learn); });
    m_state->sort();
    visitTexts(document, [this](QString &text) { text = m_state->replaced(text); });
    visitTables(document, [this](TableBlock &shown) {
        ReportTable &table = shown.table;
        const auto hide = [state = m_state](const auto &cell) {
            return [state, cell](size_t row, size_t column) -> ReportCell {
                ReportCell value = cell(row, column);
                const QString text = textOf(value);
                return text.isEmpty() ? value : ReportCell(state->replaced(text));
            };
        };
        visitCells(shown, [this](const QString &text) { m_state->replaced(text); }); // what they hide is listed
        table.cell = hide(table.cell);
        if (table.fileCell)
            table.fileCell = hide(table.fileCell);
        table.narrowNames = {}; // a page has the first form only
        if (table.shortName)
            table.shortName = [state = m_state, name = table.shortName](size_t row) {
                return state->replaced(name(row));
            };
    });
}

QStringList Redaction::removed() const
{
    QStringList list;
    const auto add = [&](const QString &what, qsizetype count) {
        if (count > 0)
            list << Core::tr("%1: %2").arg(what, formatCount(count));
    };
    add(Core::tr("folders of paths"), m_state->folders.size());
    add(Core::tr("names of hosts"), m_state->hostsSeen.size());
    add(Core::tr("names of users"), m_state->usersSeen.size());
    add(Core::tr("names of processes"), m_state->processesSeen.size());
    add(Core::tr("ids of processes"), m_state->ids.size());
    return list;
}

} // namespace ws
