// Stages through the window: the cost of an edit of a rule and of a change of the range. Prints a Markdown table, each
// figure the median of five (worst in brackets). usage: bench_stages [KERNELS [MAPPING.json]]
// (10000000, the built-in mapping)
//
// Names: 20,000 different ones of 100 to 5,000 characters, made like C++ templates from words that the built-in mapping
// knows and words that it does not. Range: ten million kernels under 300 names.
#include "app/window/mainwindow.h"
#include "core/analysis/stages/stageconflicts.h"
#include "core/model/timelinebuilder.h"
#include "tests/bench/eventloop.h"
#include "widgets/mapping/mappingpanel.h"
#include "widgets/session/stagecontroller.h"
#include "widgets/stages/stagechart.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>

using namespace ws;
using bench::Heartbeat;
using bench::waitFor;

namespace {

constexpr int rounds = 5;
constexpr size_t manyNames = 20'000, longest = 5'000;

std::vector<std::string> longNames()
{
    const std::vector<std::string> words{"cutlass",
                                         "gemm",
                                         "Kernel2",
                                         "at::native::",
                                         "elementwise_kernel",
                                         "float",
                                         "c10::BFloat16",
                                         "std::array<char*, 3ul>",
                                         "TensorOp",
                                         "sm80",
                                         "xmma",
                                         "MMA",
                                         "Layout",
                                         "collective::",
                                         "epilogue",
                                         "cute::tuple<cute::C<",
                                         "128>",
                                         "64>",
                                         "(anonymous namespace)::",
                                         "lambda",
                                         "unsigned",
                                         "long",
                                         "Stride",
                                         "Swizzle",
                                         "attn",
                                         "norm",
                                         "act",
                                         "mul",
                                         "reduce",
                                         "vectorized",
                                         "copy",
                                         "index",
                                         "half"};
    std::mt19937 random(3);
    std::vector<std::string> names;
    for (size_t i = 0; i < manyNames; ++i) {
        const size_t wanted = 100 + random() % (longest - 120);
        std::string name = "void k" + std::to_string(i) + "_";
        while (name.size() < wanted)
            name += words[random() % words.size()] + (random() % 4 ? "_" : "<" + std::to_string(random() % 512) + ", ");
        names.push_back(name);
    }
    return names;
}

/// Kernels on four streams, so that they overlap; about one in two thousand is long.
RunPtr runOf(const std::vector<std::string> &names, size_t kernels, const QString &path)
{
    auto run = std::make_shared<Run>();
    run->info.stamp.path = path;
    TimelineBuilder builder(*run);
    std::vector<StringId> ids;
    for (const std::string &name : names)
        ids.push_back(builder.strings().intern(name));
    const StringId device = builder.strings().intern("0");
    const uint16_t category = builder.category("kernel");
    std::vector<uint32_t> tracks;
    for (int stream = 0; stream < 4; ++stream)
        tracks.push_back(builder.track(TrackKind::GpuStream, device, builder.strings().intern(std::to_string(stream))));
    std::mt19937 random(1);
    std::vector<int64_t> at(tracks.size());
    for (size_t i = 0; i < kernels; ++i) {
        const size_t stream = i % tracks.size();
        const auto duration = static_cast<int64_t>(random() % 2048 ? 800 + random() % 2000 : 50'000);
        const StringId name = ids[i < ids.size() ? i : random() % ids.size()];
        builder.addGpuWork(tracks[stream], at[stream], duration, name, category, i, {});
        at[stream] += duration + static_cast<int64_t>(random() % 300);
    }
    Progress progress;
    return builder.finish(progress) ? run : nullptr;
}

void print(const char *what, std::vector<double> ms)
{
    std::sort(ms.begin(), ms.end());
    std::printf("| %s | %.1f ms (%.1f) |\n", what, ms[ms.size() / 2], ms.back());
    std::fflush(stdout);
}

double msOf(const std::function<void()> &work)
{
    QElapsedTimer clock;
    clock.start();
    work();
    return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

/// Counts the paint events of a widget.
class Painted : public QObject
{
public:
    explicit Painted(QWidget *widget) : QObject(widget) { widget->installEventFilter(this); }
    int count = 0;

protected:
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::Paint)
            QTimer::singleShot(0, this, [this] { ++count; }); // after painting
        return false;
    }
};

void settle(int ms)
{
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < ms)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
}

StageMapping edited(StageMapping mapping, int round)
{
    std::vector<StageRule> rules = mapping.joined();
    StageRule &rule = rules[60 + static_cast<size_t>(round) % 5];
    rule.regex += "|epilogue_number_" + std::to_string(round);
    mapping.setJoined(rules);
    return mapping;
}

/// Without a window: the classes of all names, and recomputing them after an edit of the mapping.
void benchClassifier(const RunPtr &run, const StageMapping &mapping)
{
    std::vector<double> sign, first, edit;
    for (int round = 0; round < rounds; ++round) {
        std::shared_ptr<const NameSet> names;
        sign.push_back(msOf([&] { names = std::make_shared<const NameSet>(run->gpu, run->strings, run); }));
        StageClassifier classifier(names);
        first.push_back(msOf([&] { classifier.classify(mapping); }));
        const NameSums sums = *sumNames(run->gpu, *names, Sweep::Whole);
        edit.push_back(msOf([&] {
            const auto classes = classifier.classify(edited(mapping, round));
            stageRows(*classes, sums);
            ruleStats(*classes, MappingLevel::Substage, sums);
        }));
    }
    print("names made ready", sign);
    print("first classification", first);
    print("edit to aggregates (classes, rows, what each rule takes)", edit);
}

void benchSums(const RunPtr &run)
{
    const auto names = std::make_shared<const NameSet>(run->gpu, run->strings, run);
    const int64_t span = run->timeline.spanNs;
    std::vector<double> onePass, making, blocks;
    for (int round = 0; round < rounds; ++round) {
        const TimeRange range{span / 50 * (round + 1), span - span / 100 * (round + 1)};
        onePass.push_back(msOf([&] { sumNames(run->gpu, *names, Sweep::Whole, range); }));
        std::shared_ptr<const RangeSums> sums;
        making.push_back(msOf([&] { sums = RangeSums::make(run->gpu, names, Sweep::Whole); }));
        blocks.push_back(msOf([&] { sums->of(range); }));
    }
    print("sums of a range, one pass over it", onePass);
    print("sums of blocks made, once for a run", making);
    print("sums of a range from blocks", blocks);
}

void benchEdits(MainWindow &window, Painted &chart)
{
    StageController *stages = window.stages();
    const StageMapping mapping = stages->document()->draft();
    Heartbeat heartbeat;
    std::vector<double> pixels, blocked;
    settle(3000); // the jobs of the other tabs for a new run
    for (int round = 0; round < rounds; ++round) {
        settle(200);
        heartbeat.start();
        pixels.push_back(msOf([&] {
            stages->document()->edit(edited(mapping, round), QStringLiteral("bench"));
            waitFor([&] { return !stages->isBusy(); });
            waitFor([&, before = chart.count] { return chart.count > before; });
        }));
        settle(200);
        blocked.push_back(heartbeat.longestMs());
    }
    print("edit to pixels", pixels);
    print("GUI thread held up by an edit", blocked);
}

void benchRanges(MainWindow &window, Painted &chart)
{
    const int64_t span = window.session()->pane()->run()->timeline.spanNs;
    Heartbeat heartbeat;
    std::vector<double> updated, blocked;
    settle(3000);
    for (int round = 0; round < rounds; ++round) {
        settle(500);
        heartbeat.start();
        updated.push_back(msOf([&] {
            window.session()->pane()->context().setRange(
                TimeRange{span / 50 * (round + 1), span - span / 100 * (round + 1)});
            waitFor([&] { return window.stages()->isBusy(); });
            waitFor([&] { return !window.stages()->isBusy(); });
            waitFor([&, before = chart.count] { return chart.count > before; });
        }));
        settle(500);
        blocked.push_back(heartbeat.longestMs());
    }
    print("range change to chart", updated);
    print("GUI thread held up by a range change", blocked);
}

} // namespace

int main(int argc, char **argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const size_t kernels = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000'000;
    QTemporaryDir settings;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
    qputenv("XDG_CONFIG_HOME", settings.path().toLocal8Bit());
    QApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("warpscope"));
    const RunPtr names = runOf(longNames(), 60'000, QStringLiteral("names.json"));
    const auto file = argc > 2 ? loadMappings(QString::fromLocal8Bit(argv[2])) : Result<MappingFile>(MappingFile());
    if (!file || (argc > 2 && file->mappings.empty()))
        return std::fprintf(stderr, "no mapping in %s\n", argv[2]), 1;
    const StageMapping mapping =
        argc > 2 ? file->mappings.front() : MappingLibrary(QString()).find(defaultMappingName)->mapping;
    std::printf("%zu rules\n", mapping.joined().size());
    benchClassifier(names, mapping);

    MainWindow window;
    window.resize(1440, 900);
    window.show();
    window.stages()->document()->edit(mapping, QStringLiteral("bench"));
    window.session()->add(names);
    window.showPanel(QStringLiteral("stages"));
    Painted chart(window.findChild<StageChart *>()->viewport());
    waitFor([&] { return !window.stages()->isBusy(); });
    benchEdits(window, chart);
    std::vector<std::string> few;
    for (int i = 0; i < 300; ++i)
        few.push_back((i % 3 ? "gemm_" : "elementwise_") + std::to_string(i));
    window.session()->close(window.session()->find(names));
    const RunPtr many = runOf(few, kernels, QStringLiteral("kernels.json"));
    benchSums(many);
    window.session()->add(many);
    waitFor([&] { return !window.stages()->isBusy(); });
    benchRanges(window, chart);
    return 0;
}
