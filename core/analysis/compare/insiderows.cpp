#include "core/analysis/compare/insiderows.h"

#include "core/analysis/compare/units.h"
#include "core/base/quantiles.h"
#include "core/model/eventtext.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <unordered_map>

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

/// The product of the numbers from here to the next "]".
double productAfter(std::string_view text, std::string_view begin)
{
    const size_t at = text.find(begin);
    if (at == text.npos)
        return 0;
    double product = 1, number = 0;
    for (const char c : text.substr(at + begin.size())) {
        if (c >= '0' && c <= '9') {
            number = number * 10 + (c - '0');
            continue;
        }
        product *= number;
        number = 0;
        if (c == ']')
            break;
    }
    return product;
}

/// What calls work on.
class CallSizes
{
public:
    explicit CallSizes(const Run &run) : m_run(run), m_threads(run.strings.size(), -1)
    {
        for (size_t i = 0; i < run.ops.size(); ++i)
            if (run.ops.shape[i])
                m_shapes.emplace(key(run.ops.slice[i]), run.ops.shape[i]);
    }
    bool knowsShapes() const { return !m_shapes.empty(); }
    StringId shape(size_t i) const
    {
        const auto found = m_run.gpu.op[i].valid() ? m_shapes.find(key(m_run.gpu.op[i])) : m_shapes.end();
        return found == m_shapes.end() ? 0 : found->second;
    }
    double threads(size_t i) ///< 0: not known
    {
        const StringId grid = m_run.gpu.grid.empty() ? 0 : m_run.gpu.grid[i];
        if (m_threads[grid] < 0)
            m_threads[grid] = productAfter(m_run.text(grid), "grid [") * productAfter(m_run.text(grid), "block [");
        return m_threads[grid];
    }

private:
    static uint64_t key(EventRef slice) { return uint64_t(slice.lane) << 32 | slice.index; }

    const Run &m_run;
    std::unordered_map<uint64_t, StringId> m_shapes;
    std::vector<double> m_threads; ///< by StringId; -1: not read yet
};

/// The factor by which sizes of B are those of A, where all that differ have about the same one; 0: they have not.
double shapeScale(std::string_view a, std::string_view b)
{
    double least = INFINITY, most = 0;
    const auto numberAt = [](std::string_view text, size_t &at) {
        double number = 0;
        for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at)
            number = number * 10 + (text[at] - '0');
        return number;
    };
    for (size_t i = 0, j = 0; i < a.size() || j < b.size();) {
        const size_t fromA = i, fromB = j;
        const double inA = numberAt(a, i), inB = numberAt(b, j);
        if ((i > fromA) != (j > fromB))
            return 0;
        if (i == fromA) {
            if (i >= a.size() || j >= b.size() || a[i++] != b[j++])
                return 0;
        } else if (inA != inB) {
            if (inA == 0 || inB == 0)
                return 0;
            least = std::min(least, inB / inA);
            most = std::max(most, inB / inA);
        }
    }
    if (most == 0)
        return 1;
    constexpr double oneFactor = 1.05;
    return most <= least * oneFactor ? std::sqrt(least * most) : 0;
}

/// The activities of a kind in each row within the units.
std::vector<std::vector<uint32_t>> callsByRow(const InsideSide &side, size_t rows,
                                              CategoryKind kind = CategoryKind::Kernel)
{
    const GpuWork &gpu = side.run.run().gpu;
    std::vector<uint32_t> window;
    if (side.unit && !side.unit->places.empty())
        window = windowsOfWork(gpu, side.unit->places);
    std::vector<std::vector<uint32_t>> calls(rows);
    for (uint32_t i = 0; i < gpu.size(); ++i)
        if (gpu.kind[i] == kind && (window.empty() || window[i] != noStep))
            calls[side.rowOfKey[side.keys.of(gpu, i)]].push_back(i);
    return calls;
}

/// Fewer than nine tenths of the calls have shapes that as many of the other side have; false where shapes of some are
/// not known.
bool areOtherShapes(const std::vector<uint32_t> &inA, const CallSizes &ofA, const Run &runA,
                    const std::vector<uint32_t> &inB, const CallSizes &ofB, const Run &runB)
{
    constexpr double nearlyAllCalls = 0.9;
    std::unordered_map<std::string_view, std::pair<double, double>> shares;
    for (const uint32_t i : inA)
        if (const StringId shape = ofA.shape(i))
            shares[runA.text(shape)].first += 1 / double(inA.size());
        else
            return false;
    for (const uint32_t i : inB)
        if (const StringId shape = ofB.shape(i))
            shares[runB.text(shape)].second += 1 / double(inB.size());
        else
            return false;
    double common = 0;
    for (const auto &[shape, share] : shares)
        common += std::min(share.first, share.second);
    return !inA.empty() && !inB.empty() && common < nearlyAllCalls;
}

/// Calls of B beside those of A in one row and with one factor.
struct ScaledCall
{
    double factor = 0, nsA = 0, nsB = 0;
    double weight = 0; ///< its part of all kernels' time, in A and in B
    size_t row = 0;
    bool isOfInputs = false;
};

/// Nothing where the factors differ, or where they are near 1.
std::optional<WorkScale> commonScale(std::vector<ScaledCall> calls)
{
    constexpr double oneFactor = 1.15, farFromOne = 1.5, mostKnown = 0.8, mostOfTime = 0.5;
    constexpr size_t fewestRows = 5;
    double known = 0;
    for (const ScaledCall &call : calls)
        known += call.weight;
    std::ranges::sort(calls, {}, &ScaledCall::factor);
    double below = 0;
    const auto middle = std::ranges::find_if(calls, [&](const ScaledCall &call) {
        below += call.weight;
        return below * 2 >= known;
    });
    if (middle == calls.end() || (middle->factor < farFromOne && middle->factor * farFromOne > 1))
        return {};
    WorkScale scale{middle->factor, 1, true, 0};
    double agreeing = 0, ofInputs = 0, nsA = 0, nsB = 0;
    std::set<size_t> rows;
    for (const ScaledCall &call : calls) {
        if (call.factor > scale.factor * oneFactor || call.factor * oneFactor < scale.factor)
            continue;
        agreeing += call.weight;
        ofInputs += call.isOfInputs ? call.weight : 0;
        nsA += call.nsA;
        nsB += call.nsB;
        rows.insert(call.row);
    }
    if (agreeing < mostKnown * known || agreeing < mostOfTime * 2 || rows.size() < fewestRows || nsA <= 0)
        return {};
    scale.timePerWork = nsB / nsA / scale.factor;
    scale.isOfInputs = ofInputs * 2 >= agreeing;
    scale.kernels = rows.size();
    return scale;
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

std::optional<WorkScale> findOtherWork(std::vector<DiffRow> &rows, const InsideSide &a, const InsideSide &b,
                                       bool areKernels)
{
    const Run &runA = a.run.run(), &runB = b.run.run();
    CallSizes ofA(runA), ofB(runB);
    const bool hasShapes = ofA.knowsShapes() && ofB.knowsShapes();
    if (!hasShapes && (!areKernels || runA.gpu.grid.empty() || runB.gpu.grid.empty()))
        return {};
    const auto inA = callsByRow(a, rows.size()), inB = callsByRow(b, rows.size());
    double allA = 0, allB = 0;
    const auto sumOf = [](const std::vector<uint32_t> &calls, const GpuWork &gpu) {
        double sum = 0;
        for (const uint32_t i : calls)
            sum += double(gpu.duration[i]);
        return sum;
    };
    constexpr double otherThreads = 1.1;
    const auto meanThreads = [](const std::vector<uint32_t> &calls, CallSizes &sizes) {
        double sum = 0;
        for (const uint32_t i : calls)
            if (const double threads = sizes.threads(i))
                sum += threads / double(calls.size());
            else
                return 0.0;
        return sum;
    };
    std::vector<ScaledCall> calls;
    std::unordered_map<uint64_t, double> scales; // by shapes of both
    const auto scaleOf = [&](StringId inputsA, StringId inputsB) {
        const auto [known, isNew] = scales.try_emplace(uint64_t(inputsA) << 32 | inputsB, 0);
        if (isNew)
            known->second = shapeScale(runA.text(inputsA), runB.text(inputsB));
        return known->second;
    };
    for (size_t row = 0; row < rows.size(); ++row) {
        if (hasShapes && areOtherShapes(inA[row], ofA, runA, inB[row], ofB, runB))
            rows[row].doubt = DiffRow::OtherShapes;
        if (!areKernels || rows[row].work != DiffRow::Computation)
            continue;
        if (rows[row].doubt == DiffRow::NoDoubt && !hasShapes)
            if (const double a = meanThreads(inA[row], ofA), b = meanThreads(inB[row], ofB);
                a > 0 && b > 0 && std::max(a, b) > otherThreads * std::min(a, b)) {
                rows[row].doubt = DiffRow::OtherGrids;
                rows[row].threads = b / a;
            }
        allA += sumOf(inA[row], runA.gpu);
        allB += sumOf(inB[row], runB.gpu);
        std::map<double, ScaledCall> byFactor;
        for (size_t k = 0; inA[row].size() == inB[row].size() && k < inA[row].size(); ++k) {
            const uint32_t i = inA[row][k], j = inB[row][k];
            const StringId shapeA = hasShapes ? ofA.shape(i) : 0, shapeB = hasShapes ? ofB.shape(j) : 0;
            double factor = shapeA && shapeB ? scaleOf(shapeA, shapeB) : 0;
            const bool isOfInputs = factor > 0;
            if (const double threadsA = ofA.threads(i), threadsB = ofB.threads(j); !isOfInputs && threadsA && threadsB)
                factor = threadsB / threadsA;
            if (factor <= 0)
                continue;
            ScaledCall &sum = byFactor.try_emplace(factor, ScaledCall{factor, 0, 0, 0, row, isOfInputs}).first->second;
            sum.nsA += double(runA.gpu.duration[i]);
            sum.nsB += double(runB.gpu.duration[j]);
        }
        for (const auto &[factor, sum] : byFactor)
            calls.push_back(sum);
    }
    for (ScaledCall &call : calls)
        call.weight = call.nsA / std::max(allA, 1.0) + call.nsB / std::max(allB, 1.0);
    return areKernels ? commonScale(std::move(calls)) : std::nullopt;
}

void findOtherCopies(std::vector<DiffRow> &rows, const InsideSide &a, const InsideSide &b)
{
    constexpr double otherSize = 1.1;
    if (!hasNearText(a.run.run()) || !hasNearText(b.run.run()))
        return;
    struct Copy
    {
        std::optional<int64_t> bytes;
        std::string_view memory;
    };
    const auto medianCopies = [&rows](const InsideSide &side) {
        const Run &run = side.run.run();
        std::vector<std::vector<uint32_t>> calls = callsByRow(side, rows.size(), CategoryKind::Memcpy);
        std::vector<Copy> copies(rows.size());
        for (size_t row = 0; row < rows.size(); ++row) {
            if (calls[row].empty() || !rows[row].a.exists() || !rows[row].b.exists())
                continue;
            const auto middle = calls[row].begin() + ptrdiff_t(lowerMiddle(calls[row].size()));
            std::ranges::nth_element(calls[row], middle, {}, [&run](uint32_t i) { return run.gpu.duration[i]; });
            if (const auto event = eventJson(run, run.gpu.slice[*middle]))
                copies[row] = {bytesOfCopy(*event), hostMemoryOfCopy(run, *event)};
        }
        return copies;
    };
    const std::vector<Copy> inA = medianCopies(a), inB = medianCopies(b);
    for (size_t row = 0; row < rows.size(); ++row) {
        const auto &[bytesA, memoryA] = inA[row];
        const auto &[bytesB, memoryB] = inB[row];
        if (bytesA && bytesB && double(std::max(*bytesA, *bytesB)) > otherSize * double(std::min(*bytesA, *bytesB)))
            rows[row].doubt = DiffRow::OtherCopies;
        if (!memoryA.empty() && !memoryB.empty() && memoryA != memoryB) {
            rows[row].memoryA = memoryA;
            rows[row].memoryB = memoryB;
        }
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
