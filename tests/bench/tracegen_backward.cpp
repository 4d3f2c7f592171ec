// Training: the forward pass with gradients, an autograd thread that walks it backwards, an optimizer step.
#include "tracegen_simulator.h"

#include <algorithm>

namespace ws::tracegen {

/// An operator with a backward node. Kineto gives the outer and the inner operator the same sequence number and starts
/// the flow to the backward node at the inner one.
void Simulator::gradOp(Opr outer, Opr inner, GradKind kind, const std::function<void()> &body)
{
    const int64_t sequence = m_options.backward ? m_workers[size_t(m_worker)].sequence++ : -1;
    enterOp(m_catalogue.op(outer).name, m_catalogue.op(outer).shapes[m_load], sequence);
    if (outer != inner)
        enterOp(m_catalogue.op(inner).name, m_catalogue.op(inner).shapes[m_load], sequence);
    if (m_options.backward)
        m_grads.push_back({kind, sequence, m_modules, addFlow(Kind::ForwardFlow, ++m_flow, m_now)});
    body();
    if (outer != inner)
        leaveOp();
    leaveOp();
}

void Simulator::trainingStep()
{
    m_load = Many;
    advance(jitter(60'000, 40));
    python("tinyfox/train/loop.py(144): train_step", [&] {
        beginStep(m_step->texts.emplace_back("ProfilerStep#" + std::to_string(m_stepIndex + 3)));
        prepareInputs();
        forwardPass();
        awaitCollective();
        module(Cls::LogitsProcessor, 0, [&] { op(Opr::LogitsLinear, [&] { launch(Krn::LogitsGemm); }); });
        module(Cls::Loss, 0, [&] {
            gradOp(Opr::CrossEntropy, Opr::NllLoss, GradKind::Loss, [&] {
                launch(Krn::Softmax);
                launch(Krn::LossForward);
            });
        });
        python("torch/_tensor.py(525): backward", [&] { backwardPass(); });
        optimizerStep();
        synchronise();
        endStep();
        padPython();
    });
}

/// The launching thread waits inside backward() while another thread works.
void Simulator::backwardPass()
{
    const int32_t forwardThread = m_thread;
    const std::vector<std::string_view> stack = std::move(m_modules);
    m_modules.clear();
    m_thread = backwardThreadId(m_worker);
    advance(jitter(24'000, 30));
    for (auto grad = m_grads.rbegin(); grad != m_grads.rend(); ++grad) {
        m_modulesAll = grad->modules;
        backwardOf(*grad);
    }
    m_modulesAll.clear();
    collective(Krn::ReduceScatter, "nccl:_reduce_scatter_base");
    awaitCollective();
    m_thread = forwardThread;
    m_modules = stack;
    advance(jitter(9'000, 30));
}

/// autograd::engine::evaluate_function: X > X, both with the forward operator's sequence number and thread.
void Simulator::backwardNode(const Grad &grad, Opr evaluate, Opr node, const std::function<void()> &body)
{
    enterOp(m_catalogue.op(evaluate).name, {}, grad.sequence, m_worker + 1);
    addFlow(Kind::BackwardFlow, grad.flow, m_now);
    enterOp(m_catalogue.op(node).name, m_catalogue.op(node).shapes[m_load], grad.sequence, m_worker + 1);
    body();
    leaveOp();
    leaveOp();
}

void Simulator::backwardOf(const Grad &grad)
{
    switch (grad.kind) {
    case GradKind::Gemm:
        backwardNode(grad, Opr::EvaluateMm, Opr::Mm0, [&] {
            op(Opr::MatMul, [&] { launch(Krn::GemmDgrad); });
            op(Opr::MatMul, [&] { launch(Krn::GemmWgrad); });
        });
        accumulateGrad();
        break;
    case GradKind::Norm:
        backwardNode(grad, Opr::EvaluateNorm, Opr::Norm0,
                     [&] { op(Opr::NormBackward, [&] { launch(Krn::NormBackward); }); });
        break;
    case GradKind::Attention:
        backwardNode(grad, Opr::EvaluateFlash, Opr::Flash0, [&] {
            op(Opr::FlashBackward, [&] {
                launch(Krn::FlashBackwardDot);
                launch(Krn::FlashBackward);
            });
        });
        break;
    case GradKind::Moe:
        backwardNode(grad, Opr::EvaluateMoe, Opr::Moe0,
                     [&] { op(Opr::MoeBackward, [&] { launch(Krn::MoeBackward); }); });
        accumulateGrad();
        break;
    case GradKind::Embedding:
        backwardNode(grad, Opr::EvaluateEmbedding, Opr::Embedding0,
                     [&] { op(Opr::EmbeddingBackward, [&] { launch(Krn::EmbeddingBackward); }); });
        break;
    case GradKind::Loss:
        backwardNode(grad, Opr::EvaluateLoss, Opr::Loss0, [&] { launch(Krn::LossBackward); });
        break;
    }
}

/// Not linked to a forward operator: its work belongs to no module by either rule.
void Simulator::accumulateGrad()
{
    std::vector<std::string_view> modules;
    modules.swap(m_modulesAll);
    op(Opr::AccumulateGrad, [&] { op(Opr::AccumulateGrad0, [&] { op(Opr::Add, [&] { launch(Krn::Fill); }); }); });
    modules.swap(m_modulesAll);
}

void Simulator::optimizerStep()
{
    const size_t index = m_step->sections[Ops].size();
    if (!m_options.kernelsOnly) {
        Event &event = add(Ops, Kind::Annotation, m_now, 0, "Optimizer.step#AdamW.step");
        event.a = m_externalId++;
        event.d = m_eventIndex++;
    }
    python("torch/optim/adamw.py(243): step", [&] {
        for (int i = 0; i < m_options.layers; ++i)
            op(Opr::Copy, [&] { launch(Krn::AdamW); });
    });
    if (!m_options.kernelsOnly) {
        Event &event = m_step->sections[Ops][index];
        event.dur = m_now - event.ts;
    }
}

} // namespace ws::tracegen
