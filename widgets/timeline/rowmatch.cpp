#include "widgets/timeline/rowmatch.h"

#include "core/base/texts.h"

#include <QHash>

#include <algorithm>

namespace ws {
namespace {

QString fileText(const Run &run, StringId id)
{
    return toText(run.text(id)).trimmed();
}

/// What names the rows of one run: identities that mean the same in another.
class Names
{
public:
    /// `byPosition`: devices count by their order, not by their ordinals.
    Names(const TimelineData &data, bool byPosition) : m_run(*data.run)
    {
        const Timeline &timeline = m_run.timeline;
        for (size_t d = 0; byPosition && d < data.devices.size(); ++d)
            m_positions.insert(data.devices[d].device, QString::number(d));
        for (const Process &process : timeline.processes)
            m_processes.insert(process.pid, fileText(m_run, process.name).remove(fileText(m_run, process.pid)));
        for (uint32_t t = 0; t < timeline.tracks.size(); ++t)
            addTrack(t);
        for (uint32_t c = 0; c < timeline.counters.size(); ++c) {
            const CounterSeries &series = timeline.counters[c];
            addSection({SectionId::Counter, c}, process(series.pid) + QStringLiteral("|curve|") +
                                                    fileText(m_run, series.name) + u'|' + fileText(m_run, series.key));
        }
        for (uint32_t d = 0; d < data.devices.size(); ++d)
            addSection({SectionId::Gaps, d}, QStringLiteral("gaps|") + device(data.devices[d].device));
        for (uint32_t row = 0; row < 2; ++row)
            addSection({SectionId::Steps, row}, QStringLiteral("steps|%1").arg(row));
        for (uint32_t row = 0; row < 2; ++row)
            addSection({SectionId::Path, row}, QStringLiteral("path|%1").arg(row));
        addSection({SectionId::Instants, 0}, QStringLiteral("instants"));
        addGroup(LayoutGroup::Steps, 0, QStringLiteral("steps"));
        addGroup(LayoutGroup::Replay, 0, QStringLiteral("replay"));
    }

    const QHash<QString, uint64_t> &sections() const { return m_sections; }
    const QHash<QString, uint64_t> &groups() const { return m_groups; }

private:
    void addTrack(uint32_t t)
    {
        const Track &track = m_run.timeline.tracks[t];
        const QString tid = fileText(m_run, track.tid);
        const bool gpu = track.kind == TrackKind::GpuStream || track.kind == TrackKind::GpuAnnotation;
        if (gpu) {
            addGroup(LayoutGroup::Gpu, track.pid, QStringLiteral("gpu|") + device(track.pid));
            addSection({SectionId::Track, t},
                       QStringLiteral("%1|%2|%3")
                           .arg(QLatin1String(track.kind == TrackKind::GpuStream ? "stream" : "labels"),
                                device(track.pid), tid));
            return;
        }
        const QString owner = process(track.pid);
        const QString label = fileText(m_run, track.label).remove(tid).trimmed();
        const bool isNamed = std::any_of(label.begin(), label.end(), [](QChar c) { return c.isLetterOrNumber(); });
        addSection({SectionId::Track, t}, QStringLiteral("%1|%2|%3")
                                              .arg(QLatin1String(track.kind == TrackKind::Async ? "async" : "thread"),
                                                   owner, isNamed ? label : tid));
    }

    QString device(StringId id) const
    {
        const auto position = m_positions.constFind(id);
        return position != m_positions.constEnd() ? *position : fileText(m_run, id);
    }

    /// The identity of a process, and its group under it.
    QString process(StringId pid)
    {
        const auto known = m_identities.constFind(pid);
        if (known != m_identities.constEnd())
            return *known;
        const QString name = m_processes.value(pid);
        QString identity = QStringLiteral("process|") + name;
        const int number = m_ofName[identity]++;
        identity += QStringLiteral("|%1").arg(number);
        m_identities.insert(pid, identity);
        addGroup(LayoutGroup::Process, pid, identity);
        return identity;
    }

    void addGroup(LayoutGroup::Kind kind, StringId pid, const QString &identity)
    {
        LayoutGroup group;
        group.kind = kind;
        group.pid = pid;
        m_groups.insert(identity, group.key());
    }

    /// The first, second … of an identity.
    void addSection(SectionId id, const QString &identity)
    {
        const int number = m_ofName[identity]++;
        m_sections.insert(identity + QStringLiteral("|%1").arg(number), id.key());
    }

    const Run &m_run;
    QHash<StringId, QString> m_positions, m_processes, m_identities;
    QHash<QString, int> m_ofName;
    QHash<QString, uint64_t> m_sections, m_groups;
};

/// Two runs on different devices of their machines: GPU 0 of one is GPU 2 of the other.
bool haveNoDeviceInCommon(const TimelineData &a, const TimelineData &b)
{
    for (const DeviceBusy &mine : a.devices)
        for (const DeviceBusy &other : b.devices)
            if (a.run->text(mine.device) == b.run->text(other.device))
                return false;
    return true;
}

std::unordered_map<uint64_t, uint64_t> matched(const QHash<QString, uint64_t> &from, const QHash<QString, uint64_t> &to)
{
    std::unordered_map<uint64_t, uint64_t> keys;
    for (auto at = from.begin(); at != from.end(); ++at)
        if (const auto other = to.find(at.key()); other != to.end())
            keys.emplace(at.value(), other.value());
    return keys;
}

std::optional<uint64_t> found(const std::unordered_map<uint64_t, uint64_t> &keys, uint64_t key)
{
    const auto at = keys.find(key);
    return at == keys.end() ? std::nullopt : std::optional(at->second);
}

using KeySet = std::unordered_set<uint64_t>;

/// Makes every counterpart in `to` what its row is in `from`.
void follow(const std::unordered_map<uint64_t, uint64_t> &keys, const KeySet &from, KeySet &to)
{
    for (const auto &[mine, other] : keys)
        if (from.count(mine))
            to.insert(other);
        else
            to.erase(other);
}

} // namespace

RowMatch::RowMatch(const TimelineData &from, const TimelineData &to)
{
    const bool byPosition = haveNoDeviceInCommon(from, to);
    const Names mine(from, byPosition), others(to, byPosition);
    m_sections = matched(mine.sections(), others.sections());
    m_groups = matched(mine.groups(), others.groups());
}

std::optional<uint64_t> RowMatch::section(uint64_t key) const
{
    return found(m_sections, key);
}

std::optional<uint64_t> RowMatch::group(uint64_t key) const
{
    return found(m_groups, key);
}

LayoutChoices RowMatch::followed(const LayoutChoices &from, LayoutChoices to) const
{
    to.python = from.python;
    to.filter = from.filter;
    follow(m_groups, from.foldedGroups, to.foldedGroups);
    follow(m_sections, from.foldedSections, to.foldedSections);
    follow(m_sections, from.hidden, to.hidden);
    for (const auto &[mine, other] : m_sections)
        std::erase(to.pinned, other);
    for (const uint64_t key : from.pinned)
        if (const auto other = section(key))
            to.pinned.push_back(*other);
    return to;
}

std::optional<int> RowMatch::level(const RowLayout &from, int scroll, const RowLayout &to) const
{
    const int top = scroll + from.pinnedHeight;
    for (const LayoutSection &mine : from.sections) {
        if (mine.pinned || mine.y + mine.height <= top)
            continue;
        const auto key = section(mine.id.key());
        if (!key)
            continue;
        for (const LayoutSection &other : to.sections)
            if (other.id.key() == *key && !other.pinned)
                return other.y - to.pinnedHeight + top - mine.y;
    }
    return {};
}

} // namespace ws
