// Frame time of the timeline: 10 million slices in 68 rows, 1920×1080, offscreen. Prints a Markdown table. Layout is
// marksOf() for the visible rows, paint is everything from marks to pixels; a whole frame is the widget's paint event.
#include "core/analysis/namesearch.h"
#include "core/base/parallel.h"
#include "core/model/timelinebuilder.h"
#include "widgets/session/session.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timeline/timelineview.h"
#include "widgets/toolkit/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <functional>
#include <string>
#include <time.h>

using namespace ws;

namespace {

constexpr int streams = 8, threads = 4, threadDepth = 15; // 68 rows of the same number of slices
constexpr QSize screen(1920, 1080);

uint32_t nextRandom()
{
    static uint64_t state = 0x9E3779B97F4A7C15ull;
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<uint32_t>(state >> 33);
}

/// Bursts of short kernels, some long ones, gaps between the steps: like a decode loop.
void addKernels(TimelineBuilder &builder, const std::vector<StringId> &names, int stream, size_t count, int64_t span)
{
    const StringId device = builder.strings().intern("0");
    const uint32_t track =
        builder.track(TrackKind::GpuStream, device, builder.strings().intern(std::to_string(stream)));
    const uint16_t kernel = builder.category("kernel");
    const int64_t step = span / static_cast<int64_t>(count);
    int64_t at = stream;
    for (size_t i = 0; i < count; ++i) {
        const int64_t duration = nextRandom() % 97 == 0 ? step * 20 : step / 8 + nextRandom() % (step * 3 / 4);
        builder.addGpuWork(track, at, duration, names[nextRandom() % names.size()], kernel, i, {});
        at += std::max(duration, step) + (i % 4096 == 0 ? step * 200 : 0);
    }
}

void addCalls(TimelineBuilder &builder, const std::vector<StringId> &names, int thread, size_t count, int64_t span)
{
    const StringId pid = builder.strings().intern("1000");
    const uint32_t track = builder.cpuTrack(pid, builder.strings().intern(std::to_string(1000 + thread)));
    const uint16_t op = builder.category("cpu_op");
    const int64_t step = span * threadDepth / static_cast<int64_t>(count);
    for (size_t i = 0; i < count / threadDepth; ++i)
        for (int depth = 0; depth < threadDepth; ++depth)
            builder.addOp(track, static_cast<int64_t>(i) * step + depth, step * 9 / 10 - 2 * depth,
                          names[nextRandom() % names.size()], op, i, {});
}

RunPtr syntheticRun(size_t slices)
{
    auto run = std::make_shared<Run>();
    TimelineBuilder builder(*run);
    std::vector<StringId> kernels, ops;
    for (int i = 0; i < 300; ++i)
        kernels.push_back(builder.strings().intern("void library" + std::to_string(i % 17) + "::kernel_number_" +
                                                   std::to_string(i) + "<float, 128>(float const*, int)"));
    for (int i = 0; i < 200; ++i)
        ops.push_back(builder.strings().intern("aten::operator_" + std::to_string(i)));
    const size_t each = slices / (streams + threads * threadDepth);
    const int64_t span = 60'000'000'000;
    for (int s = 0; s < streams; ++s)
        addKernels(builder, kernels, s, each, span);
    for (int t = 0; t < threads; ++t)
        addCalls(builder, ops, t, each * threadDepth, span);
    Progress progress;
    if (!builder.finish(progress))
        return nullptr;
    return run;
}

/// Milliseconds of processor time of all threads and on the wall; on a busy machine only the first is meaningful.
struct Cost
{
    double cpu = 0;
    double wall = 0;
    Cost operator+(Cost other) const { return {cpu + other.cpu, wall + other.wall}; }
};

struct Times
{
    std::vector<double> cpu, wall;
    void add(Cost cost)
    {
        cpu.push_back(cost.cpu);
        wall.push_back(cost.wall);
    }
    static double at(std::vector<double> &ms, double share)
    {
        std::sort(ms.begin(), ms.end());
        return ms.empty() ? 0 : ms[std::min(ms.size() - 1, static_cast<size_t>(share * double(ms.size())))];
    }
};

double cpuMs()
{
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return double(t.tv_sec) * 1e3 + double(t.tv_nsec) / 1e6;
}

Cost costOf(const std::function<void()> &work)
{
    QElapsedTimer timer;
    timer.start();
    const double before = cpuMs();
    work();
    return {cpuMs() - before, double(timer.nsecsElapsed()) / 1e6};
}

void print(const char *what, Times &times, double limit)
{
    const double p99 = Times::at(times.wall, 0.99);
    std::printf("| %s | %zu | %.2f | %.2f | %.2f | %.2f |", what, times.cpu.size(), Times::at(times.cpu, 0.5),
                Times::at(times.cpu, 0.99), Times::at(times.wall, 0.5), p99);
    if (limit > 0)
        std::printf(" %.2f |\n", p99 / limit);
    else
        std::printf(" |\n");
    std::fflush(stdout);
}

/// Zooms from the whole run to single slices, with a few pans each.
std::vector<TimeRange> journey(TimeRange whole)
{
    std::vector<TimeRange> views;
    for (double length = double(whole.length()); length > 2000; length /= 1.5)
        for (int k = 0; k < 8; ++k) {
            const auto begin = static_cast<int64_t>((double(whole.length()) - length) * (0.1 + 0.1 * k));
            views.push_back({begin, begin + static_cast<int64_t>(length)});
        }
    return views;
}

void measureGeometry(TimelineView &view, const std::vector<TimeRange> &views, bool verbose)
{
    TimelineState &state = *view.state();
    const TimelineData &data = *state.data();
    const int height = screen.height(), width = screen.width(); // a canvas as large as the screen
    QImage image(width, height, QImage::Format_RGB32);
    FramePainter painter;
    LabelCache labels;
    labels.setUp(state.data(), view.font(), 1);
    MarksCache marks;
    Times layout, paint, both;
    size_t max = 0;
    const auto [first, last] = state.layout().rowsBetween(0, height);
    for (int round = 0; round < 2; ++round)
        for (TimeRange range : views) {
            marks.reset(&data, &state.layout(), TimeScale(range, width));
            std::atomic<size_t> count = 0;
            const Cost a = costOf([&, from = first, to = last] {
                marks.expect(from, to);
                parallelFor({from, to}, 4, [&](size_t r) { count += marks.of(r).marks.size(); });
            });
            const Cost b = costOf([&] {
                painter.paint(image, {&data, &state.layout(), &state.colours(), &Palette::current(), {0, height}, 1},
                              marks, labels);
            });
            if (round == 0)
                continue; // labels are rendered once
            max = std::max<size_t>(max, count);
            if (verbose)
                std::printf("%14.0f ns: layout %.2f, paint %.2f ms, %zu marks\n", double(range.length()), a.cpu, b.cpu,
                            count.load());
            layout.add(a);
            paint.add(b);
            both.add(a + b);
        }
    std::printf("\n%zu rows visible, at most %zu marks\n\n", last - first, max);
    std::printf("| what | frames | p50 cpu ms | p99 cpu ms | p50 wall ms | p99 wall ms | p99 wall / limit |\n"
                "|---|---|---|---|---|---|---|\n");
    print("layout (marks)", layout, 0);
    print("paint (marks to pixels)", paint, 0);
    print("layout + paint, limit 4", both, 4);
}

void measureWidget(TimelineView &view, const std::vector<TimeRange> &views)
{
    TimelineState &state = *view.state();
    Times frames, names, hover, scroll;
    auto settle = [&] { QApplication::processEvents(); };
    for (TimeRange range : views) {
        frames.add(costOf([&] {
            state.setVisible(range, TimelineState::Change::Steady);
            view.canvas()->repaint();
        }));
        names.add(costOf(settle)); // names that are new on the screen, after the picture without them
        for (int k = 0; k < 3; ++k) {
            const QPointF at(100 + nextRandom() % 1500, 20 + nextRandom() % 900);
            hover.add(costOf([&] {
                QMouseEvent move(QEvent::MouseMove, at, view.canvas()->mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                                 Qt::NoModifier);
                QApplication::sendEvent(view.canvas(), &move);
                settle();
            }));
        }
        for (int k = 1; k < 8; ++k)
            scroll.add(costOf([&] {
                state.setScroll(k % 2 ? 60 * k : 0);
                view.canvas()->repaint();
            }));
        state.setScroll(0);
        settle();
    }
    print("zoom or pan to painted widget, limit 4", frames, 4);
    print("… the frames with its new names behind it", names, 0);
    print("hover, limit 4", hover, 4);
    print("vertical scroll, limit 4", scroll, 4);
}

/// From the end of a pause in typing to the painted hits: the search itself runs in the background, the rest not.
void measureSearch(TimelineView &view, Session &session)
{
    const Run &run = *session.pane()->run();
    view.state()->setVisible(view.state()->data()->whole());
    QApplication::processEvents();
    for (const auto &[text, regex] : {std::pair("number_12", false), std::pair("o", false),
                                      std::pair("kernel_.*7<float|operator_1.$", true), std::pair(".*(a|k).*", true)}) {
        Times find, step, paint;
        for (int round = 0; round < 5; ++round) {
            std::optional<NameHits> hits;
            find.add(costOf([&, text = text, regex = regex] { hits = findNames(run, QLatin1String(text), regex); }));
            step.add(costOf([&] { nextHit(run, *hits, {}, 1); }));
            paint.add(costOf([&] {
                session.pane()->context().setHighlight({QString(), hits->names, &run});
                view.canvas()->repaint();
            }));
            QApplication::processEvents();
        }
        print(qPrintable(QStringLiteral("find `%1`, background").arg(QLatin1String(text))), find, 0);
        print("… first hit, background", step, 0);
        print("… hits to painted widget, limit 50", paint, 50);
    }
    session.pane()->context().clearHighlight();
}

/// Frames while idle time is left out of the axis.
void measureCollapsed(TimelineView &view, const std::vector<TimeRange> &views)
{
    TimelineState &state = *view.state();
    Times axis, frames;
    for (int64_t min : {10'000'000, 1'000'000, 100'000}) {
        axis.add(costOf([&] { state.setCollapseNs(min); }));
        for (TimeRange range : views)
            frames.add(costOf([&] {
                state.setVisible(range, TimelineState::Change::Steady);
                view.canvas()->repaint();
            }));
        std::printf("%zu breaks\n", state.axis().breaks().size());
    }
    state.setCollapseNs(0);
    print("collapsing idle time", axis, 0);
    print("collapsed, zoom or pan to painted widget, limit 5", frames, 5);
}

} // namespace

int main(int argc, char **argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    Theme::instance().install();
    const size_t slices = argc > 1 ? std::stoull(argv[1]) : 10'000'000;
    const RunPtr run = syntheticRun(slices);
    if (!run)
        return 1;
    TimelineDataPtr data;
    const Cost preparing = costOf([&] { data = makeTimelineData(run); });
    Session session;
    TimelineView view(session.pane());
    view.resize(screen);
    view.show();
    session.add(run);
    while (!view.state()->data())
        QApplication::processEvents();
    std::printf("%zu slices in %zu lanes; derived data: %.0f ms, %.2f bytes a slice\n", slices,
                run->timeline.lanes.size(), preparing.wall, double(data->memoryBytes()) / double(slices));
    const std::vector<TimeRange> views = journey(data->whole());
    measureGeometry(view, views, argc > 2);
    measureWidget(view, views);
    measureCollapsed(view, views);
    measureSearch(view, session);
    return 0;
}
