#include "core/analysis/replay/replayanswer.h"

#include "core/analysis/modules/attribution.h"
#include "core/analysis/modules/moduletree_build.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/analysis/stages/stageclassifier.h"
#include "core/base/texts.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ws {
namespace {

constexpr size_t laneStretches = 1024;

using Stretches = std::vector<TimeRange>; ///< ascending, none touches the next

/// Index of the part that a node's time is; stepPartCount: none.
size_t partOf(NodeKind kind)
{
    switch (kind) {
    case NodeKind::Compute:
        return size_t(StepPart::Compute);
    case NodeKind::Communication:
        return size_t(StepPart::Communication);
    case NodeKind::Copy:
        return size_t(StepPart::Copies);
    default:
        return stepPartCount;
    }
}

/// Whose work a node is: a device of the run, or a rank.
uint32_t itemOf(const ReplayModel &model, uint32_t node)
{
    if (!model.ranks.empty())
        return model.rankOf(node);
    return model.runOf(node).gpu.device(model.graph.item(node));
}

Stretches united(Stretches all)
{
    if (!std::ranges::is_sorted(all, {}, &TimeRange::begin))
        std::ranges::sort(all, {}, &TimeRange::begin);
    Stretches joined;
    for (const TimeRange &one : all)
        if (joined.empty() || one.begin > joined.back().end)
            joined.push_back(one);
        else
            joined.back().end = std::max(joined.back().end, one.end);
    return joined;
}

Stretches without(const Stretches &all, const Stretches &hidden)
{
    Stretches left;
    auto at = hidden.begin();
    for (const TimeRange &one : all) {
        int64_t from = one.begin;
        while (at != hidden.end() && at->end <= from)
            ++at;
        for (auto over = at; over != hidden.end() && over->begin < one.end; ++over) {
            if (over->begin > from)
                left.push_back({from, over->begin});
            from = std::max(from, over->end);
        }
        if (from < one.end)
            left.push_back({from, one.end});
    }
    return left;
}

/// Calls `take(begin, end)` for each part of a stretch within the range.
template <class Take> void eachWithin(const Stretches &all, TimeRange range, Take take)
{
    auto at = std::ranges::upper_bound(all, range.begin, {}, &TimeRange::end);
    for (; at != all.end() && at->begin < range.end; ++at)
        take(std::max(at->begin, range.begin), std::min(at->end, range.end));
}

std::array<Stretches, 3> partsOf(const Replay &replay, uint32_t item, const std::vector<int64_t> &start,
                                 const std::vector<int64_t> &duration)
{
    const ReplayModel &model = *replay.model;
    std::array<Stretches, 3> parts;
    for (uint32_t node = 0; node < model.graph.size(); ++node)
        if (const size_t part = partOf(model.graph.kind(node));
            part < parts.size() && duration[node] > 0 && itemOf(model, node) == item)
            parts[part].push_back({start[node], start[node] + duration[node]});
    for (Stretches &part : parts)
        part = united(std::move(part));
    Stretches busy = parts[0];
    for (size_t part = 1; part < parts.size(); ++part) {
        parts[part] = without(parts[part], busy);
        busy.insert(busy.end(), parts[part].begin(), parts[part].end());
        busy = united(std::move(busy));
    }
    return parts;
}

std::vector<std::array<float, 3>> laneOf(const std::array<Stretches, 3> &parts, TimeRange range)
{
    std::vector<std::array<float, 3>> lane(laneStretches);
    const double width = double(range.length()) / double(laneStretches);
    for (size_t part = 0; part < parts.size(); ++part)
        eachWithin(parts[part], range, [&](int64_t begin, int64_t end) {
            const double from = double(begin - range.begin) / width, to = double(end - range.begin) / width;
            for (auto s = size_t(from); s < laneStretches && double(s) < to; ++s)
                lane[s][part] += float(std::min(to, double(s + 1)) - std::max(from, double(s)));
        });
    return lane;
}

std::vector<EditChoice> longest(std::map<QString, EditChoice> found, size_t most)
{
    std::vector<EditChoice> list;
    for (auto &[key, choice] : found)
        list.push_back(std::move(choice));
    std::ranges::stable_sort(list, std::ranges::greater(), &EditChoice::ns);
    list.resize(std::min(list.size(), most));
    return list;
}

std::vector<EditChoice> longestNames(const Replay &replay, const std::map<std::pair<uint32_t, StringId>, int64_t> &sums,
                                     size_t most)
{
    std::map<QString, EditChoice> found;
    for (const auto &[key, ns] : sums) {
        const std::string_view name = replay.model->parts[key.first].run->text(key.second);
        EditChoice &choice = found[toText(name)];
        choice.name = toText(name);
        choice.target = exactPattern(name);
        choice.ns += ns;
    }
    return longest(std::move(found), most);
}

void addModules(const ReplayModel &model, EditChoices &choices, size_t most)
{
    std::map<QString, EditChoice> found;
    for (uint32_t p = 0; p < model.parts.size(); ++p) {
        const Run &run = *model.parts[p].run;
        const Attribution own = *Attribution::make(run, Attribution::Mode::All);
        for (uint32_t i = 0; own.modules().size() && i < run.gpu.size(); ++i) {
            std::vector<QString> seen; // a module within one of its own class counts once
            for (uint32_t call = own.module(i); call != noSlice; call = own.modules().parent(call)) {
                const std::string_view slice = run.text(run.timeline.name(own.modules().slice(call)));
                const QString name = toText(moduleClass(slice));
                if (std::ranges::find(seen, name) != seen.end())
                    continue;
                seen.push_back(name);
                EditChoice &choice = found[name];
                choice.name = name;
                choice.target = modulePattern(moduleClass(slice));
                choice.ns += run.gpu.duration[i];
            }
        }
    }
    choices.modules = longest(std::move(found), most);
}

void addStages(const ReplayModel &model, EditChoices &choices, size_t most)
{
    std::map<QString, EditChoice> found;
    for (const ReplayPart &part : model.parts) {
        StageClassifier classifier(std::make_shared<const NameSet>(part.run->gpu, part.run->strings, part.run));
        const auto classes = classifier.classify(defaultMapping());
        for (uint32_t i = 0; classes && i < part.run->gpu.size(); ++i) {
            const uint32_t name = classes->names->indexOf(part.run->gpu.nameForRules(i));
            if (name == noName)
                continue;
            const QString stage = toText(classes->groups[classes->group[name]].stage);
            EditChoice &choice = found[stage];
            choice.name = choice.target = stage;
            choice.ns += part.run->gpu.duration[i];
        }
    }
    choices.stages = longest(std::move(found), most);
}

} // namespace

PictureOf pictureOf(const Replay &replay)
{
    const ReplayModel &model = *replay.model;
    PictureOf of;
    std::map<uint32_t, int64_t> busy;
    for (uint32_t node = 0; node < model.graph.size(); ++node) {
        const size_t part = partOf(model.graph.kind(node));
        if (model.ranks.empty() ? part != stepPartCount : part == size_t(StepPart::Compute))
            busy[itemOf(model, node)] += model.graph.duration(node);
    }
    int64_t most = -1;
    for (const auto &[item, ns] : busy)
        if (ns > most) {
            most = ns;
            of.item = item;
        }
    if (replay.step) {
        of.step = *replay.step;
        return of;
    }
    std::vector<std::pair<int64_t, uint32_t>> lengths;
    for (uint32_t step = 0; step < replay.recorded.size(); ++step)
        if (replay.recorded[step] > 0)
            lengths.push_back({replay.recorded[step], step});
    std::ranges::sort(lengths);
    if (!lengths.empty())
        of.step = lengths[(lengths.size() - 1) / 2].second;
    return of;
}

StepPicture pictureOf(const Replay &replay, PictureOf of, const std::vector<int64_t> &start,
                      const std::vector<int64_t> &duration, int64_t ns)
{
    const ReplayModel &model = *replay.model;
    const StepEnds ends = stepEnds(model, start, duration);
    const std::vector<int64_t> lengths = replayedLengths(model, start, duration);
    StepPicture picture;
    picture.ns = ns;
    if (of.step >= lengths.size())
        return picture;
    const auto parts = partsOf(replay, of.item, start, duration);
    std::array<double, 3> sums{};
    for (size_t step = 0; step < lengths.size(); ++step) {
        if (lengths[step] <= 0 || (replay.step && step != *replay.step))
            continue;
        const TimeRange range{ends.beginNs[step], ends.beginNs[step] + lengths[step]};
        for (size_t part = 0; part < parts.size(); ++part)
            eachWithin(parts[part], range, [&](int64_t begin, int64_t end) { sums[part] += double(end - begin); });
    }
    int64_t left = ns;
    for (size_t part = 0; part < parts.size(); ++part) {
        const double mean = sums[part] / double(replay.step ? 1 : lengths.size());
        picture.parts[part] = std::min<int64_t>(left, std::llround(mean));
        left -= picture.parts[part];
    }
    picture.parts[size_t(StepPart::Idle)] = left;
    picture.laneNs = lengths[of.step];
    if (picture.laneNs > 0)
        picture.lane = laneOf(parts, {ends.beginNs[of.step], ends.beginNs[of.step] + picture.laneNs});
    return picture;
}

EditAnswer answerEdits(const Replay &replay, PictureOf of, const QStringList &edits, EditTargets *targets)
{
    EditAnswer answer;
    std::vector<ReplayEdit> good;
    std::vector<size_t> places;
    ReplayWeights tried = replay.weights;
    tried.lag = replay.lags;
    answer.winNs.resize(size_t(edits.size()));
    for (size_t e = 0; e < size_t(edits.size()); ++e) {
        const Result<ReplayEdit> edit = parseReplayEdit(edits[qsizetype(e)]);
        if (!edit) {
            answer.problems << edit.error().message;
            continue;
        }
        const Result<EditEffect> effect = applyReplayEdit(*replay.model, *edit, tried, targets);
        answer.problems << (effect ? QString() : effect.error().message);
        if (effect) {
            good.push_back(*edit);
            places.push_back(e);
        }
    }
    if (good.empty())
        return answer;
    Result<Prediction> prediction = predict(replay, good, targets);
    if (!prediction)
        return answer;
    for (size_t g = 0; g < good.size(); ++g)
        answer.winNs[places[g]] = prediction->wins[g].ns;
    answer.after = pictureOf(replay, of, prediction->start, prediction->duration, prediction->ns);
    prediction->start = prediction->duration = {}; // the picture is made of them
    answer.prediction = std::move(*prediction);
    return answer;
}

std::optional<EditChoices> editChoices(const Replay &replay, size_t most, const Progress *progress)
{
    const ReplayModel &model = *replay.model;
    EditChoices choices;
    std::map<std::pair<uint32_t, StringId>, int64_t> kernels, operators;
    for (uint32_t node = 0; node < model.graph.size(); ++node) {
        if (partOf(model.graph.kind(node)) == stepPartCount)
            continue;
        kernels[{model.partOf(node), model.graph.name(node)}] += model.graph.duration(node);
        if (model.isJob)
            continue;
        const Run &run = model.runOf(node);
        const uint32_t activity = model.graph.item(node);
        if (const EventRef op = run.gpu.op[activity]; op.valid())
            operators[{model.partOf(node), run.timeline.name(op)}] += run.gpu.duration[activity];
    }
    choices.kernels = longestNames(replay, kernels, most);
    choices.operators = longestNames(replay, operators, most);
    if (progress && progress->isCancelled())
        return std::nullopt;
    if (!model.isJob) {
        addStages(model, choices, most);
        addModules(model, choices, most);
    }
    if (progress && progress->isCancelled())
        return std::nullopt;
    std::vector<EditChoice> whole;
    for (const ReplayRank &rank : model.ranks) {
        for (const RankCoordinate &one : rank.coordinates) {
            const QString name =
                QStringLiteral("%1 %2").arg(QString::fromStdString(one.dimension)).arg(one.index).trimmed();
            const auto has = [&](const EditChoice &c) { return c.name == name; };
            if (rank.coordinates.size() > 1 && std::ranges::none_of(choices.ranks, has))
                choices.ranks.push_back({name, name, 0});
        }
        whole.push_back({QString::fromStdString(rank.label), QString::fromStdString(rank.label), 0});
    }
    std::ranges::stable_sort(choices.ranks, {}, &EditChoice::name);
    choices.ranks.insert(choices.ranks.end(), whole.begin(), whole.end());
    choices.ranks.resize(std::min(choices.ranks.size(), 3 * most));
    return choices;
}

std::optional<ReplayedWins> replayedWins(const RunPtr &run, const Steps &steps, const QStringList &edits,
                                         const Progress *progress)
{
    auto model = processModel(run, steps, progress);
    if (!model)
        return std::nullopt;
    const auto replay = replayOf(std::make_shared<const ReplayModel>(std::move(*model)), {}, progress);
    if (!replay)
        return std::nullopt;
    ReplayedWins wins{replay->recordedNs, replay->recorded.size(), {}};
    wins.ns.resize(size_t(edits.size()));
    for (qsizetype e = 0; replay->holds() && e < edits.size(); ++e) {
        if (progress && progress->isCancelled())
            return std::nullopt;
        if (const auto edit = parseReplayEdit(edits[e]))
            if (const auto prediction = predict(*replay, {*edit}))
                wins.ns[size_t(e)] = replay->recordedNs - prediction->ns;
    }
    return wins;
}

QString findingEdit(const Finding &finding)
{
    const auto is = [&](std::initializer_list<std::string_view> ids) {
        return finding.kind == FindingKind::Win && std::ranges::find(ids, finding.id) != ids.end();
    };
    if (is({"launch-bound"}))
        return QStringLiteral("launches=graph");
    if (is({"data-loader"}))
        return QStringLiteral("loader=hidden");
    if (is({"cpu-pause", "blocking-call", "idle-after-call", "allocating-call", "launch-call"}))
        return QStringLiteral("gaps=0");
    if (is({"exposed-communication"}))
        return QStringLiteral("collectives=hidden");
    if (is({"exposed-copies"}))
        return QStringLiteral("copies=hidden");
    if (finding.name.empty())
        return {};
    if (is({"one-kernel"}))
        return QStringLiteral("kernel:%1*0.5").arg(exactPattern(finding.name));
    if (is({"far-from-limit"}))
        return QStringLiteral("operator:%1=limit").arg(exactPattern(finding.name));
    return {};
}

bool mayReplay(const Run &run)
{
    if (run.gpu.size() == 0)
        return hasNamedRanks(run);
    for (size_t i = 0; i < run.gpu.size(); ++i)
        if (run.gpu.launch[i] != noLaunch)
            return true;
    return false;
}

} // namespace ws
