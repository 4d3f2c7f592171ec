#pragma once
// Names for the kernels of CUDA graphs. A trace does not say what a graph's kernels were captured from; torch
// (torch/cuda/_annotate_cuda_graph_trace.py) can write it into another file: one folder above a trace
// "000003.….json.gz" is "kernel_annotations_rank3_….json", {graph node id: [{"name": …} …]}. Fields of later entries
// win; old files have bare strings, which are names, and "str" for "name".

#include "core/base/result.h"
#include "core/model/run.h"

#include <memory>
#include <unordered_map>

namespace ws {

class GraphAnnotations
{
public:
    /// Of a trace; empty: none. The digits in front of its name are the rank; of several files the first.
    static QString fileOf(const QString &tracePath);
    /// Errors: Unreadable, TooLarge, Malformed.
    static Result<GraphAnnotations> read(const QString &path);
    /// For a run with kernels of graphs; null: no such kernels, or no readable file.
    static std::shared_ptr<const GraphAnnotations> of(const Run &run);

    size_t size() const { return m_names.size(); }
    /// Module and name ("layers.3.mlp: gemm"); null: not annotated. `graphNode`: as GpuWork::graphNode.
    const std::string *nameOf(uint64_t graphNode) const;

private:
    std::unordered_map<uint64_t, std::string> m_names;
    bool m_hasGraphs = false; ///< ids are graph << 32 | node, not nodes alone
};

} // namespace ws
