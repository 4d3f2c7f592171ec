#include "core/analysis/compare/workchange.h"

#include "core/analysis/compare/comparison.h"

#include <algorithm>
#include <array>

namespace ws {
namespace {

/// One side, per unit.
struct Side
{
    double takenNs = 0; ///< of the work that has a limit
    double limitNs = 0, otherLimitNs = 0;
};

constexpr double mostShared = 0.05;

/// Nothing: too little is known.
std::optional<Side> sideOf(const DiffWork &work, int64_t totalNs, double units)
{
    const std::optional<NamedLimit> most = ofMost(work.limit, totalNs);
    if (!most || double(work.sharedNs) > mostShared * double(most->limitedNs) || most->limitedNs <= 0 ||
        most->limitNs <= 0 || work.otherLimitNs <= 0 || !work.isOtherKnown)
        return std::nullopt;
    return Side{double(most->limitedNs) / units, most->limitNs / units, work.otherLimitNs / units};
}

std::optional<WorkChange> changeOf(const std::optional<Side> &a, const std::optional<Side> &b)
{
    if (!a || !b)
        return std::nullopt;
    enum Factor { Work, Device, Slowness, factors };
    const double limits[2][2] = {{a->limitNs, a->otherLimitNs}, {b->otherLimitNs, b->limitNs}}; // by work, by device
    const double slowness[2] = {a->takenNs / a->limitNs, b->takenNs / b->limitNs};
    const auto timeOf = [&](const std::array<int, factors> &isB) {
        return limits[isB[Work]][isB[Device]] * slowness[isB[Slowness]];
    };
    std::array<double, factors> parts{};
    std::array<int, factors> order{Work, Device, Slowness};
    int orders = 0;
    do {
        std::array<int, factors> isB{};
        for (const int factor : order) {
            const double before = timeOf(isB);
            isB[size_t(factor)] = 1;
            parts[size_t(factor)] += timeOf(isB) - before;
        }
        ++orders;
    } while (std::ranges::next_permutation(order).found);
    return WorkChange{parts[Work] / orders, parts[Device] / orders, parts[Slowness] / orders, a->takenNs, b->takenNs};
}

double unitsOf(uint64_t windows)
{
    return windows ? double(windows) : 1;
}

} // namespace

DiffWorkSums::DiffWorkSums(const Limits &own, const Limits &other) : m_own(own), m_rowOfCall(own.calls.size(), none)
{
    const bool isOne = own.device.peaks == other.device.peaks;
    for (const LimitRow &row : own.rows) {
        std::optional<CallLimit> limit;
        if (row.limit && other.device.peaks)
            limit = isOne ? row.limit : limitOf(row.work, row.arithmetic, *other.device.peaks);
        m_otherNs.push_back(limit ? limit->ns : -1);
    }
}

const LimitCall *DiffWorkSums::callOf(size_t activity) const
{
    return activity < m_own.callOf.size() && m_own.callOf[activity] != noLimitRow ? &m_own.calls[m_own.callOf[activity]]
                                                                                  : nullptr;
}

void DiffWorkSums::place(size_t activity, uint32_t row)
{
    if (const LimitCall *call = callOf(activity)) {
        uint32_t &known = m_rowOfCall[size_t(call - m_own.calls.data())];
        known = known == none || known == row ? row : several;
    }
}

void DiffWorkSums::add(DiffWork &sum, size_t activity, int64_t ns) const
{
    const LimitCall *call = callOf(activity);
    if (!call)
        return;
    addWork(sum.limit, m_own, *call, ns);
    if (!m_own.rows[call->row].limit)
        return;
    if (m_rowOfCall[size_t(call - m_own.calls.data())] == several)
        sum.sharedNs = saturatingAdd(sum.sharedNs, ns);
    const double otherNs = m_otherNs[call->row];
    sum.isOtherKnown &= otherNs >= 0;
    if (otherNs >= 0 && call->gpuNs)
        sum.otherLimitNs += otherNs * double(ns) / double(call->gpuNs);
}

std::optional<WorkChange> workChange(const DiffRow &row, const DiffTable &table)
{
    const bool perUnit = table.windowsA && table.windowsB;
    const auto totalOf = [&](const DiffSide &side) { return perUnit ? side.unitNs : side.totalNs; };
    return changeOf(sideOf(row.a.work, totalOf(row.a), unitsOf(perUnit ? table.windowsA : 0)),
                    sideOf(row.b.work, totalOf(row.b), unitsOf(perUnit ? table.windowsB : 0)));
}

std::optional<WorkChange> workChange(const DiffTable &table)
{
    DiffRow all;
    for (const DiffRow &row : table.rows) {
        if (row.work == DiffRow::Communication)
            continue;
        for (DiffSide DiffRow::*const side : {&DiffRow::a, &DiffRow::b}) {
            DiffSide &sum = all.*side;
            const DiffSide &part = row.*side;
            addTo(sum.work.limit, part.work.limit);
            sum.work.otherLimitNs += part.work.otherLimitNs;
            sum.work.isOtherKnown &= part.work.isOtherKnown;
            sum.totalNs = saturatingAdd(sum.totalNs, part.totalNs);
            sum.unitNs = saturatingAdd(sum.unitNs, part.unitNs);
        }
    }
    return workChange(all, table);
}

bool isOneDevice(const PairLimits &limits)
{
    return limits.a->device.peaks == limits.b->device.peaks;
}

} // namespace ws
