#pragma once
// What a run is, in short facts.

#include "core/report/overviewreport.h"

namespace ws {

/// Model, phase with batch and tokens, device, rank, units, engine, call stacks; each only where the file says it.
QStringList runFacts(const Run &run, const Steps &steps, const RunBudget &budget,
                     const std::vector<TrustFinding> &trust, const Attribution *attribution);
/// "GPU 0", "NPU 1".
QString deviceTitle(const Run &run, uint16_t device);
/// "NVIDIA H100 80GB HBM3"; empty: not in the file.
QString deviceModel(const Run &run, uint16_t device);

} // namespace ws
