#pragma once
// Simulates the run of the invented model step by step: a CPU clock per launching thread, a cursor per GPU stream. A
// step's events are kept only until they are written, in one list per section of the file.

#include "tracegen.h"
#include "tracegen_catalogue.h"

#include <deque>

namespace ws::tracegen {

enum class Kind : uint8_t {
    Annotation,
    CpuOp,
    ForwardFlow,
    BackwardFlow,
    Python,
    Module,
    Memory,
    Runtime,
    Driver,
    FlowStart,
    FlowEnd,
    Kernel,
    Memcpy,
    Memset,
    GpuAnnotation,
    Counter,
    Overhead
};

constexpr bool isGpuWork(Kind kind)
{
    return kind == Kind::Kernel || kind == Kind::Memcpy || kind == Kind::Memset;
}

/// The meaning of `a` … `d` depends on the kind; see the writer.
struct Event
{
    Kind kind = Kind::CpuOp;
    int32_t pid = 0;
    int32_t tid = 0;
    int64_t ts = 0; ///< ns
    int64_t dur = 0;
    std::string_view name;
    std::string_view extra;
    std::string_view extra2;
    int64_t a = 0, b = 0, c = 0, d = 0;
    int32_t device = 0; ///< of a [memory] event
    int32_t truth = -1; ///< index into Step::launches
};

/// The data of a launch for the truth.
struct Launch
{
    std::string_view op;
    std::vector<std::string_view> modules, modulesAll, captured;
};

enum Section : uint8_t { Ops, PythonFrames, MemoryEvents, Gpu, Labels, SectionCount };

struct Step
{
    std::vector<Event> sections[SectionCount];
    std::deque<std::string> texts; ///< the texts of events' names that are not in the catalogue
    std::vector<Launch> launches;
    std::string_view name;
    int64_t eventCount() const;
    void clear();
};

class Simulator
{
public:
    Simulator(const Options &options, const Catalogue &catalogue);
    /// Simulates the next step into `step`, replacing its content.
    void next(Step &step);

    int64_t firstNs() const { return m_startNs; }
    int64_t lastNs() const { return m_lastNs; }
    int32_t processId() const { return pid; }
    int32_t threadId(int worker) const { return pid + worker * 37; }
    int32_t backwardThreadId(int worker) const { return pid + 20000 + worker * 37; }
    int streamId(int index) const { return index == 0 ? 7 : 16 + 4 * index; }

private:
    static constexpr int32_t pid = 4242;

    struct Stream
    {
        int64_t start = 0, end = 0;           ///< of its latest activity
        int64_t notBefore = 0;                ///< a wait for an event
        int64_t labelStart = 0, labelEnd = 0; ///< this step's work, for the gpu_user_annotation
    };
    struct Worker
    {
        int64_t now = 0;
        int64_t sequence = 0;
        int32_t stepCount = 0;
    };
    enum class GradKind : uint8_t { Gemm, Norm, Attention, Moe, Embedding, Loss };
    /// A forward op that has a backward node.
    struct Grad
    {
        GradKind kind;
        int64_t sequence;
        std::vector<std::string_view> modules;
        int64_t flow;
    };
    enum class Direction : uint8_t { HostToDevice, DeviceToHost };

    // tracegen_simulator.cpp: clocks, frames and launches
    uint32_t random(uint32_t below);
    int64_t jitter(int64_t ns, int percent);
    Event &add(Section section, Kind kind, int64_t ts, int64_t dur, std::string_view name);
    void advance(int64_t ns) { m_now += ns; }
    void enterPython(Kind kind, std::string_view name, int64_t moduleId = -1);
    void leavePython();
    void leafPython(std::string_view name, int64_t ns);
    void padPython();
    template <class Body> void python(std::string_view name, Body body);
    template <class Body> void module(Cls cls, int instance, Body body);
    template <class Body> void op(Opr opr, Body body);
    void enterOp(std::string_view name, std::string_view shapes, int64_t sequence = -1, int64_t forwardThread = 0);
    void leaveOp();
    int64_t addFlow(Kind kind, int64_t id, int64_t ts);
    // tracegen_device.cpp
    void launch(Krn krn, int stream = 0);
    void copy(Direction direction, int64_t bytes);
    void fill(int64_t bytes);
    void runtimeCall(std::string_view name, int cbid, int64_t ns);
    int64_t beginLaunch(std::string_view name, int cbid, Kind kind);
    Event &place(int stream, Kind kind, std::string_view name, int64_t ns, bool overlaps, int64_t correlation);
    void finishLaunch(int64_t correlation);
    int32_t launchTruth();
    void collective(Krn krn, std::string_view label);
    void awaitCollective();
    void synchronise();
    void memoryEvent(int64_t bytes);
    int sideStream();
    // tracegen_model.cpp: the model
    void inferenceStep(bool prefill, bool mixed, bool graph);
    std::string_view stepName(bool prefill, bool mixed);
    void beginStep(std::string_view name);
    void endStep();
    void prepareInputs();
    void forwardPass();
    void replayGraph();
    void allReduce(Krn krn);
    void decoderLayer(int layer);
    void attention(int layer);
    void mixtureOfExperts(int layer);
    void norm(int instance);
    void linear(Cls cls, int instance, Opr opr, Krn krn);
    void sampleTokens();
    void stepCounters();
    // tracegen_backward.cpp
    void gradOp(Opr outer, Opr inner, GradKind kind, const std::function<void()> &body);
    void trainingStep();
    void backwardPass();
    void backwardNode(const Grad &grad, Opr evaluate, Opr node, const std::function<void()> &body);
    void backwardOf(const Grad &grad);
    void accumulateGrad();
    void optimizerStep();

    const Options &m_options;
    const Catalogue &m_catalogue;
    Step *m_step = nullptr;
    uint64_t m_state;
    int64_t m_startNs;
    int64_t m_lastNs;
    int64_t m_stepIndex = 0;
    std::vector<Worker> m_workers;
    std::vector<std::vector<Stream>> m_streams;   ///< [device][stream]
    std::vector<int64_t> m_allocated, m_reserved; ///< [device]
    std::vector<std::deque<int64_t>> m_blocks;    ///< [device], live temporary allocations

    // the running step
    int64_t m_now = 0;
    int m_worker = 0, m_device = 0;
    int32_t m_thread = 0;
    Load m_load = Many;
    int64_t m_annotationId = 0;
    bool m_inGraph = false;
    int64_t m_graphCorrelation = 0, m_graphLaunchNs = 0, m_graphNode = 0;
    size_t m_callIndex = 0; ///< the runtime call being made, in the section Gpu
    int64_t m_latestCollective = 0;
    int m_side = 0;
    std::vector<size_t> m_pythonStack, m_opStack;
    std::vector<std::string_view> m_modules, m_modulesAll, m_captured;
    std::vector<Grad> m_grads;
    // counters over the whole trace
    int64_t m_externalId = 1, m_correlation = 100000, m_pythonId = 1, m_eventIndex = 0, m_recordId = 0, m_flow = 0;
    int64_t m_pythonCount = 0, m_otherCount = 0;
};

template <class Body> void Simulator::python(std::string_view name, Body body)
{
    enterPython(Kind::Python, name);
    body();
    leavePython();
}

template <class Body> void Simulator::module(Cls cls, int instance, Body body)
{
    const ModuleName &name = m_catalogue.module(cls, instance);
    std::vector<std::string_view> &path = m_inGraph ? m_captured : m_modules;
    path.push_back(name.instance);
    enterPython(Kind::Module, name.event, name.id);
    enterPython(Kind::Python, "torch/nn/modules/module.py(1775): _call_impl");
    enterPython(Kind::Python, name.forward);
    body();
    leavePython();
    leavePython();
    leavePython();
    path.pop_back();
}

template <class Body> void Simulator::op(Opr opr, Body body)
{
    const OpSpec &spec = m_catalogue.op(opr);
    enterOp(spec.name, spec.shapes[m_load]);
    body();
    leaveOp();
}

} // namespace ws::tracegen
