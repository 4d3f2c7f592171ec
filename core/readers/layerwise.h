#pragma once
// vLLM's layerwise profile: { context, prefill: {metadata, summary_stats[], model_stats[]}, decode_1: … }, every node
// {entry, children}. Each phase and view becomes a ModuleTree. Read through a DOM (files are some hundred kB); walked
// without recursion, so depth costs memory only.

#include "core/bytesource.h"
#include "core/readers/formats.h"

namespace ws {

struct LayerwiseContent
{
    std::vector<ModuleTree> trees; ///< in the file's order, summary before model
    nlohmann::ordered_json context = nlohmann::ordered_json::object();
    bool complete = true;
};

/// Errors: Malformed. A cut file keeps the nodes before the cut.
Result<LayerwiseContent> parseLayerwise(std::string text, Diagnostics &diagnostics);

Match matchLayerwise(const Head &head);
Result<Document> readLayerwise(ByteSource &source, Progress &progress);

} // namespace ws
