#pragma once
// The name of a kernel of a CUDA graph as torch records it while the graph is captured (torch.cuda.graph_annotations):
// a dictionary of free fields, of which "module_fqn" or another "module…" field and "name" tell what the kernel is of.
// The dictionary lies in a file beside the trace, in the arguments of the kernel's event, or as JSON text in one of
// these ("annotation"), alone or as a list, of which later entries win; old recordings have a bare string, which is a
// name.

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace ws {

/// Between the parts of a name that is a path: a module and an operator of it are rows one below the other.
inline constexpr std::string_view pathSeparator = " › ";

/// True for the field that names the module: "module_fqn", "module", "fqn" …
bool isModuleField(std::string_view key);

/// "module: name"; one of the two where the other is empty or the same.
std::string annotationName(std::string_view module, std::string_view name);

/// Of a dictionary, a list of dictionaries and strings, or a string. Empty: nothing in it is a name.
std::string annotationName(const nlohmann::json &entries);

/// Of the text of an argument "annotation": JSON as above, else the name itself.
std::string annotationNameIn(std::string_view text);

} // namespace ws
