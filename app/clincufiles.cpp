#include "app/clincufiles.h"

#include "core/analysis/ncu/kernelverdicts.h"
#include "core/readers/folders.h"
#include "core/readers/formats.h"

#include <QDir>
#include <QFileInfo>

namespace ws::cli {

std::optional<FilesWithNcu> loadWithNcu(const QStringList &arguments)
{
    FilesWithNcu files;
    for (const QString &argument : arguments) {
        if (QFileInfo(argument).isDir() && !argument.endsWith(QLatin1String("_ascend_pt"))) {
            const QDir folder(argument);
            QStringList leftOut;
            const size_t before = files.ncu.size();
            for (const QString &name : folder.entryList({QStringLiteral("*.csv"), QStringLiteral("*.txt"),
                                                         QStringLiteral("*.log"), QStringLiteral("*.ncu-rep")},
                                                        QDir::Files, QDir::Name)) {
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
                for (const QString &line : leftOut)
                    printError(line);
                continue;
            }
        }
        auto selected = load(argument);
        if (!selected)
            return std::nullopt;
        if (isOnlyNcu(*selected->run))
            files.ncu.push_back(selected->run);
        else
            files.others.emplace_back(argument, std::move(*selected));
    }
    return files;
}

} // namespace ws::cli
