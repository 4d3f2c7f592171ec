#pragma once
// The sentences of findings, in the user's language. Each says what was measured; none says why where the recording
// cannot know.

#include "core/analysis/findings/finding.h"

#include <QString>

namespace ws {

/// Of exposed-communication where HCCL's planes were recorded: how long they transfer, and how long they only wait.
QString planesText(const Finding &finding);

/// "step", "period" or "recorded time": what the findings are of.
struct FindingWords
{
    const Run &run;
    BudgetOf of = BudgetOf::Span;
};

QString findingText(const Finding &finding, const FindingWords &words);
QString findingAdvice(const Finding &finding, const FindingWords &words);
/// Empty: the finding is not hidden.
QString findingLimit(const Finding &finding);

/// "file.py:33" from a frame "…/file.py(33): f": with its folder, without the path before.
QString sourceLine(std::string_view frame);

} // namespace ws
