#pragma once
// What fills a file: the number of its events by category, and of Python functions by source file. Bytes are not given:
// the places of events are kept for slices and instants only, so the bytes of flows, counters and metadata between them
// would count as theirs.

#include "core/base/progress.h"
#include "core/model/run.h"

#include <optional>
#include <string>
#include <vector>

namespace ws {

struct Filling
{
    enum Kind : uint8_t { Slices, Instants, Flows, Counters, PythonFile };
    Kind kind = Slices;
    std::string name;    ///< category or source file as in the file; empty: without a category
    uint64_t events = 0; ///< those of Python files are also in their categories
};

/// Categories first, then Python files, each by number of events. Empty when cancelled. O(slices).
std::optional<std::vector<Filling>> fillings(const Run &run, const Progress *progress = nullptr);

/// "a/b.py(12): f" → "a/b.py"; "<built-in method …>" and others → "<built-in>"; modules → "nn.Module".
std::string_view pythonFile(std::string_view frame);

} // namespace ws
