#include "core/readers/torch/layerwise.h"

#include "core/base/texts.h"

#include "core/readers/toolkit/textlines.h"
#include "core/readers/toolkit/textsource.h"

#include <nlohmann/json.hpp>

namespace ws {

Match matchLayerwise(const Head &head)
{
    std::string storage;
    const std::string_view bytes = headText(head, storage);
    const auto has = [&](std::string_view text) { return bytes.find(text) != std::string_view::npos; };
    if (!trimmed(bytes.substr(0, 4096)).starts_with('{') || has("\"traceEvents\""))
        return Match::No;
    if ((has("\"summary_stats\"") || has("\"model_stats\"")) && has("\"cuda_time_us\""))
        return Match::Certain;
    return has("\"context\"") && has("\"engine_args\"") && has("\"torch_version\"") ? Match::Possible : Match::No;
}

/// What was run, as vLLM's scripts print it above their tables.
static void addContext(const nlohmann::ordered_json &context, RunInfo &info)
{
    const auto add = [&](const QString &title, const nlohmann::ordered_json &in, const char *key) {
        const auto found = in.is_object() ? in.find(key) : in.end();
        if (!in.is_object() || found == in.end() || found->is_null() || found->is_structured())
            return;
        const std::string value = found->is_string() ? found->get<std::string>() : found->dump();
        info.facts.emplace_back(title.toStdString(), value.substr(0, 200));
    };
    if (const auto arguments = context.find("engine_args"); arguments != context.end())
        add(Core::tr("model"), *arguments, "model");
    add(Core::tr("batch size"), context, "batch_size");
    add(Core::tr("prompt length"), context, "prompt_len");
    add(Core::tr("steps"), context, "num_steps");
}

Result<RunPtr> readLayerwise(ByteSource &source, Progress &progress)
{
    auto run = std::make_shared<Run>();
    auto text = readText(source, progress, *run);
    if (!text)
        return text.error();
    auto content = parseLayerwise(std::move(*text), run->diagnostics);
    if (!content) {
        content.error().file = source.path();
        return content.error();
    }
    run->info.format = "layerwise";
    run->info.complete = run->info.complete && content->complete;
    run->layerwise = std::move(content->trees);
    addContext(content->context, run->info);
    *run->info.header = std::move(content->context);
    progress.phase = Phase::Done;
    return RunPtr(std::move(run));
}

} // namespace ws
