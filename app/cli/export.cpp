// warpscope-cli export FILE -o RUN.sqlite [--mapping M] [--force]

#include "app/cli/cli.h"

#include "core/report/sql/sqlexport.h"

namespace ws::cli {

int runExport(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption out({QStringLiteral("o"), QStringLiteral("output")}, App::tr("the file to write"),
                                 QStringLiteral("RUN.sqlite"));
    const QCommandLineOption mapping(QStringLiteral("mapping"), App::tr("stages by this mapping: a name or FILE"),
                                     QStringLiteral("M"));
    const QCommandLineOption force(QStringLiteral("force"), App::tr("replace the file if it exists"));
    parser.addOptions({out, mapping, force});
    if (const auto exit = parse(self, parser, arguments, 1, 1))
        return *exit;
    if (!parser.isSet(out))
        return wrongUsage(self, App::tr("-o RUN.sqlite is missing"));
    const std::optional<StageMapping> rules = loadMapping(parser.value(mapping));
    if (!rules)
        return Unreadable;
    const QString trace = parser.positionalArguments().front();
    const RunPtr run = loadRun(trace);
    if (!run)
        return Unreadable;
    const auto written = exportSqlite(run, *rules, trace.toStdString(), parser.value(out),
                                      parser.isSet(force) ? Existing::Replace : Existing::Refuse);
    if (written)
        return Ok;
    printError(written.error().text());
    return Unreadable;
}

} // namespace ws::cli
