// warpscope-cli sql FILE… "SELECT …"|-f QUERY.sql [--tables] [--mapping M] [--rows N] [--memory MB] [--csv|--json|--md]

#include "app/cli/clitable.h"

#include "core/base/format.h"
#include "core/base/texts.h"
#include "core/report/csv.h"
#include "core/report/sql/query.h"
#include "core/report/sql/sqlreport.h"
#include "core/report/summary.h"
#include "core/report/tablewriters.h"
#include "core/report/texttable.h"

#include <QFile>

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>

namespace ws::cli {
namespace {

constexpr size_t flushBytes = 1 << 16;

/// A result on its way to stdout: nothing of it is kept.
class PrintedRows : public SqlRows
{
public:
    virtual void end(const SqlOutcome &) {}
    bool isBroken() const { return m_isBroken; } ///< it could not be written

protected:
    /// Writes what has come together; `all`: also a little. False: it could not be written.
    bool flush(bool all = false)
    {
        if (m_out.size() >= flushBytes || all) {
            m_isBroken = m_isBroken || print(m_out) != Ok;
            m_out.clear();
        }
        return !m_isBroken;
    }

    std::string m_out;

private:
    bool m_isBroken = false;
};

class CsvRows : public PrintedRows
{
public:
    void begin(const std::vector<std::string> &columns) override
    {
        for (const std::string &column : columns)
            m_csv << column;
        m_csv.endRow();
    }
    bool add(std::span<const SqlCell> row) override
    {
        for (const SqlCell &cell : row)
            std::visit(
                [&](const auto &value) {
                    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>)
                        m_csv.blank();
                    else
                        m_csv << value;
                },
                cell);
        m_csv.endRow();
        return flush();
    }
    void end(const SqlOutcome &) override { flush(true); }

private:
    CsvWriter m_csv{m_out};
};

std::string jsonOf(const SqlCell &cell)
{
    using Json = nlohmann::json;
    const auto dump = [](const Json &json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); };
    if (const auto *integer = std::get_if<int64_t>(&cell))
        return std::to_string(*integer);
    if (const auto *real = std::get_if<double>(&cell))
        return std::isfinite(*real) ? dump(*real) : "null";
    if (const auto *lasting = std::get_if<std::string_view>(&cell))
        return dump(std::string(*lasting));
    if (const auto *made = std::get_if<std::string>(&cell))
        return dump(*made);
    return "null";
}

/// {"schema": 1, "columns": […], "rows": [{…}], "cut": false, "emptyTables": []}; a second column of one name gets a
/// number.
class JsonRows : public PrintedRows
{
public:
    void begin(const std::vector<std::string> &columns) override
    {
        std::vector<std::string> names;
        for (const std::string &column : columns) {
            std::string name = column;
            for (int k = 2; std::ranges::find(names, name) != names.end(); ++k)
                name = column + '_' + std::to_string(k);
            names.push_back(name);
            m_keys.push_back(jsonOf(name) + ": ");
        }
        m_out = "{\"schema\": 1, \"columns\": [";
        for (size_t c = 0; c < names.size(); ++c)
            m_out += (c ? ", " : "") + jsonOf(names[c]);
        m_out += "], \"rows\": [";
    }
    bool add(std::span<const SqlCell> row) override
    {
        m_out += m_hasRows ? ",\n {" : "\n {";
        m_hasRows = true;
        for (size_t c = 0; c < row.size(); ++c)
            m_out += (c ? ", " : "") + m_keys[c] + jsonOf(row[c]);
        m_out += '}';
        return flush();
    }
    void end(const SqlOutcome &outcome) override
    {
        m_out += std::string(m_hasRows ? "\n" : "") + "], \"cut\": " + (outcome.isCut ? "true" : "false") +
                 ", \"emptyTables\": " + nlohmann::json(outcome.emptyTables).dump() + "}\n";
        flush(true);
    }

private:
    std::vector<std::string> m_keys;
    bool m_hasRows = false;
};

/// For people: the widths of columns need all rows.
class TableRows : public PrintedRows
{
public:
    explicit TableRows(bool isMarkdown) : m_isMarkdown(isMarkdown) {}

    void begin(const std::vector<std::string> &columns) override
    {
        for (const std::string &column : columns)
            m_columns << toText(column);
        m_isNumber.assign(columns.size(), true);
    }
    bool add(std::span<const SqlCell> row) override
    {
        QStringList &texts = m_rows.emplace_back();
        for (size_t c = 0; c < row.size(); ++c) {
            const bool isText =
                std::holds_alternative<std::string_view>(row[c]) || std::holds_alternative<std::string>(row[c]);
            m_isNumber[c] = m_isNumber[c] && !isText;
            texts << toText(sqlCellText(row[c])).simplified();
        }
        return true;
    }
    void end(const SqlOutcome &) override
    {
        m_out = m_isMarkdown ? markdown() : terminal();
        flush(true);
    }

private:
    std::string terminal() const
    {
        TextTable table;
        for (qsizetype c = 0; c < m_columns.size(); ++c)
            table.addColumn(m_columns[c], m_isNumber[size_t(c)] ? TextTable::Right : TextTable::Left);
        for (const QStringList &row : m_rows)
            table.addRow(row);
        return table.text(lineWidth());
    }
    std::string markdown() const
    {
        const auto line = [](const QStringList &cells) {
            QString text = QStringLiteral("|");
            for (const QString &cell : cells)
                text += u' ' + markdownText(cell) + QStringLiteral(" |");
            return text + u'\n';
        };
        QString text = line(m_columns) + u'|';
        for (const bool isNumber : m_isNumber)
            text += isNumber ? QStringLiteral(" ---: |") : QStringLiteral(" --- |");
        text += u'\n';
        for (const QStringList &row : m_rows)
            text += line(row);
        return text.toStdString();
    }

    bool m_isMarkdown;
    QStringList m_columns;
    std::vector<bool> m_isNumber;
    std::vector<QStringList> m_rows;
};

struct SqlOptions
{
    QCommandLineOption file{QStringLiteral("f"), App::tr("read the query from this file; - is standard input"),
                            QStringLiteral("QUERY.sql")};
    QCommandLineOption tables{QStringLiteral("tables"), App::tr("list tables, columns and functions, and end")};
    QCommandLineOption mapping{QStringLiteral("mapping"), App::tr("stages by this mapping: a name or FILE"),
                               QStringLiteral("M")};
    QCommandLineOption rows{QStringLiteral("rows"), App::tr("print so many rows at most, 100000 without; 0 is all"),
                            QStringLiteral("N")};
    QCommandLineOption memory{QStringLiteral("memory"),
                              App::tr("memory that the query may take beside the files, in MB, 1024 without; 0 is any"),
                              QStringLiteral("MB")};
    QCommandLineOption csv{QStringLiteral("csv"), App::tr("print CSV, times in integer nanoseconds")};
    QCommandLineOption json{QStringLiteral("json"), App::tr("print JSON, times in integer nanoseconds")};
    QCommandLineOption markdown{QStringLiteral("md"), App::tr("print Markdown")};
};

std::unique_ptr<PrintedRows> formOf(const QCommandLineParser &parser, const SqlOptions &options)
{
    if (parser.isSet(options.csv))
        return std::make_unique<CsvRows>();
    if (parser.isSet(options.json))
        return std::make_unique<JsonRows>();
    return std::make_unique<TableRows>(parser.isSet(options.markdown));
}

int printSchema(const QCommandLineParser &parser, const SqlOptions &options)
{
    const ReportTable schema = sqlSchemaReport();
    if (parser.isSet(options.json))
        return print(dumpJson({{"schema", 1}, {"rows", tableRowsJson(schema)}}));
    if (parser.isSet(options.csv))
        return print(tableCsv(wholeTable(schema)));
    return print(parser.isSet(options.markdown) ? markdownOf(schema)
                                                : tableTerminalText(wholeTable(schema), lineWidth()));
}

/// The text of -f. Nothing, with a message: it cannot be read.
std::optional<std::string> readQuery(const QString &path)
{
    QFile file(path);
    const bool isOpen =
        path == QLatin1String("-") ? file.open(stdin, QIODevice::ReadOnly) : file.open(QIODevice::ReadOnly);
    constexpr qint64 longest = 1 << 20;
    const QByteArray bytes = isOpen ? file.read(longest + 1) : QByteArray();
    if (!isOpen || file.error() != QFileDevice::NoError)
        printError(QStringLiteral("%1: %2").arg(path, file.errorString()));
    else if (bytes.size() > longest)
        printError(App::tr("%1: a query of more than 1 MB").arg(path));
    else
        return bytes.toStdString();
    return std::nullopt;
}

std::optional<SqlLimits> readLimits(const QCommandLineParser &parser, const SqlOptions &options)
{
    SqlLimits limits;
    bool isRows = true, isMemory = true;
    if (parser.isSet(options.rows))
        limits.rows = parser.value(options.rows).toULongLong(&isRows);
    if (parser.isSet(options.memory))
        limits.memoryBytes = int64_t(parser.value(options.memory).toUInt(&isMemory)) << 20;
    return isRows && isMemory ? std::optional(limits) : std::nullopt;
}

int answer(SqlDatabase &database, const std::string &query, PrintedRows &rows, const SqlLimits &limits)
{
    const Result<SqlOutcome> outcome = database.query(query, rows, limits, progressOfCall());
    if (!outcome) {
        printError(outcome.error().text());
        return outcome.error().kind == ErrorKind::Malformed || outcome.error().kind == ErrorKind::Unsupported
                   ? WrongUsage
                   : Unreadable;
    }
    rows.end(*outcome);
    if (outcome->isCut)
        printError(App::tr("there are more than %1 rows; --rows N prints more of them, --rows 0 all")
                       .arg(formatCount(int64_t(outcome->rows))));
    if (!outcome->emptyTables.empty()) {
        QStringList names;
        for (const std::string &name : outcome->emptyTables)
            names << toText(name);
        printError(App::tr("the file has nothing for these tables, so the answer says nothing of them: %1")
                       .arg(names.join(QStringLiteral(", "))));
    }
    return rows.isBroken() ? Unreadable : Ok;
}

Result<std::shared_ptr<SqlDatabase>> openTables(std::vector<RunPtr> runs, const StageMapping &mapping,
                                                const std::vector<std::string> &names)
{
    auto database = SqlDatabase::open(std::move(runs), mapping, names);
    if (!database)
        return database.error();
    return std::shared_ptr<SqlDatabase>(std::move(*database));
}

} // namespace

int runSql(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const SqlOptions options;
    parser.addOptions({options.file, options.tables, options.mapping, options.rows, options.memory, options.csv,
                       options.json, options.markdown});
    if (const auto exit = parse(self, parser, arguments, 0, int(maxSqlRuns) + 1))
        return *exit;
    if (parser.isSet(options.csv) + parser.isSet(options.json) + parser.isSet(options.markdown) > 1)
        return wrongUsage(self, App::tr("--csv, --json and --md exclude one another"));
    if (parser.isSet(options.tables))
        return printSchema(parser, options);
    QStringList files = parser.positionalArguments();
    std::optional<std::string> query;
    if (parser.isSet(options.file)) {
        if (files.isEmpty())
            return wrongUsage(self, App::tr("a FILE is missing"));
        query = readQuery(parser.value(options.file));
        if (!query)
            return Unreadable;
    } else if (files.size() < 2) {
        return wrongUsage(self, files.isEmpty() ? App::tr("a FILE is missing") : App::tr("the query is missing"));
    } else {
        query = files.takeLast().toStdString();
    }
    if (files.size() > qsizetype(maxSqlRuns))
        return wrongUsage(self, App::tr("too many FILEs: “%1”").arg(files.last()));
    const auto limits = readLimits(parser, options);
    if (!limits)
        return wrongUsage(self, App::tr("--rows and --memory take numbers of 0 or more"));
    const std::optional<StageMapping> mapping = loadMapping(parser.value(options.mapping));
    if (!mapping)
        return Unreadable;
    std::vector<RunPtr> runs;
    std::vector<std::string> names;
    for (const QString &file : files) {
        runs.push_back(loadRun(file));
        names.push_back(file.toStdString());
        if (!runs.back())
            return Unreadable;
    }
    const Embedding *embedding = embedded();
    const Result<std::shared_ptr<SqlDatabase>> database =
        embedding ? embedding->tables(std::move(runs), *mapping, names) : openTables(std::move(runs), *mapping, names);
    if (!database) {
        printError(database.error().text());
        return Unreadable;
    }
    return answer(**database, *query, *formOf(parser, options), *limits);
}

} // namespace ws::cli
