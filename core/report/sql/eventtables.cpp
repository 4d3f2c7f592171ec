// The tables of events as the file has them: slice, track, launch, operator, module, frame, counter, flow.

#include "core/report/sql/tablemaker.h"

#include "core/analysis/limits/work.h"
#include "core/analysis/modules/moduletree_build.h"
#include "core/model/nestedslices.h"

#include <QCoreApplication>

#include <algorithm>

namespace ws {
namespace {

std::string_view wordOf(TrackKind kind)
{
    constexpr std::string_view words[] = {"gpu", "gpu_annotation", "thread", "async"};
    return words[size_t(kind)];
}

/// The one that encloses the slice on its thread: rows of a thread are its depths.
EventRef parentOf(const Timeline &timeline, EventRef slice)
{
    const Track &track = timeline.track(slice);
    if (track.kind != TrackKind::CpuThread || slice.lane == track.firstLane || timeline.lane(slice).overflow)
        return {};
    const uint32_t above = slice.lane - 1;
    const Lane &lane = timeline.lanes[above];
    const size_t after = lane.firstStartingFrom(timeline.start(slice) + 1);
    if (after == 0 ||
        !isWithin(lane.start[after - 1], lane.endOf(after - 1), timeline.start(slice), timeline.end(slice)))
        return {};
    return {above, static_cast<uint32_t>(after - 1)};
}

void addSliceTable(const SqlRun &sqlRun, std::vector<SqlTable> &tables)
{
    SqlTableMaker maker(sqlRun, "slice",
                        QT_TRANSLATE_NOOP("Core", "every box of the timeline, also those that other tables have"));
    const Timeline &timeline = sqlRun.run().timeline;
    const auto lane = [&sqlRun, &timeline](size_t row) -> const Lane & { return timeline.lane(sqlRun.slice(row)); };
    const auto track = [&timeline, lane](size_t row) -> const Track & { return timeline.tracks[lane(row).track]; };
    maker.times([&sqlRun, &timeline](size_t row) { return timeline.start(sqlRun.slice(row)); },
                [&sqlRun, &timeline](size_t row) { return timeline.duration(sqlRun.slice(row)); });
    maker.named(
        "name", QT_TRANSLATE_NOOP("Core", "as in the file"),
        [&sqlRun, &timeline](size_t row) { return timeline.name(sqlRun.slice(row)); }, 1000);
    maker.named(
        "category", QT_TRANSLATE_NOOP("Core", "the file's word"),
        [&sqlRun, &timeline](size_t row) { return timeline.category(sqlRun.slice(row)).name; }, 10);
    maker.text("kind",
               QT_TRANSLATE_NOOP("Core", "what the category means: kernel, memcpy, memset, gpu_annotation, launch, "
                                         "operator, annotation, module, python, overhead or other"),
               [&sqlRun, &timeline](size_t row) { return sqlWord(timeline.category(sqlRun.slice(row)).kind); });
    maker.refersTo(
        "track", "track.id", QT_TRANSLATE_NOOP("Core", "its row of the timeline"),
        [lane](size_t row) { return lane(row).track; }, [&timeline] { return timeline.tracks.size(); }, 0, 20);
    maker.named(
        "process", QT_TRANSLATE_NOOP("Core", "of GPU work the device"), [track](size_t row) { return track(row).pid; },
        4);
    maker.named(
        "thread", QT_TRANSLATE_NOOP("Core", "of GPU work the stream"), [track](size_t row) { return track(row).tid; },
        20);
    maker.integer("depth", "", QT_TRANSLATE_NOOP("Core", "how many slices of its thread enclose it"),
                  [&sqlRun, track](size_t row) {
                      const Track &own = track(row);
                      return own.kind == TrackKind::CpuThread
                                 ? SqlCell(int64_t(sqlRun.slice(row).lane) - int64_t(own.firstLane))
                                 : SqlCell();
                  });
    maker.integer("parent", "slice.id", QT_TRANSLATE_NOOP("Core", "the innermost slice of its thread that encloses it"),
                  [&sqlRun, &timeline](size_t row) { return sqlRun.numberOf(parentOf(timeline, sqlRun.slice(row))); });
    SqlTimes &times = maker.timesOf();
    times.stretches = [&sqlRun]() -> const std::vector<size_t> & { return sqlRun.laneBegins(); };
    times.firstEnding = [&sqlRun, &timeline](size_t stretch, int64_t ns) {
        return sqlRun.laneBegins()[stretch] + (ns == INT64_MIN ? 0 : timeline.lanes[stretch].firstEndingAfter(ns - 1));
    };
    maker.addTo(tables, [&sqlRun] { return sqlRun.slices(); });
}

void addTrackTable(const SqlRun &sqlRun, std::vector<SqlTable> &tables)
{
    SqlTableMaker maker(sqlRun, "track", QT_TRANSLATE_NOOP("Core", "the rows of the timeline"));
    const Run &run = sqlRun.run();
    const auto &tracks = run.timeline.tracks;
    maker.text("kind", QT_TRANSLATE_NOOP("Core", "gpu, gpu_annotation, thread or async"),
               [&tracks](size_t row) { return wordOf(tracks[row].kind); });
    maker.named(
        "process", QT_TRANSLATE_NOOP("Core", "of GPU work the device"),
        [&tracks](size_t row) { return tracks[row].pid; }, 4);
    maker.text("process_name", QT_TRANSLATE_NOOP("Core", "as in the file"), [&run, &tracks](size_t row) {
        const auto found = std::ranges::find(run.timeline.processes, tracks[row].pid, &Process::pid);
        return found == run.timeline.processes.end() ? SqlCell() : sqlText(run, found->name);
    });
    maker.named(
        "thread", QT_TRANSLATE_NOOP("Core", "of GPU work the stream"),
        [&tracks](size_t row) { return tracks[row].tid; }, 20);
    maker.named(
        "name", QT_TRANSLATE_NOOP("Core", "of the thread, as in the file"),
        [&tracks](size_t row) { return tracks[row].label; }, 20);
    maker.integer("slices", "", QT_TRANSLATE_NOOP("Core", "how many boxes it has"),
                  [&tracks](size_t row) { return sqlNumber(tracks[row].sliceCount); });
    maker.addTo(tables, [&tracks] { return tracks.size(); });
}

void addLaunchTable(const SqlRun &sqlRun, std::vector<SqlTable> &tables)
{
    SqlTableMaker maker(sqlRun, "launch",
                        QT_TRANSLATE_NOOP("Core", "calls of the device's interface that have a correlation"));
    const Run &run = sqlRun.run();
    const Launches &launches = run.launches;
    maker.event([&launches](size_t row) { return launches.slice[row]; });
    maker.refersTo(
        "operator", "operator.id",
        QT_TRANSLATE_NOOP("Core", "that its External id names, else the innermost one around the call"),
        [&sqlRun, &launches](size_t row) { return sqlRun.operatorOf(launches.op[row]); },
        [&run] { return run.ops.size(); }, NeedsOperators);
    maker.refersTo(
        "module", "module.id", QT_TRANSLATE_NOOP("Core", "the innermost nn.Module around it on its thread"),
        [&sqlRun, &launches](size_t row) { return sqlRun.moduleOf(launches.module[row]); },
        [&sqlRun] { return sqlRun.modules().modules().size(); }, NeedsModules);
    maker.addTo(tables, [&launches] { return launches.size(); });
}

void addOperatorTable(const SqlRun &sqlRun, std::vector<SqlTable> &tables)
{
    SqlTableMaker maker(sqlRun, "operator", QT_TRANSLATE_NOOP("Core", "calls of operators of the framework (cpu_op)"));
    const Run &run = sqlRun.run();
    const CpuOps &ops = run.ops;
    const auto work = [&sqlRun](size_t row, int64_t CallWork::*figure) {
        const auto needed = sqlRun.workOf(row);
        return needed ? SqlCell((*needed).*figure) : SqlCell();
    };
    maker.event([&ops](size_t row) { return ops.slice[row]; });
    maker.refersTo(
        "module", "module.id", QT_TRANSLATE_NOOP("Core", "the innermost nn.Module around it on its thread"),
        [&sqlRun, &ops](size_t row) { return sqlRun.moduleOf(ops.module[row]); },
        [&sqlRun] { return sqlRun.modules().modules().size(); }, NeedsModules);
    maker.named(
        "shape", QT_TRANSLATE_NOOP("Core", "dimensions of its inputs"),
        [&ops](size_t row) { return row < ops.shape.size() ? ops.shape[row] : StringId(0); }, 200);
    maker.integer("sequence", "", QT_TRANSLATE_NOOP("Core", "number that forward and backward share"),
                  [&ops](size_t row) { return ops.sequence[row] < 0 ? SqlCell() : SqlCell(ops.sequence[row]); });
    maker.integer("flop", "FLOP", QT_TRANSLATE_NOOP("Core", "of the call, by the operation's definition"),
                  [work](size_t row) { return work(row, &CallWork::flop); });
    maker.integer("bytes", "bytes", QT_TRANSLATE_NOOP("Core", "that the call must move, by its definition"),
                  [work](size_t row) { return work(row, &CallWork::bytes); });
    maker.text("class",
               QT_TRANSLATE_NOOP("Core", "gemm, conv, attention, softmax, norm, elementwise, copy or reduce; only "
                                         "with numbers"),
               [&sqlRun](size_t row) {
                   const auto needed = sqlRun.workOf(row);
                   return needed ? SqlCell(nameOf(needed->kind)) : SqlCell();
               });
    maker.text(
        "call_stack", QT_TRANSLATE_NOOP("Core", "of its arguments, the innermost first"),
        [&run, &ops](size_t row) { return row < ops.callStack.size() ? sqlText(run, ops.callStack[row]) : SqlCell(); });
    maker.addTo(tables, [&ops] { return ops.size(); });
}

std::string pathOf(const SqlRun &sqlRun, uint32_t call)
{
    const NestedSlices &modules = sqlRun.modules().modules();
    const Run &run = sqlRun.run();
    std::string path;
    for (; call != noSlice; call = modules.parent(call))
        path = std::string(moduleClass(run.text(run.timeline.name(modules.slice(call))))) +
               (path.empty() ? "" : "/" + path);
    return path;
}

void addModuleTable(const SqlRun &sqlRun, std::vector<SqlTable> &tables)
{
    SqlTableMaker maker(sqlRun, "module", QT_TRANSLATE_NOOP("Core", "calls of nn.Module"), NeedsModules);
    const Run &run = sqlRun.run();
    const auto sliceOf = [&sqlRun](size_t row) { return sqlRun.modules().modules().slice(row); };
    const auto fullName = [&run, sliceOf](size_t row) { return run.text(run.timeline.name(sliceOf(row))); };
    maker.event(sliceOf);
    maker.text("class", QT_TRANSLATE_NOOP("Core", "LlamaDecoderLayer"),
               [fullName](size_t row) { return sqlText(moduleClass(fullName(row))); });
    maker.text("instance", QT_TRANSLATE_NOOP("Core", "LlamaDecoderLayer_7"),
               [fullName](size_t row) { return sqlText(moduleInstance(fullName(row))); });
    maker.refersTo(
        "parent", "module.id", QT_TRANSLATE_NOOP("Core", "the one that encloses it"),
        [&sqlRun](size_t row) { return sqlRun.modules().modules().parent(row); },
        [&sqlRun] { return sqlRun.modules().modules().size(); });
    maker.text("path", QT_TRANSLATE_NOOP("Core", "classes from the outermost on, Model/DecoderLayer/MLP"),
               [&sqlRun](size_t row) { return sqlText(pathOf(sqlRun, static_cast<uint32_t>(row))); });
    maker.addTo(
        tables, [&sqlRun] { return sqlRun.modules().modules().size(); },
        [&run] { return run.timeline.lanes.empty() ? size_t(0) : size_t(5000); });
}

/// "a/b.py(12): f" in its parts; empty for names that are none.
struct FrameParts
{
    std::string_view file, line, function;
    explicit FrameParts(std::string_view frame)
    {
        const size_t close = frame.find("): ");
        const size_t open = close == frame.npos ? close : frame.rfind('(', close);
        if (open == frame.npos || open + 1 == close)
            return;
        line = frame.substr(open + 1, close - open - 1);
        if (!std::ranges::all_of(line, [](char c) { return c >= '0' && c <= '9'; }) || line.size() > 9) {
            line = {};
            return;
        }
        file = frame.substr(0, open);
        function = frame.substr(close + 3);
    }
};

void addFrameTable(const SqlRun &sqlRun, std::vector<SqlTable> &tables)
{
    SqlTableMaker maker(sqlRun, "frame", QT_TRANSLATE_NOOP("Core", "calls of Python functions"), NeedsFrames);
    const Run &run = sqlRun.run();
    const auto sliceOf = [&sqlRun](size_t row) { return sqlRun.slice(sqlRun.frames()[row]); };
    const auto parts = [&run, sliceOf](size_t row) { return FrameParts(run.text(run.timeline.name(sliceOf(row)))); };
    maker.event(sliceOf);
    maker.text("file", QT_TRANSLATE_NOOP("Core", "of the source; not of built-in functions"),
               [parts](size_t row) { return sqlText(parts(row).file); });
    maker.integer("line", "", QT_TRANSLATE_NOOP("Core", "of the source"), [parts](size_t row) {
        const std::string line(parts(row).line);
        return line.empty() ? SqlCell() : SqlCell(int64_t(std::stol(line)));
    });
    maker.text("function", QT_TRANSLATE_NOOP("Core", "without file and line"),
               [parts](size_t row) { return sqlText(parts(row).function); });
    maker.integer("depth", "", QT_TRANSLATE_NOOP("Core", "how many slices of its thread enclose it"),
                  [&run, sliceOf](size_t row) {
                      const EventRef e = sliceOf(row);
                      return int64_t(e.lane) - int64_t(run.timeline.track(e).firstLane);
                  });
    SqlTimes &times = maker.timesOf();
    times.stretches = [&sqlRun]() -> const std::vector<size_t> & { return sqlRun.frameStretches(); };
    times.firstEnding = [&sqlRun, end = times.end](size_t stretch, int64_t ns) {
        size_t low = sqlRun.frameStretches()[stretch], high = sqlRun.frameStretches()[stretch + 1];
        if (low < high && sqlRun.run().timeline.lane(sqlRun.slice(sqlRun.frames()[low])).overflow)
            return low;
        while (low < high) {
            const size_t middle = (low + high) / 2;
            if (end(middle) >= ns)
                high = middle;
            else
                low = middle + 1;
        }
        return low;
    };
    maker.addTo(
        tables, [&sqlRun] { return sqlRun.frames().size(); }, [&sqlRun] { return sqlRun.slices() / 2 + 1; });
}

void addCounterTable(const SqlRun &sqlRun, std::vector<SqlTable> &tables)
{
    SqlTableMaker maker(sqlRun, "counter", QT_TRANSLATE_NOOP("Core", "values of counters over time"));
    const Run &run = sqlRun.run();
    std::vector<size_t> begins{0};
    for (const CounterSeries &series : run.timeline.counters)
        begins.push_back(begins.back() + series.time.size());
    const auto stretches = std::make_shared<const std::vector<size_t>>(std::move(begins));
    const auto seriesOf = [stretches](size_t row) {
        return static_cast<uint32_t>(std::ranges::upper_bound(*stretches, row) - stretches->begin() - 1);
    };
    const auto series = [&run, seriesOf](size_t row) -> const CounterSeries & {
        return run.timeline.counters[seriesOf(row)];
    };
    const auto time = [stretches, seriesOf, &run](size_t row) {
        const uint32_t s = seriesOf(row);
        return run.timeline.counters[s].time[row - (*stretches)[s]];
    };
    maker.integer("series", "", QT_TRANSLATE_NOOP("Core", "number of the curve"),
                  [seriesOf](size_t row) { return int64_t(seriesOf(row)); });
    maker.named(
        "process", QT_TRANSLATE_NOOP("Core", "as in the file"), [series](size_t row) { return series(row).pid; }, 4);
    maker.named(
        "name", QT_TRANSLATE_NOOP("Core", "of the counter"), [series](size_t row) { return series(row).name; }, 10);
    maker.named(
        "key", QT_TRANSLATE_NOOP("Core", "the counter's argument that the value is of"),
        [series](size_t row) { return series(row).key; }, 10);
    SqlTimes &times = maker.timesOf();
    times.startColumn = 5;
    maker.integer("time_ns", "ns", QT_TRANSLATE_NOOP("Core", "since the run's origin"),
                  [time](size_t row) { return time(row); });
    times.start = time;
    times.stretches = [stretches]() -> const std::vector<size_t> & { return *stretches; };
    maker.real("value", "", QT_TRANSLATE_NOOP("Core", "from this time on, in the counter's own unit"),
               [stretches, seriesOf, &run](size_t row) {
                   const uint32_t s = seriesOf(row);
                   return run.timeline.counters[s].value[row - (*stretches)[s]];
               });
    maker.addTo(tables, [stretches] { return stretches->back(); });
}

void addFlowTable(const SqlRun &sqlRun, std::vector<SqlTable> &tables)
{
    SqlTableMaker maker(sqlRun, "flow", QT_TRANSLATE_NOOP("Core", "ends of arrows between events, as in the file"));
    const Run &run = sqlRun.run();
    const Flows &flows = run.timeline.flows;
    maker.integer("flow", "", QT_TRANSLATE_NOOP("Core", "number that the ends of an arrow share within a category"),
                  [&flows](size_t row) { return sqlNumber(flows.id[row]); });
    maker.text("kind", QT_TRANSLATE_NOOP("Core", "start, step or end"), [&flows](size_t row) -> SqlCell {
        constexpr std::string_view words[] = {"start", "step", "end"};
        return words[std::min<size_t>(flows.kind[row], 2)];
    });
    maker.timesOf().startColumn = 3;
    maker.integer("time_ns", "ns", QT_TRANSLATE_NOOP("Core", "since the run's origin"),
                  [&flows](size_t row) { return flows.time[row]; });
    maker.timesOf().start = [&flows](size_t row) { return flows.time[row]; };
    maker.refersTo(
        "track", "track.id", QT_TRANSLATE_NOOP("Core", "its row of the timeline"),
        [&flows](size_t row) { return flows.track[row]; }, [&run] { return run.timeline.tracks.size(); }, 0, 20);
    maker.named(
        "category", QT_TRANSLATE_NOOP("Core", "the file's word"),
        [&run, &flows](size_t row) { return run.timeline.categories[flows.category[row]].name; }, 5);
    maker.addTo(tables, [&flows] { return flows.size(); });
}

} // namespace

std::string_view sqlWord(CategoryKind kind)
{
    constexpr std::string_view words[] = {"other",    "kernel",     "memcpy", "memset", "gpu_annotation", "launch",
                                          "operator", "annotation", "module", "python", "overhead"};
    return words[size_t(kind)];
}

void addEventTables(const SqlRun &run, std::vector<SqlTable> &tables)
{
    addLaunchTable(run, tables);
    addOperatorTable(run, tables);
    addModuleTable(run, tables);
    addFrameTable(run, tables);
    addSliceTable(run, tables);
    addTrackTable(run, tables);
    addCounterTable(run, tables);
    addFlowTable(run, tables);
}

std::vector<SqlTable> sqlTables(const SqlRun &run)
{
    std::vector<SqlTable> tables;
    addWorkTables(run, tables);
    addEventTables(run, tables);
    addDerivedTables(run, tables);
    return tables;
}

} // namespace ws
