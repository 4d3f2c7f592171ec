#include "app/chart/chartcommand.h"

#include "app/apptexts.h"
#include "app/treeoptions.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/base/translation.h"
#include "core/model/devicewords.h"
#include "core/model/job.h"
#include "core/model/parts.h"
#include "core/model/runlabel.h"
#include "core/readers/formats.h"
#include "widgets/stages/chartexport.h"
#include "widgets/stages/chartsources.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <cstdio>
#include <optional>

namespace ws {
namespace {

enum Exit { Ok = 0, Unreadable = 1, WrongUsage = 2 };

int complain(Exit code, const QString &text)
{
    std::fprintf(stderr, "%s\n", qPrintable(text));
    return code;
}

struct Options
{
    QCommandLineOption output{QStringLiteral("o"), App::tr("picture to write: .svg, .png or .pdf"),
                              QStringLiteral("OUT")};
    QCommandLineOption mapping{QStringLiteral("mapping"),
                               App::tr("engine/model or FILE#engine/model; once, or once per FILE"),
                               QStringLiteral("M")};
    QCommandLineOption label{QStringLiteral("label"), App::tr("name of the k-th FILE's bar"), QStringLiteral("L")};
    QCommandLineOption total{QStringLiteral("total-sec"),
                             App::tr("seconds of the k-th FILE without profiling, or “span” for the recording"),
                             QStringLiteral("S")};
    QCommandLineOption sweep{QStringLiteral("sweep"), App::tr("elapsed time per “device” or over the “whole” trace"),
                             QStringLiteral("S")};
    QCommandLineOption by{QStringLiteral("by"), App::tr("one bar per “run” (default), “step”, “phase” or “rank”"),
                          QStringLiteral("BARS")};
    QCommandLineOption pattern{QStringLiteral("pattern"),
                               App::tr("steps are the annotations, NVTX ranges, Python functions and operators whose "
                                       "name the regular expression matches"),
                               QStringLiteral("REGEX")};
    QCommandLineOption anchor{
        QStringLiteral("anchor"),
        App::tr("a step begins with each kernel of that name, or that the regular expression matches"),
        QStringLiteral("NAME")};
    QCommandLineOption max{QStringLiteral("bars"), App::tr("at most this many steps of a run (default 60)"),
                           QStringLiteral("N")};
    QCommandLineOption pick{QStringLiteral("pick"),
                            App::tr("which of them: “costliest” (default), “first” or “spread”"),
                            QStringLiteral("WHICH")};
    TreeOptions trees;
    QCommandLineOption apart{QStringLiteral("apart"),
                             App::tr("a picture for each kind of phases: OUT-prefill.svg, OUT-decode.svg")};
    QCommandLineOption level{QStringLiteral("level"), App::tr("stages, substages (default) or kernels"),
                             QStringLiteral("LEVEL")};
    QCommandLineOption other{QStringLiteral("other-below"), App::tr("merge what is below this percentage (default 1)"),
                             QStringLiteral("PERCENT")};
    QCommandLineOption top{QStringLiteral("top"), App::tr("draw the largest N parts, merge the others (default 30)"),
                           QStringLiteral("N")};
    QCommandLineOption percent{QStringLiteral("percent"), App::tr("shares instead of times")};
    QCommandLineOption calls{QStringLiteral("calls"), App::tr("numbers of instances instead of times")};
    QCommandLineOption theme{QStringLiteral("theme"), App::tr("light (default) or dark"), QStringLiteral("THEME")};
    QCommandLineOption title{QStringLiteral("title"), App::tr("title of the chart"), QStringLiteral("TEXT")};
    QCommandLineOption size{QStringLiteral("size"), App::tr("size in px (default 960x600)"),
                            QStringLiteral("WIDTHxHEIGHT")};
    QCommandLineOption scale{QStringLiteral("scale"), App::tr("PNG: pixels per px (default 2)"), QStringLiteral("N")};
    QCommandLineOption transparent{QStringLiteral("transparent"), App::tr("no background")};
    QCommandLineOption language{QStringLiteral("lang"), App::tr("language of the texts, for example zh_CN or en"),
                                QStringLiteral("LANGUAGE")};
    QCommandLineOption force{QStringLiteral("force"), App::tr("replace OUT when it exists")};
    QList<QCommandLineOption> all() const
    {
        return trees.all() + QList<QCommandLineOption>{output, top,     mapping,     label,    total, sweep,
                                                       by,     pattern, anchor,      max,      pick,  apart,
                                                       level,  other,   percent,     calls,    theme, title,
                                                       size,   scale,   transparent, language, force};
    }
};

class ChartCommand
{
public:
    ChartCommand(const QCommandLineParser &parser, const Options &options) : m_parser(parser), m_options(options) {}

    int run()
    {
        if (const int code = readOptions(); code != Ok)
            return code;
        const QStringList files = m_parser.positionalArguments();
        for (qsizetype k = 0; k < files.size(); ++k)
            if (const int code = addFile(files[k], k); code != Ok)
                return code;
        if (const int code = addAllBars(); code != Ok)
            return code;
        if (m_sources.empty())
            return complain(Unreadable, App::tr("the requested part has no GPU work, so there is nothing to chart"));
        arrangeBars(m_sources, m_bars.by);
        if (m_parser.isSet(m_options.apart) && phaseKinds(m_sources).isEmpty())
            return complain(Unreadable, App::tr("--apart is for layerwise profiles, which have phases"));
        if (!m_parser.isSet(m_options.apart))
            return write(m_sources, value(m_options.output));
        return writeApart();
    }

private:
    QString value(const QCommandLineOption &option) const { return m_parser.value(option); }

    int write(const std::vector<ChartSource> &sources, const QString &path) const
    {
        const Existing existing = m_parser.isSet(m_options.force) ? Existing::Replace : Existing::Refuse;
        const auto written = exportChart(chartData(sources, m_chart), m_picture, path, existing);
        if (written)
            return Ok;
        const bool isThere = existing == Existing::Refuse && QFileInfo::exists(path);
        return complain(Unreadable, written.error().text() + (isThere ? App::tr("; --force replaces it") : QString()));
    }

    /// A kind of phases, a picture, so that a long prefill does not flatten the decodes.
    int writeApart() const
    {
        const QFileInfo out(value(m_options.output));
        for (const QString &kind : phaseKinds(m_sources)) {
            const QString name =
                out.completeBaseName() + u'-' + QString(kind).replace(u'/', u'_') + u'.' + out.suffix();
            if (const int code = write(ofPhaseKind(m_sources, kind), out.dir().filePath(name)); code != Ok)
                return code;
        }
        return Ok;
    }

    int readOptions()
    {
        const QStringList files = m_parser.positionalArguments();
        if (files.isEmpty() || !m_parser.isSet(m_options.output))
            return complain(WrongUsage, App::tr("usage: warpscope chart FILE… -o OUT.svg|OUT.png|OUT.pdf"));
        for (const QCommandLineOption *option : {&m_options.mapping, &m_options.label, &m_options.total})
            if (m_parser.values(*option).size() > files.size())
                return complain(WrongUsage, App::tr("more --%1 than FILEs").arg(option->names().front()));
        if (const qsizetype given = m_parser.values(m_options.mapping).size(); given > 1 && given < files.size())
            return complain(WrongUsage, App::tr("one --mapping for all FILEs, or one for each"));
        const QString level = value(m_options.level), theme = value(m_options.theme), sweep = value(m_options.sweep);
        if (level == QLatin1String("stages"))
            m_chart.level = ChartLevel::Stages;
        else if (level == QLatin1String("kernels"))
            m_chart.level = ChartLevel::Kernels;
        else if (!level.isEmpty() && level != QLatin1String("substages"))
            return complain(WrongUsage, App::tr("--level takes stages, substages or kernels"));
        if (!theme.isEmpty() && theme != QLatin1String("light") && theme != QLatin1String("dark"))
            return complain(WrongUsage, App::tr("--theme takes light or dark"));
        if (!sweep.isEmpty() && sweep != QLatin1String("device") && sweep != QLatin1String("whole"))
            return complain(WrongUsage, App::tr("--sweep takes device or whole"));
        if (sweep == QLatin1String("device") && m_parser.isSet(m_options.total))
            return complain(WrongUsage, App::tr("--sweep device gives seconds of devices, which do not add up to a "
                                                "total: it does not go with --total-sec"));
        if (!sweep.isEmpty())
            m_sweep = sweep == QLatin1String("device") ? SweepChoice::Device : SweepChoice::Whole;
        m_chart.dark = theme == QLatin1String("dark");
        m_chart.percent = m_parser.isSet(m_options.percent);
        m_chart.calls = m_parser.isSet(m_options.calls);
        m_chart.title = value(m_options.title);
        m_picture.transparent = m_parser.isSet(m_options.transparent);
        if (const int code = readBars(); code != Ok)
            return code;
        return readNumbers();
    }

    int readBars()
    {
        if (m_parser.isSet(m_options.by)) {
            const auto by = barsByFromName(value(m_options.by).toStdString());
            if (!by)
                return complain(WrongUsage, App::tr("--by takes run, step, phase or rank"));
            m_bars.by = m_chart.bars = *by;
        }
        if (m_bars.by != BarsBy::Run && m_parser.isSet(m_options.total))
            return complain(WrongUsage, App::tr("--total-sec is a run's: it does not go with --by %1")
                                            .arg(QLatin1String(barsByName(m_bars.by))));
        if (const int code = readSteps(); code != Ok)
            return code;
        bool isNumber = true;
        if (m_parser.isSet(m_options.max))
            m_bars.max = value(m_options.max).toUInt(&isNumber);
        if (!isNumber || m_bars.max < 1 || m_bars.max > 2000)
            return complain(WrongUsage, App::tr("--bars takes a number from 1 to 2000"));
        const QStringList picks{QStringLiteral("costliest"), QStringLiteral("first"), QStringLiteral("spread")};
        if (m_parser.isSet(m_options.pick) && !picks.contains(value(m_options.pick)))
            return complain(WrongUsage, App::tr("--pick takes costliest, first or spread"));
        if (m_parser.isSet(m_options.pick))
            m_bars.pick = static_cast<BarPick>(picks.indexOf(value(m_options.pick)));
        if (const QString wrong = m_trees.read(m_parser, m_options.trees); !wrong.isEmpty())
            return complain(WrongUsage, wrong);
        if (m_trees.choice.parts == TreeParts::Modules)
            m_chart.level = ChartLevel::Kernels; // no mapping covers modules
        return Ok;
    }

    int readSteps()
    {
        const bool isPattern = m_parser.isSet(m_options.pattern), isAnchor = m_parser.isSet(m_options.anchor);
        if (isPattern && isAnchor)
            return complain(WrongUsage, App::tr("--pattern and --anchor exclude each other"));
        if ((isPattern || isAnchor) && m_bars.by != BarsBy::Step && m_bars.by != BarsBy::Phase)
            return complain(WrongUsage, App::tr("--pattern and --anchor need --by step or --by phase"));
        if (isPattern)
            m_steps = {StepSource::Pattern, value(m_options.pattern)};
        else if (isAnchor)
            m_steps = {StepSource::Anchor, value(m_options.anchor)};
        const QString error = sourceError(m_steps);
        return error.isEmpty() ? int(Ok) : complain(WrongUsage, error);
    }

    int readNumbers()
    {
        if (m_parser.isSet(m_options.size)) {
            const QStringList parts = value(m_options.size).split(u'x');
            m_picture.size = parts.size() == 2 ? QSize(parts[0].toInt(), parts[1].toInt()) : QSize();
            if (m_picture.size.width() < 200 || m_picture.size.height() < 120 || m_picture.size.width() > 20'000 ||
                m_picture.size.height() > 20'000)
                return complain(WrongUsage,
                                App::tr("--size takes a size such as 960x600, from 200x120 to 20000x20000"));
        }
        bool isNumber = true;
        if (m_parser.isSet(m_options.scale))
            m_picture.scale = value(m_options.scale).toDouble(&isNumber);
        const double pixels = m_picture.scale * m_picture.scale * m_picture.size.width() * m_picture.size.height();
        if (!isNumber || !(m_picture.scale >= 0.1) || pixels > 4e8)
            return complain(WrongUsage,
                            App::tr("--scale takes a number from 0.1 on, for a picture of at most 400 megapixels"));
        if (m_parser.isSet(m_options.top))
            m_chart.max = value(m_options.top).toUInt(&isNumber);
        if (!isNumber || m_chart.max < 1)
            return complain(WrongUsage, App::tr("--top takes a number from 1 on"));
        if (m_parser.isSet(m_options.other))
            m_chart.threshold = value(m_options.other).toDouble(&isNumber) / 100;
        if (!isNumber || !(m_chart.threshold >= 0) || m_chart.threshold > 1)
            return complain(WrongUsage, App::tr("--other-below takes a percentage"));
        return Ok;
    }

    int addFile(const QString &file, qsizetype k)
    {
        const QStringList specs = m_parser.values(m_options.mapping);
        QString spec = specs.size() == 1 ? specs.front() : specs.value(k);
        if (spec.isEmpty())
            spec = QString::fromLatin1(defaultMappingName.data(), qsizetype(defaultMappingName.size()));
        const Result<MappingFromFile> mapping = m_library.resolve(spec);
        if (!mapping)
            return complain(WrongUsage, mapping.error().text());
        const PartName name = splitPart(file);
        Progress progress;
        const Result<RunPtr> run = loadRun(name.file, progress);
        if (!run)
            return complain(Unreadable, run.error().text());
        const Result<Selected> part = selectPartOrMean(*run, name);
        if (!part)
            return complain(Unreadable, part.error().text());
        return addRun(*part, mapping->mapping, file, k);
    }

    int addRun(const Selected &part, const StageMapping &mapping, const QString &file, qsizetype k)
    {
        const RunPtr &run = part.run;
        if (const QString problem = misfit(*run, m_trees.choice); !problem.isEmpty())
            return complain(Unreadable, App::tr("%1: %2").arg(file, problem));
        const auto total = parseTotalTime(m_parser.values(m_options.total).value(k));
        if (!total)
            return complain(WrongUsage, App::tr("--total-sec takes seconds or “span”"));
        const StageRequest request{
            mapping, {}, sweepBeside(*total, m_sweep), m_bars, m_trees.choice, {}, part.table, part.phase, m_steps};
        StageState before;
        if (m_steps.by != StepSource::Names && run->gpu.size()) {
            Result<Steps> steps = findSteps(*run, m_steps);
            if (!steps)
                return complain(Unreadable, App::tr("%1: %2").arg(file, steps.error().text()));
            before.steps = std::make_shared<const Steps>(std::move(*steps));
            before.stepSource = m_steps;
        }
        const auto state = std::make_shared<const StageState>(stageState(run, &before, request));
        if (state->names->size() == 0) {
            const QString none = noKnownGpuWithOption(*run);
            return complain(
                Unreadable,
                none.isEmpty()
                    ? App::tr("%1: no GPU work in this file, so there is nothing to chart").arg(runLabel(*run))
                    : QStringLiteral("%1: %2").arg(runLabel(*run), none));
        }
        ChartSource source;
        source.givenLabel = m_parser.values(m_options.label).value(k);
        source.classes = state->classes;
        source.run = run;
        source.owner = state;
        if (const int code = takeTotal(source, *total, file); code != Ok)
            return code;
        m_runs.push_back(std::move(source));
        m_job.add(run);
        return Ok;
    }

    int takeTotal(ChartSource &source, const TotalTime &total, const QString &file)
    {
        const StageState &state = *source.owner;
        if (total.from != NonGpu::None && !takesTotal(state))
            return complain(WrongUsage,
                            App::tr("--total-sec is a whole run's, and %1 has %2 parts: name one, FILE#PART")
                                .arg(file)
                                .arg(state.parts.size()));
        source.nonGpu = nonGpuOf(*source.run, state, total);
        if (const QString problem = problemOf(source.nonGpu, *state.sums); !problem.isEmpty())
            complain(Ok, App::tr("%1: %2").arg(file, problem));
        if (total.from == NonGpu::None && m_parser.isSet(m_options.total))
            complain(Ok, App::tr("%1: no --total-sec is given for it, so it has no CPU(non-GPU)").arg(file));
        return Ok;
    }

    /// Labels depend on all runs.
    int addAllBars()
    {
        const bool picks = m_parser.isSet(m_options.max) || m_parser.isSet(m_options.pick);
        const bool anyParts = std::any_of(m_runs.begin(), m_runs.end(),
                                          [](const ChartSource &run) { return run.owner->parts.size() > 1; });
        if (picks && m_bars.by == BarsBy::Run && !anyParts)
            return complain(WrongUsage, App::tr("--bars and --pick choose among steps, phases or ranks: add --by"));
        const QStringList labels = labelsOf(m_job);
        for (size_t i = 0; i < m_runs.size(); ++i) {
            ChartSource &run = m_runs[i];
            run.label = run.of = run.givenLabel.isEmpty() ? labels[static_cast<qsizetype>(i)] : run.givenLabel;
            addBars(m_sources, run, m_runs.size() > 1, picks || m_bars.by != BarsBy::Run);
        }
        return Ok;
    }

    const QCommandLineParser &m_parser;
    const Options &m_options;
    MappingLibrary m_library;
    ChartOptions m_chart;
    ChartPicture m_picture;
    SweepChoice m_sweep = SweepChoice::Automatic;
    StepSource m_steps;
    BarChoice m_bars;
    GivenTrees m_trees;
    std::vector<ChartSource> m_runs; ///< before their bars are known
    Job m_job;                       ///< the runs
    std::vector<ChartSource> m_sources;
};

} // namespace

/// That of --lang, else the environment's.
static QLocale localeOf(const QStringList &arguments)
{
    for (qsizetype k = 0; k < arguments.size(); ++k) {
        if (arguments[k] == QLatin1String("--lang") && k + 1 < arguments.size())
            return QLocale(arguments[k + 1]);
        if (arguments[k].startsWith(QLatin1String("--lang=")))
            return QLocale(arguments[k].mid(7));
    }
    return QLocale::system();
}

int runChartCommand(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    QStringList arguments = QCoreApplication::arguments();
    arguments.removeAt(1);
    installTexts(localeOf(arguments)); // before the options say what they do
    const Options options;
    QCommandLineParser parser;
    parser.setApplicationDescription(App::tr("Writes the stage chart of one or more profiles, one bar each."));
    parser.addHelpOption();
    parser.addOptions(options.all());
    parser.addPositionalArgument(QStringLiteral("files"), App::tr("Profiles, or FILE#PART."), QStringLiteral("FILE…"));
    if (!parser.parse(arguments))
        return complain(WrongUsage, parser.errorText());
    if (parser.isSet(QStringLiteral("help"))) {
        const QString usage = parser.helpText(); // Qt names the program alone
        std::printf("%s",
                    qPrintable(App::tr("Usage: %1").arg(QStringLiteral("warpscope chart FILE… -o OUT [options]")) +
                               usage.mid(usage.indexOf(u'\n'))));
        return Ok;
    }
    return ChartCommand(parser, options).run();
}

} // namespace ws
