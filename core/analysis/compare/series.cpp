#include "core/analysis/compare/series.h"

#include "core/analysis/compare/differences.h"
#include "core/model/runlabel.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace ws {
namespace {

SeriesCell cellOf(const DiffSide &side, uint64_t windows)
{
    SeriesCell cell{side.totalNs, side.count, {}, 0, false};
    if (windows)
        cell.unitNs = double(side.unitNs) / double(windows);
    return cell;
}

class SeriesBuilder
{
public:
    SeriesBuilder(const std::vector<std::shared_ptr<const ComparedRun>> &runs, size_t baseline, DiffBy by)
        : m_runs(runs), m_baseline(baseline)
    {
        m_series.by = by;
        m_series.baseline = baseline;
        std::vector<Labelled> things;
        for (const auto &run : runs)
            things.push_back({run->part.label, {}, run->run().info.stamp.path});
        for (const QString &label : distinctLabels(things))
            m_series.runs.push_back({label, Verdict::SameFile, {}, {}});
    }

    std::optional<RunSeries> build(const Progress *progress)
    {
        for (size_t k = 0; k < m_runs.size(); ++k)
            if ((k != m_baseline || m_runs.size() == 1) && !add(k, progress))
                return {};
        const auto change = [](const SeriesRow &row) {
            double largest = 0;
            for (const auto &cell : row.cells)
                largest = std::max(largest, cell ? std::abs(cell->deltaNs) : 0);
            return largest;
        };
        std::stable_sort(m_series.rows.begin(), m_series.rows.end(),
                         [&](const SeriesRow &x, const SeriesRow &y) { return change(x) > change(y); });
        return std::move(m_series);
    }

private:
    bool add(size_t k, const Progress *progress)
    {
        const auto pair = compareRuns(m_runs[m_baseline], m_runs[k], progress);
        if (!pair)
            return false;
        SeriesRun &run = m_series.runs[k];
        run.verdict = pair->comparison.verdict;
        run.headline = pair->comparison.headline;
        run.unit = pair->comparison.unit.b;
        if (m_series.runs[m_baseline].unit.count == 0)
            m_series.runs[m_baseline].unit = pair->comparison.unit.a;
        const auto table = m_series.by == DiffBy::Kernel
                               ? std::optional(pair->kernels)
                               : differences(*pair->a, *pair->b, pair->comparison, m_series.by, progress);
        if (!table)
            return false;
        if (!table->missing.isEmpty())
            m_series.missing = table->missing;
        for (const DiffRow &row : table->rows)
            addRow(row, *table, k);
        return true;
    }

    void addRow(const DiffRow &row, const DiffTable &table, size_t k)
    {
        const auto [found, isNew] = m_places.try_emplace(row.part + '\n' + row.key, m_series.rows.size());
        if (isNew)
            m_series.rows.push_back({table.ofPhases ? row.part + " · " + row.key : row.key,
                                     std::vector<std::optional<SeriesCell>>(m_runs.size())});
        std::vector<std::optional<SeriesCell>> &cells = m_series.rows[found->second].cells;
        if (row.a.exists() && !cells[m_baseline])
            cells[m_baseline] = cellOf(row.a, table.windowsA);
        if (!row.b.exists() || k == m_baseline)
            return;
        cells[k] = cellOf(row.b, table.windowsB);
        cells[k]->deltaNs = table.windowsA && table.windowsB ? row.unitDeltaNs : double(row.deltaNs());
        cells[k]->outsideNoise = row.call.outsideNoise;
    }

    const std::vector<std::shared_ptr<const ComparedRun>> &m_runs;
    size_t m_baseline;
    RunSeries m_series;
    std::map<std::string, size_t> m_places;
};

} // namespace

std::optional<RunSeries> runSeries(const std::vector<std::shared_ptr<const ComparedRun>> &runs, size_t baseline,
                                   DiffBy by, const Progress *progress)
{
    return SeriesBuilder(runs, baseline, by).build(progress);
}

std::optional<double> numberBehind(const QString &name, const QString &word)
{
    const QRegularExpression pattern(QRegularExpression::escape(word) +
                                         QStringLiteral("[ _=:.-]*([0-9]+(?:\\.[0-9]+)?)"),
                                     QRegularExpression::CaseInsensitiveOption);
    const auto match = pattern.match(name);
    return match.hasMatch() ? std::optional(match.captured(1).toDouble()) : std::nullopt;
}

std::vector<size_t> orderByKey(const QStringList &names, const QString &word)
{
    std::vector<size_t> order(size_t(names.size()));
    std::iota(order.begin(), order.end(), 0);
    const auto number = [&](size_t k) {
        return numberBehind(names[qsizetype(k)], word).value_or(std::numeric_limits<double>::infinity());
    };
    std::stable_sort(order.begin(), order.end(), [&](size_t x, size_t y) { return number(x) < number(y); });
    return order;
}

} // namespace ws
