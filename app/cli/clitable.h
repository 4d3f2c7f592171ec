#pragma once
// Commands whose result is one table of one run: they share their options, how they load the run, and what they print.

#include "app/cli/cli.h"
#include "core/analysis/limits/limits.h"
#include "core/report/reporttable.h"

#include <nlohmann/json_fwd.hpp>

namespace ws::cli {

/// The table and its notes.
std::string markdownOf(const ReportTable &table);

/// --limits, of commands whose rows can be held against the limit of the device: the columns of limitsreport.h.
QCommandLineOption limitsOption();
std::shared_ptr<const Limits> knownLimits(const Run &run);
ReportTable withLimitsShown(ReportTable table);

class TableCommand
{
public:
    /// The command's own options belong into `parser` before.
    TableCommand(const Command &self, QCommandLineParser &parser);

    /// Reads the arguments and loads the FILE: the exit code when that failed or --help was asked for. `check` looks at
    /// the command's own options before a file is read; its exit code ends the command.
    std::optional<int> start(const QStringList &arguments, const std::function<std::optional<int>()> &check = {});
    /// One of --csv, --json and --md was given.
    bool hasForm() const { return m_parser.isSet(m_csv) || m_parser.isSet(m_json) || m_parser.isSet(m_markdown); }
    bool wantsJson() const { return m_parser.isSet(m_json); }
    const std::shared_ptr<const Run> &run() const { return m_selected.run; }
    const Selected &selected() const { return m_selected; } ///< what of the file the argument names

    /// Prints the table in the form that was asked for; `json` makes the whole document of --json, without it
    /// {"schema": 1, "rows": […]}. `above` is a table for people, printed before it by --md and without an option.
    /// Returns the exit code.
    int print(const ReportTable &table, const std::function<nlohmann::ordered_json()> &json = {},
              const ReportTable *above = nullptr) const;

private:
    const Command &m_self;
    QCommandLineParser &m_parser;
    QCommandLineOption m_csv, m_json, m_markdown;
    Selected m_selected;
};

} // namespace ws::cli
