#pragma once
// The rules of vLLM's visualize_layerwise_profile.py in our own words, on the JSON itself: a reference for tests.

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ws::test {

class LayerwiseScript
{
public:
    using Json = nlohmann::ordered_json;

    struct Entry
    {
        std::string name;
        double us = 0;
        double percent = 0;
        std::vector<std::string> above; ///< names of the nodes around it, the nearest first
    };

    enum Level { Kernels = 0, Modules = 1 }; ///< the height of the nodes that are drawn

    LayerwiseScript(Json profile, std::set<std::string> folded)
        : m_profile(std::move(profile)), m_folded(std::move(folded))
    {
    }

    /// What is drawn of a phase. A root that is lower than the level is drawn itself; what lies higher is not drawn,
    /// nor are kernels directly in a module that holds other modules.
    std::vector<Entry> entries(const std::string &phase, Level level) const
    {
        std::vector<Entry> all;
        for (const Json &root : m_profile[phase]["summary_stats"])
            collect(root, level, {}, all);
        return all;
    }

    /// Modules of one name get as many names of those around them as the first place where these differ needs.
    static void distinguish(std::vector<Entry> &entries)
    {
        std::map<std::string, std::vector<Entry *>> byName;
        for (Entry &entry : entries)
            byName[entry.name].push_back(&entry);
        for (const auto &[name, same] : byName) {
            size_t common = SIZE_MAX, differs = 0;
            for (const Entry *entry : same)
                common = std::min(common, entry->above.size());
            while (differs < common && std::ranges::all_of(same, [&](const Entry *entry) {
                       return entry->above[differs] == same.front()->above[differs];
                   }))
                ++differs;
            if (same.size() < 2 || differs == common)
                continue;
            for (Entry *entry : same)
                for (size_t i = 0; i <= differs; ++i)
                    entry->name += " <- " + entry->above[i];
        }
    }

    /// All but the k − 1 entries with the longest times are one.
    static void keepTop(std::vector<Entry> &entries, size_t k)
    {
        std::ranges::stable_sort(entries, std::greater<>(), &Entry::us);
        for (size_t i = k - 1; i < entries.size(); ++i)
            entries[i].name = "others";
    }

    /// The operation that a kernel counts for; its own name where there is none.
    static std::string operationOf(const std::string &name)
    {
        std::string lower = name;
        std::ranges::transform(lower, lower.begin(), [](char c) { return char(std::tolower(c)); });
        const auto has = [&](const char *part) { return name.find(part) != name.npos; };
        const auto hasAnyCase = [&](const char *part) { return lower.find(part) != lower.npos; };
        if (has("flash_fwd") || has("reshape_and_cache_flash_kernel"))
            return "attention";
        if (has("scaled_fp8_quant") || has("scaled_int8_quant"))
            return "quantize";
        if (has("void cutlass::Kernel") || has("void cutlass::device_kernel"))
            return "cutlass_gemm";
        if (has("xmma_gemm") || has("gemv2T_kernel") || has("splitKreduce") || has("s16816gemm"))
            return "gemm";
        if (has("rms_norm_kernel"))
            return "rms_norm";
        if (hasAnyCase("vocabparallelembed"))
            return "vocab_embedding";
        if (hasAnyCase("memcpy") || hasAnyCase("memset"))
            return "copies";
        if (has("elementwise_kernel"))
            return "elementwise";
        if (hasAnyCase("nccl"))
            return hasAnyCase("all_reduce") || hasAnyCase("allreduce") ? "nccl_all_reduce"
                   : hasAnyCase("gather")                              ? "nccl_gather"
                   : hasAnyCase("broadcast")                           ? "nccl_broadcast"
                                                                       : "nccl_other";
        if (has("cross_device_reduce_1stage") || has("cross_device_reduce_2stage"))
            return has("cross_device_reduce_1stage") ? "cross_device_reduce_1stage" : "cross_device_reduce_2stage";
        if (has("_C_custom_ar::all_reduce"))
            return "custom_all_reduce";
        return has("reduce_kernel") ? "reduce" : name;
    }

    /// Of the phases that decode every n-th from the first on, and the last.
    std::vector<std::string> decodes(size_t every) const
    {
        std::vector<std::string> all, chosen;
        for (const auto &[phase, content] : m_profile.items())
            if (phase.find("decode") != phase.npos)
                all.push_back(phase);
        for (size_t i = 0; i < all.size(); i += every)
            chosen.push_back(all[i]);
        if (!all.empty() && chosen.back() != all.back())
            chosen.push_back(all.back());
        return chosen;
    }

private:
    bool isLeaf(const Json &node) const
    {
        return node["children"].empty() || m_folded.contains(node["entry"]["name"].get<std::string>());
    }

    int height(const Json &node) const
    {
        int most = -1;
        if (!isLeaf(node))
            for (const Json &child : node["children"])
                most = std::max(most, height(child));
        return most + 1;
    }

    void collect(const Json &node, Level level, std::vector<std::string> above, std::vector<Entry> &all) const
    {
        const Json &entry = node["entry"];
        const std::string name = entry["name"];
        const int own = height(node);
        if (own == level || (above.empty() && own <= level))
            all.push_back({name, entry["cuda_time_us"], entry["pct_cuda_time"], above});
        if (isLeaf(node) || (above.empty() && own <= level))
            return;
        above.insert(above.begin(), name);
        for (const Json &child : node["children"])
            collect(child, level, above, all);
    }

    Json m_profile;
    std::set<std::string> m_folded;
};

} // namespace ws::test
