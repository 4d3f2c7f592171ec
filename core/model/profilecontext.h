#pragma once
// What a layerwise profile says of the run that was profiled: the lines above the charts of vLLM's scripts.

#include "core/model/run.h"

#include <nlohmann/json_fwd.hpp>

#include <QString>

#include <optional>

namespace ws {

struct ProfileContext
{
    std::string model; ///< empty: not in the file
    std::optional<int64_t> batchSize;
    std::optional<int64_t> promptLength;    ///< tokens
    std::optional<int64_t> outputLength;    ///< tokens; only old profiles have it
    std::optional<int64_t> steps;           ///< how many were run …
    std::optional<int64_t> requestsPerStep; ///< … or how many requests complete in each, until none is left
    std::optional<int64_t> tensorParallel;  ///< GPUs
    std::string sparsity;
    bool operator==(const ProfileContext &) const = default;
};

/// Nothing of files of other formats, nor of values of a type that the profile's writer does not write.
ProfileContext profileContext(const Run &run);

/// "deepseek-ai/DeepSeek-R1, batch 4, prompt of 512 tokens"; empty where the file says none of it.
QString contextTitle(const ProfileContext &context);
/// The rest: "2 steps, 1 GPU".
QString contextDetails(const ProfileContext &context);

/// {"model", "batchSize", "promptLength", "outputLength", "steps", "requestsPerStep", "tensorParallelSize",
/// "sparsity"}, each null where the file does not say it.
nlohmann::ordered_json contextJson(const ProfileContext &context);

} // namespace ws
