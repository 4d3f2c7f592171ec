#pragma once
// --pattern and --anchor: the steps of a file by the user's choice, for all commands that take steps.

#include "app/cli/cli.h"

#include "core/analysis/steps/stepsource.h"

namespace ws::cli {

class StepOptions
{
public:
    explicit StepOptions(QCommandLineParser &parser);

    /// The exit code when the options are wrong; reads them.
    std::optional<int> check(const Command &self);
    const StepSource &source() const { return m_source; }
    bool isChosen() const { return m_source.by != StepSource::Names; }
    /// Null, with the error printed, when nothing in the file has the name that was asked for. Says on stderr on how
    /// many names the regex gave up.
    std::shared_ptr<const Steps> find(const Run &run) const;

private:
    const QCommandLineParser &m_parser;
    QCommandLineOption m_pattern, m_anchor;
    StepSource m_source;
};

} // namespace ws::cli
