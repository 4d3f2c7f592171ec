#pragma once
// What `mcp` makes of a command's JSON: an answer of bounded size that says how to go on, and `cannot_answer` as a
// value where the recording does not hold what a number would need.

#include "app/cli/mcpruns.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace ws::cli {

using McpJson = nlohmann::ordered_json;

/// On one line; bytes that are no UTF-8 become U+FFFD.
std::string mcpText(const McpJson &json);

/// A page of the rows of a document. Arrays longer than `limit` are cut to it; what lies within a cut row is short.
struct McpPage
{
    size_t offset = 0;
    size_t limit = 50;
};
/// Also keeps to `maxBytes` of text, by fewer rows (then `page.limit` is less), then by shorter texts. `more`:
/// {"offset", "rows": {"/rows": 1590}, …}; null: this is all.
McpJson bounded(const McpJson &whole, McpPage &page, size_t maxBytes, McpJson &more);

/// Something that is not answered.
struct McpDoubt
{
    std::vector<std::string> of; ///< numbers as `withheld` names them, or places in the answer; empty: all of it
    std::string reason, needs;
};
/// {"of", "reason", "needs"}; null without any.
McpJson cannotAnswer(const std::vector<McpDoubt> &doubts);

/// Those of a recording, about some numbers (TrustNumbers).
std::vector<McpDoubt> doubtsOf(const Fit &fit, uint16_t numbers);
/// Numbers that mean nothing become null: idle time and its causes, wherever they stand; in the answer of `gaps` also
/// what a row says of its gap, in that of `replay` what it predicts.
void withhold(const std::string &tool, McpJson &answer, const Fit &fit, uint16_t numbers);

/// What the answers of some commands say themselves: replay refused, a comparison that is inconclusive, limits of less
/// than 80 % of the work, causes of less than 80 % of the idle time, no module, one rank alone, tables without a row.
/// `known`: of the recordings.
std::vector<McpDoubt> doubtsIn(const std::string &command, McpJson &answer, const std::vector<McpDoubt> &known);

} // namespace ws::cli
