#include "core/analysis/ncu/ncujoin.h"

#include "core/analysis/ncu/kernelkeys.h"
#include "core/analysis/ncu/placement.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>

namespace ws {
namespace {

std::string textAt(const Table &table, size_t row, int column)
{
    const auto *text = column < 0 ? nullptr : std::get_if<std::string>(&table.rows[row][static_cast<size_t>(column)]);
    return text ? *text : std::string();
}

/// "(8, 1, 1)" and "grid [8,1,1]" alike.
std::vector<uint64_t> numbersIn(std::string_view text)
{
    std::vector<uint64_t> numbers;
    bool inside = false;
    for (const char c : text) {
        const bool digit = c >= '0' && c <= '9';
        if (digit && !inside)
            numbers.push_back(0);
        if (digit)
            numbers.back() = numbers.back() * 10 + static_cast<uint64_t>(c - '0');
        inside = digit;
    }
    return numbers;
}

/// A row of the table or a launch of the timeline, of a name that both have.
struct Entry
{
    uint32_t index;    ///< of the row, or into Run::gpu
    uint32_t name;     ///< the same number in both
    uint32_t geometry; ///< of grid and block; 0: not known
};

/// The group that is compared: all, or one device.
struct Group
{
    std::vector<Entry> rows, launches;
};

bool knowsGeometry(const std::vector<Entry> &entries)
{
    return std::any_of(entries.begin(), entries.end(), [](const Entry &entry) { return entry.geometry != 0; });
}

using Symbols = std::vector<uint32_t>;

Symbols names(const std::vector<Entry> &entries)
{
    Symbols symbols;
    symbols.reserve(entries.size());
    for (const Entry &entry : entries)
        symbols.push_back(entry.name);
    return symbols;
}

/// Names with their geometry, numbered in `known`; 0 where it is not known.
Symbols shapes(const std::vector<Entry> &entries, std::unordered_map<uint64_t, uint32_t> &known)
{
    Symbols symbols;
    symbols.reserve(entries.size());
    for (const Entry &entry : entries) {
        const uint64_t both = uint64_t(entry.name) << 32 | entry.geometry;
        symbols.push_back(
            entry.geometry ? known.try_emplace(both, static_cast<uint32_t>(known.size() + 1)).first->second : 0);
    }
    return symbols;
}

/// ncu takes one launch after the other, so the order of streams must not matter: the ids of the launching calls give
/// the order. Without a launch in the file, the order stays that of starts on the GPU.
void orderByLaunch(const Run &run, std::vector<Entry> &entries)
{
    const auto launchOf = [&](const Entry &entry) { return run.gpu.launch[entry.index]; };
    if (std::any_of(entries.begin(), entries.end(), [&](const Entry &e) { return launchOf(e) == noLaunch; }) ||
        std::is_sorted(entries.begin(), entries.end(),
                       [&](const Entry &a, const Entry &b) { return launchOf(a) < launchOf(b); }))
        return;
    std::vector<size_t> next(run.launches.size() + 1);
    for (const Entry &entry : entries)
        ++next[launchOf(entry) + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    std::vector<Entry> ordered(entries.size());
    for (const Entry &entry : entries)
        ordered[next[launchOf(entry)]++] = entry;
    entries = std::move(ordered);
}

class Joiner
{
public:
    Joiner(const Table &table, const Run &run)
        : m_table(table), m_run(run), m_device(table.columnIndex("Device")), m_grid(table.columnIndex("Grid")),
          m_block(table.columnIndex("Block")), m_keys(KernelKeys::of(table, run))
    {
    }

    NcuJoin join()
    {
        m_join.activityOfRow.assign(m_table.rows.size(), NcuJoin::alone);
        fillGroups();
        for (Group &group : m_groups)
            if (!group.rows.empty() && !group.launches.empty())
                joinGroup(group);
        for (size_t row = 0; row < m_table.rows.size(); ++row)
            if (m_join.activityOfRow[row] != NcuJoin::alone)
                count(static_cast<uint32_t>(row), m_join.activityOfRow[row]);
        m_join.joined = m_join.rowOfActivity.size();
        m_join.rowsAlone = m_table.rows.size() - m_join.joined;
        m_join.kernelsAlone = m_kernels - m_join.joined;
        std::sort(m_join.rowOfActivity.begin(), m_join.rowOfActivity.end());
        return std::move(m_join);
    }

private:
    /// Rows by their device's group when the timeline has several and every row names one of them; else all in one.
    std::vector<uint32_t> groupOfRows() const
    {
        std::unordered_map<std::string, uint32_t> devices;
        for (uint32_t device = 0; device < m_run.gpu.devices.size(); ++device)
            devices.try_emplace(std::string(m_run.text(m_run.gpu.devices[device])), device);
        std::vector<uint32_t> groups(m_table.rows.size());
        for (size_t row = 0; row < groups.size() && devices.size() > 1; ++row) {
            const auto device = devices.find(textAt(m_table, row, m_device));
            if (device == devices.end())
                return {};
            groups[row] = device->second;
        }
        return devices.size() > 1 ? groups : std::vector<uint32_t>();
    }

    void fillGroups()
    {
        const std::vector<uint32_t> groupOfRow = groupOfRows();
        const size_t groups = groupOfRow.empty() ? 1 : m_run.gpu.devices.size();
        m_groups.resize(groups);
        std::vector<uint8_t> wanted((m_keys.count + 1) * groups); // names of the group's rows
        for (uint32_t row = 0; row < m_table.rows.size(); ++row) {
            const uint32_t key = m_keys.ofRow[row], group = groups > 1 ? groupOfRow[row] : 0;
            if (key)
                m_groups[group].rows.push_back({row, key, geometryOfRow(row)});
            wanted[key * groups + group] = key != 0;
        }
        const GpuWork &gpu = m_run.gpu;
        for (size_t i = 0; i < gpu.size(); ++i) {
            if (gpu.kind[i] != CategoryKind::Kernel)
                continue;
            ++m_kernels;
            const uint32_t key = m_keys.ofKernel[gpu.name[i]], group = groups > 1 ? gpu.device(i) : 0;
            if (wanted[key * groups + group])
                m_groups[group].launches.push_back({static_cast<uint32_t>(i), key, geometryOfLaunch(i)});
        }
        for (Group &group : m_groups)
            orderByLaunch(m_run, group.launches);
    }

    uint32_t geometryNumber(std::string_view text)
    {
        std::vector<uint64_t> numbers = numbersIn(text);
        return numbers.size() == 6
                   ? m_geometries.try_emplace(std::move(numbers), static_cast<uint32_t>(m_geometries.size() + 1))
                         .first->second
                   : 0;
    }

    uint32_t geometryOfRow(size_t row)
    {
        return geometryNumber(textAt(m_table, row, m_grid) + ' ' + textAt(m_table, row, m_block));
    }

    uint32_t geometryOfLaunch(size_t activity)
    {
        const StringId text = activity < m_run.gpu.grid.size() ? m_run.gpu.grid[activity] : 0;
        if (!text)
            return 0;
        if (m_geometryOfId.empty())
            m_geometryOfId.assign(m_run.strings.size(), UINT32_MAX);
        uint32_t &known = m_geometryOfId[text];
        if (known == UINT32_MAX)
            known = geometryNumber(m_run.text(text));
        return known;
    }

    void joinGroup(const Group &group)
    {
        m_taken.assign(group.launches.size(), false);
        const Symbols rowNames = names(group.rows), launchNames = names(group.launches);
        Placement placement;
        Symbols rowShapes, launchShapes;
        if (knowsGeometry(group.rows) && knowsGeometry(group.launches)) {
            std::unordered_map<uint64_t, uint32_t> known;
            rowShapes = shapes(group.rows, known);
            launchShapes = shapes(group.launches, known);
            placement = placeRows(rowShapes, launchShapes);
        }
        if (placement.places == 0)
            placement = placeRows(rowNames, launchNames);
        m_join.placed = m_join.placed && placement.places > 0;
        m_join.places = std::max(m_join.places, placement.places);
        if (placement.places == 0 && !rowShapes.empty())
            takeNext(group, rowShapes, launchShapes, 0, 0);
        const auto firstRow = static_cast<size_t>(std::max<int64_t>(0, -placement.offset));
        const auto firstLaunch = static_cast<size_t>(std::max<int64_t>(0, placement.offset));
        m_join.launchesBefore += firstLaunch;
        takeNext(group, rowNames, launchNames, firstRow, firstLaunch);
    }

    /// Gives each row the next free launch of its symbol, both from the given ones on.
    void takeNext(const Group &group, const Symbols &rows, const Symbols &launches, size_t firstRow, size_t firstLaunch)
    {
        std::unordered_map<uint32_t, std::vector<size_t>> queues; // launches of the group, the last in front
        for (size_t i = launches.size(); i-- > firstLaunch;)
            if (launches[i] && !m_taken[i])
                queues[launches[i]].push_back(i);
        for (size_t i = firstRow; i < rows.size(); ++i) {
            uint32_t &activity = m_join.activityOfRow[group.rows[i].index];
            const auto queue = activity == NcuJoin::alone ? queues.find(rows[i]) : queues.end();
            if (queue == queues.end() || queue->second.empty())
                continue;
            activity = group.launches[queue->second.back()].index;
            m_taken[queue->second.back()] = true;
            queue->second.pop_back();
        }
    }

    void count(uint32_t row, uint32_t activity)
    {
        m_join.rowOfActivity.emplace_back(activity, row);
        const uint32_t measured = geometryOfRow(row), launched = geometryOfLaunch(activity);
        m_join.gridsDiffer += measured && launched && measured != launched;
    }

    const Table &m_table;
    const Run &m_run;
    int m_device, m_grid, m_block;
    KernelKeys m_keys;
    std::map<std::vector<uint64_t>, uint32_t> m_geometries;
    std::vector<uint32_t> m_geometryOfId; ///< by StringId; UINT32_MAX: not read yet
    std::vector<Group> m_groups;
    std::vector<bool> m_taken; ///< by launch of the group
    size_t m_kernels = 0;
    NcuJoin m_join;
};

} // namespace

std::optional<uint32_t> NcuJoin::rowOf(size_t activity) const
{
    const auto found =
        std::lower_bound(rowOfActivity.begin(), rowOfActivity.end(), std::pair(static_cast<uint32_t>(activity), 0u));
    if (found == rowOfActivity.end() || found->first != activity)
        return std::nullopt;
    return found->second;
}

NcuJoin joinNcu(const Table &table, const Run &timeline)
{
    return Joiner(table, timeline).join();
}

} // namespace ws
