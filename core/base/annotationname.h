#pragma once
// The name of a kernel of a CUDA graph as torch records it while the graph is captured (torch.cuda.graph_annotations): a
// dictionary of free fields, of which "module_fqn" or another "module…" field and "name" tell what the kernel is of.
// The dictionary lies in a file beside the trace, in the arguments of the kernel's event, or as JSON text in one of
// these ("annotation"), alone or as a list, of which later entries win; old recordings have a bare string, which is a
// name. Everything is here, since two files use it.

#include "core/base/jsonbounds.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace ws {

/// True for the field that names the module: "module_fqn", "module", "fqn" …
inline bool isModuleField(std::string_view key)
{
    return key == "fqn" || key.find("module") != key.npos;
}

/// "module: name"; one of the two where the other is empty or the same.
inline std::string annotationName(std::string_view module, std::string_view name)
{
    if (module.empty() || name.empty() || module == name)
        return std::string(module.empty() ? name : module);
    return std::string(module).append(": ").append(name);
}

/// Of a dictionary, a list of dictionaries and strings, or a string. Empty: nothing in it is a name.
inline std::string annotationName(const nlohmann::json &entries)
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

/// Of the text of an argument "annotation": JSON as above, else the name itself.
inline std::string annotationNameIn(std::string_view text)
{
    const size_t begin = text.find_first_not_of(" \t\r\n");
    const bool mayBeJson = begin != text.npos && (text[begin] == '[' || text[begin] == '{' || text[begin] == '"');
    if (!mayBeJson)
        return std::string(text);
    const auto json = nlohmann::json::parse(boundedJson(text), nullptr, false);
    return json.is_discarded() ? std::string(text) : annotationName(json);
}

} // namespace ws
