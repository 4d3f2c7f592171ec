#include "core/report/html/redaction.h"

#include "core/base/texts.h"

#include <QRegularExpression>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ws {

/// What a redaction knows and has found.
struct Redaction::State
{
    QStringList hosts, users, processes; ///< the longest first
    QStringList ownFolders;              ///< of the files themselves, with a slash behind; may have blanks
    QSet<QString> folders, ids, hostsSeen, usersSeen, processesSeen;

    QString replaced(QString text);
    void learnUsers(const QString &text);
    void takeWords(QString &text, const QStringList &words, QSet<QString> &seen, const QString &by) const;
};

namespace {

/// "/a/b/c.py", "C:\a\b": at least two levels, so that "bytes/s" and "1/2" stay. Group 1: the folders.
const QRegularExpression &pathPattern()
{
    static const QRegularExpression pattern(
        QStringLiteral(R"((?<![\w.~/\\])((?:~|[A-Za-z]:)?[/\\](?:[^/\\\s:;,"'<>|()\[\]]+[/\\])+)(?=[^/\\\s]|$|\s))"));
    return pattern;
}
/// Folders of a relative path above a source file: "../home/x/y.py" and the like stay relative to the package.
const QRegularExpression &homePattern()
{
    static const QRegularExpression pattern(QStringLiteral(R"((?:/home/|/Users/|\\Users\\)([^/\\\s:;,"'<>|()\[\]]+))"));
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
    static const QRegularExpression pattern(QStringLiteral(R"((\b[a-z]{2,8}://)([^/\s"'<>]+))"));
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

/// Strings below keys that name a host or a user.
void addFromHeader(const nlohmann::ordered_json &json, QStringList &hosts, QStringList &users, int depth = 0)
{
    if (!json.is_structured() || depth > 4)
        return;
    for (const auto &[key, value] : json.items()) {
        const QString name = QString::fromStdString(key).toLower();
        if (value.is_string() && (name.contains(QLatin1String("host")) || name == QLatin1String("node")))
            addWord(hosts, QString::fromStdString(value.get<std::string>()));
        else if (value.is_string() && (name == QLatin1String("user") || name == QLatin1String("username")))
            addWord(users, QString::fromStdString(value.get<std::string>()));
        else if (json.is_object())
            addFromHeader(value, hosts, users, depth + 1);
    }
}

} // namespace

Redaction::Redaction(const std::vector<std::shared_ptr<const Run>> &runs) : m_state(std::make_shared<State>())
{
    State &state = *m_state;
    for (const auto &run : runs) {
        addFromHeader(*run->info.header, state.hosts, state.users);
        for (const auto &[name, value] : run->info.facts)
            if (toText(name) == Core::tr("host") || name == "host" || name == "hostname")
                addWord(state.hosts, toText(value));
        state.learnUsers(run->info.stamp.path);
        const QString path = run->info.stamp.path, folder = path.left(path.lastIndexOf(u'/') + 1);
        if (folder.size() > 1)
            addWord(state.ownFolders, folder);
        for (const Process &process : run->timeline.processes)
            if (const QString name = toText(run->text(process.name));
                !run->text(process.labels).starts_with("GPU") && !isGenericProcess(name))
                addWord(state.processes, name);
    }
    for (QStringList *words : {&state.hosts, &state.users, &state.processes, &state.ownFolders})
        std::ranges::sort(*words, [](const QString &a, const QString &b) { return a.size() > b.size(); });
}

void Redaction::State::learnUsers(const QString &text)
{
    for (auto found = homePattern().globalMatch(text); found.hasNext();)
        addWord(users, found.next().captured(1));
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
    learnUsers(text);
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
    takeWords(text, hosts, hostsSeen, Core::tr("(host)"));
    takeWords(text, users, usersSeen, Core::tr("(user)"));
    takeWords(text, processes, processesSeen, Core::tr("(process)"));
    return text;
}

QString Redaction::text(const QString &text) const
{
    return m_state->replaced(text);
}

void Redaction::apply(Document &document)
{
    const auto take = [this](QString &text) { text = m_state->replaced(text); };
    take(document.title);
    for (Section &section : document.sections) {
        take(section.title);
        for (Block &block : section.blocks) {
            if (auto *text = std::get_if<TextBlock>(&block))
                take(text->text);
            if (auto *list = std::get_if<ListBlock>(&block))
                for (ListBlock::Item &item : list->items) {
                    take(item.text);
                    for (QString &more : item.more)
                        take(more);
                }
            if (auto *chart = std::get_if<BarChart>(&block)) {
                take(chart->title);
                take(chart->note);
                for (ChartBar &bar : chart->bars) {
                    take(bar.label);
                    for (ChartPart &part : bar.parts)
                        take(part.label);
                }
            }
            if (auto *chart = std::get_if<WaterfallChart>(&block)) {
                take(chart->title);
                take(chart->note);
                for (WaterfallChart::Step &step : chart->steps)
                    take(step.label);
            }
            if (auto *shown = std::get_if<TableBlock>(&block)) {
                ReportTable &table = shown->table;
                take(table.title);
                for (QString &note : table.notes)
                    take(note);
                for (ReportColumn &column : table.columns)
                    take(column.title);
                const auto hide = [state = m_state](const auto &cell) {
                    return [state, cell](size_t row, size_t column) -> ReportCell {
                        ReportCell value = cell(row, column);
                        const QString text = textOf(value);
                        return text.isEmpty() ? value : ReportCell(state->replaced(text));
                    };
                };
                for (size_t row = 0; row < std::min(table.rowCount, shown->maxRows); ++row) // what they hide is listed
                    for (size_t c = 0; c < table.columns.size(); ++c)
                        m_state->replaced(textOf(table.cell(row, c)));
                table.cell = hide(table.cell);
                if (table.fileCell)
                    table.fileCell = hide(table.fileCell);
                if (table.shortName)
                    table.shortName = [state = m_state, name = table.shortName](size_t row) {
                        return state->replaced(name(row));
                    };
            }
        }
    }
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
