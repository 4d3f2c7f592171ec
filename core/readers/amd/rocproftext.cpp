#include "core/readers/amd/rocproftext.h"

#include "core/readers/chrome/chrometext.h"

#include <nlohmann/json.hpp>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

void put(Json &json, const char *place, const char *name, const RocprofText::Names &names)
{
    const Json::json_pointer pointer(place);
    if (!json.contains(pointer) || !json[pointer].is_number_integer())
        return;
    if (const auto found = names.find(json[pointer].get<int64_t>()); found != names.end())
        json[name] = found->second;
}

} // namespace

Result<Json> RocprofText::event(const Run &run, EventRef slice) const
{
    auto json = ChromeText().event(run, slice);
    if (!json)
        return json;
    put(*json, "/dispatch_info/kernel_id", "kernel_name", m_symbols);
    put(*json, "/dispatch_data/dispatch_info/kernel_id", "kernel_name", m_symbols);
    put(*json, "/dispatch_info/agent_id/handle", "agent", m_agents);
    put(*json, "/src_agent_id/handle", "from", m_agents);
    put(*json, "/dst_agent_id/handle", "to", m_agents);
    return json;
}

} // namespace ws
