#include "core/report/sql/sqlresult.h"

#include "core/base/texts.h"
#include "core/model/eventtext.h"
#include "core/report/sql/sqlfunctions.h"
#include "core/report/sql/sqlrun.h"

#include <QFile>
#include <QRegularExpression>

#include <algorithm>
#include <set>

namespace ws {
namespace {

constexpr size_t mostBytes = 256u << 20;

class KeptRows : public SqlRows
{
public:
    KeptRows(SqlDatabase &database, SqlResult &result) : m_database(database), m_result(result) {}

    void begin(const std::vector<std::string> &columns) override
    {
        for (const std::string &column : columns) {
            std::string name = column;
            for (int k = 2; std::ranges::find(m_result.columns, name) != m_result.columns.end(); ++k)
                name = column + '_' + std::to_string(k);
            m_result.columns.push_back(name);
        }
    }
    void from(const std::vector<SqlOrigin> &origins) override
    {
        const auto rank = [](const SqlOrigin &origin) { // the row's own box before one that it only names
            return origin.column == "slice" ? 0 : origin.column == "id" ? 1 : 2;
        };
        for (size_t c = 0; c < origins.size(); ++c)
            if (m_database.leadsToSlice(origins[c]) && (m_leading < 0 || rank(origins[c]) < rank(m_origin))) {
                m_leading = int(c);
                m_origin = origins[c];
            }
    }
    bool add(std::span<const SqlCell> row) override
    {
        for (const SqlCell &cell : row) {
            const auto *lasting = std::get_if<std::string_view>(&cell);
            m_result.cells.push_back(lasting ? SqlCell(std::string(*lasting)) : cell);
            const auto *text = std::get_if<std::string>(&m_result.cells.back());
            m_bytes += sizeof(SqlCell) + (text ? text->capacity() : 0);
        }
        if (m_leading >= 0) {
            const auto *number = std::get_if<int64_t>(&row[size_t(m_leading)]);
            m_result.slices.push_back(number ? m_database.sliceOf(m_origin, *number) : EventRef());
        }
        m_result.outcome.isCut = m_bytes > mostBytes;
        return !m_result.outcome.isCut;
    }

private:
    SqlDatabase &m_database;
    SqlResult &m_result;
    int m_leading = -1; ///< the column that names the row's slice
    SqlOrigin m_origin;
    size_t m_bytes = 0;
};

CellKind kindOf(const SqlResult &result, size_t column)
{
    bool hasText = false, hasReal = false, hasInteger = false;
    for (size_t row = 0; row < result.rowCount(); ++row) {
        const SqlCell &cell = result.cell(row, column);
        hasText = hasText || std::holds_alternative<std::string>(cell);
        hasReal = hasReal || std::holds_alternative<double>(cell);
        hasInteger = hasInteger || std::holds_alternative<int64_t>(cell);
    }
    const std::string &name = result.columns[column];
    if (hasText || (!hasReal && !hasInteger))
        return CellKind::Text;
    if (hasReal)
        return CellKind::Number;
    return name.ends_with("_ns") ? CellKind::Time : name.ends_with("bytes") ? CellKind::Bytes : CellKind::Count;
}

ReportCell reportCell(const SqlCell &cell, CellKind kind)
{
    if (const auto *text = std::get_if<std::string>(&cell))
        return std::string_view(*text);
    if (std::holds_alternative<std::monostate>(cell))
        return {};
    if (isText(kind))
        return toText(sqlCellText(cell)); // numbers among texts
    if (const auto *integer = std::get_if<int64_t>(&cell))
        return kind == CellKind::Number ? ReportCell(double(*integer)) : ReportCell(*integer);
    return std::get<double>(cell);
}

std::optional<int64_t> numberIn(const SqlResult &result, size_t row, std::string_view column)
{
    const auto at = std::ranges::find(result.columns, column);
    if (at == result.columns.end())
        return std::nullopt;
    const auto *number = std::get_if<int64_t>(&result.cell(row, size_t(at - result.columns.begin())));
    return number ? std::optional(*number) : std::nullopt;
}

std::vector<SqlQuestion> readQuestions()
{
    QFile file(QStringLiteral(":/docs/sql.md"));
    std::vector<SqlQuestion> questions;
    if (!file.open(QIODevice::ReadOnly))
        return questions;
    static const QRegularExpression numbered(QStringLiteral("^\\d+\\. (.+)$"));
    QString section;
    SqlQuestion question;
    bool isSql = false;
    for (const QString &line : QString::fromUtf8(file.readAll()).split(u'\n')) {
        if (line.startsWith(QLatin1String("### ")))
            section = line.mid(4);
        else if (const auto match = numbered.match(line); !isSql && match.hasMatch())
            question.text = match.captured(1).toStdString();
        if (isSql && line == QLatin1String("```")) {
            question.section = section.toStdString();
            question.isOfPair =
                question.sql.find(" b.") != std::string::npos && question.sql.find("a.gpu") != std::string::npos;
            if (!question.text.empty())
                questions.push_back(std::exchange(question, {}));
            isSql = false;
        } else if (isSql) {
            question.sql += line.toStdString() + '\n';
        } else if (line == QLatin1String("```sql")) {
            isSql = true;
            question.sql.clear();
        }
    }
    return questions;
}

SqlWords makeWords()
{
    const SqlRun nothing(std::make_shared<const Run>(), {}, {});
    std::set<std::string> columns;
    SqlWords words;
    for (const SqlTable &table : sqlTables(nothing)) {
        words.tables.emplace_back(table.name);
        for (const SqlColumn &column : table.columns)
            columns.insert(column.name);
    }
    words.tables.insert(words.tables.end(), {"args", "totals"});
    columns.insert({"key", "value", "type", "calls", "total_ns", "min_ns", "max_ns"});
    words.columns.assign(columns.begin(), columns.end());
    for (const SqlFunctionText &function : sqlFunctionTexts)
        if (const std::string_view call = function.call; call.find('(') != std::string_view::npos)
            words.functions.emplace_back(call.substr(0, call.find('(')));
    for (const char *known : {"abs", "avg", "coalesce", "count", "iif", "lag", "lead", "log2", "max", "min", "rank",
                              "round", "row_number", "substr", "sum", "total"})
        words.functions.emplace_back(known);
    for (const char *keyword :
         {"SELECT",  "DISTINCT", "FROM",   "WHERE",     "GROUP",     "BY",        "HAVING",    "ORDER",
          "LIMIT",   "OFFSET",   "ASC",    "DESC",      "JOIN",      "LEFT",      "INNER",     "CROSS",
          "ON",      "USING",    "AS",     "AND",       "OR",        "NOT",       "IN",        "IS",
          "NULL",    "BETWEEN",  "LIKE",   "GLOB",      "REGEXP",    "CASE",      "WHEN",      "THEN",
          "ELSE",    "END",      "CAST",   "INTEGER",   "REAL",      "TEXT",      "WITH",      "RECURSIVE",
          "UNION",   "ALL",      "EXCEPT", "INTERSECT", "EXISTS",    "OVER",      "PARTITION", "VALUES",
          "EXPLAIN", "FILTER",   "ROWS",   "RANGE",     "PRECEDING", "FOLLOWING", "CURRENT",   "ROW"})
        words.keywords.emplace_back(keyword);
    return words;
}

} // namespace

std::optional<TimeRange> SqlResult::rangeOf(size_t row) const
{
    const auto start = numberIn(*this, row, "start_ns"), end = numberIn(*this, row, "end_ns"),
               duration = numberIn(*this, row, "duration_ns");
    if (!start || !(end || duration))
        return std::nullopt;
    return TimeRange{*start, end ? *end : *start + *duration};
}

Result<SqlResult> sqlResult(SqlDatabase &database, std::string_view sql, const SqlLimits &limits,
                            const Progress *progress)
{
    SqlResult result;
    KeptRows rows(database, result);
    const Result<SqlOutcome> outcome = database.query(sql, rows, limits, progress);
    if (!outcome)
        return outcome.error();
    const bool isTooLarge = result.outcome.isCut;
    result.outcome = *outcome;
    result.outcome.isCut = result.outcome.isCut || isTooLarge;
    return result;
}

ReportTable sqlResultReport(const RunPtr &run, std::shared_ptr<const SqlResult> result)
{
    ReportTable table{QStringLiteral("query"), Core::tr("Result of the query"), run};
    if (!result)
        return table;
    bool hasName = false;
    for (size_t c = 0; c < result->columns.size(); ++c) {
        ReportColumn column{result->columns[c], toText(result->columns[c]), kindOf(*result, c)};
        if (column.kind == CellKind::Time) // the title has the unit on the screen
            column.title.chop(3);
        column.summable = column.kind == CellKind::Time || column.kind == CellKind::Bytes;
        if (column.kind == CellKind::Text && !hasName) { // the one that filters search, and that is cut in its middle
            column.kind = CellKind::Name;
            hasName = true;
        }
        table.columns.push_back(std::move(column));
    }
    table.rowCount = result->rowCount();
    table.cell = [result, kinds = table.columns](size_t row, size_t column) {
        return reportCell(result->cell(row, column), kinds[column].kind);
    };
    chooseUnits(table);
    return table;
}

const std::vector<SqlQuestion> &sqlQuestions()
{
    static const std::vector<SqlQuestion> questions = readQuestions();
    return questions;
}

const SqlWords &sqlWords()
{
    static const SqlWords words = makeWords();
    return words;
}

bool hasTablesOf(const Run &run, const std::string &sql)
{
    static const QRegularExpression named(QStringLiteral("\\b(?:FROM|JOIN)\\s+(\\w+)"),
                                          QRegularExpression::CaseInsensitiveOption);
    std::set<std::string> wanted;
    for (auto match = named.globalMatch(QString::fromStdString(sql)); match.hasNext();)
        wanted.insert(match.next().captured(1).toLower().toStdString());
    const auto has = [&run](CategoryKind kind) {
        return std::ranges::find(run.timeline.categories, kind, &Category::kind) != run.timeline.categories.end();
    };
    if ((wanted.contains("module") && !has(CategoryKind::Module)) ||
        (wanted.contains("frame") && !has(CategoryKind::Python)))
        return false;
    if (sql.find("args(") != std::string::npos && !hasNearText(run))
        return false;
    const SqlRun about(std::shared_ptr<const Run>(std::shared_ptr<const Run>(), &run), {}, {});
    return std::ranges::none_of(sqlTables(about), [&](const SqlTable &table) {
        if (!wanted.contains(table.name))
            return false;
        return table.isFoundInWork ? run.gpu.size() == 0 : table.rowsAbout && table.rowsAbout() == 0;
    });
}

} // namespace ws
