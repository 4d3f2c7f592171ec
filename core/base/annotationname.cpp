#include "core/base/annotationname.h"

#include "core/base/jsonbounds.h"

#include <nlohmann/json.hpp>

namespace ws {

bool isModuleField(std::string_view key)
{
    return key == "fqn" || key.find("module") != key.npos;
}

std::string annotationName(std::string_view module, std::string_view name)
{
    if (module.empty() || name.empty() || module == name)
        return std::string(module.empty() ? name : module);
    return std::string(module).append(": ").append(name);
}

std::string annotationName(const nlohmann::json &entries)
{
    using Json = nlohmann::json;
    std::string name, module;
    const auto textOf = [](const Json &value) {
        return value.is_null()     ? std::string()
               : value.is_string() ? value.get<std::string>()
                                   : value.dump(-1, ' ', false, Json::error_handler_t::replace);
    };
    const auto take = [&](const Json &entry) {
        if (!entry.is_object()) {
            name = textOf(entry);
            return;
        }
        for (const auto &[key, value] : entry.items())
            if (key == "name" || key == "str")
                name = textOf(value);
            else if (isModuleField(key))
                module = textOf(value);
    };
    if (entries.is_array())
        for (const Json &entry : entries)
            take(entry);
    else
        take(entries);
    return annotationName(module, name);
}

std::string annotationNameIn(std::string_view text)
{
    const size_t begin = text.find_first_not_of(" \t\r\n");
    const bool mayBeJson = begin != text.npos && (text[begin] == '[' || text[begin] == '{' || text[begin] == '"');
    if (!mayBeJson)
        return std::string(text);
    const auto json = nlohmann::json::parse(boundedJson(text), nullptr, false);
    return json.is_discarded() ? std::string(text) : annotationName(json);
}

} // namespace ws
