#include "core/report/stepreport.h"

#include "core/report/devicenames.h"
#include "core/report/overviewfacts.h"

#include "core/analysis/gpuscan.h"
#include "core/analysis/steps/phasetimes.h"
#include "core/base/format.h"
#include "core/model/devicewords.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace ws {
namespace {

using StepColumns = std::vector<RowColumn<Step>>;

class StepReport
{
    Q_DECLARE_TR_FUNCTIONS(StepReport)
public:
    static StepColumns columns(const std::shared_ptr<const Run> &run, const Steps *steps);
    static void addDevices(ReportTable &table, const std::shared_ptr<const Steps> &steps);
    static void addDevicesOfWork(ReportTable &table, const std::shared_ptr<const Steps> &steps);
    static ReportCell outsideCell(const ReportTable &table, const Steps &steps, size_t column);
};

ReportCell orNothing(const std::optional<int64_t> &value)
{
    return value ? ReportCell(*value) : ReportCell();
}

/// A time: known only when the step has work.
auto gpuPlace(int64_t Step::*ns)
{
    return [ns](const Step &step) { return step.activities ? ReportCell(step.*ns) : ReportCell(); };
}

/// Nothing without tokens or time.
template <class Rate> ReportCell tokenRate(const Step &step, Rate rate)
{
    const int64_t ns = std::max(step.wall.length(), step.gpuEndNs - step.gpuStartNs);
    return step.tokens.value_or(0) > 0 && ns > 0 ? ReportCell(rate(double(*step.tokens), double(ns))) : ReportCell();
}

double shareOf(int64_t ns, int64_t all)
{
    return all ? static_cast<double>(ns) / static_cast<double>(all) : 0.0;
}

int64_t allWork(const Steps &steps)
{
    int64_t sum = steps.outsideNs;
    for (const Step &step : steps.steps)
        sum += step.gpuNs;
    return sum;
}

StepColumns StepReport::columns(const std::shared_ptr<const Run> &run, const Steps *steps)
{
    const int64_t allNs = steps ? allWork(*steps) : 0;
    return {
        {{"number", tr("No."), CellKind::Count, tr("Of the step, as in the charts and the chooser of steps")},
         [steps](const Step &step) { return int64_t(&step - steps->steps.data()) + 1; }},
        {{"name", tr("Step"), CellKind::Name}, [run](const Step &step) { return run->text(step.name); }},
        {{"phase", tr("Phase")}, [](const Step &step) { return phaseText(step.phase); }},
        {{"batch", tr("Batch"), CellKind::Count}, [](const Step &step) { return orNothing(step.batch); }},
        {{"tokens", tr("Tokens"), CellKind::Count}, [](const Step &step) { return orNothing(step.tokens); }},
        {{"start_ns", tr("Start"), CellKind::Time, tr("On the CPU, since the run's first event")},
         [](const Step &step) { return step.wall.begin; }},
        {{"wall_ns", tr("Wall"), CellKind::Time, tr("Time on the CPU"), false, true},
         [](const Step &step) { return step.wall.length(); }},
        {{"gpu_start_ns", tr("GPU from"), CellKind::Time, tr("First start of its GPU work")},
         gpuPlace(&Step::gpuStartNs)},
        {{"gpu_end_ns", tr("GPU to"), CellKind::Time, tr("Last end of its GPU work")}, gpuPlace(&Step::gpuEndNs)},
        {{"gpu_ns", tr("GPU work"), CellKind::Time, tr("Summed duration of its GPU work"), false, true},
         [](const Step &step) { return step.gpuNs; }},
        {{"gpu_busy_ns", tr("GPU busy"), CellKind::Time, tr("Time in which any of its work ran"), false, true},
         [](const Step &step) { return step.gpuBusyNs; }},
        {{"share", tr("Of GPU work"), CellKind::Share, tr("Of the summed duration of all GPU work"), false, true},
         [allNs](const Step &step) { return shareOf(step.gpuNs, allNs); }},
        {{"activities", tr("Activities"), CellKind::Count, tr("Kernels, copies and fills"), false, true},
         [](const Step &step) { return countCell(step.activities); }},
        {{"tokens_per_s", tr("Tokens/s"), CellKind::Number, tr("Tokens by the longer of wall and GPU extent")},
         [](const Step &step) { return tokenRate(step, [](double tokens, double ns) { return tokens / ns * 1e9; }); }},
        {{"us_per_token", tr("µs/token"), CellKind::Number, tr("The longer of wall and GPU extent, by tokens")},
         [](const Step &step) { return tokenRate(step, [](double tokens, double ns) { return ns / 1e3 / tokens; }); }},
    };
}

ReportCell StepReport::outsideCell(const ReportTable &table, const Steps &steps, size_t column)
{
    const std::string &id = table.columns[column].id;
    if (id == "name")
        return tr("(outside any step)");
    if (id == "gpu_ns")
        return steps.outsideNs;
    if (id == "share")
        return shareOf(steps.outsideNs, allWork(steps));
    return id == "activities" ? countCell(steps.outsideActivities) : ReportCell();
}

/// Periods are of one device each, and their times are the GPU's.
void StepReport::addDevices(ReportTable &table, const std::shared_ptr<const Steps> &steps)
{
    const size_t device = table.columns.size();
    table.columns.push_back({"device", tr("Device")});
    const auto withDevice = [run = table.run, steps, device](const auto &cell) {
        return [=](size_t row, size_t column) {
            if (column != device)
                return cell(row, column);
            const bool isStep = row < steps->steps.size() && steps->steps[row].slice.valid();
            return isStep ? ReportCell(run->text(run->timeline.track(steps->steps[row].slice).pid)) : ReportCell();
        };
    };
    table.cell = withDevice(table.cell);
    table.fileCell = withDevice(table.fileCell);
    table.columns[static_cast<size_t>(table.columnOf("start_ns"))].toolTip =
        tr("On the GPU, since the run's first event");
    table.columns[static_cast<size_t>(table.columnOf("wall_ns"))].toolTip = tr("To the begin of the next one");
}

/// By step, the devices that its work ran on: of a file of several ranks that of its rank. Empty: all steps have the
/// same.
std::vector<std::vector<uint16_t>> devicesOfSteps(const Run &run, const Steps &steps)
{
    std::vector<std::vector<uint16_t>> devices(steps.steps.size());
    for (size_t i = 0; i < steps.ofActivity.size(); ++i)
        if (const uint32_t step = steps.of(i); step != noStep)
            if (std::vector<uint16_t> &own = devices[step]; std::ranges::find(own, run.gpu.device(i)) == own.end())
                own.push_back(run.gpu.device(i));
    const std::vector<uint16_t> *first = nullptr;
    bool areSame = true;
    for (std::vector<uint16_t> &own : devices) {
        std::ranges::sort(own);
        if (own.empty())
            continue;
        areSame = areSame && (!first || *first == own);
        first = &own;
    }
    if (areSame)
        devices.clear();
    return devices;
}

/// Where steps differ in them: else rows of several ranks look alike.
void StepReport::addDevicesOfWork(ReportTable &table, const std::shared_ptr<const Steps> &steps)
{
    const auto devices = std::make_shared<const std::vector<std::vector<uint16_t>>>(devicesOfSteps(*table.run, *steps));
    if (devices->empty())
        return;
    const size_t column = table.columns.size();
    table.columns.push_back({"device", tr("Device"), CellKind::Text, tr("On which its GPU work runs")});
    const auto withDevice = [run = table.run, devices, column](const auto &cell) {
        return [=](size_t row, size_t of) {
            if (of != column)
                return cell(row, of);
            QStringList titles;
            for (size_t k = 0; row < devices->size() && k < (*devices)[row].size(); ++k)
                titles << deviceTitle(*run, (*devices)[row][k]);
            return titles.isEmpty() ? ReportCell() : ReportCell(titles.join(QStringLiteral(", ")));
        };
    };
    table.cell = withDevice(table.cell);
    table.fileCell = withDevice(table.fileCell);
}

/// Places and lengths are compared along the row.
void shareStepUnits(ReportTable &table)
{
    chooseUnits(table);
    shareLargestUnit(table, {"start_ns", "gpu_start_ns", "gpu_end_ns"});
    shareLargestUnit(table, {"wall_ns", "gpu_ns", "gpu_busy_ns", "compute_ns", "exposed_comm_ns", "exposed_memcpy_ns",
                             "idle_ns", "gpu_extent_ns"});
}

} // namespace

ReportTable stepReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const Steps> &steps)
{
    ReportTable table{QStringLiteral("steps"), StepReport::tr("Steps"), run};
    if (!steps) {
        setRows<Step>(table, StepReport::columns(run, nullptr), nullptr);
        return table;
    }
    setRows<Step>(table, StepReport::columns(run, steps.get()), {steps, &steps->steps});
    setDecimals(table, {"tokens_per_s", "us_per_token"}, 1);
    const auto ofStep = table.cell;
    const ReportTable described = table;
    table.cell = [=](size_t row, size_t column) {
        return row < steps->steps.size() ? ofStep(row, column) : StepReport::outsideCell(described, *steps, column);
    };
    const auto phase = static_cast<size_t>(table.columnOf("phase"));
    table.fileCell = [cell = table.cell, described, steps, phase, count = steps->steps.size()](size_t row,
                                                                                               size_t column) {
        if (row < count && column == phase)
            return ReportCell(std::string_view(steps->steps[row].phase));
        const ReportCell value = cell(row, column);
        const bool isTime = described.columns[column].kind == CellKind::Time; // 0 for a step without GPU work
        return row < count && isTime && value.index() == 0 ? ReportCell(int64_t(0)) : value;
    };
    table.rowCount += 1;
    table.restRows = 1;
    steps->arePeriods ? StepReport::addDevices(table, steps) : StepReport::addDevicesOfWork(table, steps);
    if (!steps->problem.isEmpty())
        table.notes << steps->problem;
    if (const QString note = stepWorkNote(*run, *steps); !note.isEmpty())
        table.notes << note;
    nameDevice(table);
    shareStepUnits(table);
    return table;
}

std::shared_ptr<const std::vector<uint32_t>> stepRowsWithin(const Steps &steps, const StepScope &scope)
{
    auto rows = std::make_shared<std::vector<uint32_t>>();
    for (uint32_t k = 0; k < steps.steps.size(); ++k) {
        const Step &step = steps.steps[k];
        const bool isInRange = !scope.range ||
                               (step.wall.length() > 0 && intersects(*scope.range, step.wall.begin, step.wall.end)) ||
                               (step.activities > 0 && intersects(*scope.range, step.gpuStartNs, step.gpuEndNs));
        if (isInRange && (scope.step == noStep || scope.step == k) &&
            (scope.phase.empty() || scope.phase == step.phase))
            rows->push_back(k);
    }
    return rows;
}

bool areIterationsOfDevice(const Run &run, const Steps &steps)
{
    return !steps.steps.empty() && steps.steps.front().slice.valid() &&
           run.text(run.timeline.category(steps.steps.front().slice).name) == "Iteration Time";
}

/// A flow from the end of an iteration to the begin of the next one's data, "Data_aug Bound 3".
InputWait inputWait(const Run &run, const Steps &steps)
{
    if (!areIterationsOfDevice(run, steps))
        return {};
    const Flows &flows = run.timeline.flows;
    std::map<uint64_t, TimeRange> waits;
    for (size_t i = 0; i < flows.size(); ++i) {
        if (run.text(run.timeline.categories[flows.category[i]].name) != "Data_aug Bound")
            continue;
        TimeRange &wait = waits.try_emplace(flows.id[i], TimeRange{flows.time[i], flows.time[i]}).first->second;
        wait.begin = std::min(wait.begin, flows.time[i]);
        wait.end = std::max(wait.end, flows.time[i]);
    }
    InputWait sum;
    for (const auto &[id, wait] : waits)
        sum.waitNs = saturatingAdd(sum.waitNs, wait.length());
    for (const ws::Step &step : steps.steps)
        sum.stepNs = saturatingAdd(sum.stepNs, step.wall.length());
    return sum;
}

QString inputWaitNote(const Run &run, const Steps &steps)
{
    constexpr double least = 0.02; // of the iterations and the waits
    const InputWait wait = inputWait(run, steps);
    if (wait.share() < least)
        return {};
    return StepReport::tr(
               "Behind it %1 pass until the next iteration begins, %2 of the time from one begin to the next: "
               "msprof calls that Data_aug Bound, the wait for the next data.")
        .arg(formatRounded(wait.waitNs), formatPercent(wait.share()));
}

QString stepWorkNote(const Run &run, const Steps &steps)
{
    if (!steps.isByTime)
        return {};
    if (areIterationsOfDevice(run, steps))
        return StepReport::tr("A step is an iteration as msprof tells it, with the NPU work that begins within it.");
    return forDevice(StepReport::tr("Nothing in the file links GPU work to the step that launched it: a step has the "
                                    "work that begins in its time on the CPU."),
                     run);
}

void addSplitColumns(ReportTable &table, const std::vector<StepSplit> &splits)
{
    struct Part
    {
        const char *id;
        QString title, toolTip;
        int64_t BusySplit::*ns;
    };
    constexpr size_t partCount = 5;
    const Part parts[partCount] = {
        {"compute_ns", StepReport::tr("Computation"), {}, &BusySplit::computeNs},
        {"exposed_comm_ns", StepReport::tr("Exposed communication"), StepReport::tr("Not below computation"),
         &BusySplit::exposedCommNs},
        {"exposed_memcpy_ns", StepReport::tr("Exposed copies"),
         StepReport::tr("Below neither computation nor communication"), &BusySplit::exposedCopyNs},
        {"idle_ns", StepReport::tr("Idle"), StepReport::tr("Between the first start and the last end of its work"),
         &BusySplit::idleNs},
        {"gpu_extent_ns", StepReport::tr("GPU extent"),
         StepReport::tr("From the first start to the last end of its work, on several devices added up: computation, "
                        "exposed communication, exposed copies and idle time together"),
         &BusySplit::spanNs},
    };
    const size_t first = table.columns.size(), steps = table.rowCount;
    const auto sums = std::make_shared<std::vector<std::array<int64_t, partCount>>>(steps);
    for (size_t k = 0; k < partCount; ++k) {
        table.columns.push_back({parts[k].id, parts[k].title, CellKind::Time, parts[k].toolTip, false, true});
        for (const StepSplit &split : splits)
            (*sums)[split.step][k] = saturatingAdd((*sums)[split.step][k], split.split.*parts[k].ns);
    }
    const size_t rest = table.restRows;
    const auto with = [first, sums, rest](const auto &cell) {
        return [=](size_t row, size_t column) -> ReportCell {
            if (column < first || column >= first + partCount)
                return cell(row, column);
            return row + rest < sums->size() ? ReportCell((*sums)[row][column - first]) : ReportCell();
        };
    };
    table.fileCell = with(table.fileCell ? table.fileCell : table.cell);
    table.cell = with(table.cell);
    if (const QString note = ownWorkNote(splits); !note.isEmpty())
        table.notes << note;
    shareStepUnits(table);
}

QString ownWorkNote(const std::vector<StepSplit> &splits)
{
    std::vector<const StepSplit *> byBegin;
    for (const StepSplit &split : splits)
        byBegin.push_back(&split);
    std::ranges::stable_sort(byBegin, {}, [](const StepSplit *s) { return std::pair(s->device, s->split.firstNs); });
    std::set<uint32_t> overlapping;
    for (size_t k = 0; k + 1 < byBegin.size(); ++k)
        if (byBegin[k]->device == byBegin[k + 1]->device && byBegin[k]->split.lastEndNs > byBegin[k + 1]->split.firstNs)
            overlapping.insert(byBegin[k]->step);
    if (overlapping.empty())
        return {};
    return StepReport::tr("Computation, exposed times and idle time are of a step's own work, which in %n step(s) goes "
                          "on after that of the next one has begun. The overview counts what runs until then, of "
                          "whatever step.",
                          nullptr, int(overlapping.size()));
}

void addSplitsJson(nlohmann::ordered_json &rows, const Run &run, const std::vector<StepSplit> &splits)
{
    for (auto &row : rows)
        row["devices"] = nlohmann::ordered_json::array();
    for (const StepSplit &split : splits)
        if (split.step < rows.size())
            rows[split.step]["devices"].push_back({{"device", run.text(run.gpu.devices[split.device])},
                                                   {"computeNs", split.split.computeNs},
                                                   {"exposedCommNs", split.split.exposedCommNs},
                                                   {"exposedMemcpyNs", split.split.exposedCopyNs},
                                                   {"idleNs", split.split.idleNs}});
}

} // namespace ws
