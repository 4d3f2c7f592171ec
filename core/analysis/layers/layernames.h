#pragma once
// Which kernels are the same one to a search for layers. The compiler of torch numbers its kernels in the order in
// which it made them: "triton_poi_fused_mul_silu_8" and "…_11" do the same in two layers.

#include "core/model/run.h"

#include <string_view>
#include <unordered_map>

namespace ws {

class LayerNames
{
public:
    explicit LayerNames(const Run &run) : m_run(run) {}
    /// A name that stands for all that differ by such a number only. O(1) for a name that was asked for.
    StringId of(StringId name);

private:
    const Run &m_run;
    std::unordered_map<StringId, StringId> m_known;
    std::unordered_map<std::string_view, StringId> m_ofText; ///< without the number
};

} // namespace ws
