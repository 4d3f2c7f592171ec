#include "core/model/gpulinks.h"

#include "core/base/parallel.h"
#include "core/base/runsort.h"
#include "core/base/texts.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <iterator>
#include <unordered_map>

namespace ws {
namespace {

constexpr size_t activitiesAtOnce = 8192; ///< that one thread links

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

uint32_t GpuLinks::addLaunch(uint64_t correlation, StringId kernel)
{
    Launches &launches = m_run.launches;
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
    keep(launches, m_launchCorrelation, l.slice, l.op, l.module, l.kernel);
    CpuOps &o = m_run.ops;
    keep(ops, m_opExternalId, o.slice, o.module, o.sequence, o.fwdThread, o.shape, o.callStack, o.collective,
         o.collectiveNumber);
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

void GpuLinks::sortLaunches()
{
    Launches &launches = m_run.launches;
    const std::vector<uint32_t> order = m_launchCorrelation.visit([](const auto &ids) { return stableOrder(ids); });
    permuteAll(order, m_launchCorrelation, launches.slice, launches.op, launches.module, launches.kernel);
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
               gpu.blocksPerSm, gpu.graphNode, gpu.annotation, gpu.matchName, gpu.collective, gpu.collectiveNumber, m_correlation,
               m_gpuExternalId);
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

/// The launch of each activity by correlation, its operator by what encloses the launch; without a launch by External
/// id.
void GpuLinks::link(bool parallel)
{
    parallelFor({0, 2}, parallel ? 1 : 2, [this](size_t part) { part ? sortLaunches() : sortGpuWork(); });
    GpuWork &gpu = m_run.gpu;
    sortDevices(gpu, m_run.strings);
    const Launches &launches = m_run.launches;
    const size_t n = gpu.size();
    std::unordered_map<uint64_t, EventRef> opByExternalId;
    for (size_t i = 0; i < n && opByExternalId.empty(); ++i)
        if (namesOp(i))
            for (size_t op = 0; op < m_opExternalId.size(); ++op)
                if (m_opExternalId[op])
                    opByExternalId[m_opExternalId[op]] = m_run.ops.slice[op];
    gpu.launch.assign(n, noLaunch);
    gpu.op.assign(n, {});
    m_launchCorrelation.visit([&](const auto &ids) {
        parallelFor({0, n}, activitiesAtOnce, [&](size_t i) {
            if (m_correlation[i] && !ids.empty()) {
                const auto found = std::lower_bound(ids.begin(), ids.end(), m_correlation[i]);
                if (found != ids.end() && *found == m_correlation[i]) {
                    gpu.launch[i] = static_cast<uint32_t>(found - ids.begin());
                    gpu.op[i] = launches.op[gpu.launch[i]];
                }
            }
            if (gpu.op[i].valid() || !namesOp(i))
                return;
            if (const auto found = opByExternalId.find(m_gpuExternalId[i]); found != opByExternalId.end())
                gpu.op[i] = found->second;
        });
    });
    for (size_t i = 0; i < m_gpuExternalId.size(); ++i)
        gpu.copiedExternalIds += m_gpuExternalId[i] && !namesOp(i);
    for (IdColumn *ids : {&m_correlation, &m_launchCorrelation, &m_gpuExternalId, &m_opExternalId})
        ids->clear();
}

} // namespace ws
