// warpscope-cli limits FILE [--phase P] [--capture FILE2|FOLDER]… [--peak TYPE=TFLOPS]… [--bandwidth GBS]
//               [--csv|--json|--md]

#include "app/cli/clitable.h"

#include "core/analysis/modules/capturematch.h"
#include "core/analysis/steps/steps.h"
#include "core/analysis/trust/trust.h"
#include "core/model/phases.h"
#include "core/report/limitsreport.h"

#include <nlohmann/json.hpp>

namespace ws::cli {

int runLimits(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption peak(QStringLiteral("peak"),
                                  App::tr("what the device can do in a type, dense: bf16, fp16, tf32, fp32, "
                                          "fp32Matrix, fp64, fp64Matrix, fp8, int8; may be given several times"),
                                  QStringLiteral("TYPE=TFLOPS"));
    const QCommandLineOption bandwidth(QStringLiteral("bandwidth"), App::tr("bandwidth of the device's memory"),
                                       QStringLiteral("GB/s"));
    const QCommandLineOption phase(QStringLiteral("phase"),
                                   App::tr("layerwise profiles: only this phase, or all of a kind, for example decode"),
                                   QStringLiteral("P"));
    const QCommandLineOption capture(
        QStringLiteral("capture"),
        App::tr("a trace of the capture of the graphs that FILE launches, or a folder of such traces, of which each "
                "launch takes the one that fits; it tells the operators of their kernels"),
        QStringLiteral("FILE2|FOLDER"));
    parser.addOptions({peak, bandwidth, phase, capture});
    TableCommand command(self, parser);
    LimitOptions options;
    const auto takePeaks = [&]() -> std::optional<int> {
        for (const QString &figure : parser.values(peak))
            if (const QString wrong = options.peaks.add(figure); !wrong.isEmpty())
                return wrongUsage(self, wrong);
        if (parser.isSet(bandwidth))
            if (const QString wrong = options.peaks.setBandwidth(parser.value(bandwidth)); !wrong.isEmpty())
                return wrongUsage(self, wrong);
        return std::nullopt;
    };
    if (const auto exit = command.start(arguments, takePeaks))
        return *exit;
    const auto &run = command.run();
    std::shared_ptr<const CaptureMatch> match;
    if (parser.isSet(capture)) {
        match = matchCapture(*run, parser.values(capture), true);
        if (!match)
            return Unreadable;
        options.capture = match.get();
    }
    if (hasPrintedCalls(*run)) {
        const int chosen = command.selected().phase;
        const std::string wanted =
            chosen >= 0 ? run->layerwise[size_t(chosen)].phase : parser.value(phase).toStdString();
        if (chosenPhases(run->layerwise, wanted).empty())
            return wrongUsage(self, App::tr("the profile has no phase “%1”").arg(parser.value(phase)));
        const auto limits = std::make_shared<const Limits>(limitsOfProfile(*run, wanted, options));
        const ReportTable table = limitsReport(run, limits);
        return command.print(table, [&] { return limitsJson(*run, table, *limits, nullptr); });
    }
    const Steps steps = finished(findSteps(*run, progressOfCall()));
    options.steps = &steps;
    const Gaps gaps = finished(findShownGaps(*run, progressOfCall()));
    options.gaps = &gaps;
    const auto limits = std::make_shared<const Limits>(finished(limitsOf(*run, options, progressOfCall())));
    if (run->timeline.tracks.empty()) {
        printError(App::tr("the file has no timeline; `summary` says what it holds"));
        return Unreadable;
    }
    const ReportTable table = limitsReport(run, limits);
    return command.print(table, [&] { return limitsJson(*run, table, *limits, &steps); });
}

} // namespace ws::cli
