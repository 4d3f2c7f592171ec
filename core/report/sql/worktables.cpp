// The tables of the device's work: gpu, collective, gap.

#include "core/report/sql/tablemaker.h"

#include "core/analysis/collectives/collectives.h"
#include "core/base/texts.h"
#include "core/report/gapreport.h"

#include <QCoreApplication>

#include <cmath>

namespace ws {
namespace {

SqlCell figureOf(const ValueColumn<float> &column, size_t row)
{
    return row < column.size() && !std::isnan(column[row]) ? SqlCell(double(column[row])) : SqlCell();
}

/// The activity's part of what all calls of its operator with these shapes need, by time.
SqlCell needOf(const SqlRun &sqlRun, size_t row, int64_t CallWork::*figure)
{
    const Limits &limits = sqlRun.limits();
    const uint32_t place = limits.provenRowOf(row);
    if (place == noLimitRow)
        return {};
    const LimitRow &need = limits.rows[place];
    if (need.gpuNs <= 0)
        return {};
    return double(need.work.*figure) * double(need.calls) * double(sqlRun.run().gpu.duration[row]) / double(need.gpuNs);
}

/// End of the launching call → begin of the work.
SqlCell delayOf(const Run &run, size_t row)
{
    const uint32_t launch = run.gpu.launch[row];
    if (launch == noLaunch || !run.launches.slice[launch].valid())
        return {};
    return run.gpu.start[row] - run.timeline.end(run.launches.slice[launch]);
}

std::string_view kindOf(CategoryKind kind)
{
    return kind == CategoryKind::Memcpy ? "memcpy" : kind == CategoryKind::Memset ? "memset" : "kernel";
}

std::string_view howOf(Attribution::How how)
{
    return how == Attribution::How::Exact ? "exact" : how == Attribution::How::Inferred ? "inferred" : "";
}

/// A stage or a substage; rows can be found by it.
void addLabel(SqlTableMaker &maker, const SqlRun &sqlRun, const char *name, const char *meaning,
              uint32_t (SqlRun::*label)(size_t) const)
{
    maker.text(
        name, meaning,
        [&sqlRun, label](size_t row) { return sqlText(std::string_view(sqlRun.stageLabels()[(sqlRun.*label)(row)])); },
        NeedsStages);
    SqlKey &key = maker.last().key;
    key.of = [&sqlRun, label](size_t row) { return (sqlRun.*label)(row); };
    key.count = [&sqlRun] { return sqlRun.stageLabels().size(); };
    key.text = [&sqlRun](uint32_t text) { return std::string_view(sqlRun.stageLabels()[text]); };
    key.find = [&sqlRun](std::string_view text) { return sqlRun.findStage(text); };
    key.values = 20;
}

/// Where the work comes from.
void addOrigins(SqlTableMaker &maker, const SqlRun &sqlRun)
{
    const Run &run = sqlRun.run();
    const GpuWork &gpu = run.gpu;
    maker.refersTo(
        "launch", "launch.id", QT_TRANSLATE_NOOP("Core", "the call that launched it"),
        [&gpu](size_t row) { return gpu.launch[row]; }, [&run] { return run.launches.size(); });
    maker.integer("delay_ns", "ns",
                  QT_TRANSLATE_NOOP("Core", "end of the launching call to the begin of the work; negative: it began "
                                            "before the call returned"),
                  [&run](size_t row) { return delayOf(run, row); });
    maker.refersTo(
        "operator", "operator.id", QT_TRANSLATE_NOOP("Core", "the operator that launched it"),
        [&sqlRun, &gpu](size_t row) { return sqlRun.operatorOf(gpu.op[row]); }, [&run] { return run.ops.size(); },
        NeedsOperators);
    maker.refersTo(
        "module", "module.id", QT_TRANSLATE_NOOP("Core", "the nn.Module that it belongs to"),
        [&sqlRun](size_t row) { return sqlRun.modules().module(row); },
        [&sqlRun] { return sqlRun.modules().modules().size(); }, NeedsModules, 1000);
    maker.text(
        "module_how",
        QT_TRANSLATE_NOOP("Core", "exact: launched within the module; inferred: by an operator, a link of the "
                                  "backward pass or a graph"),
        [&sqlRun](size_t row) { return sqlText(howOf(sqlRun.modules().how(row))); }, NeedsModules);
    maker.refersTo(
        "layer", "", QT_TRANSLATE_NOOP("Core", "number within its step, inferred from names that repeat"),
        [&sqlRun](size_t row) { return sqlRun.layer(row); }, [&gpu] { return gpu.size(); }, NeedsLayers, 50);
    maker.refersTo(
        "step", "step.id", QT_TRANSLATE_NOOP("Core", "the step that launched it"),
        [&sqlRun](size_t row) { return sqlRun.steps().of(row); }, [&sqlRun] { return sqlRun.steps().steps.size(); },
        NeedsSteps, 50);
    addLabel(maker, sqlRun, "stage", QT_TRANSLATE_NOOP("Core", "by the mapping in force"), &SqlRun::stage);
    addLabel(maker, sqlRun, "substage", QT_TRANSLATE_NOOP("Core", "by the mapping in force"), &SqlRun::substage);
}

void addGpuTable(const SqlRun &sqlRun, std::vector<SqlTable> &tables)
{
    SqlTableMaker maker(sqlRun, "gpu", QT_TRANSLATE_NOOP("Core", "work of the devices: kernels, copies, sets"));
    const Run &run = sqlRun.run();
    const GpuWork &gpu = run.gpu;
    maker.integer("slice", "slice.id", QT_TRANSLATE_NOOP("Core", "its box in the timeline"),
                  [&sqlRun, &gpu](size_t row) { return sqlRun.numberOf(gpu.slice[row]); });
    maker.times([&gpu](size_t row) { return gpu.start[row]; }, [&gpu](size_t row) { return gpu.duration[row]; });
    maker.timesOf().isAscending = true;
    maker.named(
        "name", QT_TRANSLATE_NOOP("Core", "as in the file; short_name() makes it readable"),
        [&gpu](size_t row) { return gpu.name[row]; }, 300);
    maker.text("kind", QT_TRANSLATE_NOOP("Core", "kernel, memcpy or memset"),
               [&gpu](size_t row) { return kindOf(gpu.kind[row]); });
    maker.named(
        "device", QT_TRANSLATE_NOOP("Core", "as in the file, a text: '0'"),
        [&gpu](size_t row) { return gpu.devices[gpu.device(row)]; }, 2);
    maker.named(
        "stream", QT_TRANSLATE_NOOP("Core", "as in the file, a text: '7'"),
        [&gpu](size_t row) { return gpu.streams[gpu.stream[row]].stream; }, 4);
    maker.named(
        "rank", QT_TRANSLATE_NOOP("Core", "of the device, in a file that several ranks share"),
        [&gpu](size_t row) { return gpu.device(row) < gpu.ranks.size() ? gpu.ranks[gpu.device(row)] : StringId(0); },
        4);
    addOrigins(maker, sqlRun);
    maker.real(
        "flop", "FLOP",
        QT_TRANSLATE_NOOP("Core", "of its operator by definition, divided among the operator's kernels by time"),
        [&sqlRun](size_t row) { return needOf(sqlRun, row, &CallWork::flop); }, NeedsLimits);
    maker.real(
        "bytes", "bytes", QT_TRANSLATE_NOOP("Core", "that its operator must move, divided likewise"),
        [&sqlRun](size_t row) { return needOf(sqlRun, row, &CallWork::bytes); }, NeedsLimits);
    maker.named(
        "grid", QT_TRANSLATE_NOOP("Core", "grid and block of the launch"),
        [&gpu](size_t row) { return row < gpu.grid.size() ? gpu.grid[row] : StringId(0); }, 100);
    maker.real("occupancy", "%", QT_TRANSLATE_NOOP("Core", "estimated by the profiler"),
               [&gpu](size_t row) { return figureOf(gpu.occupancy, row); });
    maker.real("blocks_per_sm", "", QT_TRANSLATE_NOOP("Core", "as in the file"),
               [&gpu](size_t row) { return figureOf(gpu.blocksPerSm, row); });
    maker.integer("graph_node", "", QT_TRANSLATE_NOOP("Core", "graph and node in one number, of graphs' kernels"),
                  [&gpu](size_t row) {
                      return row < gpu.graphNode.size() && gpu.graphNode[row] ? sqlNumber(gpu.graphNode[row])
                                                                              : SqlCell();
                  });
    maker.addTo(tables, [&gpu] { return gpu.size(); });
}

void addCollectiveTable(const SqlRun &sqlRun, std::vector<SqlTable> &tables)
{
    SqlTableMaker maker(sqlRun, "collective", QT_TRANSLATE_NOOP("Core", "kernels of communication"), NeedsCollectives);
    const Run &run = sqlRun.run();
    const GpuWork &gpu = run.gpu;
    const auto activity = [&sqlRun](size_t row) { return sqlRun.collectives().activities[row]; };
    const auto kind = [&sqlRun](size_t row) -> const CollectiveKind & {
        return sqlRun.collectives().kinds[sqlRun.collectives().kind[row]];
    };
    const auto bandwidth = [&gpu, activity, kind](size_t row) -> std::optional<double> {
        const int64_t ns = gpu.duration[activity(row)];
        return kind(row).bytes && ns > 0 ? std::optional(double(*kind(row).bytes) / double(ns)) : std::nullopt;
    };
    maker.refersTo("gpu", "gpu.id", QT_TRANSLATE_NOOP("Core", "the kernel"), activity, [&gpu] { return gpu.size(); });
    maker.integer("slice", "slice.id", QT_TRANSLATE_NOOP("Core", "its box in the timeline"),
                  [&sqlRun, &gpu, activity](size_t row) { return sqlRun.numberOf(gpu.slice[activity(row)]); });
    maker.times([&gpu, activity](size_t row) { return gpu.start[activity(row)]; },
                [&gpu, activity](size_t row) { return gpu.duration[activity(row)]; });
    maker.timesOf().isAscending = true;
    maker.named(
        "name", QT_TRANSLATE_NOOP("Core", "of the kernel, as in the file"),
        [&gpu, activity](size_t row) { return gpu.name[activity(row)]; }, 20);
    maker.named(
        "device", QT_TRANSLATE_NOOP("Core", "as in the file, a text: '0'"),
        [&gpu, activity](size_t row) { return gpu.devices[gpu.device(activity(row))]; }, 2);
    maker.text("collective", QT_TRANSLATE_NOOP("Core", "allreduce, allgather, reducescatter, alltoall, broadcast …"),
               [kind](size_t row) { return sqlText(std::string_view(kind(row).collective)); });
    maker.integer("bytes", "bytes", QT_TRANSLATE_NOOP("Core", "of the message: the larger one of input and output"),
                  [kind](size_t row) { return sqlOptional(kind(row).bytes); });
    maker.text("type", QT_TRANSLATE_NOOP("Core", "of the elements, as in the file"),
               [kind](size_t row) { return sqlText(std::string_view(kind(row).args.dtype)); });
    maker.integer("group_size", "", QT_TRANSLATE_NOOP("Core", "ranks that take part"),
                  [kind](size_t row) { return sqlOptional(kind(row).groupSize); });
    maker.text("group_name", QT_TRANSLATE_NOOP("Core", "description of the group, else its name"), [kind](size_t row) {
        const CollectiveArgs &args = kind(row).args;
        return sqlText(std::string_view(args.groupDescription.empty() ? args.group : args.groupDescription));
    });
    maker.integer("number", "", QT_TRANSLATE_NOOP("Core", "of the collective within its group"), [&sqlRun](size_t row) {
        const int64_t number = sqlRun.collectives().number[row];
        return number < 0 ? SqlCell() : SqlCell(number);
    });
    maker.real("algorithm_bandwidth", "GB/s",
               QT_TRANSLATE_NOOP("Core", "size by time; the time holds waits for others"),
               [bandwidth](size_t row) { return sqlOptional(bandwidth(row)); });
    maker.real("bus_bandwidth", "GB/s", QT_TRANSLATE_NOOP("Core", "what each link carries, as nccl-tests has it"),
               [bandwidth, kind](size_t row) {
                   const auto algorithmic = bandwidth(row);
                   const auto factor = busFactor(kind(row).collective, kind(row).groupSize);
                   return algorithmic && factor ? SqlCell(*algorithmic * *factor) : SqlCell();
               });
    maker.setFoundInWork();
    maker.addTo(
        tables, [&sqlRun] { return sqlRun.collectives().size(); }, [&gpu] { return gpu.size() / 50 + 1; });
}

void addGapTable(const SqlRun &sqlRun, std::vector<SqlTable> &tables)
{
    SqlTableMaker maker(sqlRun, "gap", QT_TRANSLATE_NOOP("Core", "when a device is idle between work, and why"),
                        NeedsGaps);
    const Run &run = sqlRun.run();
    const auto gap = [&sqlRun](size_t row) -> const Gap & { return sqlRun.gaps().gaps[row]; };
    maker.times([gap](size_t row) { return gap(row).startNs; }, [gap](size_t row) { return gap(row).durationNs; });
    maker.named(
        "device", QT_TRANSLATE_NOOP("Core", "as in the file, a text: '0'"),
        [&run, gap](size_t row) { return run.gpu.devices[gap(row).device]; }, 2);
    maker.text("cause",
               QT_TRANSLATE_NOOP("Core", "late: launched too late; blocking: calls waited meanwhile; before: launched "
                                         "before and held back; NULL: cannot be told"),
               [gap](size_t row) {
                   return gap(row).cause == GapCause::Unknown ? SqlCell() : SqlCell(gapCauseId(gap(row).cause));
               });
    maker.text(
        "fill",
        QT_TRANSLATE_NOOP("Core", "what fills more than half of it: profiler, capture, launch-call, latency, starting"),
        [gap](size_t row) { return sqlText(gapFillId(gap(row).fill)); });
    maker.integer("evidence", "slice.id", QT_TRANSLATE_NOOP("Core", "the slice that tells the cause"),
                  [&sqlRun, gap](size_t row) { return sqlRun.numberOf(gap(row).evidence); });
    maker.text("evidence_name", QT_TRANSLATE_NOOP("Core", "its name"), [&run, gap](size_t row) {
        const EventRef evidence = gap(row).evidence;
        return evidence.valid() ? sqlText(run, run.timeline.name(evidence)) : SqlCell();
    });
    maker.integer("evidence_ns", "ns", QT_TRANSLATE_NOOP("Core", "how long it runs within the gap"),
                  [gap](size_t row) { return gap(row).evidenceNs ? SqlCell(gap(row).evidenceNs) : SqlCell(); });
    maker.refersTo(
        "ended_by", "gpu.id", QT_TRANSLATE_NOOP("Core", "the first work after it"),
        [gap](size_t row) { return gap(row).endedBy; }, [&run] { return run.gpu.size(); });
    maker.text("why", QT_TRANSLATE_NOOP("Core", "the evidence in words"),
               [&run, gap](size_t row) { return sqlText(gapEvidenceText(run, gap(row), nullptr).toStdString()); });
    maker.setFoundInWork();
    maker.addTo(
        tables, [&sqlRun] { return sqlRun.gaps().gaps.size(); }, [&run] { return run.gpu.size() / 2 + 1; });
}

} // namespace

void addWorkTables(const SqlRun &run, std::vector<SqlTable> &tables)
{
    addGpuTable(run, tables);
    addGapTable(run, tables);
    addCollectiveTable(run, tables);
}

} // namespace ws
