#include "core/report/sql/sqlreport.h"

#include "core/base/texts.h"
#include "core/report/sql/sqlfunctions.h"
#include "core/report/sql/sqlrun.h"

namespace ws {
namespace {

struct SchemaRow
{
    QString table, column, type, unit, meaning;
};

QString typeText(SqlType type)
{
    return type == SqlType::Integer ? QStringLiteral("INTEGER")
           : type == SqlType::Real  ? QStringLiteral("REAL")
                                    : QStringLiteral("TEXT");
}

std::vector<SchemaRow> schemaRows()
{
    const SqlRun nothing(std::make_shared<const Run>(), {}, {});
    const auto text = [](const char *bytes) { return QString::fromUtf8(bytes); };
    std::vector<SchemaRow> rows;
    for (const SqlTable &table : sqlTables(nothing)) {
        rows.push_back({text(table.name), {}, {}, {}, Core::tr(table.meaning)});
        for (const SqlColumn &column : table.columns)
            rows.push_back({text(table.name), text(column.name), typeText(column.type), text(column.unit),
                            Core::tr(column.meaning)});
    }
    const QString textType = typeText(SqlType::Text), integer = typeText(SqlType::Integer), ns = QStringLiteral("ns");
    const QString args = QStringLiteral("args(slice)");
    rows.insert(
        rows.end(),
        {{args, {}, {}, {}, Core::tr("what the file says of one slice, read again from the file")},
         {args, QStringLiteral("key"), textType, {}, Core::tr("of the argument")},
         {args, QStringLiteral("value"), {}, {}, Core::tr("a number or a text; lists as JSON")},
         {args, QStringLiteral("type"), textType, {}, Core::tr("number, string, boolean, array, object or null")}});
    const QString totals = QStringLiteral("totals(from_ns, to_ns)");
    rows.insert(
        rows.end(),
        {{totals,
          {},
          {},
          {},
          Core::tr("slices that begin in [from_ns, to_ns), summed by name and category; totals: of the whole run")},
         {totals, QStringLiteral("name"), textType, {}, Core::tr("as in the file")},
         {totals, QStringLiteral("category"), textType, {}, Core::tr("the file's word")},
         {totals, QStringLiteral("kind"), textType, {}, Core::tr("what the category means, as in slice")},
         {totals, QStringLiteral("calls"), integer, {}, Core::tr("how many slices")},
         {totals, QStringLiteral("total_ns"), integer, ns, Core::tr("the sum of their durations, also beyond to_ns")},
         {totals, QStringLiteral("min_ns"), integer, ns, Core::tr("the shortest")},
         {totals, QStringLiteral("max_ns"), integer, ns, Core::tr("the longest")}});
    for (const SqlFunctionText &function : sqlFunctionTexts)
        rows.push_back({text(function.call), {}, {}, {}, Core::tr(function.meaning)});
    return rows;
}

} // namespace

ReportTable sqlSchemaReport()
{
    ReportTable table{QStringLiteral("sql-tables"), Core::tr("Tables of a query"), nullptr, 2};
    const auto column = [](const char *id, const QString &title, QString SchemaRow::*text) {
        return RowColumn<SchemaRow>{{id, title}, [text](const SchemaRow &row) { return ReportCell(row.*text); }};
    };
    setRows<SchemaRow>(table,
                       {column("table", Core::tr("Table"), &SchemaRow::table),
                        column("column", Core::tr("Column"), &SchemaRow::column),
                        column("type", Core::tr("Type"), &SchemaRow::type),
                        column("unit", Core::tr("Unit"), &SchemaRow::unit),
                        column("meaning", Core::tr("Meaning"), &SchemaRow::meaning)},
                       std::make_shared<const std::vector<SchemaRow>>(schemaRows()));
    return table;
}

} // namespace ws
