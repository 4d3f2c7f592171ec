#include "core/analysis/replay/replayedit.h"

#include "core/analysis/limits/limits.h"
#include "core/analysis/modules/attribution.h"
#include "core/analysis/replay/movedwork.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/analysis/stages/stageclassifier.h"
#include "core/base/format.h"
#include "core/base/namepattern.h"
#include "core/base/quantiles.h"
#include "core/base/texts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace ws {
namespace {

using Of = ReplayEdit::Of;
using To = ReplayEdit::To;

Error wrongEdit(const QString &message)
{
    return {ErrorKind::Malformed, message, {}, -1};
}

/// "0.5" after '*'; nothing: no number from 0 to a million.
std::optional<double> factorOf(const QString &text)
{
    bool isNumber = false;
    const double factor = text.toDouble(&isNumber);
    if (!isNumber || !std::isfinite(factor) || factor < 0 || factor > 1e6)
        return std::nullopt;
    return factor;
}

struct EditWord
{
    QLatin1String word;
    Of of;
    bool hasTarget;
};
const EditWord editWords[] = {
    {QLatin1String("kernel"), Of::Kernel, true},      {QLatin1String("operator"), Of::Operator, true},
    {QLatin1String("module"), Of::Module, true},      {QLatin1String("stage"), Of::Stage, true},
    {QLatin1String("cpu"), Of::Cpu, false},           {QLatin1String("profiler"), Of::Profiler, false},
    {QLatin1String("gaps"), Of::Gaps, false},         {QLatin1String("gap"), Of::Gap, true},
    {QLatin1String("launches"), Of::Launches, false}, {QLatin1String("loader"), Of::Loader, false},
    {QLatin1String("copies"), Of::Copies, false},     {QLatin1String("collectives"), Of::Collectives, false},
    {QLatin1String("rank"), Of::Rank, true},
};

bool takesFactor(Of of)
{
    return of != Of::Profiler && of != Of::Gaps && of != Of::Gap && of != Of::Launches && of != Of::Rank;
}

/// What stands behind the last '=' may be.
bool takesWord(ReplayEdit &edit, const QString &word)
{
    const auto is = [&](const char *text, To to) {
        if (word != QLatin1String(text))
            return false;
        edit.to = to;
        return true;
    };
    switch (edit.of) {
    case Of::Kernel:
    case Of::Operator:
    case Of::Module:
    case Of::Stage:
        return is("limit", To::Limit) || is("stream", To::Stream);
    case Of::Gaps:
    case Of::Gap:
    case Of::Profiler:
        return is("0", To::Zero);
    case Of::Launches:
        return is("graph", To::Graph);
    case Of::Rank:
        return is("median", To::Median) || is("alike", To::Alike);
    case Of::Loader:
        return is("hidden", To::Hidden);
    case Of::Copies:
    case Of::Collectives: {
        if (is("hidden", To::Hidden) || is("stream", To::Stream))
            return true;
        const auto factor = word.startsWith(QLatin1String("bandwidth*")) ? factorOf(word.mid(10)) : std::nullopt;
        if (!factor || *factor == 0)
            return false;
        edit.factor = 1 / *factor;
        return true;
    }
    case Of::Cpu:
        return false;
    }
    return false;
}

} // namespace

Result<ReplayEdit> parseReplayEdit(const QString &text)
{
    const Error wrong =
        wrongEdit(Core::tr("“%1” is no edit; expected KIND:NAME*FACTOR, KIND:NAME=limit or =stream (kernel, operator, "
                           "module, stage), cpu*F, profiler=0, gaps=0, gap:TIME=0, launches=graph, loader*F or "
                           "=hidden, copies or collectives *F, =hidden, =stream or =bandwidth*F, rank:NAME=median or "
                           "=alike")
                      .arg(text));
    for (const EditWord &word : editWords) {
        if (!text.startsWith(word.word))
            continue;
        ReplayEdit edit;
        edit.text = text;
        edit.of = word.of;
        QString rest = text.mid(word.word.size());
        if (word.hasTarget) {
            if (!rest.startsWith(u':'))
                return wrong;
            rest.remove(0, 1);
        }
        const qsizetype equals = rest.lastIndexOf(u'='), star = rest.lastIndexOf(u'*');
        if (equals >= 0 && takesWord(edit, rest.mid(equals + 1))) {
            edit.target = rest.left(equals);
        } else if (const auto factor = star < 0 ? std::nullopt : factorOf(rest.mid(star + 1));
                   factor && takesFactor(edit.of)) {
            edit.target = rest.left(star);
            edit.factor = *factor;
        } else {
            return wrong;
        }
        if (word.hasTarget == edit.target.isEmpty())
            return wrong;
        if (edit.of == Of::Gap && !parseTime(edit.target))
            return wrongEdit(Core::tr("“%1”: expected the time of a gap, as 12.5ms or 12500us").arg(text));
        if (word.hasTarget && edit.of != Of::Stage && edit.of != Of::Rank && edit.of != Of::Gap)
            if (const QString error = NamePattern(edit.target, true).error(); !error.isEmpty())
                return wrongEdit(Core::tr("“%1”: %2").arg(text, error));
        return edit;
    }
    return wrong;
}

bool hasFactor(const ReplayEdit &edit)
{
    return edit.to == To::Factor && takesFactor(edit.of);
}

QString replayEditText(const ReplayEdit &edit)
{
    QString text;
    for (const EditWord &word : editWords)
        if (word.of == edit.of)
            text = QString(word.word) + (word.hasTarget ? u':' + edit.target : QString());
    switch (edit.to) {
    case To::Factor:
        return text + u'*' + QString::number(edit.factor, 'g', 6);
    case To::Limit:
        return text + QStringLiteral("=limit");
    case To::Stream:
        return text + QStringLiteral("=stream");
    case To::Hidden:
        return text + QStringLiteral("=hidden");
    case To::Zero:
        return text + QStringLiteral("=0");
    case To::Graph:
        return text + QStringLiteral("=graph");
    case To::Median:
        return text + QStringLiteral("=median");
    case To::Alike:
        return text + QStringLiteral("=alike");
    }
    return text;
}

QString gapEdit(int64_t beginNs)
{
    const QString us = QString::number(beginNs / 1000), ns = QString::number(beginNs % 1000).rightJustified(3, u'0');
    return QStringLiteral("gap:%1.%2us=0").arg(us, ns);
}

/// A name of many thousand characters is told by its beginning.
QString exactPattern(std::string_view name)
{
    constexpr qsizetype longest = 2000;
    const QString text = toText(name);
    return u'^' + QRegularExpression::escape(text.left(longest)) + (text.size() > longest ? QString() : QString(u'$'));
}

QString modulePattern(std::string_view name)
{
    return QStringLiteral("^(nn\\.Module: )?%1(_\\d+)?$").arg(QRegularExpression::escape(toText(name).left(1000)));
}

std::shared_ptr<const EditTargets::Work> EditTargets::find(const QString &key)
{
    const std::lock_guard lock(m_mutex);
    const auto at = m_works.find(key);
    return at == m_works.end() ? nullptr : at->second;
}

void EditTargets::keep(const QString &key, std::shared_ptr<const Work> work)
{
    const std::lock_guard lock(m_mutex);
    constexpr size_t most = 32;
    if (m_works.size() >= most)
        m_works.clear();
    m_works[key] = std::move(work);
}

std::optional<int64_t> EditTargets::findLength(const QString &key)
{
    const std::lock_guard lock(m_mutex);
    const auto at = m_lengths.find(key);
    return at == m_lengths.end() ? std::nullopt : std::optional(at->second);
}

void EditTargets::keepLength(const QString &key, int64_t ns)
{
    const std::lock_guard lock(m_mutex);
    constexpr size_t most = 4096;
    if (m_lengths.size() >= most)
        m_lengths.clear();
    m_lengths[key] = ns;
}

std::shared_ptr<const ReplayModel> EditTargets::findModel(const QString &key)
{
    const std::lock_guard lock(m_mutex);
    const auto at = m_models.find(key);
    return at == m_models.end() ? nullptr : at->second;
}

void EditTargets::keepModel(const QString &key, std::shared_ptr<const ReplayModel> model)
{
    const std::lock_guard lock(m_mutex);
    constexpr size_t most = 4; // each is as large as the recording's
    if (m_models.size() >= most)
        m_models.clear();
    m_models[key] = std::move(model);
}

namespace {

class EditApplier
{
public:
    EditApplier(const ReplayModel &model, const ReplayEdit &edit, ReplayWeights &weights, EditTargets *targets)
        : m_model(model), m_graph(model.graph), m_answers(model.parts.size()), m_edit(edit), m_weights(weights),
          m_targets(targets)
    {
    }

    Result<EditEffect> apply()
    {
        if (m_edit.of == Of::Cpu)
            return cpu();
        if (m_edit.of == Of::Gaps)
            return gaps();
        if (m_edit.of == Of::Launches)
            return launches();
        if (m_edit.of == Of::Rank)
            return ranks();
        if (m_edit.to == To::Limit && m_model.isJob)
            return wrongEdit(Core::tr("“%1”: the operations of a job have no limit of a device").arg(m_edit.text));
        const bool isJob = m_model.isJob || m_model.parts.size() > 1;
        if (isJob && (m_edit.to == To::Stream || m_edit.of == Of::Gap))
            return wrongEdit(Core::tr("“%1” is answered for a single trace, not for a job of ranks").arg(m_edit.text));
        const QChar way = m_edit.to == To::Limit ? u'l' : m_edit.to == To::Stream ? u's' : u'f';
        const QString key = QString::number(int(m_edit.of)) + way + m_edit.target;
        m_work = m_targets ? m_targets->find(key) : nullptr;
        if (!m_work) {
            m_work = std::make_shared<const EditTargets::Work>(foundWork());
            if (m_targets)
                m_targets->keep(key, m_work);
        }
        if (m_work->nodes.empty() && m_work->cuts.empty())
            return wrongEdit(whyNothing());
        if (m_edit.to == To::Limit)
            return toLimit();
        if (m_edit.to == To::Stream)
            return toStream();
        if (!m_work->cuts.empty())
            return cut();
        for (const uint32_t node : m_work->nodes)
            scale(node, m_edit.to == To::Hidden ? 0 : m_edit.factor);
        m_effect.nodes = m_work->nodes.size();
        return m_effect;
    }

private:
    EditTargets::Work foundWork()
    {
        switch (m_edit.of) {
        case Of::Kernel:
            chooseByName();
            break;
        case Of::Operator:
            chooseByOperator();
            break;
        case Of::Module:
            chooseByModule();
            break;
        case Of::Stage:
            chooseByStage();
            break;
        case Of::Copies:
            choose(NodeKind::Copy);
            break;
        case Of::Collectives:
            choose(NodeKind::Communication);
            break;
        default:
            break;
        }
        EditTargets::Work work;
        if (m_edit.of == Of::Loader)
            work.cuts = loaderCuts(m_model);
        else if (m_edit.of == Of::Profiler)
            work.cuts = profilersCuts(m_model);
        else if (const auto gap = m_edit.of == Of::Gap ? gapAt(m_model, *parseTime(m_edit.target)) : std::nullopt)
            work.cuts = gapCuts(m_model, *gap, measuredLatencies(m_graph, latencyPercent, m_model.isSample));
        work.nodes = std::move(m_chosen);
        if (m_edit.to == To::Limit)
            findLimits(work);
        if (m_edit.to == To::Stream)
            work.calls = callsThatNeedEvents(m_model, work.nodes);
        return work;
    }

    QString whyNothing() const
    {
        if (m_edit.of == Of::Gap)
            return Core::tr("“%1”: no device is idle then between two works").arg(m_edit.text);
        if (m_edit.of == Of::Profiler)
            return Core::tr("“%1”: the file does not say what the profiler took of the threads that launch")
                .arg(m_edit.text);
        return Core::tr("“%1” means nothing in this recording").arg(m_edit.text);
    }

    bool isWork(uint32_t node) const
    {
        const NodeKind kind = m_graph.kind(node);
        return kind == NodeKind::Compute || kind == NodeKind::Copy || kind == NodeKind::Communication;
    }

    static int64_t scaled(int64_t ns, double factor)
    {
        const double product = double(ns) * factor;
        constexpr double exact = 4503599627370496.0; // whole numbers and their halves
        return product >= 0 && product < exact / 2 ? int64_t(product + 0.5) : std::llround(product);
    }

    void scale(uint32_t node, double factor) { m_weights.duration[node] = scaled(m_weights.duration[node], factor); }

    template <class Wanted> void chooseWork(Wanted wanted)
    {
        for (uint32_t node = 0; node < m_graph.size(); ++node)
            if (isWork(node) && wanted(node))
                m_chosen.push_back(node);
    }

    void choose(NodeKind kind)
    {
        chooseWork([&](uint32_t node) { return m_graph.kind(node) == kind; });
    }

    /// By id of a name of the part's run, whether the edit's regex finds it; asked once.
    bool matches(uint32_t part, StringId name)
    {
        const Run &run = *m_model.parts[part].run;
        m_answers[part].resize(std::max<size_t>(m_answers[part].size(), run.strings.size()));
        uint8_t &answer = m_answers[part][name];
        if (!answer)
            answer = name && m_matcher.matches(toText(run.text(name))) ? 2 : 1;
        return answer == 2;
    }

    void chooseByName()
    {
        chooseWork([&](uint32_t node) { return matches(m_model.partOf(node), m_graph.name(node)); });
    }

    void chooseByOperator()
    {
        if (m_model.isJob)
            return;
        chooseWork([&](uint32_t node) {
            const Run &run = m_model.runOf(node);
            const EventRef op = run.gpu.op[m_graph.item(node)];
            return op.valid() && matches(m_model.partOf(node), run.timeline.name(op));
        });
    }

    void chooseByModule()
    {
        if (m_model.isJob)
            return;
        std::vector<Attribution> all;
        for (const ReplayPart &part : m_model.parts)
            all.push_back(*Attribution::make(*part.run, Attribution::Mode::All));
        chooseWork([&](uint32_t node) {
            const uint32_t part = m_model.partOf(node), activity = m_graph.item(node);
            const Attribution &own = all[part];
            if (own.annotation(activity) && matches(part, own.annotation(activity)))
                return true;
            for (uint32_t call = own.module(activity); call != noSlice; call = own.modules().parent(call))
                if (matches(part, m_model.parts[part].run->timeline.name(own.modules().slice(call))))
                    return true;
            return false;
        });
    }

    /// Of a job, stages are the names of its operations.
    void chooseByStage()
    {
        const std::string wanted = m_edit.target.toStdString();
        if (m_model.isJob) {
            chooseWork([&](uint32_t node) { return m_model.nameOf(node) == wanted; });
            return;
        }
        std::vector<std::shared_ptr<const Classification>> classes;
        for (const ReplayPart &part : m_model.parts) {
            StageClassifier classifier(std::make_shared<const NameSet>(part.run->gpu, part.run->strings, part.run));
            classes.push_back(classifier.classify(defaultMapping()));
        }
        chooseWork([&](uint32_t node) {
            const Classification &own = *classes[m_model.partOf(node)];
            const uint32_t name = own.names->indexOf(m_model.runOf(node).gpu.nameForRules(m_graph.item(node)));
            if (name == noName)
                return false;
            const StageGroup &group = own.groups[own.group[name]];
            return group.stage == wanted || group.substage == wanted || group.stage + "/" + group.substage == wanted;
        });
    }

    /// By node its share of the limit; 1 where that is not known.
    void findLimits(EditTargets::Work &work)
    {
        work.limit.assign(work.nodes.size(), 1);
        for (uint32_t part = 0; part < m_model.parts.size(); ++part) {
            std::vector<uint32_t> at, only;
            for (uint32_t n = 0; n < work.nodes.size(); ++n)
                if (m_model.partOf(work.nodes[n]) == part) {
                    at.push_back(n);
                    only.push_back(m_graph.item(work.nodes[n]));
                }
            LimitOptions options;
            options.only = &only;
            const Limits limits = *limitsOf(*m_model.parts[part].run, options);
            for (size_t i = 0; i < at.size(); ++i) {
                const uint32_t row = limits.provenRowOf(i);
                const auto share = row == noLimitRow ? std::nullopt : limits.rows[row].share();
                const int64_t ns = m_graph.duration(work.nodes[at[i]]);
                work.allNs += ns;
                if (!share || *share > impossibleShare)
                    continue;
                work.knownNs += ns;
                work.limit[at[i]] = std::min(1.0, *share);
            }
        }
    }

    Result<EditEffect> toLimit()
    {
        if (m_work->knownNs == 0)
            return wrongEdit(
                Core::tr("“%1”: the limit is known for none of this work; `limits` says why").arg(m_edit.text));
        for (size_t n = 0; n < m_work->nodes.size(); ++n)
            scale(m_work->nodes[n], m_work->limit[n]);
        m_effect.nodes = m_work->nodes.size();
        if (m_work->knownNs < m_work->allNs)
            m_effect.notes << Core::tr("“%1”: the limit is known for %2 of %3 of this work, the rest stays as it is")
                                  .arg(m_edit.text, formatDuration(m_work->knownNs), formatDuration(m_work->allNs));
        return m_effect;
    }

    Result<EditEffect> cpu()
    {
        if (m_model.isJob)
            return wrongEdit(Core::tr("“%1”: the file has no calls of a CPU").arg(m_edit.text));
        for (uint32_t node = 0; node < m_graph.size(); ++node) {
            if (isWork(node) || m_graph.kind(node) == NodeKind::Meeting)
                continue;
            scale(node, m_edit.factor);
            m_weights.lead[node] = scaled(m_weights.lead[node], m_edit.factor);
            ++m_effect.nodes;
        }
        return m_effect;
    }

    /// The CPU and all that lies between costs nothing: what is left is the work and its order.
    Result<EditEffect> gaps()
    {
        for (uint32_t node = 0; node < m_graph.size(); ++node) {
            if (isWork(node) == false)
                m_weights.duration[node] = m_weights.lead[node] = 0;
            if (!m_weights.lag.empty())
                m_weights.lag[node] = 0;
        }
        std::ranges::fill(m_weights.latency, 0);
        m_effect.nodes = m_graph.size();
        return m_effect;
    }

    /// Between two waits, all launches of a thread become the first one: the others cost the CPU nothing.
    Result<EditEffect> launches()
    {
        if (m_model.isJob)
            return wrongEdit(Core::tr("“%1”: the file has no calls of a CPU").arg(m_edit.text));
        for (uint32_t node = 0; node < m_graph.size(); ++node) {
            if (m_graph.kind(node) != NodeKind::Call)
                continue;
            for (uint32_t edge = m_graph.firstEdge(node); edge < m_graph.lastEdge(node); ++edge)
                if (m_graph.kind(m_graph.from(edge)) == NodeKind::Call) {
                    m_weights.duration[node] = m_weights.lead[node] = 0;
                    ++m_effect.nodes;
                    break;
                }
        }
        if (m_effect.nodes == 0)
            return wrongEdit(Core::tr("“%1” means nothing in this recording").arg(m_edit.text));
        return m_effect;
    }

    Result<EditEffect> cut()
    {
        const double factor = m_edit.to == To::Factor ? m_edit.factor : 0;
        const auto shorten = [&](int64_t &ns, double share) {
            ns = scaled(ns, std::max(0.0, 1 - share * (1 - factor)));
        };
        for (const ReplayCut &one : m_work->cuts) {
            shorten(m_weights.lead[one.node], one.lead);
            shorten(m_weights.duration[one.node], one.duration);
            if (!m_weights.lag.empty())
                m_weights.lag[one.node] -= one.lagNs;
        }
        m_effect.nodes = m_work->cuts.size();
        return m_effect;
    }

    Result<EditEffect> toStream()
    {
        for (const uint32_t call : m_work->calls)
            m_weights.lead[call] += m_model.eventCallsNs;
        m_effect.nodes = m_work->nodes.size();
        m_effect.moved = m_work;
        m_effect.notes << Core::tr(
                              "“%1”: who needs the result of this work is not in the file; only what follows it in "
                              "its stream no longer waits for it, as if the device had room for both")
                              .arg(m_edit.text);
        return m_effect;
    }

    /// Whether a rank is meant by some of its coordinates ("PP 3", "pp=3"); no label is.
    bool isMeant(uint32_t rank) const
    {
        if (m_edit.target == QLatin1String("*"))
            return true;
        const ReplayRank &one = m_model.ranks[rank];
        static const QRegularExpression word(QStringLiteral("([A-Za-z]*)[ =_:-]*(?:rank)?[ =_:\\[-]*(\\d+)\\]?"));
        auto found = word.globalMatch(m_edit.target);
        bool isAny = false;
        while (found.hasNext()) {
            const auto match = found.next();
            std::string dimension = match.captured(1).toUpper().toStdString();
            if (dimension == "RANK")
                dimension.clear();
            const RankCoordinate wanted{dimension, match.captured(2).toLongLong()};
            if (std::ranges::find(one.coordinates, wanted) == one.coordinates.end())
                return false;
            isAny = true;
        }
        return isAny;
    }

    Result<EditEffect> ranks()
    {
        if (m_model.ranks.size() < 2)
            return wrongEdit(Core::tr("“%1”: the file is of one rank").arg(m_edit.text));
        std::vector<bool> meant(m_model.ranks.size());
        const auto named = std::ranges::find(m_model.ranks, m_edit.target.toStdString(), &ReplayRank::label);
        for (uint32_t rank = 0; rank < meant.size(); ++rank)
            meant[rank] = named == m_model.ranks.end() ? isMeant(rank) : rank == named - m_model.ranks.begin();
        if (std::ranges::find(meant, true) == meant.end())
            return wrongEdit(Core::tr("“%1” means no rank; there are %2 …")
                                 .arg(m_edit.text, QString::fromStdString(m_model.ranks.front().label)));
        if (m_edit.to == To::Alike)
            alike(meant);
        else
            asMedian(meant);
        return m_effect;
    }

    /// Each kind of computation at its mean, of communication at the median of its transfer; what launches are late by
    /// goes where all ranks are meant.
    void alike(const std::vector<bool> &meant)
    {
        std::map<std::string_view, std::vector<int64_t>> times;
        for (uint32_t node = 0; node < m_graph.size(); ++node)
            if (isWork(node))
                times[m_model.nameOf(node)].push_back(m_graph.duration(node));
        std::map<std::pair<std::string_view, bool>, int64_t> typical;
        for (auto &[name, list] : times) {
            double sum = 0;
            for (const int64_t ns : list)
                sum += double(ns);
            typical[{name, false}] = std::llround(sum / double(list.size()));
            typical[{name, true}] = medianNs(list);
        }
        for (uint32_t node = 0; node < m_graph.size(); ++node)
            if (isWork(node) && meant[m_model.rankOf(node)]) {
                m_weights.duration[node] =
                    typical.at({m_model.nameOf(node), m_graph.kind(node) == NodeKind::Communication});
                ++m_effect.nodes;
            }
        if (m_model.isJob && m_edit.target == QLatin1String("*"))
            std::ranges::fill(m_weights.latency, 0);
        if (!m_model.isJob)
            cpuAsMedian(meant);
    }

    /// Each name takes in a rank as long as in the median of the other ranks.
    void asMedian(const std::vector<bool> &meant)
    {
        std::map<std::string_view, std::map<uint32_t, std::pair<double, double>>> sums; // name → rank → (ns, count)
        for (uint32_t node = 0; node < m_graph.size(); ++node)
            if (isWork(node)) {
                auto &[ns, count] = sums[m_model.nameOf(node)][m_model.rankOf(node)];
                ns += double(m_graph.duration(node));
                count += 1;
            }
        std::map<std::pair<std::string_view, uint32_t>, double> factors;
        for (const auto &[name, ranks] : sums) {
            std::vector<double> others;
            for (const auto &[rank, sum] : ranks)
                if (!meant[rank] || m_edit.target == QLatin1String("*"))
                    others.push_back(sum.first / sum.second);
            if (others.empty())
                continue;
            const double median = medianOf(others);
            for (const auto &[rank, sum] : ranks)
                if (meant[rank] && sum.first > 0)
                    factors[{name, rank}] = median / (sum.first / sum.second);
        }
        for (uint32_t node = 0; node < m_graph.size(); ++node)
            if (const auto factor = factors.find({m_model.nameOf(node), m_model.rankOf(node)});
                isWork(node) && factor != factors.end()) {
                scale(node, factor->second);
                ++m_effect.nodes;
            }
        if (!m_model.isJob)
            cpuAsMedian(meant);
    }

    /// The CPU of these ranks takes all in all as long as in the median of the others.
    void cpuAsMedian(const std::vector<bool> &meant)
    {
        const auto isCpu = [&](uint32_t node) {
            return m_graph.kind(node) == NodeKind::Call || m_graph.kind(node) == NodeKind::Wait;
        };
        std::vector<double> sums(meant.size());
        for (uint32_t node = 0; node < m_graph.size(); ++node)
            if (isCpu(node))
                sums[m_model.rankOf(node)] += double(m_graph.lead(node) + m_graph.duration(node));
        std::vector<double> others;
        for (uint32_t rank = 0; rank < sums.size(); ++rank)
            if (!meant[rank] || m_edit.target == QLatin1String("*"))
                others.push_back(sums[rank]);
        const double median = medianOf(others);
        for (uint32_t node = 0; node < m_graph.size(); ++node)
            if (const uint32_t rank = m_model.rankOf(node);
                isCpu(node) && meant[rank] && sums[rank] > 0 && median > 0) {
                scale(node, median / sums[rank]);
                m_weights.lead[node] = std::llround(double(m_weights.lead[node]) * median / sums[rank]);
            }
    }

    const ReplayModel &m_model;
    const DependencyGraph &m_graph;
    std::vector<std::vector<uint8_t>> m_answers; ///< by part and name: 0 not asked, 1 no, 2 yes
    const ReplayEdit &m_edit;
    ReplayWeights &m_weights;
    NameMatcher m_matcher{NamePattern(m_edit.target, true)};
    EditTargets *m_targets;
    std::vector<uint32_t> m_chosen;
    std::shared_ptr<const EditTargets::Work> m_work;
    EditEffect m_effect;
};

} // namespace

Result<EditEffect> applyReplayEdit(const ReplayModel &model, const ReplayEdit &edit, ReplayWeights &weights,
                                   EditTargets *targets)
{
    return EditApplier(model, edit, weights, targets).apply();
}

} // namespace ws
