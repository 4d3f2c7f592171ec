// warpscope-cli mapping list | show NAME | check FILE

#include "app/cli/cli.h"
#include "core/base/texts.h"

#include "core/analysis/stages/mappinglibrary.h"
#include "core/base/format.h"
#include "core/report/texttable.h"

namespace ws::cli {
namespace {

QString rulesText(const StageMapping &mapping)
{
    if (mapping.isJoined())
        return formatCount(static_cast<int64_t>(mapping.substages.size()));
    return QStringLiteral("%1 + %2").arg(mapping.stages.size()).arg(mapping.substages.size());
}

int list()
{
    const MappingLibrary library;
    TextTable table;
    table.addColumn(App::tr("mapping"), TextTable::Left);
    table.addColumn(App::tr("rules"));
    table.addColumn(App::tr("from"), TextTable::Left);
    for (const KnownMapping &known : library.all())
        table.addRow({toText(known.mapping.name()), rulesText(known.mapping),
                      known.file.isEmpty() ? App::tr("built in") : known.file});
    for (const Diagnostic &d : library.diagnostics().all())
        printError(d.message);
    return print(table.text(lineWidth()));
}

int show(const QString &spec)
{
    const Result<MappingFromFile> mapping = MappingLibrary().resolve(spec, UnreadableRules::Keep);
    if (mapping)
        return print(writeMappings({&mapping->mapping, 1}));
    printError(mapping.error().text());
    return Unreadable;
}

int check(const QString &file)
{
    const Result<MappingFile> mappings = loadMappings(file);
    if (!mappings) {
        printError(mappings.error().text());
        return Unreadable;
    }
    QString out;
    for (const StageMapping &mapping : mappings->mappings)
        out += App::tr("%1: %2 rules, %3")
                   .arg(toText(mapping.name()), rulesText(mapping),
                        mapping.form == MappingForm::Flat ? App::tr("flat form") : App::tr("nested form")) +
               QLatin1Char('\n');
    for (const Diagnostic &d : mappings->diagnostics.all())
        out += QStringLiteral("%1 (%2×): %3\n").arg(toText(d.kind)).arg(d.count).arg(d.message);
    const int printed = print(out.toStdString());
    return mappings->diagnostics.empty() ? printed : Unreadable;
}

} // namespace

int runMapping(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    if (const auto exit = parse(self, parser, arguments, 0, 2))
        return *exit;
    const QStringList words = parser.positionalArguments();
    const QString what = words.value(0);
    if (what == QLatin1String("list") && words.size() == 1)
        return list();
    if (what == QLatin1String("show") && words.size() == 2)
        return show(words[1]);
    if (what == QLatin1String("check") && words.size() == 2)
        return check(words[1]);
    return wrongUsage(self, App::tr("list, show NAME or check FILE was expected"));
}

} // namespace ws::cli
