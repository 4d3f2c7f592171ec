#pragma once
// JSON text as a tree that keeps the order of keys and notices what a usual DOM hides: duplicate keys. Bounded
// in depth and size, so that a hostile file costs no more than its bytes. For small files written by hand. Rejected:
// nlohmann::ordered_json alone (silently keeps the first of two equal keys).

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ws {

struct JsonNode
{
    enum Kind : uint8_t { Null, Boolean, Number, String, Array, Object };
    Kind kind = Null;
    bool boolean = false;
    int64_t number = 0; ///< 0 when it is not an integer
    std::string key;    ///< in an object
    std::string text;   ///< of a string
    std::vector<JsonNode> children;

    const JsonNode *child(std::string_view name) const; ///< null: none
};

struct JsonTree
{
    static constexpr int maxDepth = 16;
    static constexpr size_t maxNodes = 1'000'000;

    JsonNode root;
    uint64_t tooDeep = 0;       ///< values left out because they are nested too deep
    uint64_t tooMany = 0;       ///< values left out because there are too many
    uint64_t duplicateKeys = 0; ///< resolved as Python does: first place, last value
    std::string firstDuplicate;
};

/// Errors: Malformed with the byte.
Result<JsonTree> parseJsonTree(std::string_view json, const QString &fileName = {});

} // namespace ws
