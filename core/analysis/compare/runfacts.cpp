#include "core/analysis/compare/runfacts.h"

#include "core/analysis/collectives/collectives.h"
#include "core/analysis/compare/mixedkernels.h"
#include "core/analysis/compare/workkeys.h"
#include "core/analysis/gaps/lostgraphs.h"
#include "core/analysis/ncu/ncurows.h"
#include "core/analysis/stages/tablework.h"
#include "core/analysis/steps/phasetimes.h"
#include "core/analysis/trust/trust.h"
#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/quantiles.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "core/model/profilecontext.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

const Json *member(const Json &json, const char *key)
{
    if (!json.is_object())
        return nullptr;
    const auto found = json.find(key);
    return found == json.end() ? nullptr : &*found;
}

std::string flatText(const Json &value)
{
    std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (text.size() > 60)
        text = text.substr(0, 57) + "…";
    return text;
}

const Json *engineArguments(const Run &run)
{
    const Json *context = member(*run.info.header, "context"); // a layerwise profile's header is its context
    return member(context ? *context : *run.info.header, "engine_args");
}

using TimeByName = std::map<std::string, double, std::less<>>; ///< ns; only for shares

/// "hcom_allReduce_" of "hcom_allReduce__868_0_1": Ascend's collectives are named after a hash of their group, their
/// number and their stream, which are others in every recording. NCCL's are named after their algorithm as well. Of
/// other kernels the signature: profilers write it in several ways.
std::string workOfName(std::string_view name)
{
    if (std::string operation = ncclOperation(name); !operation.empty())
        return operation;
    if (name.starts_with("hcom_"))
        return std::string(name.substr(0, name.find("__")));
    return kernelSignature(name);
}

TimeByName kernelTimes(const ComparedRun &run)
{
    TimeByName times;
    if (run.hasTimeline()) {
        const NameSet &names = *run.classes->names;
        std::vector<double> ns(names.size());
        std::vector<bool> isKernel(names.size()); // copies and sets are in every program
        for (size_t i = 0; i < run.run().gpu.size(); ++i)
            if (run.run().gpu.kind[i] == CategoryKind::Kernel) {
                ns[names.indexOf(run.run().gpu.nameForRules(i))] += double(run.run().gpu.duration[i]);
                isKernel[names.indexOf(run.run().gpu.nameForRules(i))] = true;
            }
        for (size_t k = 0; k < ns.size(); ++k)
            if (isKernel[k])
                times[workOfName(names.text(k))] += ns[k];
        return times;
    }
    for (const NamedWork &work : tableWork(run)) {
        const std::vector<CategoryKind> kinds = kindsOfNames(work.names);
        for (size_t k = 0; k < work.names->size(); ++k)
            if (kinds[k] == CategoryKind::Kernel)
                times[workOfName(work.names->text(k))] += double(work.sums.names[k].totalNs);
    }
    return times;
}

TimeByName kernelTimes(const KernelSums &sums)
{
    std::vector<std::string> names;
    for (const auto &[name, sum] : sums)
        names.push_back(name);
    const std::vector<CategoryKind> kinds = kindsOfNames(std::make_shared<const NameSet>(names));
    TimeByName times;
    for (size_t k = 0; k < names.size(); ++k)
        if (kinds[k] == CategoryKind::Kernel)
            times[workOfName(names[k])] += double(sums.at(names[k]).ns);
    return times;
}

TimeByName operatorTimes(const ComparedRun &run)
{
    TimeByName times;
    if (!run.hasTimeline())
        return times;
    const Run &of = run.run();
    std::vector<double> ns(of.strings.size());
    for (size_t i = 0; i < of.gpu.op.size(); ++i)
        if (of.gpu.op[i].valid())
            ns[of.timeline.name(of.gpu.op[i])] += double(of.gpu.duration[i]);
    for (StringId id = 0; id < ns.size(); ++id)
        if (ns[id] > 0)
            times[plainOperator(of.text(id))] += ns[id];
    return times;
}

/// The part of the time in names that the other has too, and their number.
std::pair<double, uint64_t> commonShare(const TimeByName &own, const TimeByName &other)
{
    double common = 0, all = 0;
    uint64_t names = 0;
    for (const auto &[name, ns] : own) {
        all += ns;
        if (other.contains(name)) {
            common += ns;
            ++names;
        }
    }
    return {all > 0 ? common / all : 0, names};
}

} // namespace

std::vector<NamedWork> tableWork(const ComparedRun &run)
{
    if (run.part.tables.empty()) {
        TreeChoice choice;
        choice.phase = run.part.phases;
        return workWithoutTimeline(run.run(), -1, run.part.phase, choice);
    }
    std::vector<NamedWork> all;
    for (const int table : run.part.tables)
        for (NamedWork &work : workWithoutTimeline(run.run(), table))
            all.push_back(std::move(work));
    return all;
}

QString contentWord(const ComparedRun &run)
{
    if (run.hasTimeline())
        return Core::tr("timeline");
    if (run.part.phase >= 0 || !run.run().layerwise.empty())
        return Core::tr("layerwise profile");
    if (run.run().gpu.size() == 0 && run.run().tables.empty())
        return Core::tr("timeline without GPU work");
    std::set<QString> tools;
    for (size_t k = 0; k < run.run().tables.size(); ++k)
        if (run.part.tables.empty() || std::count(run.part.tables.begin(), run.part.tables.end(), int(k)))
            tools.insert(toolTitle(run.run().tables[k].kind));
    return Core::tr("tables of %1").arg(listed(QStringList(tools.begin(), tools.end())));
}

QString gpuModels(const Run &run)
{
    std::map<QString, int> counts;
    for (const StringId device : run.gpu.devices) {
        if (const QString model = gpuModelOf(run, device); !model.isEmpty())
            ++counts[model];
    }
    QStringList models;
    for (const auto &[model, count] : counts)
        models << (count > 1 ? QStringLiteral("%1 × %2").arg(count).arg(model) : model);
    for (const std::string &name : models.isEmpty() ? ncuDevices(run) : std::vector<std::string>())
        models << toText(name);
    return models.join(QLatin1String(", "));
}

QString worldSize(const ComparedRun &run)
{
    if (const Json *info = member(*run.run().info.header, "distributedInfo"))
        if (const Json *size = member(*info, "world_size"); size && size->is_number_integer())
            return QString::number(size->get<int64_t>());
    return {};
}

QString deviceCount(const ComparedRun &run)
{
    return run.hasTimeline() ? QString::number(run.run().gpu.devices.size()) : QString();
}

std::optional<double> graphShare(const ComparedRun &run)
{
    return run.hasTimeline() ? graphShare(run.run()) : std::nullopt;
}

double wholeGraphShare(const ComparedRun &run)
{
    if (!run.hasTimeline())
        return 0;
    double graphs = 0, all = 0;
    for (const int64_t ns : wholeGraphNs(run.run()))
        graphs += double(ns);
    for (size_t i = 0; i < run.run().gpu.size(); ++i)
        if (run.run().gpu.kind[i] == CategoryKind::Kernel)
            all += double(run.run().gpu.duration[i]);
    return all > 0 ? graphs / all : 0;
}

QStringList phasesOf(const ComparedRun &run)
{
    QStringList phases;
    const auto add = [&](const std::string &phase) {
        if (const QString text = QString::fromStdString(phase); !phases.contains(text))
            phases << text;
    };
    if (run.isLayerwise())
        for (const PhaseSteps &steps : phasesOfPart(run.part))
            add(steps.kind);
    for (const Step &step : run.named->steps)
        if (step.activities)
            add(step.phase);
    std::stable_sort(phases.begin(), phases.end(), [](const QString &a, const QString &b) {
        const int x = phaseOrder(a.toStdString()), y = phaseOrder(b.toStdString());
        return x != y ? x < y : a < b;
    });
    return phases;
}

QString stepSizes(const ComparedRun &run)
{
    if (run.isLayerwise()) {
        ProfileContext context = profileContext(run.run());
        context.model.clear(); // an engine argument
        return contextTitle(context);
    }
    QStringList parts;
    for (const QString &phase : phasesOf(run)) {
        std::vector<int64_t> batches, tokens;
        for (const Step &step : run.named->steps)
            if (QString::fromStdString(step.phase) == phase) {
                if (step.batch)
                    batches.push_back(*step.batch);
                if (step.tokens)
                    tokens.push_back(*step.tokens);
            }
        QStringList sizes;
        if (!batches.empty())
            sizes << Core::tr("batch %1").arg(formatCount(medianNs(batches)));
        if (!tokens.empty())
            sizes << Core::tr("%1 tokens").arg(formatCount(medianNs(tokens)));
        if (!sizes.isEmpty())
            parts << labelled(phaseText(phase.toStdString()), listed(sizes));
    }
    return clauses(parts);
}

std::pair<QString, QString> differingArguments(const Run &a, const Run &b)
{
    const Json *inA = engineArguments(a), *inB = engineArguments(b);
    if (!inA || !inB || !inA->is_object() || !inB->is_object())
        return {inA ? Core::tr("recorded") : QString(), inB ? Core::tr("recorded") : QString()};
    QStringList textA, textB;
    std::set<std::string> keys;
    for (const Json *of : {inA, inB})
        for (const auto &[key, value] : of->items())
            keys.insert(key);
    const auto text = [](const Json &of, const std::string &key) {
        return QString::fromStdString(key + '=' + (of.contains(key) ? flatText(of[key]) : std::string("–")));
    };
    for (const std::string &key : keys)
        if (!inA->contains(key) || !inB->contains(key) || (*inA)[key] != (*inB)[key]) {
            textA << text(*inA, key);
            textB << text(*inB, key);
        }
    if (textA.isEmpty())
        return {Core::tr("equal"), Core::tr("equal")};
    return {textA.join(QLatin1String(", ")), textB.join(QLatin1String(", "))};
}

bool hasCallStacks(const Run &run)
{
    if (std::ranges::any_of(run.ops.callStack, [](StringId stack) { return stack != 0; }))
        return true;
    std::vector<bool> python(run.timeline.categories.size());
    for (size_t k = 0; k < python.size(); ++k)
        python[k] = run.timeline.categories[k].kind == CategoryKind::Python;
    for (const Lane &lane : run.timeline.lanes)
        if (run.timeline.tracks[lane.track].kind == TrackKind::CpuThread)
            for (size_t i = 0; i < lane.size(); ++i)
                if (python[lane.category[i]])
                    return true;
    return false;
}

std::optional<CommonWork> workInCommon(const ComparedRun &a, const ComparedRun &b)
{
    TimeByName inA, inB;
    if (areMixed(a, b)) {
        const MixedKernels mixed = mixedKernels(a, b);
        inA = kernelTimes(mixed.a);
        inB = kernelTimes(mixed.b);
    } else {
        inA = kernelTimes(a);
        inB = kernelTimes(b);
    }
    if (inA.empty() || inB.empty())
        return {};
    CommonWork common;
    common.namesA = inA.size();
    common.namesB = inB.size();
    std::tie(common.shareA, common.names) = commonShare(inA, inB);
    common.shareB = commonShare(inB, inA).first;
    const auto isCollective = [](const std::string &name) {
        return !ncclOperation(name).empty() || name.starts_with("hcom_");
    };
    common.areLone = common.namesA == 1 && common.namesB == 1 && common.names == 0 &&
                     !isCollective(inA.begin()->first) && !isCollective(inB.begin()->first);
    const TimeByName opsA = operatorTimes(a), opsB = operatorTimes(b);
    common.knowsOperators = !opsA.empty() && !opsB.empty();
    common.operators = std::min(commonShare(opsA, opsB).first, commonShare(opsB, opsA).first);
    return common;
}

} // namespace ws
