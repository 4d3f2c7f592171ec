#include "core/report/sql/scan.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ws {
namespace {

constexpr size_t endBlock = 256;             ///< rows of one entry of SqlIndexes::m_maxEnd
constexpr uint32_t rowsBetweenChecks = 1024; ///< of the cancel flag

} // namespace

std::span<const uint32_t> SqlKeyIndex::of(uint32_t key) const
{
    if (key >= placeOf.size() || placeOf[key] == noSqlKey)
        return {};
    const uint32_t place = placeOf[key];
    return std::span(rows).subspan(begin[place], begin[place + 1] - begin[place]);
}

const SqlKeyIndex &SqlIndexes::byKey(int column)
{
    const auto [found, isNew] = m_keys.try_emplace(column);
    SqlKeyIndex &index = found->second;
    if (!isNew)
        return index;
    const SqlKey &key = m_table.columns[size_t(column)].key;
    const size_t rows = m_table.rows(), count = key.count();
    std::vector<uint32_t> size(count + 1); // the last one: NULL
    for (size_t row = 0; row < rows; ++row)
        ++size[std::min<size_t>(key.of(row), count)];
    std::vector<uint32_t> known;
    for (uint32_t k = 0; k < count; ++k)
        if (size[k])
            known.push_back(k);
    if (key.text)
        std::sort(known.begin(), known.end(), [&](uint32_t a, uint32_t b) { return key.text(a) < key.text(b); });
    index.placeOf.assign(count + 1, noSqlKey);
    index.begin = {0};
    const auto add = [&](size_t k) {
        index.placeOf[k] = static_cast<uint32_t>(index.begin.size() - 1);
        index.begin.push_back(index.begin.back() + size[k]);
    };
    if (size[count])
        add(count);
    for (const uint32_t k : known)
        add(k);
    std::vector<uint32_t> next(index.begin.begin(), index.begin.end());
    index.rows.resize(rows);
    for (size_t row = 0; row < rows; ++row)
        index.rows[next[index.placeOf[std::min<size_t>(key.of(row), count)]]++] = static_cast<uint32_t>(row);
    index.placeOf.pop_back(); // nothing equals NULL
    return index;
}

const std::vector<uint32_t> &SqlIndexes::byStart()
{
    if (m_hasByStart)
        return m_byStart;
    m_byStart.resize(m_table.rows());
    std::iota(m_byStart.begin(), m_byStart.end(), 0);
    std::vector<int64_t> start(m_byStart.size());
    for (size_t row = 0; row < start.size(); ++row)
        start[row] = m_table.times.start(row);
    if (!std::is_sorted(start.begin(), start.end()))
        std::stable_sort(m_byStart.begin(), m_byStart.end(),
                         [&](uint32_t a, uint32_t b) { return start[a] < start[b]; });
    m_hasByStart = true;
    return m_byStart;
}

size_t SqlIndexes::firstEnding(int64_t ns)
{
    if (!m_table.times.isAscending)
        byStart();
    if (!m_hasEnds) {
        const size_t rows = m_table.rows();
        int64_t latest = INT64_MIN;
        for (size_t place = 0; place < rows; ++place) {
            latest = std::max(latest, m_table.times.end(rowAt(place)));
            if ((place + 1) % endBlock == 0 || place + 1 == rows)
                m_maxEnd.push_back(latest);
        }
        m_hasEnds = true;
    }
    return static_cast<size_t>(std::ranges::lower_bound(m_maxEnd, ns) - m_maxEnd.begin()) * endBlock;
}

void SqlScan::begin(SqlIndexes &indexes, const SqlSelection &selection, const Progress *progress)
{
    m_indexes = &indexes;
    m_table = &indexes.table();
    m_selection = selection;
    m_progress = progress;
    m_list = nullptr;
    m_place = m_stop = 0;
    m_stretch = m_stretches = 0;
    m_isCancelled = m_startsFit = m_isReversed = false;
    if (selection.isEmpty)
        return;
    const size_t rows = m_table->rows();
    const SqlTimes &times = m_table->times;
    switch (selection.path) {
    case SqlSelection::All:
        m_stop = rows;
        if (times.isAscending && selection.hasTimes)
            narrow();
        break;
    case SqlSelection::Row:
        if (selection.row >= 0 && uint64_t(selection.row) < rows) {
            m_place = size_t(selection.row);
            m_stop = m_place + 1;
        }
        break;
    case SqlSelection::Key: {
        const auto found = indexes.byKey(selection.keys[0].column).of(selection.keys[0].key);
        m_list = found.data();
        m_stop = found.size();
        if (times.isAscending && selection.hasTimes)
            narrow();
        break;
    }
    case SqlSelection::Grouped:
        m_list = indexes.byKey(selection.column).rows.data();
        m_stop = rows;
        break;
    case SqlSelection::Time:
        if (times.stretches && !times.isAscending) {
            m_stretches = times.stretches().size() - 1;
            break;
        }
        if (!times.isAscending)
            m_list = indexes.byStart().data();
        m_stop = rows;
        narrow();
        if (times.end && selection.endMin != INT64_MIN)
            m_place = std::min(m_stop, std::max(m_place, indexes.firstEnding(selection.endMin)));
        break;
    }
    if (selection.order >= 0)
        sortBy(m_table->columns[size_t(selection.order)].key);
    m_isReversed = selection.isDescending;
}

/// Finds all rows at once. The values among them are compared, not the rows: one name has many.
void SqlScan::sortBy(const SqlKey &key)
{
    std::vector<uint32_t> rows, keys;
    while (next()) {
        rows.push_back(static_cast<uint32_t>(m_row));
        keys.push_back(key.of(m_row));
    }
    m_stretch = m_stretches;
    m_place = m_stop = 0;
    if (m_isCancelled)
        return;
    const size_t null = key.count();
    std::vector<uint32_t> next(null + 1); // the last one: NULL
    for (uint32_t &k : keys)
        ++next[k = static_cast<uint32_t>(std::min<size_t>(k, null))];
    std::vector<uint32_t> known;
    for (uint32_t k = 0; k < null; ++k)
        if (next[k])
            known.push_back(k);
    if (key.text)
        std::sort(known.begin(), known.end(), [&](uint32_t a, uint32_t b) { return key.text(a) < key.text(b); });
    uint32_t place = std::exchange(next[null], 0);
    for (const uint32_t k : known)
        place += std::exchange(next[k], place);
    m_sorted.resize(rows.size());
    for (size_t i = 0; i < rows.size(); ++i)
        m_sorted[next[keys[i]]++] = rows[i];
    m_list = m_sorted.data();
    m_stop = m_sorted.size();
    m_selection.keyCount = 0;
    m_selection.hasTimes = false;
}

/// Of [place, stop), whose rows ascend by start, those that start within the bounds.
void SqlScan::narrow()
{
    const auto firstFrom = [&](int64_t ns) {
        size_t low = m_place, high = m_stop;
        while (low < high) {
            const size_t middle = (low + high) / 2;
            if (m_table->times.start(at(middle)) >= ns)
                high = middle;
            else
                low = middle + 1;
        }
        return low;
    };
    if (m_selection.startMax != INT64_MAX)
        m_stop = firstFrom(m_selection.startMax + 1);
    if (m_selection.startMin != INT64_MIN)
        m_place = firstFrom(m_selection.startMin);
    m_startsFit = m_selection.startMin != INT64_MIN; // else rows without a time may be among them
}

bool SqlScan::nextStretch()
{
    if (m_stretch >= m_stretches)
        return false;
    const SqlTimes &times = m_table->times;
    const std::vector<size_t> &begins = times.stretches();
    m_place = begins[m_stretch];
    m_stop = begins[m_stretch + 1];
    narrow();
    if (times.firstEnding && m_selection.endMin != INT64_MIN)
        m_place = std::min(m_stop, std::max(m_place, times.firstEnding(m_stretch, m_selection.endMin)));
    ++m_stretch;
    return true;
}

bool SqlScan::fits(size_t row) const
{
    for (size_t k = 0; k < m_selection.keyCount; ++k)
        if (m_table->columns[size_t(m_selection.keys[k].column)].key.of(row) != m_selection.keys[k].key)
            return false;
    const bool isAnyEnd = m_selection.endMin == INT64_MIN && m_selection.endMax == INT64_MAX;
    if (!m_selection.hasTimes || (m_startsFit && isAnyEnd))
        return true;
    const int64_t start = m_table->times.start(row);
    if (start == SqlTimes::none || start < m_selection.startMin || start > m_selection.startMax)
        return false;
    if (isAnyEnd)
        return true;
    const int64_t end = m_table->times.end(row);
    return end >= m_selection.endMin && end <= m_selection.endMax;
}

bool SqlScan::next()
{
    do {
        while (m_place < m_stop) {
            const size_t row = at(m_isReversed ? --m_stop : m_place++);
            ++m_indexes->visited;
            if (++m_sinceCheck >= rowsBetweenChecks) {
                m_sinceCheck = 0;
                if (m_progress && m_progress->isCancelled()) {
                    m_isCancelled = true;
                    return false;
                }
            }
            if (fits(row)) {
                m_row = row;
                return true;
            }
        }
    } while (nextStretch());
    return false;
}

} // namespace ws
