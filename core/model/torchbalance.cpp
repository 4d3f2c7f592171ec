#include "core/model/torchbalance.h"

#include "core/model/nanoseconds.h"
#include "core/model/torchtable.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <tuple>
#include <unordered_map>

namespace ws {
namespace {

/// Calls in which the CPU does nothing but wait for the device.
bool isWaitingCall(std::string_view name)
{
    static constexpr std::array<std::string_view, 5> words{"Synchronize", "aten::item", "_local_scalar_dense",
                                                           "cudaMemcpy", "hipMemcpy"};
    return name.find("Async") == std::string_view::npos &&
           std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
}

/// The call that held the CPU longest, including calls below it (the table may lack them).
/// A known waiting call of a tenth of the CPU time comes first. Of any other call it is not known whether it waits: what
/// it calls may be among the rows that the row limit cut off.
void findLargestCall(const Table &table, const TorchColumns &columns, TorchBalance &balance)
{
    const int cpuColumn = columns.cpuTotal >= 0 ? columns.cpuTotal : columns.selfCpu;
    balance.listedCpuUs = listedSelfCpu(table, columns);
    std::string_view largest, waiting;
    double largestUs = 0, waitingUs = 0;
    for (size_t i = 0; i < table.rows.size(); ++i) {
        if (table.rowKinds[i] != RowKind::Operator)
            continue;
        const std::string_view name = table.nameAt(i, columns.name);
        const double us = table.numberAt(i, cpuColumn);
        if (us > largestUs) {
            largest = name;
            largestUs = us;
        }
        if (isWaitingCall(name) && us > waitingUs) {
            waiting = name;
            waitingUs = us;
        }
    }
    const bool isKnownWait = waitingUs >= balance.cpuUs / 10;
    balance.call = isKnownWait ? waiting : largest;
    balance.callUs = isKnownWait ? waitingUs : largestUs;
    balance.callWaits = isKnownWait;
}

bool areSame(const Table &a, const Table &b)
{
    return a.kind == b.kind && a.report == b.report && !a.rows.empty() && a.totals == b.totals &&
           std::ranges::equal(a.columns, b.columns, {}, &Column::name, &Column::name) && a.rows == b.rows;
}

/// Equal of tables that areSame().
size_t hashOf(const Table &table)
{
    size_t hash = table.rows.size();
    for (const auto &row : table.rows)
        for (const Cell &cell : row)
            hash = hash * 31 + std::hash<Cell>()(cell);
    return hash;
}

/// Two runs of one program may well copy the same number of bytes equally often; they never take the same times.
bool hasTimes(const Table &table)
{
    for (size_t c = 0; c < table.columns.size(); ++c)
        if (nanosecondsPer(table.columns[c].unit) > 0)
            for (size_t row = 0; row < table.rows.size(); ++row)
                if (table.numberAt(row, static_cast<int>(c)) > 0)
                    return true;
    return false;
}

} // namespace

std::optional<TorchBalance> torchBalance(const Table &table)
{
    const auto cpu = table.totals.find("selfCpuUs");
    const auto deviceUs = table.kind == "torch" ? deviceTotalUs(table) : std::nullopt;
    if (!deviceUs || cpu == table.totals.end() || cpu->second <= 0 || *deviceUs <= 0)
        return std::nullopt;
    const TorchColumns columns = torchColumns(table);
    if (negativeTimes(table, columns.selfCpu) || negativeTimes(table, columns.selfDevice))
        return std::nullopt;
    TorchBalance balance{cpu->second, *deviceUs, columns.device};
    findLargestCall(table, columns, balance);
    for (size_t i = 0; i < table.rows.size(); ++i) {
        const std::string_view name = table.nameAt(i, columns.name);
        if (table.rowKinds[i] != RowKind::Overhead || name == fullQueueRow)
            continue;
        double &sum = name == "Runtime Triggered Module Loading" ? balance.moduleLoadingUs
                      : name == "Lazy Function Loading"          ? balance.functionLoadingUs
                                                                 : balance.profilerUs;
        sum += table.numberAt(i, columns.selfCpu);
    }
    return balance;
}

std::vector<LooseBalance> looseBalances(const std::vector<Table> &tables)
{
    std::vector<LooseBalance> found;
    for (const Table &table : tables) {
        if (table.kind != looseTotalsKind)
            continue;
        for (size_t row = 0; row < table.rows.size(); ++row) {
            LooseBalance loose{std::string(table.nameAt(row, 0)),
                               {table.numberAt(row, 1), table.numberAt(row, 2)},
                               int64_t(table.numberAt(row, 3))};
            const auto isSame = [&](const TorchBalance &other) {
                return other.cpuUs == loose.balance.cpuUs && other.deviceUs == loose.balance.deviceUs;
            };
            if (loose.balance.cpuUs <= 0 || loose.balance.deviceUs <= 0 ||
                std::ranges::any_of(found, isSame, &LooseBalance::balance))
                continue;
            for (size_t k = 0; k < tables.size() && loose.table < 0; ++k)
                if (const auto balance = torchBalance(tables[k]); balance && isSame(*balance))
                    loose.table = int(k);
            found.push_back(std::move(loose));
        }
    }
    return found;
}

std::vector<NamedBalance> balancesOf(const std::vector<Table> &tables, const std::vector<int> &only)
{
    const std::vector<LooseBalance> loose = looseBalances(tables);
    const std::vector<int> sameAs = identicalTables(tables);
    std::vector<std::pair<int64_t, NamedBalance>> found; // by line
    for (size_t k = 0; k < tables.size(); ++k) {
        const bool isWanted = only.empty() ? sameAs[k] < 0 : std::ranges::find(only, int(k)) != only.end();
        auto balance = isWanted ? torchBalance(tables[k]) : std::nullopt;
        if (!balance)
            continue;
        NamedBalance named{tables[k].title, std::move(*balance)};
        for (const LooseBalance &place : loose)
            if (place.table == int(k) && place.name != named.name)
                named.name += " · " + place.name;
        found.emplace_back(tables[k].line, std::move(named));
    }
    for (const LooseBalance &place : loose)
        if (place.table < 0 && only.empty())
            found.emplace_back(place.line, NamedBalance{place.name, place.balance});
    std::ranges::stable_sort(found, {}, &std::pair<int64_t, NamedBalance>::first);
    std::vector<NamedBalance> balances;
    for (auto &[line, balance] : found)
        balances.push_back(std::move(balance));
    return balances;
}

std::vector<int> identicalTables(const std::vector<Table> &tables)
{
    std::vector<int> first(tables.size(), -1);
    std::unordered_map<size_t, std::vector<size_t>> different; // tables that equal none before them, by hash
    for (size_t k = 0; k < tables.size(); ++k) {
        std::vector<size_t> &others = different[hashOf(tables[k])];
        for (const size_t other : others) {
            const bool follows = other > 0 && first[k - 1] == static_cast<int>(other) - 1;
            if (areSame(tables[other], tables[k]) && (follows || hasTimes(tables[k]))) {
                first[k] = static_cast<int>(other);
                break;
            }
        }
        if (first[k] < 0)
            others.push_back(k);
    }
    return first;
}

namespace {

bool isByShape(const Table &table)
{
    return table.columnIndex("Input Shapes") >= 0;
}

/// Calls, and the own time on the CPU.
std::map<std::string_view, std::pair<double, double>> workByName(const Table &table)
{
    const TorchColumns columns = torchColumns(table);
    std::map<std::string_view, std::pair<double, double>> work;
    for (size_t row = 0; row < table.rows.size(); ++row) {
        auto &[calls, us] = work[table.nameAt(row, columns.name)];
        calls += table.numberAt(row, columns.calls);
        us += table.numberAt(row, columns.selfCpu);
    }
    return work;
}

/// What the row limit has left of the profile.
double listedTime(const Table &table)
{
    const TorchColumns columns = torchColumns(table);
    double us = 0;
    for (size_t row = 0; row < table.rows.size(); ++row)
        us += table.numberAt(row, columns.selfDevice) + table.numberAt(row, columns.selfCpu);
    return us;
}

bool areOfOneProfile(const Table &a, const Table &b)
{
    const auto hasTotal = [](const Table &table) {
        return std::ranges::any_of(table.totals, [](const auto &total) { return total.second > 0; });
    };
    if (a.kind != "torch" || b.kind != "torch" || a.totals != b.totals || !hasTotal(a))
        return false;
    constexpr double rounding = 0.01; // times are printed with three decimals, and added up
    const auto workA = workByName(a), workB = workByName(b);
    const auto &fewer = workA.size() < workB.size() ? workA : workB, &more = &fewer == &workA ? workB : workA;
    size_t same = 0;
    for (const auto &[name, work] : fewer)
        if (const auto other = more.find(name); other != more.end() && other->second.first == work.first &&
                                                std::abs(other->second.second - work.second) <= rounding * work.second)
            ++same;
    return same > 0 && 2 * same >= fewer.size();
}

} // namespace

std::vector<int> repeatedTables(const std::vector<Table> &tables)
{
    std::vector<int> first = identicalTables(tables);
    const auto isBetter = [&](size_t a, size_t b) {
        return std::tuple(!isByShape(tables[a]), listedTime(tables[a]), tables[a].rows.size()) >
               std::tuple(!isByShape(tables[b]), listedTime(tables[b]), tables[b].rows.size());
    };
    for (size_t k = 0; k < tables.size(); ++k) {
        if (first[k] >= 0)
            continue;
        std::vector<size_t> same{k};
        for (size_t later = k + 1; later < tables.size(); ++later)
            if (first[later] < 0 && areOfOneProfile(tables[k], tables[later]))
                same.push_back(later);
        const size_t best = *std::ranges::min_element(same, isBetter);
        for (const size_t one : same)
            if (one != best)
                first[one] = static_cast<int>(best);
        if (best != k) // what was said to be equal to this one
            for (int &other : first)
                other = other == int(k) ? int(best) : other;
    }
    return first;
}

} // namespace ws
