#include "core/session/jsonfields.h"

#include <nlohmann/json.hpp>

namespace ws {

JsonFields::JsonFields(const SessionJson &json, std::string place, std::string &problem)
    : m_json(json), m_place(std::move(place)), m_problem(problem)
{
    if (!json.is_object())
        report(nullptr);
}

const SessionJson *JsonFields::find(const char *key) const
{
    if (!m_json.is_object())
        return nullptr;
    const auto found = m_json.find(key);
    return found != m_json.end() && !found->is_null() ? &*found : nullptr;
}

std::string JsonFields::placeOf(const char *key) const
{
    return m_place.empty() ? key : m_place + '.' + key;
}

void JsonFields::report(const char *key) const
{
    if (m_problem.empty())
        m_problem = key ? placeOf(key) : m_place.empty() ? "{}" : m_place;
}

void JsonFields::read(const char *key, std::string &value) const
{
    const SessionJson *json = find(key);
    if (json && json->is_string())
        value = json->get<std::string>();
    else if (json)
        report(key);
}

void JsonFields::read(const char *key, QString &value) const
{
    std::string text = value.toStdString();
    read(key, text);
    value = QString::fromStdString(text);
}

void JsonFields::read(const char *key, bool &value) const
{
    const SessionJson *json = find(key);
    if (json && json->is_boolean())
        value = json->get<bool>();
    else if (json)
        report(key);
}

std::optional<int64_t> JsonFields::integerOf(const SessionJson &json, int64_t min, int64_t max)
{
    const bool isTooLarge = json.is_number_unsigned() && json.get<uint64_t>() > static_cast<uint64_t>(INT64_MAX);
    if (!json.is_number_integer() || isTooLarge)
        return std::nullopt;
    const auto value = json.get<int64_t>();
    return value >= min && value <= max ? std::optional(value) : std::nullopt;
}

std::optional<int64_t> JsonFields::integer(const char *key, int64_t min, int64_t max) const
{
    const SessionJson *json = find(key);
    const auto value = json ? integerOf(*json, min, max) : std::nullopt;
    if (json && !value)
        report(key);
    return value;
}

void JsonFields::each(const char *key,
                      const std::function<void(const SessionJson &element, std::string place)> &take) const
{
    const SessionJson *json = find(key);
    if (json && !json->is_array())
        report(key);
    size_t number = 0;
    if (json && json->is_array())
        for (const SessionJson &element : *json)
            take(element, placeOf(key) + '[' + std::to_string(number++) + ']');
}

} // namespace ws
