#include "widgets/stages/chartdata.h"

#include "core/analysis/gpuscan.h"
#include "core/base/format.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "widgets/session/stagecolours.h"
#include "widgets/stages/charttitles.h"
#include "widgets/toolkit/viewtexts.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace ws {
namespace {

constexpr size_t longestLabel = 44;

double nsOf(TimeUnit unit)
{
    switch (unit) {
    case TimeUnit::Nanoseconds:
        return 1;
    case TimeUnit::Microseconds:
        return 1e3;
    case TimeUnit::Milliseconds:
        return 1e6;
    default:
        return 1e9;
    }
}

ChartLevel levelOf(const ChartOptions &options)
{
    if (options.path.stage.empty())
        return options.level;
    return options.path.substage.empty() ? ChartLevel::Substages : ChartLevel::Kernels;
}

/// Adds up the sources per key at the requested level.
class Collector
{
public:
    Collector(const std::vector<ChartSource> &sources, const ChartOptions &options)
        : m_sources(sources), m_options(options), m_palette(options.dark)
    {
        m_level = levelOf(options);
    }

    std::vector<ChartSegment> segments()
    {
        for (size_t bar = 0; bar < m_sources.size(); ++bar)
            add(bar);
        sort();
        colour();
        if (m_options.path.stage.empty())
            addNonGpu();
        return std::move(m_segments);
    }

private:
    void add(size_t bar)
    {
        const ChartSource &source = m_sources[bar];
        const Classification &classes = *source.classes;
        useColoursOf(classes);
        std::unordered_map<StringId, const NamedLimit *> limits;
        for (size_t k = 0; source.limits && k < source.limits->kernels.size(); ++k)
            limits.emplace(source.limits->kernels[k].name, &source.limits->kernels[k]);
        for (size_t name = 0; name < source.sums->names.size(); ++name) {
            const NameSum &sum = source.sums->names[name];
            const StageGroup &group = classes.groups[classes.group[name]];
            if (sum.count == 0 || !isIn(group))
                continue;
            StageKey key{group.stage, {}, {}};
            if (m_level != ChartLevel::Stages)
                key.substage = group.substage;
            if (m_level == ChartLevel::Kernels && showsModules(source)) // mappings are for kernels' names
                key.stage = key.substage = unmatchedLabel;
            if (m_level == ChartLevel::Kernels || isNamedAlone(group, source))
                key.name = classes.names->text(name);
            ChartSegment &segment = at(key);
            segment.ns[bar] += m_options.calls ? static_cast<int64_t>(sum.count) : sum.elapsedNs;
            segment.count[bar] += sum.count;
            segment.gpuNs = saturatingAdd(segment.gpuNs, sum.totalNs);
            if (const auto limit = limits.find(limits.empty() ? 0 : classes.names->sliceName(name));
                limit != limits.end())
                addTo(segment.limit, *limit->second);
            if (isNamedOnly(key, source))
                m_named.insert(key);
            if (segment.colour == 0)
                segment.colour = m_level == ChartLevel::Stages
                                     ? stageColour(m_palette, *m_labelColours, group.stage, group.colour)
                                     : m_groupColours[classes.group[name]];
        }
    }

    /// All bars of a run share it.
    void useColoursOf(const Classification &classes)
    {
        if (m_coloured == &classes)
            return;
        m_coloured = &classes;
        m_groupColours = themedGroupColours(classes, m_palette);
        m_labelColours.emplace(classes.mapping);
    }

    /// A kernel of a profile that no rule takes is a part of its own: there are few, and one name says more than
    /// "unmatched".
    bool isNamedAlone(const StageGroup &group, const ChartSource &source) const
    {
        return m_level == ChartLevel::Substages && group.stage == unmatchedLabel && group.substage == unmatchedLabel &&
               !source.sums->overlapKnown;
    }

    /// Modules and kernels of a profile that no rule takes: each has its own colour.
    bool isNamedOnly(const StageKey &key, const ChartSource &source) const
    {
        return !key.name.empty() && key.stage == unmatchedLabel && !source.sums->overlapKnown;
    }

    bool isIn(const StageGroup &group) const
    {
        const StageKey &path = m_options.path;
        return (path.stage.empty() || path.stage == group.stage) &&
               (path.substage.empty() || path.substage == group.substage);
    }

    ChartSegment &at(const StageKey &key)
    {
        const auto [place, isNew] = m_index.try_emplace(key, m_segments.size());
        if (isNew) {
            ChartSegment segment;
            segment.key = key;
            segment.ns.resize(m_sources.size());
            segment.count.resize(m_sources.size());
            segment.hidden = m_options.hidden.contains(key);
            m_segments.push_back(std::move(segment));
        }
        return m_segments[place->second];
    }

    /// Stages by their time, largest at the bottom; the parts of a stage together, again by time.
    void sort()
    {
        std::map<std::string, int64_t> ofStage; // views into segments would not survive their moves
        for (const ChartSegment &segment : m_segments)
            ofStage[segment.key.stage] += segment.sum();
        const auto rank = [&](const ChartSegment &s) {
            return std::tuple(s.key.stage == unmatchedLabel, -ofStage[s.key.stage], s.key.stage);
        };
        std::stable_sort(m_segments.begin(), m_segments.end(), [&](const ChartSegment &a, const ChartSegment &b) {
            const auto left = rank(a), right = rank(b);
            return left != right ? left < right : a.sum() > b.sum();
        });
    }

    /// Labels, groups and, for kernels, colours that differ: shades within a substage, and colours that no stage has
    /// for names alone. Those of stages and substages are what they are in every other view.
    void colour()
    {
        std::vector<std::string_view> names;
        for (const ChartSegment &segment : m_segments)
            names.push_back(segment.key.name);
        m_shortNames = shortNames(names, longestLabel);
        std::vector<LegendWish> wishes;
        for (const ChartSegment &segment : m_segments)
            wishes.push_back({segment.colour, m_named.contains(segment.key)});
        const std::vector<QRgb> colours = legendColours(wishes, m_level == ChartLevel::Kernels, m_palette);
        for (size_t i = 0; i < m_segments.size(); ++i) {
            m_segments[i].colour = colours[i];
            finish(m_segments[i], i);
        }
    }

    void finish(ChartSegment &segment, size_t i)
    {
        const StageKey &key = segment.key;
        segment.label = m_level == ChartLevel::Stages ? toText(key.stage)
                        : key.name.empty()            ? toText(key.substage)
                                                      : toText(m_shortNames[i]);
        const bool isNamed = std::any_of(m_sources.begin(), m_sources.end(),
                                         [&](const ChartSource &source) { return isNamedOnly(key, source); });
        if (m_level != ChartLevel::Stages && m_options.path.stage.empty() && !isNamed)
            segment.group = toText(key.stage);
    }

    void addNonGpu()
    {
        const bool any = std::any_of(m_sources.begin(), m_sources.end(),
                                     [](const ChartSource &s) { return s.nonGpu.source != NonGpu::None; });
        if (!any || m_options.calls)
            return;
        ChartSegment &segment = at({std::string(nonGpuLabel), {}, {}});
        segment.kind = ChartSegment::NonGpuTime;
        segment.label = toText(nonGpuLabel);
        segment.colour = themed(m_palette, nonGpuColour);
        for (size_t bar = 0; bar < m_sources.size(); ++bar) {
            segment.ns[bar] = m_sources[bar].nonGpu.ns;
            segment.count[bar] = m_sources[bar].nonGpu.source != NonGpu::None;
        }
    }

    const std::vector<ChartSource> &m_sources;
    const ChartOptions &m_options;
    Palette m_palette;
    ChartLevel m_level;
    std::map<StageKey, size_t> m_index;
    std::vector<ChartSegment> m_segments;
    std::set<StageKey> m_named; ///< kernels and modules that belong to no stage
    std::vector<std::string> m_shortNames;
    const Classification *m_coloured = nullptr; ///< the source of the two below
    std::vector<QRgb> m_groupColours;
    std::optional<StageColours> m_labelColours;
};

/// Segments that are small in every bar, and those beyond the `most` largest, become one.
void mergeSmall(ChartData &data, const ChartOptions &options)
{
    std::vector<int64_t> sums;
    for (const ChartSegment &segment : data.segments)
        sums.push_back(segment.sum());
    std::sort(sums.begin(), sums.end(), std::greater<>());
    const int64_t min = sums.size() > options.max ? sums[options.max - 1] : 0;
    const auto isSmall = [&](const ChartSegment &segment) {
        if (segment.kind != ChartSegment::Part || segment.hidden)
            return false;
        if (segment.sum() < min)
            return true;
        for (size_t bar = 0; bar < data.bars.size(); ++bar)
            if (static_cast<double>(segment.ns[bar]) >= options.threshold * static_cast<double>(data.bars[bar].wholeNs))
                return false;
        return true;
    };
    ChartSegment other;
    other.kind = ChartSegment::Other;
    other.key = {std::string(), std::string(), "other"};
    other.ns.resize(data.bars.size());
    other.count.resize(data.bars.size());
    other.colour = themed(Palette(options.dark), smallPartsColour);
    other.hidden = options.hidden.contains(other.key);
    std::vector<ChartSegment> kept;
    for (ChartSegment &segment : data.segments) {
        if (!isSmall(segment)) {
            kept.push_back(std::move(segment));
            continue;
        }
        ++other.merged;
        for (size_t bar = 0; bar < data.bars.size(); ++bar) {
            other.ns[bar] += segment.ns[bar];
            other.count[bar] += segment.count[bar];
        }
    }
    if (other.merged) {
        other.label = Views::tr("%1 smaller").arg(formatCount(int64_t(other.merged)));
        const bool nonGpuLast = !kept.empty() && kept.back().kind == ChartSegment::NonGpuTime;
        kept.insert(kept.end() - (nonGpuLast ? 1 : 0), std::move(other));
    }
    data.segments = std::move(kept);
}

} // namespace

int64_t ChartSegment::sum() const
{
    int64_t sum = 0;
    for (int64_t value : ns)
        sum += value;
    return sum;
}

double ChartData::height(size_t segment, size_t bar) const
{
    const ChartSegment &s = segments[segment];
    if (s.hidden)
        return 0;
    return percent ? 100 * share(segment, bar) : static_cast<double>(s.ns[bar]) / nsOf(unit);
}

double ChartData::share(size_t segment, size_t bar) const
{
    const int64_t whole = bars[bar].wholeNs;
    return whole > 0 ? static_cast<double>(segments[segment].ns[bar]) / static_cast<double>(whole) : 0;
}

double ChartData::total(size_t bar) const
{
    if (percent)
        return bars[bar].wholeNs > 0 ? 100 * double(bars[bar].shownNs) / double(bars[bar].wholeNs) : 0;
    return static_cast<double>(bars[bar].shownNs) / nsOf(unit);
}

double ChartData::largest() const
{
    double largest = 0;
    for (size_t bar = 0; bar < bars.size(); ++bar)
        largest = std::max(largest, total(bar));
    return largest;
}

QString ChartData::text(double value) const
{
    const int decimals = value >= 99.95 || value == 0 ? 0 : value >= 9.995 ? 1 : value >= 0.9995 ? 2 : 3;
    const QString number = formatFixed(value, percent ? std::min(decimals, 1) : calls ? 0 : decimals);
    return percent ? Views::tr("%1 %").arg(number) : number;
}

bool ChartData::isKnown(size_t segment, size_t bar) const
{
    return segments[segment].kind != ChartSegment::NonGpuTime || segments[segment].count[bar] > 0;
}

bool ChartData::isBesideOthers(size_t segment, size_t bar) const
{
    const ChartSegment &s = segments[segment];
    return !calls && s.kind == ChartSegment::Part && s.ns[bar] == 0 && s.count[bar] > 0 && s.gpuNs > 0;
}

QString ChartData::change(size_t segment, bool brief) const
{
    const bool whole = segment == SIZE_MAX;
    if (!isPair() || (!whole && (segments[segment].hidden || !isKnown(segment, 0) || !isKnown(segment, 1))))
        return {};
    for (size_t i = 0; whole && i < segments.size(); ++i)
        if (!segments[i].hidden && isKnown(i, 0) != isKnown(i, 1))
            return {};
    const double a = whole ? total(0) : height(segment, 0), b = whole ? total(1) : height(segment, 1);
    const auto withSign = [](double value, const QString &shown) {
        return value > 0 ? u'+' + shown : value < 0 ? u'\u2212' + shown : shown;
    };
    const QString difference = withSign(b - a, text(std::abs(b - a)));
    if (percent || brief || a <= 0)
        return difference;
    return Views::tr("%1 (%2 %)").arg(difference, withSign(b - a, formatFixed(100 * std::abs(b - a) / a, 1)));
}

QString ChartData::describe(size_t segment, size_t bar) const
{
    const ChartSegment &s = segments[segment];
    const QString name = !s.key.name.empty() && s.kind == ChartSegment::Part ? toText(s.key.name).left(400)
                         : s.group.isEmpty() || s.group == s.label           ? s.label
                                                                             : s.group + Views::tr(" › ") + s.label;
    if (calls)
        return name + u'\n' + bars[bar].label + u'\n' + Views::tr("%1 instances").arg(formatCount(s.ns[bar])) +
               QStringLiteral(", ") + formatPercent(share(segment, bar));
    QString text = name + u'\n' + bars[bar].label + u'\n' +
                   (isBesideOthers(segment, bar)
                        ? Views::tr("hidden: it ran only while earlier work still ran")
                        : Views::tr("%1 (%2 ns), %3 of %4")
                              .arg(formatDuration(s.ns[bar]), formatCount(s.ns[bar]),
                                   formatPercent(share(segment, bar)), formatDuration(bars[bar].wholeNs)));
    if (s.kind != ChartSegment::NonGpuTime)
        text += u'\n' + Views::tr("%1 instances").arg(formatCount(static_cast<int64_t>(s.count[bar])));
    if (const QString changed = change(segment); !changed.isEmpty())
        text += u'\n' + Views::tr("From the first bar to the second: %1").arg(changed);
    return text;
}

ChartData chartData(const std::vector<ChartSource> &sources, const ChartOptions &options)
{
    ChartData data;
    data.percent = options.percent;
    data.calls = options.calls;
    data.dark = options.dark;
    data.level = levelOf(options);
    data.isModules = data.level == ChartLevel::Kernels && std::any_of(sources.begin(), sources.end(), showsModules);
    for (const ChartSource &source : sources)
        data.bars.push_back({source.label, source.note, source.shortLabel, 0, 0, source.run, source.step, source.phase,
                             source.treePhase});
    data.segments = Collector(sources, options).segments();
    int64_t largest = 0;
    for (size_t bar = 0; bar < data.bars.size(); ++bar) {
        for (const ChartSegment &segment : data.segments) {
            data.bars[bar].wholeNs += segment.ns[bar];
            data.bars[bar].shownNs += segment.hidden ? 0 : segment.ns[bar];
        }
        largest = std::max(largest, data.bars[bar].shownNs);
    }
    constexpr int64_t oneSecond = 1'000'000'000; // an axis of 5 s, not of 5000 ms
    data.unit = options.calls ? TimeUnit::Nanoseconds : largest >= oneSecond ? TimeUnit::Seconds : timeUnitFor(largest);
    mergeSmall(data, options);
    if (options.hidden.contains({std::string(), std::string(), "other"}))
        for (ChartSegment &segment : data.segments)
            for (size_t bar = 0; segment.kind == ChartSegment::Other && bar < data.bars.size(); ++bar)
                data.bars[bar].shownNs -= segment.ns[bar];
    writeTitles(data, sources, options);
    return data;
}

} // namespace ws
