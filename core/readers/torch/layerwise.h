#pragma once
// vLLM's layerwise profile: { context, prefill: {metadata, summary_stats[], model_stats[]}, decode_1: … }, every node
// {entry, children}. Each phase and view becomes a ModuleTree. Parsed event by event, so that a cut file keeps every
// node before the cut, the order is that of the file, and depth costs only memory. Rejected: a DOM (nlohmann's ordered
// objects copy their values, recursively, whenever a key is added).

#include "core/io/bytesource.h"
#include "core/readers/toolkit/match.h"

#include <nlohmann/json.hpp>

namespace ws {

struct LayerwiseContent
{
    std::vector<ModuleTree> trees; ///< by phase in the file's order, a phase's summary before its model
    nlohmann::ordered_json context = nlohmann::ordered_json::object();
    bool complete = true;
};

/// Errors: Malformed when there is no phase with a node list.
Result<LayerwiseContent> parseLayerwise(std::string text, Diagnostics &diagnostics);

Match matchLayerwise(const Head &head);
Result<RunPtr> readLayerwise(ByteSource &source, Progress &progress);

} // namespace ws
