#include "core/model/parts.h"

#include "core/base/texts.h"

#include <QFileInfo>
#include <QStringList>

#include <algorithm>

namespace ws {
namespace {

/// Position of `part` among `names`: by name, else by 1-based number; -1: neither.
int indexOf(const QStringList &names, const QString &part)
{
    const auto byName = names.indexOf(part);
    if (byName >= 0)
        return static_cast<int>(byName);
    bool isNumber = false;
    const int number = part.toInt(&isNumber);
    return isNumber && number >= 1 && number <= names.size() ? number - 1 : -1;
}

/// Phases in the order of the file; a phase has a tree per view.
QStringList phaseNames(const Run &run)
{
    QStringList names;
    for (const ModuleTree &tree : run.layerwise)
        if (const QString name = QString::fromStdString(tree.phase); !names.contains(name))
            names.append(name);
    return names;
}

QStringList tableNames(const Run &run)
{
    QStringList names;
    for (const Table &table : run.tables)
        names.append(QString::fromStdString(table.report.empty() ? table.title : table.report));
    return names;
}

QStringList tableTitles(const Run &run)
{
    QStringList titles;
    for (const Table &table : run.tables)
        titles.append(QString::fromStdString(table.title));
    return titles;
}

QStringList runNames(const Document &document)
{
    QStringList names;
    for (const auto &run : document.runs)
        names.append(QString::fromStdString(run->info.name));
    return names;
}

} // namespace

PartName splitPart(const QString &argument)
{
    const auto hash = argument.lastIndexOf(QLatin1Char('#'));
    if (hash <= 0 || QFileInfo::exists(argument))
        return {argument, {}};
    return {argument.left(hash), argument.mid(hash + 1)};
}

Result<Selected> selectPart(std::shared_ptr<const Document> document, const PartName &name)
{
    Selected selected;
    selected.document = document;
    selected.runs = document->runs;
    if (name.part.isEmpty())
        return selected;
    QStringList names = runNames(*document);
    if (const int run = indexOf(names, name.part); run >= 0 && (document->runs.size() > 1 || name.part == names[run])) {
        selected.runs = {document->runs[static_cast<size_t>(run)]};
        return selected;
    }
    if (document->runs.size() == 1) {
        const Run &run = *document->runs.front();
        names = phaseNames(run);
        if (const int phase = indexOf(names, name.part); phase >= 0) {
            const std::string wanted = names[phase].toStdString();
            auto found = std::find_if(run.layerwise.begin(), run.layerwise.end(),
                                      [&](const ModuleTree &tree) { return tree.phase == wanted; });
            selected.phase = static_cast<int>(found - run.layerwise.begin());
            return selected;
        }
        if (names.isEmpty())
            names = tableNames(run);
        selected.table = indexOf(tableNames(run), name.part);
        if (selected.table < 0)
            selected.table = indexOf(tableTitles(run), name.part);
        if (selected.table >= 0 || (names.isEmpty() && name.part == QLatin1String("1")))
            return selected;
    }
    names.removeAll(QString());
    const QString message = names.isEmpty() ? Core::tr("the file has no part “%1”; it is one whole").arg(name.part)
                                            : Core::tr("the file has no part “%1”; it has %2")
                                                  .arg(name.part, names.mid(0, 20).join(QStringLiteral(", ")));
    return Error{ErrorKind::NotFound, message, name.file};
}

} // namespace ws
