// The invented model: a decoder with mixture-of-experts layers, served in steps.
#include "tracegen_simulator.h"

#include <algorithm>

namespace ws::tracegen {

std::string_view Simulator::stepName(bool prefill, bool mixed)
{
    const std::string generation = std::to_string(24 + random(9));
    std::string name;
    if (mixed)
        name = "execute_context_1(" + std::to_string(1024 + random(512)) + ")_generation_" + generation + "(" +
               generation + ")";
    else if (prefill)
        name = "execute_context_2(" + std::to_string(1536 + random(512)) + ")_generation_0(0)";
    else
        name = "execute_context_0(0)_generation_" + generation + "(" + generation + ")";
    return m_step->texts.emplace_back(std::move(name));
}

void Simulator::beginStep(std::string_view name)
{
    m_step->name = name;
    if (m_options.kernelsOnly)
        return;
    if (m_stepIndex == 0) {
        Event &overhead = add(Gpu, Kind::Overhead, m_now + 40'000, 61'000, "Activity Buffer Request");
        overhead.pid = -1;
        overhead.tid = 0;
    }
    Event &event = add(Ops, Kind::Annotation, m_now, 0, name);
    event.a = m_annotationId = m_externalId++;
    event.d = m_eventIndex++;
    advance(jitter(2500, 30));
}

/// Ends the annotation, which is the first event of the section Ops, and labels its work on every stream.
void Simulator::endStep()
{
    if (m_options.kernelsOnly)
        return;
    Event &annotation = m_step->sections[Ops].front();
    annotation.dur = m_now - annotation.ts;
    std::vector<Stream> &streams = m_streams[size_t(m_device)];
    for (size_t i = 0; i < streams.size(); ++i) {
        if (!streams[i].labelStart)
            continue;
        Event &label = add(Labels, Kind::GpuAnnotation, streams[i].labelStart,
                           streams[i].labelEnd - streams[i].labelStart, annotation.name);
        label.pid = m_device;
        label.tid = streamId(int(i));
        label.a = m_annotationId;
    }
    stepCounters();
}

void Simulator::stepCounters()
{
    if (!m_options.counters)
        return;
    Event &memory = add(Labels, Kind::Counter, m_now, 0, "GPU memory (MB)");
    memory.pid = m_device;
    memory.extra = m_step->texts.emplace_back("\"allocated\": " + std::to_string(m_allocated[size_t(m_device)] >> 20) +
                                              ", \"reserved\": " + std::to_string(m_reserved[size_t(m_device)] >> 20));
    Event &power = add(Labels, Kind::Counter, m_now, 0, "GPU power (W)");
    power.pid = m_device;
    power.extra = m_step->texts.emplace_back("\"power\": " + std::to_string(430 + random(240)));
}

void Simulator::inferenceStep(bool prefill, bool mixed, bool graph)
{
    m_load = prefill ? Many : Few;
    advance(jitter(230'000, 40)); // answers are sent, new requests come in
    python("tinyfox/engine/core.py(310): step", [&] {
        python("tinyfox/engine/scheduler.py(205): schedule", [&] { advance(jitter(45'000, 30)); });
        beginStep(stepName(prefill, mixed));
        python("tinyfox/engine/runner.py(2907): execute_model", [&] {
            prepareInputs();
            if (graph)
                replayGraph();
            else
                forwardPass();
            padPython();
            sampleTokens();
        });
        endStep();
        padPython();
    });
}

void Simulator::prepareInputs()
{
    python("tinyfox/engine/runner.py(1204): prepare_inputs", [&] {
        op(Opr::Slice, [] {});
        for (int i = 0; i < 2; ++i) {
            op(Opr::To, [&] {
                op(Opr::Empty, [] {});
                op(Opr::Copy, [&] { copy(Direction::HostToDevice, m_load == Many ? 16384 : 256); });
            });
        }
        op(Opr::Add, [&] { launch(Krn::Elementwise); });
        python("triton/runtime/jit.py(413): run", [&] { op(Opr::SlotMapping, [&] { launch(Krn::SlotMapping); }); });
    });
}

void Simulator::forwardPass()
{
    module(Cls::CausalLM, 0, [&] {
        module(Cls::Model, 0, [&] {
            module(Cls::VocabEmbedding, 0, [&] {
                gradOp(Opr::Embedding, Opr::Embedding, GradKind::Embedding, [&] { launch(Krn::Embedding); });
            });
            for (int layer = 0; layer < m_options.layers; ++layer)
                module(Cls::DecoderLayer, layer, [&] { decoderLayer(layer); });
            norm(2 * m_options.layers);
        });
    });
}

/// The whole forward pass as one launch: the kernels of forwardPass() without their host side.
void Simulator::replayGraph()
{
    module(Cls::CausalLM, 0, [&] {
        python("tinyfox/compilation/graph.py(188): __call__", [&] {
            enterPython(Kind::Python, "torch/cuda/graphs.py(141): replay");
            m_graphCorrelation = beginLaunch("cudaGraphLaunch", 311, Kind::Runtime);
            m_graphLaunchNs = m_now;
            m_graphNode = 1;
            m_inGraph = true;
            forwardPass();
            m_inGraph = false;
            finishLaunch(m_graphCorrelation);
            advance(jitter(18'000, 20));
            leavePython();
        });
    });
}

void Simulator::decoderLayer(int layer)
{
    norm(2 * layer);
    attention(layer);
    norm(2 * layer + 1);
    mixtureOfExperts(layer);
}

void Simulator::norm(int instance)
{
    module(Cls::RmsNorm, instance, [&] {
        if (m_options.backward)
            gradOp(Opr::TritonNorm, Opr::TritonNorm, GradKind::Norm, [&] { launch(Krn::TritonNorm); });
        else if (instance == 0)
            op(Opr::RmsNorm, [&] { launch(Krn::RmsNorm); });
        else if (instance % 2 == 0)
            op(Opr::TritonNorm, [&] { launch(Krn::TritonNorm); });
        else
            op(Opr::AddRmsNorm, [&] { launch(Krn::AddRmsNorm); });
    });
}

void Simulator::linear(Cls cls, int instance, Opr opr, Krn krn)
{
    module(cls, instance, [&] {
        gradOp(opr, Opr::MatMul, GradKind::Gemm, [&] {
            op(Opr::Transpose, [] {});
            launch(krn);
            if (krn == Krn::GateGemm)
                launch(Krn::SplitKReduce);
        });
    });
}

void Simulator::allReduce(Krn krn)
{
    op(Opr::AllReduce, [&] {
        op(Opr::RecordComms, [&] {
            if (krn == Krn::NcclAllReduce)
                collective(krn, "nccl:all_reduce");
            else
                launch(krn);
        });
    });
}

void Simulator::attention(int layer)
{
    module(Cls::SelfAttention, layer, [&] {
        linear(Cls::QkvLinear, layer, Opr::Linear, Krn::QkvGemm);
        module(Cls::Rotary, layer, [&] { op(Opr::Rope, [&] { launch(Krn::Rope); }); });
        module(Cls::AttentionCore, layer, [&] {
            op(Opr::Attention, [&] {
                op(Opr::CacheWrite, [&] { launch(Krn::CacheWrite); });
                gradOp(Opr::Flash, Opr::Flash, GradKind::Attention, [&] {
                    launch(Krn::FlashAttention);
                    if (m_load == Few)
                        launch(Krn::FlashCombine);
                });
            });
        });
        linear(Cls::RowLinear, layer, Opr::Linear, Krn::OutGemm);
        allReduce(m_load == Many ? Krn::NcclAllReduce : Krn::CustomAllReduce);
        if (m_load == Many)
            awaitCollective();
    });
}

/// The shared expert runs on a side stream while the routed ones run on the compute stream; the all-reduce overlaps the
/// next layer's first kernel in every second layer.
void Simulator::mixtureOfExperts(int layer)
{
    module(Cls::Moe, layer, [&] {
        linear(Cls::GateLinear, layer, Opr::GateLinear, Krn::GateGemm);
        module(Cls::FusedMoe, layer, [&] {
            gradOp(Opr::MoeForward, Opr::FusedExperts, GradKind::Moe, [&] {
                if (m_options.streams > 2)
                    launch(Krn::SharedGemm, sideStream());
                op(Opr::TopK, [&] { launch(Krn::TopK); });
                op(Opr::MoeAlign, [&] {
                    fill(131072);
                    launch(Krn::MoeAlign);
                    launch(Krn::MoeSort);
                });
                launch(Krn::MoeUp);
                op(Opr::Act, [&] { launch(Krn::MoeAct); });
                launch(Krn::MoeDown);
                op(Opr::MoeSum, [&] { launch(Krn::MoeSum); });
            });
        });
        allReduce(Krn::NcclAllReduce);
        if (layer % 2 == 0)
            awaitCollective();
    });
}

void Simulator::sampleTokens()
{
    awaitCollective();
    module(Cls::LogitsProcessor, 0, [&] {
        op(Opr::LogitsLinear, [&] {
            op(Opr::Transpose, [] {});
            op(Opr::MatMul, [&] { launch(Krn::LogitsGemm); });
        });
        op(Opr::AllGather,
           [&] { op(Opr::RecordComms, [&] { collective(Krn::NcclAllGather, "nccl:_all_gather_base"); }); });
        awaitCollective();
    });
    module(Cls::Sampler, 0, [&] {
        op(Opr::Softmax, [&] {
            launch(Krn::DirectCopy);
            launch(Krn::Softmax);
        });
        if (random(3) == 0)
            op(Opr::ArgMax, [&] { launch(Krn::ArgMax); });
        else
            op(Opr::Sample, [&] { launch(Krn::Sample); });
    });
    python("tinyfox/engine/runner.py(2644): copy_to_host", [&] {
        op(Opr::To, [&] { op(Opr::Copy, [&] { copy(Direction::DeviceToHost, 256); }); });
        synchronise();
    });
}

} // namespace ws::tracegen
