#pragma once
// The words for a run's devices and for the rows of its threads and streams, and its rows that belong to a device
// without being GPU work: rows of categories such as mtia_ccp_events, hpu_op and privateuse1, parts of Ascend's
// collectives, streams that only wait. They are shown with their busy share but are in no sum of GPU work.

#include "core/model/run.h"

#include <QString>

#include <nlohmann/json_fwd.hpp>

namespace ws {

/// "NPU" where the processes of device rows are labelled "NPU 0"; without labels from the category, else "GPU".
std::string deviceWord(const Run &run);

/// What the header's deviceProperties says of a device with work, by its name in GpuWork::devices. The list counts the
/// devices that the process sees (HIP_VISIBLE_DEVICES, CUDA_VISIBLE_DEVICES), the work those of the machine: one entry,
/// or entries of one name, are of any device, else the entry of that id. Null: nothing is said, or not of which.
const nlohmann::ordered_json *propertiesOf(const Run &run, StringId device);
/// "NVIDIA H100 80GB HBM3", from the above or the database's table of devices; empty: not in the file.
QString gpuModelOf(const Run &run, StringId device);

/// Whose devices a run is of, for advice that names tools and features of one vendor.
enum class DeviceMaker : uint8_t { Unknown, Nvidia, Amd, Intel, Ascend };
/// By the words for the devices, their names, the format, the calls that launch, and the kernels' names; Unknown also
/// for vendors that are none of these.
DeviceMaker deviceMaker(const Run &run);
/// Whether the recording is of PyTorch: by its profiler, operators or kernels.
bool isOfTorch(const Run &run);

/// Replaces "GPU" in a translated text by the word for this run's devices. Call it before names are put into the text.
QString forDevice(QString text, const Run &run);

/// A thread's name and number, each once: "pt_autograd_0 · 639", also where the file has "thread 639 (pt_autograd_0)".
QString threadTitle(const QString &label, const QString &tid);
/// The label, but a number alone and "Stream 7" in the language of the window: "stream 7".
QString streamTitle(const QString &label, const QString &tid);

/// A row of a device that is not a GPU stream.
bool isUncountedRow(const Run &run, const Track &track);

/// Process and category of what Ascend's profiler has summed up of a device: computation, communication, neither.
inline constexpr std::string_view profilersSummary = "Overlap Analysis";
/// One of its rows. Its process says that it is no row of the device.
bool isProfilersSummary(const Run &run, const Track &track);

/// A Chrome trace in which no row is known to be a GPU's, which says nothing of whether there was GPU work: how many
/// rows it has. 0: there is GPU work, or the file is of another kind.
size_t rowsWithoutGpu(const Run &run);
/// A recording of PyTorch's operators without work of a device: no call of its interface that may give it work, and
/// no category that could be a device's is in it.
bool isCpuAlone(const Run &run);
/// Of a recording with calls of a device's interface and nothing that the device did: what is known of it.
QString callsWithoutWork(const Run &run);
/// The report of clang's table of its own sums, beside the rows that they are of.
inline constexpr std::string_view timeTraceTotals = "time_trace_totals";
/// The diagnostic of a file that lists calls of the CPU by its kind, beside others with the device's work.
inline constexpr std::string_view callsAlone = "calls-alone";
/// "None of the file's 12 rows is known to be a GPU’s.", or what else such a file has. Empty where rowsWithoutGpu() is
/// 0.
QString noKnownGpu(const Run &run);
/// The same for the command line, with the option that says which row is one, and names of rows.
QString noKnownGpuWithOption(const Run &run);

/// Time that the profiler takes: Kineto gives it a process of its own, -1.
bool isOverheadRow(const Run &run, const Track &track);

} // namespace ws
