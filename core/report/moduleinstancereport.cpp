#include "core/report/moduleinstancereport.h"

#include "core/analysis/modules/moduletree_build.h"
#include "core/report/devicenames.h"

#include <QCoreApplication>

namespace ws {
namespace {

class ModuleInstanceReport
{
    Q_DECLARE_TR_FUNCTIONS(ModuleInstanceReport)
};

using InstanceColumns = std::vector<RowColumn<ModuleInstance>>;

InstanceColumns columnsOf(const std::shared_ptr<const Run> &run, const std::shared_ptr<const InstanceContext> &context,
                          const std::shared_ptr<const Attribution> &attribution)
{
    const auto ofWork = [](int64_t ModuleInstance::*ns) {
        return [ns](const ModuleInstance &row) { return row.activities ? ReportCell(row.*ns) : ReportCell(); };
    };
    return {
        {{"name", ModuleInstanceReport::tr("Module"), CellKind::Name, ModuleInstanceReport::tr("The instance")},
         [run](const ModuleInstance &row) { return moduleInstance(run->text(run->timeline.name(row.slice))); }},
        {{"start_ns", ModuleInstanceReport::tr("Start"), CellKind::Time,
          ModuleInstanceReport::tr("On the CPU, since the run's first event")},
         [run](const ModuleInstance &row) { return run->timeline.start(row.slice); }},
        {{"duration_ns", ModuleInstanceReport::tr("Duration"), CellKind::Time,
          ModuleInstanceReport::tr("Of the call on the CPU"), false, true},
         [run](const ModuleInstance &row) { return run->timeline.duration(row.slice); }},
        {{"gpu_ns", ModuleInstanceReport::tr("GPU work"), CellKind::Time,
          ModuleInstanceReport::tr("Summed duration of the GPU work that belongs to it or to modules inside it"), false,
          true},
         [](const ModuleInstance &row) { return row.gpuNs; }},
        {{"self_gpu_ns", ModuleInstanceReport::tr("Own GPU work"), CellKind::Time,
          ModuleInstanceReport::tr("Without that of modules inside it"), false, true},
         [](const ModuleInstance &row) { return row.selfGpuNs; }},
        {{"activities", ModuleInstanceReport::tr("Activities"), CellKind::Count,
          ModuleInstanceReport::tr("Kernels, copies and fills"), false, true},
         [](const ModuleInstance &row) { return countCell(row.activities); }},
        {{"gpu_start_ns", ModuleInstanceReport::tr("GPU from"), CellKind::Time,
          ModuleInstanceReport::tr("First start of its GPU work")},
         ofWork(&ModuleInstance::gpuStartNs)},
        {{"gpu_end_ns", ModuleInstanceReport::tr("GPU to"), CellKind::Time,
          ModuleInstanceReport::tr("Last end of its GPU work")},
         ofWork(&ModuleInstance::gpuEndNs)},
        {{"step", ModuleInstanceReport::tr("Step"), CellKind::Count,
          ModuleInstanceReport::tr("Its number in the list of steps, from 1")},
         [context](const ModuleInstance &row) {
             const uint32_t step = context ? context->step({row.slice, false, 0}) : noStep;
             return step == noStep ? ReportCell() : ReportCell(int64_t(step) + 1);
         }},
        {{"path", ModuleInstanceReport::tr("Path"), CellKind::Name, ModuleInstanceReport::tr("Of classes")},
         [run, attribution](const ModuleInstance &row) { return modulePath(*run, *attribution, row.call); }},
    };
}

} // namespace

ReportTable moduleInstanceReport(const std::shared_ptr<const Run> &run,
                                 const std::shared_ptr<const std::vector<ModuleInstance>> &instances,
                                 const std::shared_ptr<const InstanceContext> &context,
                                 const std::shared_ptr<const Attribution> &attribution)
{
    ReportTable table{QStringLiteral("module-instances"), ModuleInstanceReport::tr("Instances of a module"), run};
    setRows<ModuleInstance>(table, columnsOf(run, context, attribution), instances);
    if (instances) {
        nameDevice(table);
        chooseUnits(table);
        shareLargestUnit(table, {"start_ns", "gpu_start_ns", "gpu_end_ns"});
        shareLargestUnit(table, {"duration_ns", "gpu_ns", "self_gpu_ns"});
    }
    return table;
}

} // namespace ws
