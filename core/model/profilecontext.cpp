#include "core/model/profilecontext.h"

#include "core/base/format.h"
#include "core/base/texts.h"

#include <QStringList>

#include <nlohmann/json.hpp>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

const Json *valueOf(const Json &in, const char *key)
{
    const auto found = in.is_object() ? in.find(key) : in.end();
    return in.is_object() && found != in.end() ? &*found : nullptr;
}

std::string textOf(const Json &in, const char *key)
{
    constexpr size_t longest = 200;
    const Json *value = valueOf(in, key);
    return value && value->is_string() ? value->get<std::string>().substr(0, longest) : std::string();
}

std::optional<int64_t> numberOf(const Json &in, const char *key)
{
    const Json *value = valueOf(in, key);
    return value && value->is_number_integer() ? std::optional(value->get<int64_t>()) : std::nullopt;
}

} // namespace

ProfileContext profileContext(const Run &run)
{
    if (run.layerwise.empty())
        return {};
    const Json &context = *run.info.header;
    const Json *arguments = valueOf(context, "engine_args");
    const Json none = Json::object();
    const Json &engine = arguments ? *arguments : none;
    return {textOf(engine, "model"),
            numberOf(context, "batch_size"),
            numberOf(context, "prompt_len"),
            numberOf(context, "output_len"),
            numberOf(context, "num_steps"),
            numberOf(context, "complete_num_requests_per_step"),
            numberOf(engine, "tensor_parallel_size"),
            textOf(context, "sparsity")};
}

QString contextTitle(const ProfileContext &context)
{
    QStringList parts;
    if (!context.model.empty())
        parts << toText(context.model);
    if (context.batchSize)
        parts << Core::tr("batch %1").arg(formatCount(*context.batchSize));
    if (context.promptLength)
        parts << Core::tr("prompt of %1 tokens").arg(formatCount(*context.promptLength));
    return parts.join(Core::tr(", "));
}

QString contextDetails(const ProfileContext &context)
{
    QStringList parts;
    if (context.outputLength)
        parts << Core::tr("output of %1 tokens").arg(formatCount(*context.outputLength));
    if (context.steps)
        parts << (*context.steps == 1 ? Core::tr("1 step") : Core::tr("%1 steps").arg(formatCount(*context.steps)));
    if (context.requestsPerStep)
        parts << Core::tr("requests completed per step: %1").arg(formatCount(*context.requestsPerStep));
    if (context.tensorParallel)
        parts << (*context.tensorParallel == 1 ? Core::tr("1 GPU")
                                               : Core::tr("%1 GPUs").arg(formatCount(*context.tensorParallel)));
    if (!context.sparsity.empty())
        parts << Core::tr("sparsity %1").arg(toText(context.sparsity));
    return parts.join(Core::tr(", "));
}

Json contextJson(const ProfileContext &context)
{
    const auto number = [](const std::optional<int64_t> &value) { return value ? Json(*value) : Json(); };
    const auto text = [](const std::string &value) { return value.empty() ? Json() : Json(value); };
    return {{"model", text(context.model)},
            {"batchSize", number(context.batchSize)},
            {"promptLength", number(context.promptLength)},
            {"outputLength", number(context.outputLength)},
            {"steps", number(context.steps)},
            {"requestsPerStep", number(context.requestsPerStep)},
            {"tensorParallelSize", number(context.tensorParallel)},
            {"sparsity", text(context.sparsity)}};
}

} // namespace ws
