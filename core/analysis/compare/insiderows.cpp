#include "core/analysis/compare/insiderows.h"

#include "core/analysis/compare/units.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace ws {
namespace {

constexpr size_t maxParts = 4'000'000; ///< rows × different modules or kernels
constexpr uint32_t noInnerRow = UINT32_MAX;

enum class DivideBy : uint8_t { Module, Kernel, Grid };

/// The part of each activity as a number, the same for equal texts of both runs.
class PartNumbers
{
public:
    PartNumbers(const Run &a, const Run &b, DivideBy by) : m_by(by)
    {
        m_numbers[0].assign(a.strings.size(), noInnerRow);
        m_numbers[1].assign(b.strings.size(), noInnerRow);
        m_runs[0] = &a;
        m_runs[1] = &b;
        collect(0);
        collect(1);
    }

    StringId nameOf(int side, size_t i) const
    {
        const Run &run = *m_runs[side];
        if (m_by == DivideBy::Kernel)
            return run.gpu.nameForRules(i);
        if (m_by == DivideBy::Grid)
            return run.gpu.grid[i];
        const uint32_t launch = run.gpu.launch.empty() ? noLaunch : run.gpu.launch[i];
        if (launch == noLaunch || run.launches.module.empty() || !run.launches.module[launch].valid())
            return 0;
        return run.timeline.name(run.launches.module[launch]);
    }

    uint32_t of(int side, size_t i) const { return m_numbers[side][nameOf(side, i)]; }
    size_t count() const { return m_texts.size(); }
    std::string_view text(uint32_t number) const { return m_texts[number]; }

private:
    /// Gives the names of a side their numbers: those of A first.
    void collect(int side)
    {
        for (size_t i = 0; i < m_runs[side]->gpu.size(); ++i)
            if (uint32_t &number = m_numbers[side][nameOf(side, i)]; number == noInnerRow)
                number = numberOf(side, nameOf(side, i));
    }

    uint32_t numberOf(int side, StringId name)
    {
        const std::string_view text = m_runs[side]->text(name);
        if (side == 1)
            if (const StringId inA = m_runs[0]->strings.find(text);
                inA != UINT32_MAX && m_numbers[0][inA] != noInnerRow)
                return m_numbers[0][inA];
        m_texts.push_back(text);
        return uint32_t(m_texts.size() - 1);
    }

    DivideBy m_by;
    const Run *m_runs[2];
    std::vector<uint32_t> m_numbers[2]; ///< by StringId
    std::vector<std::string_view> m_texts;
};

/// The durations of one side by row and part.
class PartDurations
{
public:
    PartDurations(const InsideSide &side, int index, const PartNumbers &parts, size_t rows)
        : m_begin(rows * parts.count() + 1)
    {
        const GpuWork &gpu = side.run.run().gpu;
        std::vector<uint32_t> window;
        if (side.unit && !side.unit->places.empty())
            window = windowsOfWork(gpu, side.unit->places);
        std::vector<uint32_t> place(gpu.size(), noInnerRow);
        for (size_t i = 0; i < gpu.size(); ++i) {
            if (!window.empty() && window[i] == noStep)
                continue;
            place[i] = uint32_t(side.rowOfKey[side.keys.of(gpu, i)] * parts.count() + parts.of(index, i));
            ++m_begin[place[i] + 1];
        }
        for (size_t k = 1; k < m_begin.size(); ++k)
            m_begin[k] += m_begin[k - 1];
        m_ns.resize(m_begin.back());
        std::vector<uint32_t> next(m_begin.begin(), m_begin.end() - 1);
        for (size_t i = 0; i < gpu.size(); ++i)
            if (place[i] != noInnerRow)
                m_ns[next[place[i]]++] = gpu.duration[i];
    }

    std::span<int64_t> of(size_t place)
    {
        return std::span(m_ns).subspan(m_begin[place], m_begin[place + 1] - m_begin[place]);
    }
    size_t count(size_t place) const { return m_begin[place + 1] - m_begin[place]; }

private:
    std::vector<uint32_t> m_begin;
    std::vector<int64_t> m_ns;
};

/// Rows that have more than one part in the two runs together.
std::vector<bool> dividedRows(const InsideSide &a, const InsideSide &b, const PartNumbers &parts, size_t rows)
{
    std::vector<uint32_t> first(rows, noInnerRow);
    std::vector<bool> divided(rows);
    for (int index = 0; index < 2; ++index) {
        const InsideSide &side = index ? b : a;
        const GpuWork &gpu = side.run.run().gpu;
        for (size_t i = 0; i < gpu.size(); ++i) {
            const uint32_t row = side.rowOfKey[side.keys.of(gpu, i)], part = parts.of(index, i);
            if (first[row] == noInnerRow)
                first[row] = part;
            else if (first[row] != part)
                divided[row] = true;
        }
    }
    return divided;
}

struct InsidePart
{
    size_t row;
    uint32_t number;
    SampleStats a, b;
};

} // namespace

void findShapeMix(std::vector<DiffRow> &rows, const InsideSide &a, const InsideSide &b)
{
    if (a.run.run().gpu.grid.empty() || b.run.run().gpu.grid.empty() || !a.unit || !b.unit)
        return;
    const PartNumbers numbers(a.run.run(), b.run.run(), DivideBy::Grid);
    const size_t width = numbers.count();
    if (width < 2 || rows.size() * width > maxParts)
        return;
    PartDurations inA(a, 0, numbers, rows.size()), inB(b, 1, numbers, rows.size());
    const auto meanOf = [](std::span<int64_t> ns) {
        double sum = 0;
        for (const int64_t one : ns)
            sum += double(one);
        return ns.empty() ? 0 : sum / double(ns.size());
    };
    for (size_t row = 0; row < rows.size(); ++row) {
        const double countA = double(rows[row].a.unitCount), countB = double(rows[row].b.unitCount);
        if (countA == 0 || countB == 0)
            continue;
        double within = 0; // what the mean call changes by with the mix of both
        for (uint32_t grid = 0; grid < width; ++grid) {
            const auto ofA = inA.of(row * width + grid), ofB = inB.of(row * width + grid);
            if (!ofA.empty() && !ofB.empty())
                within += (double(ofA.size()) / countA + double(ofB.size()) / countB) / 2 * (meanOf(ofB) - meanOf(ofA));
        }
        const double mix = double(rows[row].b.unitNs) / countB - double(rows[row].a.unitNs) / countA - within;
        rows[row].shapeNs = mix * (countA / double(a.unit->windows) + countB / double(b.unit->windows)) / 2;
    }
}

void findInside(std::vector<DiffRow> &rows, const InsideSide &a, const InsideSide &b, bool byModule)
{
    const PartNumbers numbers(a.run.run(), b.run.run(), byModule ? DivideBy::Module : DivideBy::Kernel);
    const size_t width = numbers.count();
    if (width < 2 || rows.size() * width > maxParts)
        return;
    const std::vector<bool> divided = dividedRows(a, b, numbers, rows.size());
    if (std::find(divided.begin(), divided.end(), true) == divided.end())
        return;
    PartDurations inA(a, 0, numbers, rows.size()), inB(b, 1, numbers, rows.size());
    std::vector<InsidePart> parts;
    for (size_t row = 0; row < rows.size(); ++row)
        for (uint32_t number = 0; divided[row] && number < width; ++number) { // else the row itself says it
            const size_t place = row * width + number;
            if (inA.count(place) >= fewestSamples && inB.count(place) >= fewestSamples)
                parts.push_back({row, number, {}, {}});
        }
    for (InsidePart &part : parts) {
        part.a = sampleStats(inA.of(part.row * width + part.number), a.run.clockNs);
        part.b = sampleStats(inB.of(part.row * width + part.number), b.run.clockNs);
    }
    std::vector<double> largest(rows.size());
    for (const InsidePart &part : parts) {
        const Difference change = difference(part.a, part.b, parts.size());
        const double ns = std::abs(change.deltaNs) * double(std::min(part.a.count, part.b.count));
        if (!change.outsideNoise || ns <= largest[part.row])
            continue;
        largest[part.row] = ns;
        rows[part.row].inside = numbers.text(part.number);
        rows[part.row].insideCall = change;
    }
}

} // namespace ws
