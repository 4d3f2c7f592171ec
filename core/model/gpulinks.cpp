#include "core/model/gpulinks.h"

#include "core/base/parallel.h"
#include "core/base/runsort.h"
#include "core/base/texts.h"
#include "core/model/callwords.h"
#include "core/model/flowpairs.h"
#include "core/model/nestedslices.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>

namespace ws {
namespace {

constexpr size_t activitiesAtOnce = 8192; ///< that one thread links
constexpr int64_t toleranceNs = 1'000;    ///< of time stamps that clocks or rounding have moved

/// Whether a call of that name can have launched work of that kind.
bool canLaunch(std::string_view call, CategoryKind kind)
{
    const auto has = [&](std::string_view word) { return call.find(word) != call.npos; };
    if (kind == CategoryKind::Memcpy)
        return has("emcpy") || has("emoryCopy") || has("MemcpyAsync");
    if (kind == CategoryKind::Memset)
        return has("emset") || has("emoryFill");
    return has("aunch") || launchedWork(call) == LaunchedWork::Kernel;
}

/// A column that most files lack takes no memory: it begins with the first value that is not `none`.
template <class T, class Values>
void put(Values &column, size_t index, T value, T none, bool isNone, size_t expected = 0)
{
    if (column.empty() && isNone)
        return;
    column.reserve(expected);
    column.resize(index, none);
    column.push_back(value);
}

/// Devices in the order of their numbers, as they are spoken of; those without a number behind them, as they came.
void sortDevices(GpuWork &gpu, const StringPool &strings)
{
    const auto numberOf = [&](StringId device) {
        const std::string_view text = strings.view(device);
        uint64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        return error == std::errc() && end == text.data() + text.size() ? number : UINT64_MAX;
    };
    std::vector<uint64_t> numbers;
    for (const StringId device : gpu.devices)
        numbers.push_back(numberOf(device));
    const std::vector<uint32_t> order = stableOrder(numbers);
    if (order.empty()) // as they are
        return;
    permute(gpu.devices, order);
    std::vector<uint16_t> place(order.size());
    for (size_t k = 0; k < order.size(); ++k)
        place[order[k]] = static_cast<uint16_t>(k);
    for (GpuStream &stream : gpu.streams)
        stream.device = place[stream.device];
}

/// Brings parallel columns into an order of stableOrder(), at the same time where there is enough to do.
template <class... Columns> void permuteAll(const std::vector<uint32_t> &order, Columns &...columns)
{
    constexpr size_t worthAThread = 50'000; ///< values of a column
    const std::function<void()> works[] = {[&] { permute(columns, order); }...};
    parallelFor({0, std::size(works)}, order.size() > worthAThread ? 1 : std::size(works),
                [&](size_t column) { works[column](); });
}

} // namespace

void GpuLinks::expect(size_t count)
{
    GpuWork &gpu = m_run.gpu;
    m_expected = count;
    gpu.start.reserve(count);
    gpu.duration.reserve(count);
    gpu.name.reserve(count);
    gpu.stream.reserve(count);
    gpu.kind.reserve(count);
    gpu.slice.reserve(count);
    m_correlation.reserve(count);
}

uint32_t GpuLinks::addGpuWork(uint32_t track, int64_t start, int64_t duration, StringId name, CategoryKind kind,
                              const GpuDetail &detail)
{
    GpuWork &gpu = m_run.gpu;
    const size_t index = gpu.size();
    gpu.start.push_back(start);
    gpu.duration.push_back(duration);
    gpu.name.push_back(name);
    gpu.stream.push_back(streamOf(track));
    gpu.kind.push_back(kind);
    gpu.slice.push_back({});
    m_correlation.push_back(detail.correlation);
    m_hasOnlyExternalIds |= !detail.correlation && detail.externalId;
    m_isFlowNeeded |= !detail.correlation;
    constexpr float unknown = __builtin_nanf("");
    const bool noOccupancy = std::isnan(detail.occupancy) && std::isnan(detail.blocksPerSm);
    put<uint64_t>(m_gpuExternalId, index, detail.externalId, 0, !detail.externalId, m_expected);
    put<StringId>(m_grid, index, detail.grid, 0, !detail.grid, m_expected);
    put<uint64_t>(gpu.graphNode, index, detail.graphNode, 0, !detail.graphNode, m_expected);
    put<StringId>(gpu.annotation, index, detail.annotation, 0, !detail.annotation);
    if (detail.matchName && gpu.matchName.empty())
        gpu.matchName.assign(gpu.name.begin(), gpu.name.end() - 1); // those before are matched by their names
    if (detail.matchName || !gpu.matchName.empty())
        gpu.matchName.push_back(detail.matchName ? detail.matchName : name);
    put<StringId>(gpu.collective, index, detail.collective.args, 0, !detail.collective.args);
    put<int64_t>(gpu.collectiveNumber, index, detail.collective.number, -1, detail.collective.number < 0);
    const bool hadOccupancy = !gpu.occupancy.empty();
    put<float>(gpu.occupancy, index, detail.occupancy, unknown, noOccupancy && !hadOccupancy, m_expected);
    put<float>(gpu.blocksPerSm, index, detail.blocksPerSm, unknown, noOccupancy && !hadOccupancy, m_expected);
    return static_cast<uint32_t>(gpu.size());
}

uint32_t GpuLinks::addLaunch(uint64_t correlation, StringId kernel, uint64_t externalId)
{
    Launches &launches = m_run.launches;
    put<uint64_t>(m_launchExternalId, launches.size(), externalId, 0, !externalId);
    put<StringId>(launches.kernel, launches.size(), kernel, 0, !kernel);
    m_launchCorrelation.push_back(correlation);
    launches.slice.push_back({});
    launches.op.push_back({});
    launches.module.push_back({});
    return static_cast<uint32_t>(launches.size());
}

uint32_t GpuLinks::addOp(const OpDetail &detail)
{
    CpuOps &ops = m_run.ops;
    put<uint64_t>(m_opExternalId, ops.size(), detail.externalId, 0, !detail.externalId);
    put<StringId>(ops.inputs, ops.size(), detail.inputs, 0, !detail.inputs);
    put<StringId>(ops.callStack, ops.size(), detail.callStack, 0, !detail.callStack);
    put<StringId>(ops.collective, ops.size(), detail.collective.args, 0, !detail.collective.args);
    put<int64_t>(ops.collectiveNumber, ops.size(), detail.collective.number, -1, detail.collective.number < 0);
    ops.slice.push_back({});
    ops.module.push_back({});
    ops.sequence.push_back(detail.sequence);
    ops.fwdThread.push_back(detail.fwdThread);
    ops.shape.push_back(detail.shape);
    return static_cast<uint32_t>(ops.size());
}

void GpuLinks::keepOnly(const std::vector<bool> &launches, const std::vector<bool> &ops)
{
    const auto keep = [](const std::vector<bool> &kept, auto &...columns) {
        std::vector<uint32_t> places;
        for (uint32_t i = 0; i < kept.size(); ++i)
            if (kept[i])
                places.push_back(i);
        const auto one = [&](auto &column) { places.empty() ? column.clear() : permute(column, places); };
        if (places.size() < kept.size())
            (one(columns), ...);
    };
    Launches &l = m_run.launches;
    keep(launches, m_launchCorrelation, m_launchExternalId, l.slice, l.op, l.module, l.kernel);
    CpuOps &o = m_run.ops;
    keep(ops, m_opExternalId, o.slice, o.module, o.sequence, o.fwdThread, o.shape, o.inputs, o.callStack,
         o.collective, o.collectiveNumber);
}

void GpuLinks::note(CategoryKind kind, uint32_t extra, EventRef slice, EventRef op, EventRef module)
{
    const size_t i = extra - 1;
    if (kind == CategoryKind::CpuOp) {
        m_run.ops.slice[i] = slice;
        m_run.ops.module[i] = module;
    } else if (isGpuWork(kind)) {
        m_run.gpu.slice[i] = slice;
    } else {
        m_run.launches.slice[i] = slice;
        m_run.launches.op[i] = op;
        m_run.launches.module[i] = module;
    }
}

void GpuLinks::globalise(CategoryKind kind, uint32_t extra, uint32_t firstLane)
{
    const auto globalise = [firstLane](EventRef &ref) {
        if (ref.valid())
            ref.lane += firstLane;
    };
    const size_t i = extra - 1;
    if (isGpuWork(kind)) {
        globalise(m_run.gpu.slice[i]);
    } else if (kind == CategoryKind::CpuOp) {
        globalise(m_run.ops.slice[i]);
        globalise(m_run.ops.module[i]);
    } else {
        globalise(m_run.launches.slice[i]);
        globalise(m_run.launches.op[i]);
        globalise(m_run.launches.module[i]);
    }
}

/// Small numbers for the devices and streams in use.
uint16_t GpuLinks::streamOf(uint32_t track)
{
    GpuWork &gpu = m_run.gpu;
    if (track >= m_streams.size())
        m_streams.resize(m_run.timeline.tracks.size(), UINT32_MAX);
    uint32_t &number = m_streams[track];
    if (number != UINT32_MAX)
        return static_cast<uint16_t>(number);
    number = static_cast<uint32_t>(std::min<size_t>(gpu.streams.size(), UINT16_MAX));
    if (gpu.streams.size() > UINT16_MAX) { // hostile
        m_run.diagnostics.add("too-many-streams", Core::tr("more than 65,536 GPU streams; in the tables the work "
                                                           "of the others counts as the last one's"));
        return UINT16_MAX;
    }
    const Track &t = m_run.timeline.tracks[track];
    auto device = std::find(gpu.devices.begin(), gpu.devices.end(), t.pid);
    if (device == gpu.devices.end())
        device = gpu.devices.insert(device, t.pid);
    gpu.streams.push_back({static_cast<uint16_t>(device - gpu.devices.begin()), t.tid, track});
    return static_cast<uint16_t>(number);
}

void GpuLinks::own(uint32_t track, StringId device, StringId process)
{
    m_owners.try_emplace(track, GpuOwner{device, process});
}

uint64_t GpuLinks::operatorOf(uint32_t launch) const
{
    const uint64_t id = m_launchExternalId.empty() ? 0 : idAt(m_launchExternalId, launch - 1);
    return id && !m_opExternalId.empty() && id != m_launchCorrelation[launch - 1] ? id : 0;
}

void GpuLinks::leaveUnnamed(const std::vector<uint32_t> &launches, size_t named)
{
    m_unnamed.insert(m_unnamed.end(), launches.begin(), launches.end());
    m_named += named;
}

void GpuLinks::sortLaunches()
{
    Launches &launches = m_run.launches;
    const std::vector<uint32_t> order = m_launchCorrelation.visit([](const auto &ids) { return stableOrder(ids); });
    permuteAll(order, m_launchCorrelation, launches.slice, launches.op, launches.module, launches.kernel,
               m_launchExternalId);
    linkWaits();
}

/// One recording can hold several waits of a call; where they are for different devices the call tells none.
void GpuLinks::linkWaits()
{
    constexpr StringId several = UINT32_MAX;
    Launches &launches = m_run.launches;
    if (m_waits.empty())
        return;
    launches.waitsFor.assign(launches.size(), 0);
    m_launchCorrelation.visit([&](const auto &ids) {
        for (const auto &[correlation, device] : m_waits)
            for (auto call = std::lower_bound(ids.begin(), ids.end(), correlation);
                 call != ids.end() && *call == correlation; ++call) {
                StringId &known = launches.waitsFor[static_cast<size_t>(call - ids.begin())];
                known = known && known != device ? several : device;
            }
    });
    for (StringId &device : launches.waitsFor)
        device = device == several ? 0 : device;
    m_waits.clear();
}

void GpuLinks::sortGpuWork()
{
    GpuWork &gpu = m_run.gpu;
    const std::vector<uint32_t> order = stableOrder(gpu.start);
    permuteAll(order, gpu.start, gpu.duration, gpu.name, gpu.stream, gpu.kind, gpu.slice, m_grid, gpu.occupancy,
               gpu.blocksPerSm, gpu.graphNode, gpu.annotation, gpu.matchName, gpu.collective, gpu.collectiveNumber,
               m_correlation, m_gpuExternalId);
    gpu.grid = NarrowColumn<StringId>::of(std::move(m_grid));
    for (int64_t &start : gpu.start)
        start -= m_run.timeline.originNs;
}

/// An external id is only of use where it is not a copy of the correlation.
bool GpuLinks::namesOp(size_t activity) const
{
    return !m_gpuExternalId.empty() && m_gpuExternalId[activity] &&
           m_gpuExternalId[activity] != m_correlation[activity];
}

/// Whether the operator was open when the call began. A call of a thread cannot go on while an operator begins there:
/// where the times say so, clocks have moved one of them.
bool GpuLinks::isNear(EventRef op, EventRef call) const
{
    const Timeline &timeline = m_run.timeline;
    const int64_t begin = timeline.start(call);
    const bool isBeside =
        timeline.lane(op).track == timeline.lane(call).track && timeline.start(op) < timeline.end(call);
    return (isBeside || timeline.start(op) <= begin + toleranceNs) && timeline.end(op) >= begin - toleranceNs;
}

/// Where each of the ids stands in the column.
std::unordered_map<uint64_t, std::vector<uint32_t>> GpuLinks::placesOf(const IdColumn &ids,
                                                                       std::vector<uint64_t> wanted) const
{
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    std::unordered_map<uint64_t, std::vector<uint32_t>> places;
    for (uint32_t i = 0; i < ids.size() && !wanted.empty(); ++i)
        if (std::binary_search(wanted.begin(), wanted.end(), ids[i]))
            places[ids[i]].push_back(i);
    return places;
}

/// The operators of launches that begin outside of the one that their External id names: by a moved clock, on another
/// thread, or after its end. The last counts only where the ids of the file mean operators at all.
void GpuLinks::nameLaunches()
{
    std::vector<uint64_t> wanted;
    for (const uint32_t launch : m_unnamed)
        wanted.push_back(m_launchExternalId[launch - 1]);
    const auto ops = placesOf(m_opExternalId, std::move(wanted));
    std::vector<std::pair<uint32_t, EventRef>> apart;
    size_t near = 0;
    for (const uint32_t launch : m_unnamed) {
        const auto found = ops.find(m_launchExternalId[launch - 1]);
        if (found == ops.end())
            continue;
        const EventRef call = m_run.launches.slice[launch - 1];
        EventRef named, other;
        size_t others = 0;
        for (const uint32_t op : found->second) {
            const EventRef slice = m_run.ops.slice[op];
            if (processOf(slice) != processOf(call))
                continue;
            (isNear(slice, call) ? named : other) = slice;
            ++others;
        }
        near += named.valid();
        if (named.valid())
            m_run.launches.op[launch - 1] = named;
        else if (others == 1)
            apart.emplace_back(launch - 1, other);
    }
    constexpr size_t trusted = 9; // of ten
    if (m_named + near >= trusted * apart.size())
        for (const auto &[launch, op] : apart)
            m_run.launches.op[launch] = op;
    std::vector<uint32_t>().swap(m_unnamed);
}

/// Whether correlations mean something in the whole file, or each in a process.
void GpuLinks::findProcesses()
{
    std::vector<StringId> launching;
    for (size_t track = 0; track < m_hasLaunches.size(); ++track) {
        const StringId pid = m_run.timeline.tracks[track].pid;
        if (m_hasLaunches[track] && std::ranges::find(launching, pid) == launching.end())
            launching.push_back(pid);
    }
    if (LaunchProcesses::areSeveral(m_run, m_owners, launching))
        m_processes = std::make_unique<LaunchProcesses>(m_run, m_owners, launching);
}

void GpuLinks::linkByCorrelation()
{
    GpuWork &gpu = m_run.gpu;
    const Launches &launches = m_run.launches;
    const size_t n = gpu.size();
    if (m_processes) {
        m_ambiguous += m_processes->link(m_correlation, m_launchCorrelation);
        m_isAsked = !m_gpuExternalId.empty();
        return;
    }
    std::atomic<bool> isAsked = false, hasTwins = false;
    m_launchCorrelation.visit([&](const auto &ids) {
        parallelFor({0, n}, activitiesAtOnce, [&](size_t i) {
            if (m_correlation[i] && !ids.empty()) {
                const auto found = std::lower_bound(ids.begin(), ids.end(), m_correlation[i]);
                if (found != ids.end() && *found == m_correlation[i]) {
                    gpu.launch[i] = static_cast<uint32_t>(found - ids.begin());
                    gpu.op[i] = launches.op[gpu.launch[i]];
                    if (found + 1 != ids.end() && found[1] == *found)
                        hasTwins.store(true, std::memory_order_relaxed);
                }
            }
            if (namesOp(i) && (!gpu.op[i].valid() || !idAt(m_launchExternalId, gpu.launch[i])))
                isAsked.store(true, std::memory_order_relaxed);
        });
    });
    m_isAsked = isAsked;
    if (hasTwins)
        tellTwinsApart();
}

/// Several calls of a process with one correlation, of which none is part of another (a driver's call within that of a
/// runtime is): two processes have one number, in containers, or ids begin anew. The work is that of the call which
/// can have launched it, else it is not known whose it is.
void GpuLinks::tellTwinsApart()
{
    GpuWork &gpu = m_run.gpu;
    const Launches &launches = m_run.launches;
    const auto isWithin = [&](uint32_t call, uint32_t other) {
        const EventRef a = launches.slice[call], b = launches.slice[other];
        return m_run.timeline.lane(a).track == m_run.timeline.lane(b).track && beginOf(call) <= m_run.timeline.end(b) &&
               beginOf(other) <= m_run.timeline.end(a);
    };
    constexpr uint32_t most = 64; // of one id; with more, it is none
    std::vector<uint32_t> calls;
    for (size_t i = 0; i < gpu.size(); ++i) {
        const uint32_t first = gpu.launch[i];
        if (first == noLaunch)
            continue;
        calls.assign(1, first);
        const auto end = static_cast<uint32_t>(std::min<size_t>(launches.size(), size_t(first) + most));
        for (uint32_t next = first + 1; next < end && m_launchCorrelation[next] == m_correlation[i]; ++next)
            if (std::ranges::none_of(calls, [&](uint32_t call) { return isWithin(next, call); }))
                calls.push_back(next);
        if (calls.size() < 2)
            continue;
        const auto keepIf = [&](const auto &test) {
            std::vector<uint32_t> kept;
            std::ranges::copy_if(calls, std::back_inserter(kept), test);
            if (!kept.empty())
                calls.swap(kept);
        };
        keepIf([&](uint32_t call) { return canLaunch(callName(call), gpu.kind[i]); });
        keepIf([&](uint32_t call) { return namesWork(call, i) >= 0; });
        keepIf([&](uint32_t call) { return namesWork(call, i) > 0; });
        keepIf([&](uint32_t call) { return beginOf(call) <= gpu.start[i] + toleranceNs; });
        std::ranges::stable_sort(calls, std::greater(), [&](uint32_t call) { return beginOf(call); });
        const auto lag = [&](size_t k) { return gpu.start[i] - beginOf(calls[k]); };
        const bool isTold = calls.size() == 1 || isMuchNearer(lag(0), lag(1));
        gpu.launch[i] = isTold ? calls.front() : noLaunch;
        gpu.op[i] = isTold ? launches.op[calls.front()] : EventRef{};
        m_ambiguous += !isTold;
        m_isAsked = m_isAsked || (!isTold && namesOp(i));
    }
}

/// GPU work without a correlation: the call with its External id. Where several have it, those that name its kernel or
/// can launch what it is; where they are as many as the work, each has the one in its place.
void GpuLinks::linkByExternalIds()
{
    if (!m_hasOnlyExternalIds || m_launchExternalId.empty())
        return;
    GpuWork &gpu = m_run.gpu;
    const Launches &launches = m_run.launches;
    std::map<std::pair<uint64_t, CategoryKind>, std::vector<uint32_t>> works;
    std::vector<uint64_t> wanted;
    for (uint32_t i = 0; i < gpu.size(); ++i)
        if (!m_correlation[i] && m_gpuExternalId[i]) {
            works[{m_gpuExternalId[i], gpu.kind[i]}].push_back(i);
            wanted.push_back(m_gpuExternalId[i]);
        }
    auto calls = placesOf(m_launchExternalId, std::move(wanted));
    for (auto &[id, list] : calls)
        std::ranges::stable_sort(list, {}, [&](uint32_t l) { return m_run.timeline.start(launches.slice[l]); });
    for (const auto &work : works) {
        const auto &key = work.first; // lambdas cannot take a structured binding with every compiler
        const auto &list = work.second;
        const auto found = calls.find(key.first);
        if (found == calls.end())
            continue;
        std::vector<uint32_t> fitting = found->second;
        if (m_processes)
            std::erase_if(fitting, [&](uint32_t l) {
                return !m_processes->mayLaunch(list.front(), processOf(launches.slice[l]));
            });
        const auto keepIf = [&](const auto &test) {
            std::vector<uint32_t> kept;
            std::ranges::copy_if(fitting, std::back_inserter(kept), test);
            if (fitting.size() > list.size() && !kept.empty())
                fitting = kept;
        };
        keepIf([&](uint32_t l) { return canLaunch(m_run.text(m_run.timeline.name(launches.slice[l])), key.second); });
        keepIf([&](uint32_t l) {
            return !launches.kernel.empty() &&
                   isKernelCalled(m_run.strings, launches.kernel[l], gpu.name[list.front()]);
        });
        for (size_t k = 0; k < list.size(); ++k) {
            const bool isTold = fitting.size() == 1 || fitting.size() == list.size();
            m_ambiguous += !isTold && !fitting.empty();
            if (!isTold)
                continue;
            gpu.launch[list[k]] = fitting.size() == 1 ? fitting.front() : fitting[k];
            gpu.op[list[k]] = launches.op[gpu.launch[list[k]]];
        }
    }
}

/// Several kernels with the correlation of a call that launches one, while other such calls have none: a kernel
/// belongs to the call that names it, or its operator. Where none does, it is not known whose it is.
void GpuLinks::checkShared()
{
    const GpuWork &gpu = m_run.gpu;
    const size_t launches = m_run.launches.size();
    enum : uint8_t { None, One, Shared, Many };
    std::vector<uint8_t> use(launches, None);
    bool isShared = false;
    for (size_t i = 0; i < gpu.size(); ++i) {
        const uint32_t l = gpu.launch[i];
        if (l == noLaunch || use[l] >= Shared || gpu.kind[i] != CategoryKind::Kernel)
            continue;
        use[l] = use[l] == None ? One : launchesOneKernel(callName(l)) ? Shared : Many;
        isShared |= use[l] == Shared;
    }
    if (!isShared)
        return;
    std::vector<uint32_t> idle; // calls without work, by begin
    for (uint32_t l = 0; l < launches; ++l)
        if (use[l] == None && launchesOneKernel(callName(l)))
            idle.push_back(l);
    std::ranges::stable_sort(idle, {}, [&](uint32_t l) { return beginOf(l); });
    std::map<std::pair<int64_t, uint32_t>, std::vector<uint32_t>> works; // of a shared call, by its begin
    for (uint32_t i = 0; i < gpu.size(); ++i)
        if (const uint32_t l = gpu.launch[i]; l != noLaunch && use[l] == Shared && gpu.kind[i] == CategoryKind::Kernel)
            works[{beginOf(l), l}].push_back(i);
    for (const auto &[call, list] : works) {
        const auto own =
            std::ranges::max_element(list, {}, [&, l = call.second](uint32_t i) { return namesWork(l, i); });
        for (const uint32_t i : list)
            if (i != *own)
                share(i, idle);
    }
}

/// Whether the call names the work, by its kernel or its External id: 1 for each; -1: it names another.
int GpuLinks::namesWork(uint32_t launch, size_t activity) const
{
    const Launches &launches = m_run.launches;
    const uint64_t id = idAt(m_launchExternalId, launch), own = namesOp(activity) ? m_gpuExternalId[activity] : 0;
    const StringId kernel = launches.kernel.empty() ? 0 : launches.kernel[launch];
    const bool hasId = id && own && id != m_launchCorrelation[launch];
    if ((kernel && !isKernelCalled(m_run.strings, kernel, m_run.gpu.name[activity])) || (hasId && id != own))
        return -1;
    return int(kernel != 0) + int(hasId);
}

/// A kernel that is not the first of its call: it gets the next of the `idle` calls that names it.
void GpuLinks::share(size_t activity, std::vector<uint32_t> &idle)
{
    GpuWork &gpu = m_run.gpu;
    const uint32_t call = gpu.launch[activity];
    const auto mayBe = [&](uint32_t other, int least) {
        const Launches &launches = m_run.launches;
        return beginOf(other) <= gpu.start[activity] + toleranceNs && namesWork(other, activity) >= least &&
               processOf(launches.slice[other]) == processOf(launches.slice[call]);
    };
    auto found = idle.end();
    for (auto at = idle.begin(); at != idle.end(); ++at)
        if (mayBe(*at, 1) && (found == idle.end() || beginOf(*found) < beginOf(call)))
            found = at; // the first behind the call, else the last before it
    if (found != idle.end()) {
        gpu.launch[activity] = *found;
        gpu.op[activity] = m_run.launches.op[*found];
        idle.erase(found);
    } else if (namesWork(call, activity) < 0 ||
               std::ranges::any_of(idle, [&](uint32_t other) { return mayBe(other, 0); })) {
        gpu.launch[activity] = noLaunch;
        gpu.op[activity] = {};
        ++m_ambiguous;
        m_isAsked |= namesOp(activity);
    }
}

/// Operators by the External id of the work itself: where it has no launch, its launch has no operator or no such id.
void GpuLinks::nameWork()
{
    if (!m_isAsked)
        return;
    GpuWork &gpu = m_run.gpu;
    const auto isAsked = [&](size_t i) {
        return namesOp(i) && (!gpu.op[i].valid() || !idAt(m_launchExternalId, gpu.launch[i]));
    };
    std::vector<uint64_t> wanted;
    for (size_t i = 0; i < gpu.size(); ++i)
        if (isAsked(i))
            wanted.push_back(m_gpuExternalId[i]);
    const auto ops = placesOf(m_opExternalId, std::move(wanted));
    for (size_t i = 0; i < gpu.size() && !ops.empty(); ++i) {
        const auto found = isAsked(i) ? ops.find(m_gpuExternalId[i]) : ops.end();
        if (found == ops.end())
            continue;
        const EventRef call = gpu.launch[i] == noLaunch ? EventRef{} : m_run.launches.slice[gpu.launch[i]];
        for (auto op = found->second.rbegin(); op != found->second.rend(); ++op) {
            const EventRef slice = m_run.ops.slice[*op];
            const bool fits = call.valid() ? processOf(slice) == processOf(call) && isNear(slice, call)
                                           : !m_processes || m_processes->mayLaunch(i, processOf(slice));
            if (!fits && (gpu.op[i].valid() || m_processes))
                continue;
            gpu.op[i] = slice;
            break;
        }
    }
}

/// Each call of the API takes the next correlation id. Profilers leave out some calls, so that those in a whole
/// recording advance by 10 at most at the median; where they advance by far more, and none is there but those that have
/// GPU work, a tool has taken the others out.
void GpuLinks::checkFiltered()
{
    constexpr size_t fewestCalls = 50;
    constexpr uint64_t manyIds = 20;
    const Launches &launches = m_run.launches;
    const size_t calls = std::min(launches.size(), m_launchCorrelation.size());
    const uint64_t processes = std::max<size_t>(1, m_run.timeline.processes.size());
    if (calls < fewestCalls || (m_launchCorrelation[calls - 1] - m_launchCorrelation[0]) / calls < manyIds / processes)
        return;
    std::vector<bool> hasWork(launches.size());
    for (const uint32_t launch : m_run.gpu.launch)
        if (launch != noLaunch)
            hasWork[launch] = true;
    if (size_t(std::ranges::count(hasWork, false)) > calls / 100)
        return;
    std::map<StringId, std::vector<uint64_t>> ids; // by process, ascending
    for (size_t l = 0; l < calls; ++l)
        if (m_launchCorrelation[l])
            ids[processOf(launches.slice[l])].push_back(m_launchCorrelation[l]);
    uint64_t least = UINT64_MAX, few = 0;
    for (auto &[process, own] : ids) {
        if (own.size() < fewestCalls)
            continue;
        few += own.size();
        const uint64_t mean = (own.back() - own.front()) / (own.size() - 1);
        for (size_t i = 0; i + 1 < own.size(); ++i)
            own[i] = own[i + 1] - own[i];
        own.pop_back();
        const auto middle = own.begin() + ptrdiff_t(own.size() / 2);
        std::ranges::nth_element(own, middle);
        least = std::min({least, mean, *middle});
    }
    if (few && least >= manyIds)
        m_run.diagnostics.add(
            "filtered-calls",
            Core::tr("most calls are not in the file: the ids of calls advance by %1 and more from one "
                     "to the next, and all calls that are left have GPU work; why the GPU is idle is "
                     "not in it")
                .arg(least),
            -1, {}, few);
}

/// The launch of each activity by correlation, else by External id; its operator by its launch, else by External id.
void GpuLinks::link(bool parallel)
{
    nameLaunches();
    parallelFor({0, 2}, parallel ? 1 : 2, [this](size_t part) { part ? sortLaunches() : sortGpuWork(); });
    GpuWork &gpu = m_run.gpu;
    gpu.launch.assign(gpu.size(), noLaunch);
    gpu.op.assign(gpu.size(), {});
    findProcesses();
    linkByCorrelation();
    linkByExternalIds();
    checkShared();
    nameWork();
    nameDevices(m_run, m_owners, m_processes ? m_processes->rankNames() : std::vector<std::string>());
    if (gpu.ranks.empty())
        sortDevices(gpu, m_run.strings);
    else
        sortByRank(gpu, m_run.strings);
    for (size_t i = 0; i < m_gpuExternalId.size(); ++i)
        gpu.copiedExternalIds += m_gpuExternalId[i] && !namesOp(i);
    m_isFlowNeeded = m_isFlowNeeded && std::ranges::find(gpu.launch, noLaunch) != gpu.launch.end();
    checkFiltered();
    for (IdColumn *ids : {&m_correlation, &m_launchCorrelation, &m_gpuExternalId, &m_opExternalId, &m_launchExternalId})
        ids->clear();
}

void GpuLinks::countAmbiguous()
{
    if (!m_ambiguous)
        return;
    const auto unlinked = static_cast<uint64_t>(std::ranges::count(m_run.gpu.launch, noLaunch) +
                                                std::ranges::count(m_run.gpu.untimed.launch, noLaunch));
    if (const uint64_t count = std::min(m_ambiguous, unlinked)) // arrows may have told some of it
        m_run.diagnostics.add("ambiguous-launches",
                              Core::tr("GPU work that several calls may have launched: calls of several processes, or "
                                       "kernels of several calls, have one correlation id; it counts without a launch"),
                              -1, {}, count);
}

std::vector<bool> GpuLinks::farFromCalls(const std::vector<int64_t> &starts, int64_t farNs) const
{
    const GpuWork &gpu = m_run.gpu;
    std::vector<std::pair<uint64_t, int64_t>> calls;
    for (size_t l = 0; l < m_launchCorrelation.size(); ++l)
        if (m_launchCorrelation[l])
            calls.emplace_back(m_launchCorrelation[l], starts[l]);
    std::ranges::sort(calls);
    std::vector<bool> isFar(gpu.size());
    size_t far = 0, near = 0;
    for (size_t i = 0; i < gpu.size(); ++i) {
        const auto [first, last] =
            std::ranges::equal_range(calls, m_correlation[i], {}, [](auto &c) { return c.first; });
        if (!m_correlation[i] || first == last)
            continue;
        isFar[i] = std::all_of(first, last, [&](const auto &call) {
            return call.second - gpu.start[i] >= farNs || gpu.start[i] - call.second >= farNs;
        });
        ++(isFar[i] ? far : near);
    }
    return far && near ? isFar : std::vector<bool>();
}

void GpuLinks::linkByFlows()
{
    if (!m_isFlowNeeded)
        return;
    GpuWork &gpu = m_run.gpu;
    Launches &launches = m_run.launches;
    const FlowPairs fromCall(m_run, "ac2g", FlowPairs::Order::StartMayBeLater,
                             m_processes ? m_processes->groups() : std::vector<uint16_t>());
    if (fromCall.empty())
        return;
    const NestedSlices calls(m_run.timeline, {CategoryKind::Launch}), ops(m_run.timeline, {CategoryKind::CpuOp}),
        modules(m_run.timeline, {CategoryKind::Module});
    const auto at = [](const NestedSlices &slices, uint32_t place) {
        return place == noSlice ? EventRef{} : slices.slice(place);
    };
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> known;
    for (uint32_t l = 0; l < launches.size(); ++l)
        known.emplace(std::pair(launches.slice[l].lane, launches.slice[l].index), l);
    for (size_t i = 0; i < gpu.size(); ++i) {
        if (gpu.launch[i] != noLaunch)
            continue;
        const auto place = fromCall.startOf(m_run.timeline.lane(gpu.slice[i]).track, gpu.start[i]);
        const uint32_t call = place ? calls.innermost(place->track, place->ns) : noSlice;
        if (call == noSlice)
            continue;
        const EventRef slice = calls.slice(call);
        const auto [entry, isNew] =
            known.try_emplace(std::pair(slice.lane, slice.index), static_cast<uint32_t>(launches.size()));
        if (isNew) {
            uint32_t op = ops.innermost(place->track, calls.start(call));
            while (op != noSlice && ops.end(op) < calls.end(call))
                op = ops.parent(op);
            launches.slice.push_back(slice);
            launches.op.push_back(at(ops, op));
            launches.module.push_back(at(modules, modules.innermost(place->track, calls.start(call))));
            if (!launches.kernel.empty())
                launches.kernel.push_back(0);
        }
        gpu.launch[i] = entry->second;
        if (!gpu.op[i].valid())
            gpu.op[i] = launches.op[entry->second];
    }
}

} // namespace ws
