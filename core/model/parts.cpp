#include "core/model/parts.h"

#include "core/base/format.h"
#include "core/base/formatnames.h"
#include "core/base/texts.h"
#include "core/io/remote/remotepath.h"
#include "core/model/phases.h"

#include <QFileInfo>
#include <QRegularExpression>
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

} // namespace

PartName splitPart(const QString &argument)
{
    const auto hash = argument.lastIndexOf(QLatin1Char('#'));
    if (hash <= 0 || QFileInfo::exists(argument))
        return {argument, {}};
    static const QRegularExpression nameEnd(
        QStringLiteral("/|\\.(%1)$").arg(formatSuffixes(true).join(QLatin1Char('|'))));
    if (remotePath(argument) && nameEnd.match(argument, hash).hasMatch())
        return {argument, {}};
    return {argument.left(hash), argument.mid(hash + 1)};
}

namespace {

/// One recording of a file that holds several.
Result<Selected> selectRecording(const RunPtr &first, const PartName &name)
{
    bool isNumber = false;
    const uint number = name.part.toUInt(&isNumber);
    if (isNumber && number == 1)
        return Selected{first};
    if (isNumber && number >= 2 && number - 2 < first->others.size())
        return Selected{first->others[number - 2]};
    constexpr size_t named = 20;
    QStringList parts;
    for (size_t i = 0; i <= first->others.size() && i < named; ++i)
        parts << QStringLiteral("%1#%2").arg(QFileInfo(name.file).fileName()).arg(i + 1);
    const QString all = parts.join(QStringLiteral(", "));
    if (name.part.isEmpty())
        return Error{
            ErrorKind::Unsupported,
            Core::tr("the file holds %1 traces one after the other, and processes and clocks of one mean nothing "
                     "in another; name one of them: %2")
                .arg(formatCount(int64_t(first->others.size() + 1)), all),
            name.file};
    return Error{ErrorKind::NotFound, Core::tr("the file has no part “%1”; it has %2").arg(name.part, all), name.file};
}

} // namespace

std::vector<RunPtr> recordingsOf(const RunPtr &run)
{
    std::vector<RunPtr> all{run};
    all.insert(all.end(), run->others.begin(), run->others.end());
    return all;
}

Result<Selected> selectPart(RunPtr run, const PartName &name)
{
    if (!run->others.empty())
        return selectRecording(run, name);
    Selected selected{std::move(run)};
    if (name.part.isEmpty())
        return selected;
    QStringList names = phaseNames(*selected.run);
    if (const int phase = indexOf(names, name.part); phase >= 0) {
        const std::vector<ModuleTree> &trees = selected.run->layerwise;
        const std::string wanted = names[phase].toStdString();
        const auto found =
            std::find_if(trees.begin(), trees.end(), [&](const ModuleTree &tree) { return tree.phase == wanted; });
        selected.phase = static_cast<int>(found - trees.begin());
        return selected;
    }
    const QStringList tables = tableNames(*selected.run);
    selected.table = indexOf(tables, name.part);
    if (selected.table < 0)
        selected.table = indexOf(tableTitles(*selected.run), name.part);
    if (names.isEmpty())
        names = tables;
    if (selected.table >= 0 || (names.isEmpty() && name.part == QLatin1String("1")))
        return selected;
    names.removeAll(QString());
    const QString message = names.isEmpty() ? Core::tr("the file has no part “%1”; it is one whole").arg(name.part)
                                            : Core::tr("the file has no part “%1”; it has %2")
                                                  .arg(name.part, names.mid(0, 20).join(QStringLiteral(", ")));
    return Error{ErrorKind::NotFound, message, name.file};
}

Result<Selected> selectPartOrMean(RunPtr run, const PartName &name)
{
    Result<Selected> selected = selectPart(run, name);
    const std::string kind = name.part.toStdString();
    const std::vector<std::string> phases = chosenPhases(run->layerwise, kind);
    if (selected || phases.empty())
        return selected;
    if (phases.size() == 1)
        return selectPart(std::move(run), {name.file, QString::fromStdString(phases.front())});
    auto mean = std::make_shared<Run>();
    mean->info = run->info;
    mean->diagnostics = run->diagnostics;
    for (const char *view : {"summary", "model"}) {
        std::vector<const ModuleTree *> trees;
        for (const ModuleTree &tree : run->layerwise)
            if (tree.view == view && std::ranges::find(phases, tree.phase) != phases.end())
                trees.push_back(&tree);
        if (!trees.empty())
            mean->layerwise.push_back(meanTree(trees, kind));
    }
    return Selected{std::move(mean), 0, -1, std::move(run), kind};
}

} // namespace ws
