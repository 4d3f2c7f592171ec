#include "core/report/findingtexts.h"

#include "core/analysis/gaps/gapevidence.h"
#include "core/analysis/gaps/gaps.h"
#include "core/analysis/gaps/lostgraphs.h"
#include "core/analysis/gaps/waitingcalls.h"
#include "core/base/demangle.h"
#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "core/model/callwords.h"
#include "core/model/devicewords.h"
#include "core/report/gapreport.h"

namespace ws {
namespace {

QString nameOf(const Finding &finding)
{
    return toText(shortName(shownName(finding.name)));
}

/// "cudaMemcpy (aten::item, model.py:33)": a call, and where it comes from if that is known.
QString withCaller(const Finding &finding, const Run &run)
{
    QStringList places;
    if (finding.op.valid())
        places << toText(run.text(run.timeline.name(finding.op)));
    if (!finding.line.empty())
        places << sourceLine(finding.line);
    const QString call = toText(finding.name);
    return places.isEmpty() ? call : withDetail(call, listed(places));
}

QString counted(uint64_t count)
{
    return formatCount(int64_t(count));
}

/// What the launching thread did in the longest gap; empty: there is none, or nothing is known.
QString longestGapText(const Finding &f, const Run &run)
{
    const QString evidence = f.gap.durationNs > 0 ? gapEvidenceText(run, f.gap) : QString();
    return evidence.isEmpty() ? QString() : Core::tr("In the longest: %1.").arg(evidence);
}

QString launchText(const Finding &f, const Run &run)
{
    QString text =
        forDevice(f.hasPauses
                      ? Core::tr("Apart from the long pauses, the next work is launched after the GPU has become idle: "
                                 "%1 gaps, the longest of these %2. %3 activities last %4 at the median.")
                      : Core::tr("The next work is launched after the GPU has become idle: %1 gaps, the longest %2. "
                                 "%3 activities last %4 at the median."),
                  run)
            .arg(counted(f.count), formatDuration(f.maxNs), counted(f.of), formatDuration(f.medianNs));
    if (f.everyNs > 0)
        text = sentences({text, Core::tr("One launch every %1 at the median.").arg(formatDuration(f.everyNs))});
    if (!f.name.empty())
        text =
            sentences({text, Core::tr("%1 of these %2 are before %3 (%4 ×).", "time, whole time, name, count")
                                 .arg(formatRounded(f.nameNs), formatRounded(f.ns), nameOf(f), counted(f.nameCount))});
    return sentences({text, longestGapText(f, run)});
}

/// How far the device would let the work of a finding go; empty: not known.
QString limitText(const Finding &f)
{
    if (f.ofLimit <= 0)
        return {};
    const QString text = f.id == "elementwise"
                             ? Core::tr("By their operators' shapes they reach %1 of the device's limit; fused ones "
                                        "could take less still.")
                             : Core::tr("By its operators' shapes the work reaches %1 of the device's limit.");
    return text.arg(formatPercent(f.ofLimit));
}

QString withShape(const Finding &f)
{
    return f.shape.empty() ? toText(f.name) : withDetail(toText(f.name), toText(f.shape));
}

QString farText(const Finding &f)
{
    const QString rate = (f.isBoundByMemory ? Core::tr("%1 GB/s") : Core::tr("%1 TFLOP/s")).arg(formatFixed(f.rate, 1));
    return Core::tr("%1 × %2 reach %3 of the device's limit: %4.")
        .arg(counted(f.count), withShape(f), formatPercent(f.ofLimit), rate);
}

/// What remains of the part of the budget is in a finding of its own, or under 2 %.
QString outlierCallText(const Finding &f)
{
    const QString text = f.ofParts[size_t(BudgetPart::Communication)]
                             ? Core::tr("One of %1 calls of communication lasts %2, the others %3 at the median: %4.")
                             : Core::tr("One of %1 calls lasts %2, the others %3 at the median: %4.");
    const QString all = text.arg(counted(f.of), formatDuration(f.maxNs), formatDuration(f.medianNs), nameOf(f));
    return f.isFirst ? sentences({all, Core::tr("It is the first of them.")}) : all;
}

/// "37, mostly NAME", "37 × NAME", or the number alone where most of them are not what most of the time is.
QString allOf(const Finding &f)
{
    if (f.of <= 1)
        return Core::tr("%1 × %2").arg(counted(f.count), nameOf(f));
    const bool isMost = 2 * f.nameCount > f.count && f.nameNs > f.ns / 2;
    return isMost ? Core::tr("%1, mostly %2").arg(counted(f.count), nameOf(f)) : counted(f.count);
}

/// Few of many that take most of the time.
QString fewOf(const Finding &f)
{
    if (f.of <= 1 || 2 * f.nameCount > f.count || f.nameNs <= f.ns / 2)
        return {};
    return Core::tr("%1 of these %2 are of %3 × %4.", "time, whole time, count, name")
        .arg(formatRounded(f.nameNs), formatRounded(f.ns), counted(f.nameCount), nameOf(f));
}

/// What tells transfer from waiting: HCCL's planes, nothing, or the other devices of the file.
QString waitingText(const Finding &f, const Run &run)
{
    if (f.transferNs + f.onlyWaitsNs > 0)
        return planesText(f);
    if (f.small.count > 0)
        return Core::tr("%1 of %2 collectives of small messages, at most %3, take longer than these need, %4 at the "
                        "median: at least %5 of that is waiting, not transfer.")
            .arg(counted(f.small.count), counted(f.small.of), formatBytes(f.small.bytes),
                 formatDuration(f.small.medianNs), formatDuration(f.small.waitsNs));
    if (!f.isOfSeveral)
        return Core::tr("Transfer and waiting for other ranks cannot be told apart in the recording of one rank.");
    if (!run.gpu.ranks.empty())
        return Core::tr("The file has several ranks: compared as such (ranks FILE), they tell waiting from transfer.");
    return Core::tr(
        "Communication of other devices is in the file, too: of calls that belong together, the shortest is "
        "that of the device which came last.");
}

QString communicationText(const Finding &f, const Run &run)
{
    return sentences({Core::tr("Communication runs while nothing computes. All communication kernels: %1; %2 at the "
                               "median, the longest %3.")
                          .arg(allOf(f), formatDuration(f.medianNs), formatDuration(f.maxNs)),
                      fewOf(f), forDevice(waitingText(f, run), run)});
}

/// One of several instances that takes more than all others says more than a median.
QString oneKernelText(const Finding &f, const Run &run)
{
    if (f.count > 1 && f.maxNs > f.ns / 2)
        return forDevice(Core::tr("One kernel runs in much of the GPU's time: %1, of %2 instances one alone for %3."),
                         run)
            .arg(nameOf(f), counted(f.count), formatDuration(f.maxNs));
    return forDevice(Core::tr("One kernel runs in much of the GPU's time: %1 × %2, %3 at the median, the longest %4."),
                     run)
        .arg(counted(f.count), nameOf(f), formatDuration(f.medianNs), formatDuration(f.maxNs));
}

QString copiesText(const Finding &f)
{
    QString text =
        sentences({Core::tr("Copies run while nothing else does. All copies: %1; %2 at the median, the longest %3.")
                       .arg(allOf(f), formatDuration(f.medianNs), formatDuration(f.maxNs)),
                   fewOf(f)});
    if (f.bytesOf > 0 && f.bytesNs > 0)
        text = sentences(
            {text, (f.bytesOf == 1 ? Core::tr("The longest of %2 moves %3 at %4 GB/s.")
                                   : Core::tr("The longest %1 of %2 move %3 at %4 GB/s.").arg(counted(f.bytesOf)))
                       .arg(nameOf(f), formatBytes(f.bytes), formatNumber(double(f.bytes) / double(f.bytesNs)))});
    return text;
}

/// Launches that take their time to begin, as on Windows, cost it each time that nothing is queued.
QString afterCallText(const Finding &f, const Run &run)
{
    const QString text =
        forDevice(Core::tr("The GPU has nothing left to do when %1 returns, and its next work is launched "
                           "only then: %2 ×, the longest %3."),
                  run)
            .arg(withCaller(f, run), counted(f.count), formatDuration(f.maxNs));
    if (f.sinceLaunchNs < f.ns / 10)
        return text;
    return sentences({text, Core::tr("%1 of these %2 pass after the launch until the work begins.")
                                .arg(formatRounded(f.sinceLaunchNs), formatRounded(f.ns))});
}

/// What the calls do not take of the gaps is said: the launch behind them may take as long.
QString blockingText(const Finding &f, const Run &run)
{
    if (f.nameNs >= f.ns - f.ns / 10)
        return forDevice(Core::tr("The GPU is idle while the CPU waits in %1: %2 ×, the longest %3."), run)
            .arg(withCaller(f, run), counted(f.count), formatDuration(f.maxNs));
    const QString text =
        forDevice(Core::tr("The GPU is idle in gaps of which the CPU waits %1 in %2: %3 ×, the longest %4."), run)
            .arg(formatDuration(f.nameNs), withCaller(f, run), counted(f.count), formatDuration(f.maxNs));
    if (f.launchNs < f.ns / 10)
        return text;
    return sentences(
        {text, Core::tr("The calls that launch the next work take %1 of them.").arg(formatDuration(f.launchNs))});
}

/// Whether the program moves managed memory ahead itself.
bool prefetches(const Run &run)
{
    for (StringId id = 0; id < run.strings.size(); ++id)
        if (run.text(id).find("MemPrefetchAsync") != std::string_view::npos)
            return true;
    return false;
}

QString outlierText(const Finding &f, BudgetOf of)
{
    const QString text =
        of == BudgetOf::Step
            ? Core::tr("%1 of %2 comparable steps take more than 1.5 × their median, together %3 more "
                       "than it; the longest %4.")
            : Core::tr("%1 of %2 comparable periods take more than 1.5 × their median, together %3 more than it; "
                       "the longest %4.");
    const QString all = text.arg(counted(f.count), counted(f.of), formatDuration(f.ns), formatDuration(f.maxNs));
    return f.isFirst ? sentences({all, Core::tr("They come before all others of their kind.")}) : all;
}

QString layersText(const Finding &f)
{
    return Core::tr("%1 of %2 layers with the same kernels compute for more than 1.5 × their median of %3, together %4 "
                    "more than it; the longest %5. Numbers of the layers: %6. Layers are inferred from kernels that "
                    "repeat.")
        .arg(counted(f.count), counted(f.of), formatDuration(f.medianNs), formatDuration(f.ns), formatDuration(f.maxNs),
             toText(f.name));
}

} // namespace

QString sourceLine(std::string_view frame)
{
    const size_t open = frame.find('('), close = frame.find(')', open);
    if (open == std::string_view::npos || close == std::string_view::npos)
        return toText(frame);
    const size_t slash = frame.rfind('/', open), folder = slash == 0 || slash == std::string_view::npos
                                                              ? std::string_view::npos
                                                              : frame.rfind('/', slash - 1);
    const size_t from = folder == std::string_view::npos ? 0 : folder + 1;
    return toText(frame.substr(from, open - from)) + u':' + toText(frame.substr(open + 1, close - open - 1));
}

QString planesText(const Finding &f)
{
    return Core::tr(
               "While communication runs, HCCL's planes transfer for %1, and do nothing but wait for notifications "
               "for %2.")
        .arg(formatRounded(f.transferNs), formatRounded(f.onlyWaitsNs));
}

QString findingText(const Finding &f, const FindingWords &words)
{
    const auto text = [&]() -> QString {
        if (f.id == "launch-bound")
            return launchText(f, words.run);
        if (f.id == "cpu-pause")
            return sentences(
                {forDevice(Core::tr("The GPU is idle for %1 (%2 ×, the longest %3), because the work after it is "
                                    "launched only then; the longest ends with a launch in %4."),
                           words.run)
                     .arg(formatDuration(f.ns), counted(f.count), formatDuration(f.maxNs), withCaller(f, words.run)),
                 longestGapText(f, words.run)});
        if (f.id == "launch-call")
            return forDevice(
                       Core::tr("The GPU is idle while the call that launches its next work has not returned: %1 ×, "
                                "the longest %2 in %3."),
                       words.run)
                .arg(counted(f.count), formatDuration(f.maxNs), nameOf(f));
        if (f.id == "data-loader")
            return forDevice(Core::tr("The GPU is idle mostly while the DataLoader gets the next batch: %1 ×, the "
                                      "longest %2."),
                             words.run)
                .arg(counted(f.count), formatDuration(f.maxNs));
        if (f.id == "blocking-call")
            return blockingText(f, words.run);
        if (f.id == "idle-after-call")
            return afterCallText(f, words.run);
        if (f.id == "allocating-call")
            return forDevice(Core::tr("The GPU is idle while the thread that launches its next work allocates or frees "
                                      "memory, most in %1: %2 ×, the longest %3."),
                             words.run)
                .arg(withCaller(f, words.run), counted(f.count), formatDuration(f.maxNs));
        if (f.id == "outlier-call")
            return outlierCallText(f);
        if (f.id == "exposed-communication")
            return communicationText(f, words.run);
        if (f.id == "exposed-copies")
            return copiesText(f);
        if (f.id == "one-kernel")
            return oneKernelText(f, words.run);
        if (f.id == "far-from-limit")
            return farText(f);
        if (f.id == "skinny-products")
            return Core::tr("Reading operands and writing results, not arithmetic, bounds %1 matrix products; most of "
                            "the time takes %2. They reach %3 of the device's limit.")
                .arg(counted(f.count), withShape(f), formatPercent(f.ofLimit));
        if (f.id == "slower-type")
            return Core::tr(
                       "%1 matrix products compute in %2, while those in %3 take at least as long; most of the time "
                       "takes %4.")
                .arg(counted(f.count), toText(f.built), toText(f.architecture), withShape(f));
        if (f.id == "tiny-kernels")
            return Core::tr("%1 of %2 activities are kernels under 10 µs, %3 at the median.")
                .arg(counted(f.count), counted(f.of), formatDuration(f.medianNs));
        if (f.id == "small-block" && f.count == 1)
            return Core::tr("A kernel has blocks of fewer threads than a warp has lanes, %1: %2 of 32 work.")
                .arg(nameOf(f), counted(f.of));
        if (f.id == "small-block")
            return Core::tr("%1 kernels have blocks of fewer threads than a warp has lanes, as %2: %3 of 32 work.")
                .arg(counted(f.count), nameOf(f), counted(f.of));
        if (f.id == "small-grid" && f.isOneThread && f.count == 1)
            return Core::tr("A kernel of %1 runs in a single thread while no other runs: %2.")
                .arg(formatDuration(f.maxNs), nameOf(f));
        if (f.id == "small-grid" && f.isOneThread)
            return Core::tr("%1 kernels run in a single thread while no other runs, the longest %2: %3.")
                .arg(counted(f.count), formatDuration(f.maxNs), nameOf(f));
        if (f.id == "small-grid")
            return f.count == 1
                       ? Core::tr("A kernel of %1 has at most half a block per multiprocessor while no other runs: "
                                  "%2.")
                             .arg(formatDuration(f.maxNs), nameOf(f))
                       : Core::tr("%1 kernels have at most half a block per multiprocessor while no other runs, the "
                                  "longest %2: %3.")
                             .arg(counted(f.count), formatDuration(f.maxNs), nameOf(f));
        if (f.id == "old-architecture")
            return f.count == 1 ? Core::tr("A kernel is built for %1 and runs on %2: %3.")
                                      .arg(toText(f.built), toText(f.architecture), nameOf(f))
                                : Core::tr("%1 kernels are built for %2 and run on %3, for example %4.")
                                      .arg(counted(f.count), toText(f.built), toText(f.architecture), nameOf(f));
        if (f.id == "single-precision")
            return f.count == 1
                       ? Core::tr(
                             "A matrix product computes in FP32, while kernels of 16 bit take at least as long: %1.")
                             .arg(nameOf(f))
                       : Core::tr("%1 matrix products compute in FP32, while kernels of 16 bit take at least as long; "
                                  "for example %2.")
                             .arg(counted(f.count), nameOf(f));
        if (f.id == "plain-fp32")
            return Core::tr(
                       "%1 matrix products compute in FP32 without tensor cores, for example %2. In TF32 the device "
                       "computes %3 × as much.")
                .arg(counted(f.count), nameOf(f), formatNumber(f.rate));
        if (f.id == "table-plain-fp32")
            return forDevice(
                       Core::tr("%1 of the GPU time in these rows are matrix products in FP32 without tensor cores, "
                                "for example %2. Their kernels are made for devices that have TF32."),
                       words.run)
                .arg(formatPercent(f.share), nameOf(f));
        if (f.id == "elementwise")
            return Core::tr("%1 of %2 activities work element by element or copy, %3 at the median; the longest is %4.")
                .arg(counted(f.count), counted(f.of), formatDuration(f.medianNs), nameOf(f));
        if (f.id == "one-time-costs")
            return words.of == BudgetOf::Step
                       ? forDevice(Core::tr("Code is loaded (%1) while the GPU is idle, for at least 2 % of the time "
                                            "in %2 of %3 steps: their times are not those of a warm run."),
                                   words.run)
                             .arg(toText(f.name), counted(f.count), counted(f.of))
                       : forDevice(Core::tr("Code is loaded (%1) while the GPU is idle, for at least 2 % of the time "
                                            "in %2 of %3 periods: their times are not those of a warm run."),
                                   words.run)
                             .arg(toText(f.name), counted(f.count), counted(f.of));
        if (f.id == "outlier-units")
            return outlierText(f, words.of);
        if (f.id == "outlier-layers")
            return layersText(f);
        if (f.id == "table-one-time-costs")
            return Core::tr("%1 takes %2 of the CPU time in the table: a cost of the first run.")
                .arg(toText(f.name), formatPercent(f.share));
        return toText(f.id);
    }();
    const bool saysLimit = f.id == "far-from-limit" || f.id == "skinny-products";
    if (!saysLimit && f.ofLimit > 0)
        return sentences({text, limitText(f)});
    return f.isSlowedByProfiler
               ? sentences({text, Core::tr("The profiler slowed the CPU down; without it this is less.")})
               : text;
}

namespace {

/// What launches many kernels at once.
QString graphsOf(DeviceMaker maker)
{
    switch (maker) {
    case DeviceMaker::Nvidia:
        return Core::tr("CUDA graphs");
    case DeviceMaker::Amd:
        return Core::tr("HIP graphs");
    case DeviceMaker::Intel:
        return Core::tr("SYCL graphs");
    case DeviceMaker::Ascend:
        return Core::tr("graph mode (torchair)");
    case DeviceMaker::Unknown:
        break;
    }
    return Core::tr("graphs of launches");
}

/// Whether a compiler of PyTorch has made a part of what runs.
bool isCompiled(const Run &run)
{
    for (StringId id = 0; id < run.strings.size(); ++id)
        if (const std::string_view text = run.text(id); text.find("CompiledFxGraph") != text.npos ||
                                                        text.starts_with("Torch-Compiled Region") ||
                                                        text.starts_with("CompiledFunction"))
            return true;
    return false;
}

QString fewerLaunches(const Run &run)
{
    const DeviceMaker maker = deviceMaker(run);
    if (maker == DeviceMaker::Ascend)
        return Core::tr(
                   "Try: %1, no compilation of operators at run time, the task queue, a larger batch, or fewer and "
                   "larger kernels.")
            .arg(graphsOf(maker));
    if (const double inGraphs = graphShare(run).value_or(0); inGraphs > 0.5)
        return Core::tr("Graphs launch %1 of the GPU time. Try: fewer launches outside of them, or larger graphs.")
            .arg(formatPercent(inGraphs));
    if (isOfTorch(run) && isCompiled(run))
        return Core::tr("Try: %1 (torch.compile's mode “reduce-overhead” records them), a larger batch, or fewer and "
                        "larger kernels.")
            .arg(graphsOf(maker));
    return (isOfTorch(run) ? Core::tr("Try: %1, torch.compile, a larger batch, or fewer and larger kernels.")
                           : Core::tr("Try: %1, more work in a launch, or fewer and larger kernels."))
        .arg(graphsOf(maker));
}

/// Empty: not known.
QString profilerOfKernels(DeviceMaker maker)
{
    switch (maker) {
    case DeviceMaker::Nvidia:
        return QStringLiteral("Nsight Compute");
    case DeviceMaker::Amd:
        return QStringLiteral("rocprof");
    case DeviceMaker::Intel:
        return QStringLiteral("VTune");
    case DeviceMaker::Ascend:
        return QStringLiteral("msprof op");
    case DeviceMaker::Unknown:
        break;
    }
    return {};
}

QString kernelProfiler(DeviceMaker maker)
{
    const QString profiler = profilerOfKernels(maker);
    return profiler.isEmpty() ? Core::tr("Try: look at its shape, precision and occupancy, with a profiler of kernels.")
                              : Core::tr("Try: look at its shape, precision and occupancy, with %1.").arg(profiler);
}

} // namespace

QString findingAdvice(const Finding &f, const FindingWords &words)
{
    const auto advice = [&]() -> QString {
        constexpr int64_t ownNs = 5; // × the usual distance of launches: launching as such does not take so long
        if (f.id == "launch-bound" && f.nameNs > ownNs * f.everyNs * int64_t(f.nameCount))
            return Core::tr("Try: look at what the CPU does before it launches %1.").arg(nameOf(f));
        if (f.id == "launch-bound")
            return f.isGraph ? Core::tr("Try: larger graphs, or prepare the next launch while the GPU works.")
                             : fewerLaunches(words.run);
        if (f.id == "launch-call")
            return Core::tr("Try: record after some warm-up steps: the first launch of a kernel may load its code.");
        if (f.id == "cpu-pause" && f.isOfModel)
            return fewerLaunches(words.run);
        if (f.id == "cpu-pause" && f.gap.durationNs > 0 && setsUpCommunicators(words.run, f.gap))
            return Core::tr("Try: record after the first collective: communicators are set up once.");
        if (f.id == "cpu-pause")
            return words.of == BudgetOf::Span
                       ? Core::tr(
                             "Try: look at what the CPU does there. If only the first run has it, record after some "
                             "warm-up.")
                       : Core::tr("Try: look at what the CPU does there, and move it out of the step or to another "
                                  "thread.");
        if (f.id == "data-loader")
            return Core::tr("Try: more workers, prefetching, pinned memory.");
        if (f.id == "outlier-call") {
            const QString warm = Core::tr("Try: record after some warm-up steps.");
            return f.ofParts[size_t(BudgetPart::Communication)] == 0
                       ? warm
                       : sentences({warm, Core::tr("A collective waits until all ranks take part: one that begins "
                                                   "before the others have started lasts as long as their start.")});
        }
        if (f.id == "blocking-call" || f.id == "idle-after-call") {
            const bool isMemory = isMemoryCall(f.name);
            const bool isOnlyWait = f.name.find("Synchronize") != std::string::npos && f.afterCopyNs < f.ns / 2;
            const QString advice =
                isMemory ? Core::tr("Try: allocate before the loop, or use a caching allocator.")
                : 2 * std::max(f.toDeviceNs, f.afterUploadNs) > f.ns
                    ? Core::tr("Try: fewer and larger copies to the GPU, before the loop, or asynchronous ones from "
                               "pinned memory.")
                : isOnlyWait
                    ? Core::tr("Try: wait later or less often, as once after the loop. Where only another stream "
                               "has to wait, let it wait for an event, not the CPU.")
                : isOfTorch(words.run)
                    ? Core::tr("Try: keep the value on the GPU (no .item(), .cpu() or print in the step), copy with "
                               "pinned memory and non_blocking, or read it later.")
                    : Core::tr("Try: keep the value on the GPU, copy asynchronously with pinned memory, or read it "
                               "later.");
            const bool isOnce = f.count == 1 || f.maxNs > f.ns - f.ns / 10; // one of them makes the time
            const QString warm = Core::tr("If only the first run has it, record after some warm-up steps.");
            return !isOnce ? advice : isMemory && words.of == BudgetOf::Span ? warm : sentences({advice, warm});
        }
        if (f.id == "allocating-call")
            return f.name.find("Async") != std::string::npos && deviceMaker(words.run) == DeviceMaker::Nvidia
                       ? Core::tr("Try: allocate before the loop, or let the memory pool keep what is freed "
                                  "(cudaMemPoolAttrReleaseThreshold; by default it gives all back at each wait).")
                       : Core::tr("Try: allocate before the loop, or use a caching allocator.");
        if (f.id == "exposed-communication" && f.isWithoutComputation)
            return f.isOfSeveral && words.run.gpu.ranks.empty()
                       ? Core::tr("Try: compare the devices to see who waits for whom.")
                       : Core::tr("Try: compare the ranks to see who waits for whom.");
        if (f.id == "exposed-communication" && f.small.waitsNs > f.ns / 2)
            return Core::tr(
                "Try: compare the ranks to see which one comes late, and why: overlap does not shorten waiting.");
        if (f.id == "exposed-communication")
            return f.isOfSeveral && words.run.gpu.ranks.empty()
                       ? Core::tr("Try: overlap it with computation; compare the devices to see who waits for whom.")
                       : Core::tr("Try: overlap it with computation; compare the ranks to see who waits for whom.");
        if (f.id == "exposed-copies")
            return isMigration(f.name) || (f.name.empty() && areMigrationsUnlaunched(words.run))
                       ? (prefetches(words.run)
                              ? Core::tr("Try: earlier cudaMemPrefetchAsync, also back to the CPU before it reads, or "
                                         "memory "
                                         "that is copied once.")
                              : Core::tr("Try: cudaMemPrefetchAsync and cudaMemAdvise, or memory that is copied once."))
                   : f.isPageable || f.name.find("ageable") != std::string::npos
                       ? Core::tr("Try: pinned memory and a stream of its own.")
                       : Core::tr("Try: avoid the copy, or run it on a stream of its own.");
        if (f.id == "one-kernel")
            return kernelProfiler(deviceMaker(words.run));
        if (f.id == "far-from-limit") {
            const QString profiler = profilerOfKernels(deviceMaker(words.run));
            return Core::
                tr("Try: look at its kernels with %1: tiles that do not divide the shape, layouts, another library.")
                    .arg(profiler.isEmpty() ? Core::tr("a profiler of kernels") : profiler);
        }
        if (f.id == "skinny-products")
            return f.areWeights
                       ? Core::tr("Try: a larger batch, which reads the weights once for more rows, or weights "
                                  "of fewer bits.")
                   : f.isBatched
                       ? Core::tr("Try: one kernel for the products and what lies between them, as fused attention is, "
                                  "so that what lies between is neither written nor read.")
                       : Core::tr("Try: fuse them with what comes before and after, or operands of fewer bits.");
        if (f.id == "slower-type")
            return Core::tr("Try: find the layers that are not cast.");
        if (f.id == "tiny-kernels")
            return (isOfTorch(words.run) && !isCompiled(words.run)
                        ? Core::tr("Try: fuse kernels (torch.compile), or %1.")
                        : Core::tr("Try: fuse kernels, or %1."))
                .arg(graphsOf(deviceMaker(words.run)));
        if (f.id == "small-block")
            return Core::tr("Try: blocks of a multiple of 32 threads, such as 128 or 256.");
        if (f.id == "small-grid" && f.isOneThread)
            return Core::tr("Try: let the loop run in parallel, as blocks and threads, or on the CPU.");
        if (f.id == "small-grid")
            return Core::tr("Try: more blocks (a larger batch, split-k, split-kv), or run it beside other work.");
        if (f.id == "old-architecture")
            return Core::tr("Try: a newer library, or a data type and shape that it has kernels of this architecture "
                            "for.");
        if (f.id == "single-precision")
            return deviceMaker(words.run) == DeviceMaker::Nvidia
                       ? Core::tr("Try: find the layers that are not cast, or allow TF32.")
                       : Core::tr("Try: find the layers that are not cast.");
        if (f.id == "plain-fp32" || f.id == "table-plain-fp32")
            return isOfTorch(words.run)
                       ? Core::tr(
                             "Try: TF32 (torch.set_float32_matmul_precision(\"high\")) or BF16, where the results may "
                             "be less exact.")
                       : Core::tr("Try: TF32 or BF16, where the results may be less exact.");
        if (f.id == "elementwise")
            return isOfTorch(words.run) && isCompiled(words.run)
                       ? Core::tr("Try: fuse them: look at what torch.compile leaves out, or write a fused kernel.")
                   : isOfTorch(words.run) ? Core::tr("Try: fuse them (torch.compile or a fused kernel).")
                                          : Core::tr("Try: fuse them.");
        if (f.id == "outlier-layers")
            return Core::tr("Try: look at what else runs then, and compare their kernels with those of other layers.");
        if (f.id == "one-time-costs" || f.id == "table-one-time-costs" || (f.id == "outlier-units" && f.isFirst))
            return Core::tr("Try: record after some warm-up steps.");
        return {};
    }();
    return forDevice(advice, words.run);
}

QString findingLimit(const Finding &finding)
{
    if (finding.isHidden())
        return Core::tr("Hidden by the launch limit: nothing is won by this before launches come earlier.");
    if (finding.kind == FindingKind::Win && finding.winNs < finding.ns - finding.ns / 10)
        return (finding.isPlainSingle ? Core::tr("At most %1 of it can be won in FP32.")
                                      : Core::tr("At most %1 of it can be won."))
            .arg(formatDuration(finding.winNs));
    return {};
}

} // namespace ws
