#include "core/base/jsonbox.h"

#include <nlohmann/json.hpp>

namespace ws {

JsonBox::JsonBox() : m_value(std::make_unique<nlohmann::ordered_json>(nlohmann::ordered_json::object())) {}
JsonBox::JsonBox(const JsonBox &other) : m_value(std::make_unique<nlohmann::ordered_json>(*other.m_value)) {}
JsonBox::~JsonBox() = default;

JsonBox &JsonBox::operator=(JsonBox other) noexcept
{
    m_value = std::move(other.m_value);
    return *this;
}

} // namespace ws
