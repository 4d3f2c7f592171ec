#include "app/cli/clistepoptions.h"

namespace ws::cli {

StepOptions::StepOptions(QCommandLineParser &parser)
    : m_parser(parser),
      m_pattern(QStringLiteral("pattern"),
                App::tr("steps are the annotations, NVTX ranges, Python functions and operators whose name the regular "
                        "expression matches"),
                QStringLiteral("REGEX")),
      m_anchor(QStringLiteral("anchor"),
               App::tr("a step begins with each kernel of that name, or that the regular expression matches"),
               QStringLiteral("NAME"))
{
    parser.addOptions({m_pattern, m_anchor});
}

std::optional<int> StepOptions::check(const Command &self)
{
    if (m_parser.isSet(m_pattern) && m_parser.isSet(m_anchor))
        return wrongUsage(self, App::tr("--pattern and --anchor exclude each other"));
    if (m_parser.isSet(m_pattern))
        m_source = {StepSource::Pattern, m_parser.value(m_pattern)};
    else if (m_parser.isSet(m_anchor))
        m_source = {StepSource::Anchor, m_parser.value(m_anchor)};
    if (const QString error = sourceError(m_source); !error.isEmpty())
        return wrongUsage(
            self,
            (m_source.by == StepSource::Anchor ? QStringLiteral("--anchor: ") : QStringLiteral("--pattern: ")) + error);
    return std::nullopt;
}

std::shared_ptr<const Steps> StepOptions::find(const Run &run) const
{
    Result<Steps> steps = findSteps(run, m_source, progressOfCall());
    if (!steps) {
        printError(steps.error().text());
        return nullptr;
    }
    if (!steps->problem.isEmpty())
        printError(steps->problem);
    return std::make_shared<const Steps>(std::move(*steps));
}

} // namespace ws::cli
