#pragma once
// The Model Context Protocol by messages: a line of JSON-RPC 2.0 in, at most one line out. It knows no streams, so a
// test or a loop may feed it. Revisions up to 2025-11-25, which begin with `initialize`; a client that speaks a later
// one as well falls back to that. Specification: https://modelcontextprotocol.io/specification

#include "app/cli/mcptools.h"

#include <string>
#include <string_view>

namespace ws::cli {

class McpServer
{
public:
    explicit McpServer(McpOptions options) : m_tools(std::move(options)) {}

    /// The answer without its line feed; empty: there is none (a notification, an answer of the client). `progress`
    /// ends a call early.
    std::string answer(std::string_view line, Progress &progress);

    /// The answer to a request that needs no work (ping, lists, resources); empty: it is none. From any thread, also
    /// while a call runs.
    std::string answerAtOnce(std::string_view line) const;

    /// The answer to what is no message at all.
    static std::string refusal(int code, const std::string &text);

private:
    McpJson answerOne(const McpJson &message, Progress &progress);
    McpJson result(const std::string &method, const McpJson &params, Progress &progress);
    std::optional<McpJson> resultAtOnce(const std::string &method, const McpJson &params) const;
    McpJson initialize(const McpJson &params);
    McpJson callTool(const McpJson &params, Progress &progress);

    McpTools m_tools;
    std::string m_version; ///< of the protocol, as negotiated; empty: not yet
};

/// The id of a message that asks for something, as text; of `notifications/cancelled` that of the call to end. Empty:
/// none.
std::string idOfRequest(std::string_view line);
std::string idOfCancelled(std::string_view line);

/// resources/list and resources/read; null: there is no such resource.
McpJson mcpResources();
McpJson readMcpResource(const std::string &uri);

} // namespace ws::cli
