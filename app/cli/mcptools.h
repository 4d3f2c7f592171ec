#pragma once
// The tools of `mcp`: one table of what each is called, takes and runs. Nearly all run a command of this program with
// --json, so an agent reads the numbers that everybody else does; what they add (pages, provenance, `cannot_answer`) is
// the same for all.

#include "app/cli/cli.h"
#include "app/cli/mcpanswers.h"
#include "app/cli/mcpruns.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace ws::cli {

struct McpParameter
{
    const char *name;
    const char *type; ///< of JSON: string, integer, number, boolean; "strings" and "files" are arrays of strings
    const char *text;
    const char *option; ///< of the command; empty: the tool's own
    bool isRequired = false;
};

struct McpTool
{
    const char *name;
    const char *text;
    const char *command; ///< empty: none
    std::vector<McpParameter> parameters;
    uint16_t numbers = 0;   ///< TrustNumbers that its answer rests on
    const char *needs = ""; ///< what a file must hold to be asked this
};

struct McpOptions
{
    ReadRoots roots;
    QString out;             ///< folder of pictures; empty: none is written
    int64_t memoryBytes = 0; ///< of open runs
};

/// The result of tools/call.
class McpTools
{
public:
    explicit McpTools(McpOptions options);

    McpJson list() const; ///< as in tools/list
    bool has(const std::string &name) const;
    /// {"content", "structuredContent"[, "isError"]}. `progress` ends it early where that is possible.
    McpJson call(const std::string &name, const McpJson &arguments, Progress &progress);

private:
    struct Call;
    struct Document;

    const McpTool *find(const std::string &name) const;
    std::optional<std::string> readArguments(Call &call, const McpJson &given);
    std::optional<std::string> readFiles(Call &call, const McpParameter &parameter, const McpJson &value);
    /// The JSON of the tool's command, or why there is none.
    Document document(const Call &call, Progress &progress);
    Document run(const char *command, const QStringList &arguments, Progress &progress);
    Document ownDocument(const Call &call, Progress &progress);
    McpJson fileList() const;
    McpJson answer(Call &call, Progress &progress);
    McpJson provenance(const Call &call, const std::vector<std::shared_ptr<const Fit>> &fits, const Progress &progress);
    std::vector<std::shared_ptr<const Fit>> fitsOf(const Call &call, const Progress &progress);
    McpJson picture(const Call &call, Progress &progress);
    int64_t keptMemory() const;

    McpOptions m_options;
    OpenRuns m_runs;
    std::vector<std::pair<std::string, std::string>> m_kept; ///< documents of the last calls, for their next pages
    int m_pictures = 0;
};

} // namespace ws::cli
