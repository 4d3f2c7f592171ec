#pragma once
// What --json of each command prints: resources/schema.txt as JSON Schema, as a page and as a table. Rejected: the
// schema beside each writer (a reader would have to look into twenty files), and one derived from examples alone (it
// would not know what is missing in them).

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace ws::cli {

struct SchemaRow
{
    std::string document; ///< "compare --tree"
    std::string member;   ///< "rows[].totalNs"
    std::string type;     ///< "integer (ns), null, may be absent"
    std::string meaning;
};

/// Of the documents of a command, or of all; empty: there is none of that command.
std::vector<SchemaRow> schemaRows(const std::string &command = {});
/// JSON Schema 2020-12: a document fits where one of the command's fits. `command` empty: "$defs" by command.
nlohmann::ordered_json jsonSchema(const std::string &command = {});
/// docs/schema.md.
std::string schemaPage();

} // namespace ws::cli
