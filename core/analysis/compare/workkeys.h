#pragma once
// The rows of a run's GPU work under one kind of grouping: every activity has exactly one key, so sums by key add up to
// all work. Keys are dense numbers; texts exist once per key, never per activity.

#include "core/analysis/compare/comparedrun.h"
#include "core/analysis/compare/comparison.h"

#include <string>
#include <string_view>
#include <vector>

namespace ws {

struct WorkKeys
{
    struct Key
    {
        std::string text;
        std::string alias; ///< what may pair with another text: an operator without its backend, a family; empty: none
        std::vector<StringId> names; ///< kernels or operators of the run
        CategoryKind kind = CategoryKind::Kernel;
        bool isCommunication = false;
    };
    std::vector<Key> keys;
    std::vector<uint32_t> byName; ///< by StringId of nameForRules(); empty: by activity
    std::vector<uint32_t> byActivity;
    /// What is a call of a row: GPU work itself (kernels and their families), or a call of the module, operator, layer
    /// that its work belongs to, which may launch any number of kernels; stages, lines and steps have no calls.
    enum Calls : uint8_t { OfWork, OfOwners, Unknown };
    Calls calls = OfWork;
    std::vector<uint32_t> callOf; ///< of owners, by activity: a number that no other call has; noCall: not known
    static constexpr uint32_t noCall = UINT32_MAX;
    QString missing; ///< why there are none; empty: there are

    uint32_t of(const GpuWork &gpu, size_t i) const
    {
        return byName.empty() ? byActivity[i] : byName[gpu.nameForRules(i)];
    }
};

/// Stage, Module, Layer, Family, Kernel, Operator, Line or Step. `steps`: those of the unit. Nothing when cancelled.
/// O(GPU work); Module and Layer that of their analyses.
std::optional<WorkKeys> workKeys(const ComparedRun &run, DiffBy by, const Steps *steps,
                                 const Progress *progress = nullptr);

/// "aten::miopen_convolution" → "convolution": without namespace and backend.
std::string plainOperator(std::string_view name);
/// The family of a kernel: its base name without numbers at the ends of its parts and without parts that hold others
/// ("nvjet_192x192_64x4_bias" → "nvjet_bias", "matmul14_cast1" → "matmul_cast").
std::string kernelFamily(std::string_view name);
/// "a/model.py(410): forward" → "a/model.py: forward": the function, wherever the file has it by now.
std::string withoutLineNumber(std::string_view frame);

} // namespace ws
