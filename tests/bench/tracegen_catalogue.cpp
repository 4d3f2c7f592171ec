#include "tracegen_catalogue.h"

#include <initializer_list>

namespace ws::tracegen {
namespace {

constexpr int T = 0; ///< in a shape: the step's number of tokens
using Shape = std::vector<int>;

struct OpRow
{
    Opr id;
    std::string_view name;
    std::vector<Shape> inputs; ///< an empty shape is a scalar
    std::string_view type = "c10::BFloat16";
};

std::vector<OpRow> opRows()
{
    return {
        {Opr::To, "aten::to", {{T}, {}, {}}, "long int"},
        {Opr::Copy, "aten::copy_", {{T}, {T}, {}}, "long int"},
        {Opr::Slice, "aten::slice", {{4096}, {}, {}, {}, {}}, "int"},
        {Opr::Add, "aten::add_", {{T}, {}, {}}, "int"},
        {Opr::Empty, "aten::empty", {{}, {}, {}, {}, {}, {}}, "Scalar"},
        {Opr::Embedding, "aten::embedding", {{76800, 2048}, {T}, {}, {}, {}}},
        {Opr::SlotMapping, "_compute_slot_mapping_kernel", {{T}, {33}, {T}}, "int"},
        {Opr::RmsNorm, "_C::rms_norm", {{T, 2048}, {T, 2048}, {2048}, {}}},
        {Opr::AddRmsNorm, "_C::fused_add_rms_norm", {{T, 2048}, {T, 2048}, {2048}, {}}},
        {Opr::TritonNorm, "triton_red_fused_add_mean_mul_pow_rsqrt_2", {{T, 2048}, {T, 2048}, {2048}, {}, {}}},
        {Opr::Transpose, "aten::t", {{4096, 2048}}},
        {Opr::Linear, "aten::linear", {{T, 2048}, {4096, 2048}, {}}},
        {Opr::MatMul, "aten::mm", {{T, 2048}, {2048, 4096}}},
        {Opr::Rope, "_C::rotary_embedding", {{T}, {T, 2048}, {T, 512}, {}, {32768, 128}, {}}},
        {Opr::Attention,
         "tinyfox::unified_attention_with_output",
         {{T, 16, 128}, {T, 4, 128}, {T, 4, 128}, {T, 16, 128}, {}}},
        {Opr::CacheWrite,
         "_C_cache_ops::reshape_and_cache_flash",
         {{T, 4, 128}, {T, 4, 128}, {8192, 16, 4, 128}, {8192, 16, 4, 128}, {T}, {}}},
        {Opr::Flash, "_vllm_fa3_C::fwd", {{T, 16, 128}, {8192, 16, 4, 128}, {8192, 16, 4, 128}, {}, {}, {T, 16, 128}}},
        {Opr::AllReduce, "c10d::allreduce_", {{T, 2048}, {}, {}, {}, {}}},
        {Opr::RecordComms, "record_param_comms", {{T, 2048}, {}, {}, {}, {}, {}, {}, {}}},
        {Opr::GateLinear, "aten::linear", {{T, 2048}, {32, 2048}, {}}},
        {Opr::MoeForward, "tinyfox::moe_forward", {{T, 2048}, {T, 32}, {}}},
        {Opr::TopK, "_moe_C::topk_softmax", {{T, 4}, {T, 4}, {T, 4}, {T, 32}}, "float"},
        {Opr::MoeAlign, "_moe_C::moe_align_block_size", {{T, 4}, {}, {}, {4096}, {128}, {1}}, "int"},
        {Opr::FusedExperts,
         "tinyfox::inplace_fused_experts",
         {{T, 2048}, {32, 2816, 2048}, {32, 2048, 1408}, {T, 4}, {T, 4}}},
        {Opr::Act, "_C::silu_and_mul", {{T, 1408}, {T, 2816}}},
        {Opr::MoeSum, "_moe_C::moe_sum", {{T, 4, 2048}, {T, 2048}}},
        {Opr::LogitsLinear, "aten::linear", {{32, 2048}, {76800, 2048}, {}}},
        {Opr::AllGather, "c10d::_allgather_base_", {{64, 76800}, {32, 76800}, {}, {}, {}}},
        {Opr::Softmax, "aten::softmax", {{32, 153600}, {}, {}}, "float"},
        {Opr::Sample,
         "flashinfer::top_k_top_p_sampling_from_probs",
         {{32, 153600}, {}, {32}, {}, {32}, {}, {}},
         "float"},
        {Opr::ArgMax, "aten::argmax", {{32, 153600}, {}, {}}, "float"},
        {Opr::CrossEntropy, "aten::cross_entropy_loss", {{T, 153600}, {T}, {}, {}, {}, {}}, "float"},
        {Opr::NllLoss, "aten::nll_loss_forward", {{T, 153600}, {T}, {}, {}, {}}, "float"},
        {Opr::EvaluateMm, "autograd::engine::evaluate_function: MmBackward0", {}},
        {Opr::Mm0, "MmBackward0", {{T, 4096}}},
        {Opr::EvaluateNorm, "autograd::engine::evaluate_function: FusedRmsNormBackward0", {}},
        {Opr::Norm0, "FusedRmsNormBackward0", {{T, 2048}, {T, 1}}},
        {Opr::EvaluateFlash, "autograd::engine::evaluate_function: FlashAttentionBackward0", {}},
        {Opr::Flash0, "FlashAttentionBackward0", {{T, 16, 128}}},
        {Opr::EvaluateMoe, "autograd::engine::evaluate_function: FusedExpertsBackward0", {}},
        {Opr::Moe0, "FusedExpertsBackward0", {{T, 2048}}},
        {Opr::EvaluateEmbedding, "autograd::engine::evaluate_function: EmbeddingBackward0", {}},
        {Opr::Embedding0, "EmbeddingBackward0", {{T, 2048}}},
        {Opr::EvaluateLoss, "autograd::engine::evaluate_function: NllLossBackward0", {}},
        {Opr::Loss0, "NllLossBackward0", {{}}, "float"},
        {Opr::AccumulateGrad, "autograd::engine::evaluate_function: torch::autograd::AccumulateGrad", {}},
        {Opr::AccumulateGrad0, "torch::autograd::AccumulateGrad", {{4096, 2048}}},
        {Opr::FlashBackward, "_vllm_fa3_C::bwd", {{T, 16, 128}, {T, 16, 128}, {T, 4, 128}, {T, 4, 128}, {T, 16, 128}}},
        {Opr::NormBackward, "aten::_fused_rms_norm_backward", {{T, 2048}, {T, 2048}, {}, {T, 1}, {2048}}},
        {Opr::MoeBackward, "tinyfox::fused_experts_backward", {{T, 2048}, {32, 2816, 2048}, {32, 2048, 1408}}},
        {Opr::EmbeddingBackward, "aten::embedding_dense_backward", {{T, 2048}, {T}, {}, {}, {}}},
        {Opr::ReduceScatter, "c10d::_reduce_scatter_base_", {{4194304}, {8388608}, {}, {}, {}}},
    };
}

void appendDims(std::string &text, const Shape &shape, int tokens)
{
    text += '[';
    for (size_t i = 0; i < shape.size(); ++i)
        text += (i ? ", " : "") + std::to_string(shape[i] == T ? tokens : shape[i]);
    text += ']';
}

Shape strides(const Shape &shape, int tokens)
{
    Shape result(shape.size());
    int stride = 1;
    for (size_t i = shape.size(); i-- > 0;) {
        result[i] = stride;
        stride *= shape[i] == T ? tokens : shape[i];
    }
    return result;
}

std::string shapeText(const OpRow &row, int tokens)
{
    if (row.inputs.empty())
        return {};
    std::string values, types, stridesText, dims;
    for (size_t i = 0; i < row.inputs.size(); ++i) {
        const Shape &shape = row.inputs[i];
        const std::string_view comma = i ? ", " : "";
        values += comma;
        values += '"';
        values += shape.empty() ? std::to_string(i % 3) : std::string();
        values += '"';
        types += comma;
        types += '"';
        types += shape.empty() ? std::string_view("Scalar") : row.type;
        types += '"';
        stridesText += comma;
        appendDims(stridesText, strides(shape, tokens), tokens);
        dims += comma;
        appendDims(dims, shape, tokens);
    }
    return "\"Concrete Inputs\": [" + values + "], \"Input type\": [" + types + "], \"Input Strides\": [" +
           stridesText + "], \"Input Dims\": [" + dims + "], ";
}

struct ClassRow
{
    Cls id;
    std::string_view name;
    std::string_view forward;
    int perLayer; ///< instances in each layer …
    int extra;    ///< … and outside of the layers
};

constexpr ClassRow classRows[] = {
    {Cls::CausalLM, "TinyFoxForCausalLM", "tinyfox/models/tiny_fox.py(412): forward", 0, 1},
    {Cls::Model, "TinyFoxModel", "tinyfox/models/tiny_fox.py(338): forward", 0, 1},
    {Cls::VocabEmbedding, "VocabParallelEmbedding", "tinyfox/layers/embedding.py(401): forward", 0, 1},
    {Cls::DecoderLayer, "TinyFoxDecoderLayer", "tinyfox/models/tiny_fox.py(271): forward", 1, 0},
    {Cls::RmsNorm, "RMSNorm", "tinyfox/layers/norm.py(88): forward", 2, 1},
    {Cls::SelfAttention, "TinyFoxAttention", "tinyfox/models/tiny_fox.py(164): forward", 1, 0},
    {Cls::QkvLinear, "QKVParallelLinear", "tinyfox/layers/linear.py(463): forward", 1, 0},
    {Cls::Rotary, "RotaryEmbedding", "tinyfox/layers/rotary.py(119): forward", 1, 0},
    {Cls::AttentionCore, "Attention", "tinyfox/attention/layer.py(290): forward", 1, 0},
    {Cls::RowLinear, "RowParallelLinear", "tinyfox/layers/linear.py(1287): forward", 1, 0},
    {Cls::Moe, "TinyFoxMoE", "tinyfox/models/tiny_fox.py(97): forward", 1, 0},
    {Cls::GateLinear, "ReplicatedLinear", "tinyfox/layers/linear.py(343): forward", 1, 0},
    {Cls::FusedMoe, "FusedMoE", "tinyfox/layers/fused_moe.py(1502): forward", 1, 0},
    {Cls::LogitsProcessor, "LogitsProcessor", "tinyfox/layers/logits.py(58): forward", 0, 1},
    {Cls::Sampler, "Sampler", "tinyfox/sample/sampler.py(72): forward", 0, 1},
    {Cls::Loss, "CrossEntropyLoss", "torch/nn/modules/loss.py(1376): forward", 0, 1},
};

constexpr std::string_view leaves[] = {
    "<built-in function isinstance>",
    "<built-in function len>",
    "<built-in function getattr>",
    "<built-in method get of dict object at 0x7f3a5c01b2c0>",
    "<built-in function hasattr>",
    "<built-in method append of list object at 0x7f3a5c2e8f40>",
    "enum.py(720): __call__",
    "enum.py(1266): __hash__",
    "typing.py(2187): cast",
    "<frozen os>(808): getenv",
    "<string>(2): __init__",
    "tinyfox/distributed/state.py(1094): get_tp_group",
    "tinyfox/distributed/state.py(240): world_size",
    "tinyfox/platforms/interface.py(544): is_cuda_alike",
    "tinyfox/forward_context.py(265): get_forward_context",
    "torch/_utils.py(902): is_compiling",
    "torch/nn/modules/module.py(1918): __getattr__",
    "torch/utils/_contextlib.py(79): __enter__",
    "torch/_tensor.py(1120): __len__",
    "logging/__init__.py(1517): debug",
    "functools.py(982): __get__",
    "<built-in method size of Tensor object at 0x7f39e41c55d0>",
    "tinyfox/envs.py(1180): __getattr__",
    "<built-in function _get_tracing_state>",
};

constexpr std::string_view outers[] = {
    "torch/_ops.py(1243): __call__",
    "tinyfox/engine/batch.py(612): update_states",
    "contextlib.py(132): __enter__",
    "tinyfox/layers/quant/base.py(47): apply",
    "tinyfox/attention/backends/flash.py(533): build",
    "triton/runtime/jit.py(413): run",
    "tinyfox/engine/scheduler.py(205): schedule",
    "copy.py(61): copy",
    "tinyfox/custom_ops.py(328): dispatch",
    "numpy/_core/_methods.py(50): _sum",
};

} // namespace

std::vector<OpSpec> makeOps()
{
    std::vector<OpSpec> ops(size_t(Opr::Count));
    for (const OpRow &row : opRows())
        ops[size_t(row.id)] = {row.name, {shapeText(row, 2048), shapeText(row, 32)}};
    return ops;
}

Catalogue::Catalogue(int layers) : m_kernels(makeKernels()), m_ops(makeOps()), m_modules(size_t(Cls::Count))
{
    for (const ClassRow &row : classRows) {
        std::vector<ModuleName> &names = m_modules[size_t(row.id)];
        names.resize(size_t(row.perLayer * layers + row.extra));
        for (size_t i = 0; i < names.size(); ++i) {
            names[i].event = "nn.Module: " + std::string(row.name) + "_" + std::to_string(i);
            names[i].instance = std::string_view(names[i].event).substr(11);
            names[i].forward = row.forward;
            names[i].id = int(i);
        }
    }
}

std::span<const std::string_view> leafFrames()
{
    return leaves;
}

std::span<const std::string_view> outerFrames()
{
    return outers;
}

} // namespace ws::tracegen
