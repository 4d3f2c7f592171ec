#pragma once
// What a trace of a graph's capture tells: the launches that were captured, in order, and the module that made each. A
// graph's replay shows its kernels without operators or modules; vLLM and SGLang write such a trace beside it
// (capture_traces/). While a stream is being captured a launch runs nothing, so a captured launch is one between
// …StreamBeginCapture and …StreamEndCapture without GPU work, on any thread; each such pair makes one graph. Without
// these calls in the file, all launches without GPU work are one graph. On AMD the call names its kernel
// (args "kernel"); on NVIDIA it does not.
// It copies what it needs: the capture's Run need not be kept.

#include "core/base/progress.h"
#include "core/model/nestedslices.h"
#include "core/model/run.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ws {

/// A module's call during the capture.
struct CapturedCall
{
    std::string instance;      ///< "Qwen3DecoderLayer_7"
    uint32_t parent = noSlice; ///< index of the enclosing call, less than its own
    uint32_t path = 0;         ///< the same for calls with the same instances from the outside in
};

/// What a launch starts, as a number: the kernel's name, or one of these.
enum CapturedWork : uint32_t { NamelessKernel, Copy, Fill, FirstKernelName };

struct CapturedLaunch
{
    uint32_t work = NamelessKernel;
    uint32_t api = 0;         ///< the same for calls of one name
    uint32_t call = noSlice;  ///< index into Capture::calls(); noSlice: outside any module
    bool isLinked = false;    ///< by a backward link, not by the stack of the launching thread
    uint32_t launch = 0;      ///< index into the Launches of its file
    uint32_t need = noSlice;  ///< index into Capture::needs(); noSlice: not known, or there is no such operator
    uint32_t owner = noSlice; ///< the same for launches of one call of that operator
};

/// An operator around captured launches, by which it is known what they compute (core/analysis/limits).
struct CapturedNeed
{
    std::string name;
    std::string inputs; ///< as CpuOps::inputs
    bool operator==(const CapturedNeed &) const = default;
};

/// Of a launch: its operator, and the number of the call.
struct CapturedOwner
{
    uint32_t need = noSlice, call = noSlice;
};

using CapturedGraph = std::vector<CapturedLaunch>;

class Capture
{
public:
    /// Nothing when cancelled. Without captured launches, graphs() is empty.
    static std::optional<Capture> of(const Run &run, const Progress *progress = nullptr);

    /// Of several files, one a subsystem or a batch size, in their order; graphs of two files are of one model where
    /// their modules have the same paths. None of `files`: an empty capture.
    static Capture joined(std::vector<std::pair<std::string, Capture>> files);

    const std::vector<CapturedGraph> &graphs() const { return m_graphs; }
    /// Of a graph: an annotation around its capture, "capture_128_decode"; empty: none.
    const std::string &labelOf(size_t graph) const { return m_labels[graph]; }
    /// Names of the joined files; empty: not joined.
    const std::vector<std::string> &files() const { return m_files; }
    /// Of a graph, an index into files().
    uint32_t fileOf(size_t graph) const { return m_fileOf.empty() ? 0 : m_fileOf[graph]; }
    const std::vector<CapturedCall> &calls() const { return m_calls; }
    /// Empty until own() was called.
    const std::vector<CapturedNeed> &needs() const { return m_needs; }
    /// Before files are joined: the operator of each launch of the file.
    void own(std::vector<CapturedNeed> needs, const std::vector<CapturedOwner> &ofLaunch);
    size_t launches() const;
    /// False: no launch tells which kernel it starts.
    bool namesKernels() const { return !m_kernels.empty(); }
    /// The number of a kernel of that name; UINT32_MAX: none was captured. ROCm replays some copies and fills as
    /// kernels; those are Copy and Fill.
    uint32_t workOf(std::string_view kernel) const;
    /// "Qwen3Model_0/Qwen3DecoderLayer_7"
    std::string pathOf(uint32_t call) const;

private:
    friend class CaptureReader;
    std::vector<CapturedGraph> m_graphs;
    std::vector<std::string> m_labels; ///< by graph
    std::vector<uint32_t> m_fileOf;    ///< by graph; empty: one file
    std::vector<std::string> m_files;
    std::vector<CapturedCall> m_calls;
    std::vector<CapturedNeed> m_needs;
    uint32_t m_owners = 0; ///< the least number that no call of an operator has
    std::unordered_map<std::string, uint32_t> m_kernels;
};

} // namespace ws
