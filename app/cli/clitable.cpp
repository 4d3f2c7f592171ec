#include "app/cli/clitable.h"

#include "app/cli/clifolders.h"

#include "core/report/limitsreport.h"
#include "core/report/summary.h"
#include "core/report/tablewriters.h"

#include <nlohmann/json.hpp>

namespace ws::cli {

std::string markdownOf(const ReportTable &table)
{
    const QString notes = table.notes.isEmpty() ? QString() : u'\n' + table.notes.join(QLatin1String("\n\n")) + u'\n';
    return (tableMarkdown(wholeTable(table)) + notes).toStdString();
}

QCommandLineOption limitsOption()
{
    return {QStringLiteral("limits"),
            App::tr("what the rows reach of the device's limit: TFLOP/s, GB/s, share, what bounds them")};
}

std::shared_ptr<const Limits> knownLimits(const Run &run)
{
    return std::make_shared<const Limits>(finished(limitsOf(run, {}, progressOfCall())));
}

ReportTable withLimitsShown(ReportTable table)
{
    for (const ReportColumn &limit : limitColumns())
        table.columns[static_cast<size_t>(table.columnOf(limit.id))].optional = false;
    return table;
}

TableCommand::TableCommand(const Command &self, QCommandLineParser &parser)
    : m_self(self), m_parser(parser), m_csv(QStringLiteral("csv"), App::tr("print CSV, times in integer nanoseconds")),
      m_json(QStringLiteral("json"), App::tr("print JSON, times in integer nanoseconds")),
      m_markdown(QStringLiteral("md"), App::tr("print Markdown"))
{
    parser.addOptions({m_csv, m_json, m_markdown});
}

std::optional<int> TableCommand::start(const QStringList &arguments, const std::function<std::optional<int>()> &check)
{
    if (const auto exit = parse(m_self, m_parser, arguments, 1, 1))
        return exit;
    if (m_parser.isSet(m_csv) + m_parser.isSet(m_json) + m_parser.isSet(m_markdown) > 1)
        return wrongUsage(m_self, App::tr("--csv, --json and --md exclude one another"));
    if (check)
        if (const auto exit = check())
            return exit;
    if (const auto exit = forEachInFolder(m_self, m_parser, arguments))
        return exit;
    std::optional<Selected> selected = load(m_parser.positionalArguments().front());
    if (!selected)
        return Unreadable;
    m_selected = std::move(*selected);
    return std::nullopt;
}

int TableCommand::print(const ReportTable &table, const std::function<nlohmann::ordered_json()> &json,
                        const ReportTable *above) const
{
    if (m_parser.isSet(m_json))
        return cli::print(
            dumpJson(json ? json() : nlohmann::ordered_json{{"schema", 1}, {"rows", tableRowsJson(table)}}));
    if (m_parser.isSet(m_csv))
        return cli::print(tableCsv(wholeTable(table)));
    const bool markdown = m_parser.isSet(m_markdown);
    const auto text = [markdown](const ReportTable &part) {
        return markdown ? markdownOf(part) : tableTerminalText(wholeTable(part), lineWidth());
    };
    return cli::print(above ? text(*above) + '\n' + text(table) : text(table));
}

} // namespace ws::cli
