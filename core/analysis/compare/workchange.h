#pragma once
// Whether a row takes another time because it does other work, because the device is another one, or because it runs
// nearer to the device's limit. The time of GPU work is what it needs (FLOP, bytes) × what the device takes for that at
// least × how much longer it took. The change of a product is divided among its factors as L. S. Shapley does it: the
// mean over all orders in which the factors change. The parts add up to the change of the time whose need is known.

#include "core/analysis/limits/limits.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ws {

struct DiffRow;
struct DiffTable;

/// Of the whole runs. Null: it is not asked for.
struct PairLimits
{
    std::shared_ptr<const Limits> a, b;

    bool isAsked() const { return a && b; }
};

/// What the GPU work of one side of a row needs, within the compared units, without units in all.
struct DiffWork
{
    NamedLimit limit;
    double otherLimitNs = 0;  ///< of the same work at the limit of the other run's device
    bool isOtherKnown = true; ///< of all work that has a limit on its own device
    /// Time in calls that have work in other rows as well: their need is divided by times, so it says nothing of why
    /// these changed.
    int64_t sharedNs = 0;
};

/// ns, per unit and device where units are known; B − A.
struct WorkChange
{
    double workNs = 0, deviceNs = 0, efficiencyNs = 0;
    double coveredA = 0, coveredB = 0; ///< the times whose change they are
};

/// Adds GPU work of one side to sums: first all of it is placed in its row.
class DiffWorkSums
{
public:
    /// `other`: of the other run.
    DiffWorkSums(const Limits &own, const Limits &other);

    void place(size_t activity, uint32_t row);
    void add(DiffWork &sum, size_t activity, int64_t ns) const;

private:
    static constexpr uint32_t none = UINT32_MAX, several = UINT32_MAX - 1;
    const LimitCall *callOf(size_t activity) const;

    const Limits &m_own;
    std::vector<double> m_otherNs;     ///< by row of the limits: one call on the other device; negative: not known
    std::vector<uint32_t> m_rowOfCall; ///< or none, several
};

/// Nothing where one side does not exist, where less than four fifths of its time have a limit, or where more than a
/// twentieth of that time is shared with other rows.
std::optional<WorkChange> workChange(const DiffRow &row, const DiffTable &table);
/// The same of all rows together, without communication.
std::optional<WorkChange> workChange(const DiffTable &table);
/// Both devices have the same figures.
bool isOneDevice(const PairLimits &limits);

} // namespace ws
