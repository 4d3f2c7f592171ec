#pragma once
// What the tools of `mcp` are: see McpTool.

#include "app/cli/mcptools.h"

#include <span>

namespace ws::cli {

std::span<const McpTool> mcpTools();
/// {"type": "object", "properties", "required", "additionalProperties": false}
McpJson inputSchema(const McpTool &tool);
/// As tools/list has it; `writes`: it makes files.
McpJson describeTool(const McpTool &tool, bool writes);
/// Of every answer.
McpJson answerSchema();

} // namespace ws::cli
