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
    const QString args = QStringLiteral("args(slice)");
    rows.push_back({args, {}, {}, {}, Core::tr("what the file says of one slice, read again from the file")});
    rows.push_back({args, QStringLiteral("key"), typeText(SqlType::Text), {}, Core::tr("of the argument")});
    rows.push_back({args, QStringLiteral("value"), {}, {}, Core::tr("a number or a text; lists as JSON")});
    rows.push_back({args,
                    QStringLiteral("type"),
                    typeText(SqlType::Text),
                    {},
                    Core::tr("number, string, boolean, array, object or null")});
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
