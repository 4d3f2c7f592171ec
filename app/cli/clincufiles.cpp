#include "app/cli/clincufiles.h"

#include "app/cli/clifolders.h"

#include "core/analysis/ncu/kernelverdicts.h"
#include "core/readers/folders.h"
#include "core/readers/formats.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace ws::cli {
namespace {

/// Numbers in names by their value.
bool isBefore(const QString &a, const QString &b)
{
    qsizetype i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (!a[i].isDigit() || !b[j].isDigit()) {
            if (a[i] != b[j])
                return a[i] < b[j];
            ++i, ++j;
            continue;
        }
        const auto digits = [](const QString &text, qsizetype &at) {
            while (at + 1 < text.size() && text[at] == u'0' && text[at + 1].isDigit())
                ++at;
            const qsizetype begin = at;
            while (at < text.size() && text[at].isDigit())
                ++at;
            return QStringView(text).mid(begin, at - begin);
        };
        const QStringView left = digits(a, i), right = digits(b, j);
        if (left.size() != right.size())
            return left.size() < right.size();
        if (left != right)
            return left < right;
    }
    return a.size() - i < b.size() - j;
}

} // namespace

std::optional<FilesWithNcu> loadWithNcu(const QStringList &arguments, bool saysLeftOut, bool takesFolders)
{
    FilesWithNcu files;
    for (const QString &argument : arguments) {
        if (QFileInfo(argument).isDir() && !argument.endsWith(QLatin1String("_ascend_pt"))) {
            const QDir folder(argument);
            QStringList leftOut;
            const size_t before = files.ncu.size();
            QStringList names = folder.entryList({QStringLiteral("*.csv"), QStringLiteral("*.txt"),
                                                  QStringLiteral("*.log"), QStringLiteral("*.ncu-rep")},
                                                 QDir::Files, QDir::Name);
            std::ranges::stable_sort(names, isBefore); // kernel_2 was launched before kernel_10
            for (const QString &name : names) {
                Progress progress;
                const Result<RunPtr> run = ws::loadRun(folder.filePath(name), progress);
                if (run && isOnlyNcu(**run))
                    files.ncu.push_back(*run);
                else
                    leftOut << App::tr("%1: left out, %2")
                                   .arg(folder.filePath(name),
                                        run ? App::tr("not of Nsight Compute") : run.error().message);
            }
            if (files.ncu.size() > before) {
                for (const QString &line : saysLeftOut ? leftOut : QStringList())
                    printError(line);
                continue;
            }
        }
        const NamedFiles named = takesFolders
                                     ? withFolders({argument}, !saysLeftOut)
                                     : NamedFiles{{argument}, {QFileInfo(splitPart(argument).file).fileName()}, {}, {}};
        const bool isFolder = !named.folders.isEmpty();
        files.hasStages |= isFolder;
        const size_t before = files.others.size() + files.ncu.size();
        for (qsizetype k = 0; k < named.files.size(); ++k) {
            auto selected = load(named.files[k]);
            if (!selected && !isFolder)
                return std::nullopt;
            if (!selected)
                continue;
            if (isOnlyNcu(*selected->run)) {
                files.ncu.push_back(selected->run);
            } else {
                files.others.emplace_back(named.files[k], std::move(*selected));
                files.names << named.names[k];
            }
        }
        if (files.others.size() + files.ncu.size() == before)
            return std::nullopt;
    }
    return files;
}

} // namespace ws::cli
