#include "core/analysis/steps/stepsource.h"

#include "core/analysis/steps/periodsteps.h"
#include "core/analysis/steps/stepslices.h"
#include "core/base/demangle.h"
#include "core/base/phrases.h"
#include "core/base/texts.h"

#include <algorithm>

namespace ws {
namespace {

Error notThere(const QString &message, const QString &problem)
{
    return {ErrorKind::NotFound, problem.isEmpty() ? message : clauses({message, problem}), {}};
}

Result<Steps> matchedSteps(const Run &run, const QString &text, const Progress *progress)
{
    StepNames names(run, NamePattern(text, true));
    auto steps = stepsOf(run, names, progress);
    if (!steps)
        return Error{ErrorKind::Cancelled, {}, {}};
    if (steps->steps.empty())
        return notThere(Core::tr("no annotation, NVTX range, operator or Python function of the file has a name that "
                                 "“%1” matches, so there are no steps")
                            .arg(text),
                        names.problem());
    if (const QString problem = names.problem(); !problem.isEmpty())
        steps->problem = steps->problem.isEmpty() ? problem : clauses({steps->problem, problem});
    return std::move(*steps);
}

/// By StringId, whether GPU work of that name begins a step.
class AnchorNames
{
public:
    AnchorNames(const Run &run, const QString &text) : m_run(run), m_wanted(run.strings.size())
    {
        const std::string name = text.toStdString();
        const bool isName = mark([&](std::string_view own) { return own == name || shownName(own) == name; });
        const NamePattern pattern(text, true);
        if (isName || !pattern.error().isEmpty())
            return;
        NameMatcher matcher(pattern);
        mark([&](std::string_view own) {
            return matcher.matches(toText(own)) || (isMangled(own) && matcher.matches(toText(shownName(own))));
        });
        problem = matcher.problem();
    }

    bool contains(StringId name) const { return m_wanted[name] == Yes; }

    QString problem;

private:
    enum : uint8_t { Unseen, No, Yes };

    /// True when one is wanted.
    template <class Wanted> bool mark(Wanted wanted)
    {
        std::fill(m_wanted.begin(), m_wanted.end(), Unseen);
        bool any = false;
        for (const StringId name : m_run.gpu.name) {
            if (m_wanted[name] == Unseen)
                m_wanted[name] = wanted(m_run.text(name)) ? Yes : No;
            any = any || m_wanted[name] == Yes;
        }
        return any;
    }

    const Run &m_run;
    std::vector<uint8_t> m_wanted;
};

Result<Steps> anchoredSteps(const Run &run, const QString &text, const Progress *progress)
{
    const AnchorNames names(run, text);
    const GpuWork &gpu = run.gpu;
    std::vector<StepPeriod> periods;
    std::vector<size_t> latest(gpu.devices.size(), SIZE_MAX); // by device, the open period
    std::vector<int64_t> endNs(gpu.devices.size(), INT64_MIN);
    for (size_t i = 0; i < gpu.size(); ++i) {
        const uint16_t device = gpu.device(i);
        // One that begins with the end of the work still has it.
        endNs[device] = std::max({endNs[device], gpu.end(i), gpu.start[i] + 1});
        if (!names.contains(gpu.name[i]))
            continue;
        const size_t before = latest[device];
        if (before != SIZE_MAX && periods[before].wall.begin == gpu.start[i])
            continue; // on another stream of the device
        if (before != SIZE_MAX)
            periods[before].wall.end = gpu.start[i];
        latest[device] = periods.size();
        periods.push_back({{gpu.start[i], gpu.start[i]}, device, gpu.name[i]});
    }
    if (progress && progress->isCancelled())
        return Error{ErrorKind::Cancelled, {}, {}};
    if (periods.empty()) {
        const QString error = NamePattern(text, true).error();
        return notThere(error.isEmpty() ? Core::tr("no kernel of the file has the name “%1”, and as a regular "
                                                   "expression it matches none, so there are no steps")
                                              .arg(text)
                                        : Core::tr("no kernel of the file has the name “%1”, and it is no regular "
                                                   "expression: %2")
                                              .arg(text, error),
                        names.problem);
    }
    for (size_t device = 0; device < latest.size(); ++device)
        if (latest[device] != SIZE_MAX) {
            periods[latest[device]].wall.end = endNs[device];
            periods[latest[device]].isCut = true;
        }
    Steps steps = periodSteps(run, std::move(periods));
    steps.problem = names.problem;
    return steps;
}

} // namespace

QString sourceError(const StepSource &source)
{
    if (source.by == StepSource::Names)
        return {};
    if (source.text.isEmpty())
        return Core::tr("the name of the steps to look for is empty");
    const QString error = source.by == StepSource::Pattern ? NamePattern(source.text, true).error() : QString();
    return error.isEmpty() ? QString() : Core::tr("“%1” is no regular expression: %2").arg(source.text, error);
}

Result<Steps> findSteps(const Run &run, const StepSource &source, const Progress *progress)
{
    if (const QString error = sourceError(source); !error.isEmpty())
        return Error{ErrorKind::Malformed, error, {}};
    if (source.by == StepSource::Pattern)
        return matchedSteps(run, source.text, progress);
    if (source.by == StepSource::Anchor)
        return anchoredSteps(run, source.text, progress);
    auto steps = findSteps(run, progress);
    return steps ? Result<Steps>(std::move(*steps)) : Result<Steps>(Error{ErrorKind::Cancelled, {}, {}});
}

} // namespace ws
