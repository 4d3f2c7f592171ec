// elementwise: kernels that only read, change and write elements, which fusion would save.
// Threshold: kernels of the default mapping's substages pointwise, copy_cast, concat_pad and fill, at least 15 % of the
// busy time and 2 % of the unit, in at least ten activities. Silent: for copies (those that nothing hides have a rule
// of their own), for kernels that a compiler has fused already (triton_…, fused_…), for reductions, sorting and
// gathering, and where the mapping leaves a name open.

#include "core/analysis/findings/rules.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/analysis/stages/stageclassifier.h"

#include <algorithm>
#include <array>

namespace ws {
namespace {

constexpr uint64_t minCount = 10;
constexpr std::array<std::string_view, 4> substages{"pointwise", "copy_cast", "concat_pad", "fill"};

} // namespace

void findElementwise(const UnitWork &unit, Findings &findings)
{
    const auto names = std::make_shared<const NameSet>(unit.gpu, unit.run.strings, nullptr);
    const auto classes = StageClassifier(names).classify(defaultMapping());
    std::vector<uint8_t> isElementwise(names->size());
    for (size_t name = 0; name < names->size(); ++name) {
        const std::string &substage = classes->groups[classes->group[name]].substage;
        isElementwise[name] = std::ranges::find(substages, substage) != substages.end() &&
                              !names->text(name).starts_with("triton_") &&
                              names->text(name).find("fused_") == std::string_view::npos;
    }
    const auto isWanted = [&](uint32_t i) {
        return unit.isComputation(i) && isElementwise[names->indexOf(unit.gpu.nameForRules(i))] != 0;
    };
    const WorkSum sum = unit.sum(isWanted);
    if (sum.count * unit.repetitions() < minCount || !unit.isLarge(sum.ns) ||
        double(sum.ns) < minElementwiseShare * double(unit.budget.busyNs()))
        return;
    Finding finding = unit.finding("elementwise", sum);
    finding.of = unit.work().size();
    finding.ofLimit = unit.limitShare(isWanted).value_or(0); // fused ones need less, so the win is not bounded by it
    finding.name = unit.nameOf(sum.places.front().slice);
    findings.push_back(std::move(finding));
}

} // namespace ws
