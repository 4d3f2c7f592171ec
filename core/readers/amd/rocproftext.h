#pragma once
// The record of a slice of rocprofv3's JSON, with the words that its numbers stand for.

#include "core/model/eventtext.h"

#include <cstdint>
#include <string>
#include <unordered_map>

namespace ws {

class RocprofText : public EventText
{
public:
    using Names = std::unordered_map<int64_t, std::string>;
    RocprofText(Names symbols, Names agents) : m_symbols(std::move(symbols)), m_agents(std::move(agents)) {}

    Result<nlohmann::ordered_json> event(const Run &run, EventRef slice) const override;

private:
    Names m_symbols; ///< by kernel id
    Names m_agents;  ///< by handle
};

} // namespace ws
