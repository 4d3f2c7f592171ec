#include "core/tables/ncujoin.h"

#include "core/timeline/shortname.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

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

class Joiner
{
public:
    Joiner(const Table &table, const Run &run)
        : m_table(table), m_run(run), m_name(table.columnIndex("Kernel")), m_device(table.columnIndex("Device"))
    {
    }

    NcuJoin join()
    {
        m_byDevice = everyRowHasADevice();
        readNames();
        for (int form = 0; form < 3; ++form)
            matchNames(form);
        queueLaunches();
        m_join.activityOfRow.assign(m_table.rows.size(), NcuJoin::alone);
        for (size_t row = 0; row < m_table.rows.size(); ++row)
            takeNext(row);
        m_join.joined = m_join.rowOfActivity.size();
        m_join.rowsAlone = m_table.rows.size() - m_join.joined;
        m_join.kernelsAlone = m_kernels - m_join.joined;
        std::sort(m_join.rowOfActivity.begin(), m_join.rowOfActivity.end());
        return std::move(m_join);
    }

private:
    struct Queue
    {
        std::vector<uint32_t> launches; ///< activities, by start
        size_t next = 0;
    };

    bool everyRowHasADevice() const
    {
        std::unordered_set<std::string> devices;
        for (const StringId device : m_run.gpu.devices)
            devices.emplace(m_run.text(device));
        for (size_t row = 0; row < m_table.rows.size(); ++row)
            if (!devices.contains(textAt(m_table, row, m_device)))
                return false;
        return devices.size() > 1;
    }

    /// A distinct name of one of the files.
    struct Name
    {
        std::string signature;
        uint32_t key = 0; ///< what it is called in both; 0: nothing

        explicit Name(std::string_view name) : signature(kernelSignature(name)) {}
        std::string form(int number) const
        {
            return number == 0 ? signature : number == 1 ? bareSignature(signature) : kernelBaseName(signature);
        }
    };

    void readNames()
    {
        std::unordered_map<std::string, uint32_t> known;
        for (size_t row = 0; row < m_table.rows.size(); ++row) {
            const std::string name = textAt(m_table, row, m_name);
            const auto [number, isNew] = known.try_emplace(name, static_cast<uint32_t>(m_rowNames.size()));
            if (isNew)
                m_rowNames.emplace_back(name);
            m_nameOfRow.push_back(number->second);
        }
        m_nameOfId.assign(m_run.strings.size(), UINT32_MAX);
        for (size_t i = 0; i < m_run.gpu.size(); ++i) {
            uint32_t &number = m_nameOfId[m_run.gpu.name[i]];
            if (number != UINT32_MAX || m_run.gpu.kind[i] != CategoryKind::Kernel)
                continue;
            number = static_cast<uint32_t>(m_kernelNames.size());
            m_kernelNames.emplace_back(m_run.text(m_run.gpu.name[i]));
        }
    }

    /// Gives the names that both files have in this form a key.
    void matchNames(int form)
    {
        std::unordered_map<std::string, std::vector<Name *>> rows;
        for (Name &name : m_rowNames)
            if (std::string text = name.key ? std::string() : name.form(form); !text.empty())
                rows[std::move(text)].push_back(&name);
        std::unordered_map<std::string, uint32_t> keys;
        for (Name &name : m_kernelNames) {
            const auto found = name.key || rows.empty() ? rows.end() : rows.find(name.form(form));
            if (found == rows.end())
                continue;
            uint32_t &key = keys.try_emplace(found->first, 0).first->second;
            if (key == 0)
                key = ++m_keys;
            name.key = key;
            for (Name *row : found->second)
                row->key = key;
        }
    }

    uint64_t queueKey(uint32_t key, std::string_view device) const
    {
        return uint64_t(key) << 32 | (m_byDevice ? std::hash<std::string_view>()(device) & UINT32_MAX : 0);
    }

    void queueLaunches()
    {
        const GpuWork &gpu = m_run.gpu;
        for (size_t i = 0; i < gpu.size(); ++i) {
            m_kernels += gpu.kind[i] == CategoryKind::Kernel;
            const uint32_t name = gpu.kind[i] == CategoryKind::Kernel ? m_nameOfId[gpu.name[i]] : UINT32_MAX;
            if (const uint32_t key = name == UINT32_MAX ? 0 : m_kernelNames[name].key)
                m_queues[queueKey(key, m_run.text(gpu.devices[gpu.device(i)]))].launches.push_back(
                    static_cast<uint32_t>(i));
        }
    }

    void takeNext(size_t row)
    {
        const auto queue = m_queues.find(queueKey(m_rowNames[m_nameOfRow[row]].key, textAt(m_table, row, m_device)));
        if (queue == m_queues.end() || queue->second.next == queue->second.launches.size())
            return;
        const uint32_t activity = queue->second.launches[queue->second.next++];
        m_join.activityOfRow[row] = activity;
        m_join.rowOfActivity.emplace_back(activity, static_cast<uint32_t>(row));
        m_join.gridsDiffer += gridDiffers(row, activity);
    }

    bool gridDiffers(size_t row, uint32_t activity) const
    {
        if (activity >= m_run.gpu.grid.size() || !m_run.gpu.grid[activity])
            return false;
        const auto measured = numbersIn(textAt(m_table, row, m_table.columnIndex("Grid")) + ' ' +
                                        textAt(m_table, row, m_table.columnIndex("Block")));
        const auto launched = numbersIn(m_run.text(m_run.gpu.grid[activity]));
        return measured.size() == 6 && launched.size() == 6 && measured != launched;
    }

    const Table &m_table;
    const Run &m_run;
    int m_name, m_device;
    bool m_byDevice = false;
    std::vector<Name> m_rowNames, m_kernelNames;
    std::vector<uint32_t> m_nameOfRow; ///< index into m_rowNames
    std::vector<uint32_t> m_nameOfId;  ///< by StringId: index into m_kernelNames; UINT32_MAX: no kernel
    uint32_t m_keys = 0;
    std::unordered_map<uint64_t, Queue> m_queues;
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
