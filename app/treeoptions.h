#pragma once
// --parts, --fold, --phase and --every: what counts of a layerwise profile, for the commands of both programs.

#include "app/apptexts.h"
#include "core/analysis/stages/tablework.h"

#include <QCommandLineParser>

namespace ws {

struct TreeOptions
{
    QCommandLineOption parts{QStringLiteral("parts"), App::tr("layerwise profiles: “kernels” (default) or “modules”"),
                             QStringLiteral("PARTS")};
    QCommandLineOption fold{QStringLiteral("fold"),
                            App::tr("layerwise profiles: count this module as one with all below it; may be repeated "
                                    "(default: of modules Sampler and LogitsProcessor, of kernels none)"),
                            QStringLiteral("NAME")};
    QCommandLineOption phase{QStringLiteral("phase"),
                             App::tr("layerwise profiles: only this phase, or all of a kind, for example decode"),
                             QStringLiteral("P")};
    QCommandLineOption every{
        QStringLiteral("every"),
        App::tr("layerwise profiles: of each kind of phases the first, every N-th after it, and the last"),
        QStringLiteral("N")};
    QList<QCommandLineOption> all() const { return {parts, fold, phase, every}; }
};

/// What the options say.
struct GivenTrees
{
    TreeChoice choice;

    /// Why they are wrong; empty: they are right.
    QString read(const QCommandLineParser &parser, const TreeOptions &options)
    {
        const QString parts = parser.isSet(options.parts) ? parser.value(options.parts) : QStringLiteral("kernels");
        if (parts != QLatin1String("kernels") && parts != QLatin1String("modules"))
            return App::tr("--parts takes kernels or modules");
        choice.parts = parts == QLatin1String("modules") ? TreeParts::Modules : TreeParts::Kernels;
        return readRest(parser, options);
    }

    /// The same without --parts.
    QString readRest(const QCommandLineParser &parser, const TreeOptions &options)
    {
        if (parser.isSet(options.fold)) {
            choice.folded.emplace();
            for (const QString &name : parser.values(options.fold))
                if (!name.isEmpty()) // alone it folds nothing
                    choice.folded->push_back(name.toStdString());
        }
        choice.phase = parser.value(options.phase).toStdString();
        bool isNumber = true;
        if (parser.isSet(options.every))
            choice.every = parser.value(options.every).toUInt(&isNumber);
        return isNumber && choice.every >= 1 ? QString() : App::tr("--every takes a number from 1 on");
    }
};

} // namespace ws
