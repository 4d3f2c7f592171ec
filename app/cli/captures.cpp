// --capture FILE|FOLDER…: traces of the capture of the graphs that a trace launches.

#include "app/cli/cli.h"
#include "core/analysis/limits/furtherowners.h"
#include "core/analysis/modules/capturefiles.h"
#include "core/analysis/modules/capturematch.h"

#include <QFileInfo>

namespace ws::cli {
namespace {

/// Files, and of folders the files in them.
QStringList captureFiles(const QStringList &given, const QString &tracePath)
{
    QStringList files;
    for (const QString &path : given)
        files += QFileInfo(path).isDir() ? captureFilesIn(path, tracePath) : QStringList{path};
    files.removeDuplicates();
    return files;
}

} // namespace

std::shared_ptr<const CaptureMatch> matchCapture(const Run &replay, const QStringList &given, bool withOperators)
{
    if (!replay.layerwise.empty()) {
        printError(App::tr("--capture is for traces; a layerwise profile launches no graphs"));
        return nullptr;
    }
    const QStringList files = captureFiles(given, replay.info.stamp.path);
    if (files.isEmpty()) {
        printError(App::tr("%1: the folder holds no JSON file").arg(given.join(QLatin1String(", "))));
        return nullptr;
    }
    std::vector<std::pair<std::string, Capture>> captures;
    for (const QString &file : files) {
        const RunPtr run = loadRun(file);
        if (!run)
            continue;
        Capture capture = finished(Capture::of(*run, progressOfCall()));
        if (withOperators)
            ownOperators(capture, *run);
        if (!capture.graphs().empty())
            captures.emplace_back(QFileInfo(file).fileName().toStdString(), std::move(capture));
        else
            printError(App::tr("%1: holds no launches of a graph's capture, which are calls without GPU work between "
                               "StreamBeginCapture and StreamEndCapture")
                           .arg(file));
    }
    if (captures.empty())
        return nullptr;
    return std::make_shared<const CaptureMatch>(finished(CaptureMatch::make(
        replay, std::make_shared<const Capture>(Capture::joined(std::move(captures))), progressOfCall())));
}

} // namespace ws::cli
