#include "core/readers/xla/xplanenames.h"

#include "core/base/texts.h"
#include "core/readers/toolkit/xlawords.h"

#include <charconv>

namespace ws {
namespace {

// XPlane, its maps from ids to metadata, and XStat (tsl/profiler/protobuf/xplane.proto)
enum PlaneField : uint32_t { PlaneName = 2, Line = 3, EventNames = 4, StatNames = 5, PlaneStat = 6 };
enum EntryField : uint32_t { Key = 1, Value = 2 };
enum NameField : uint32_t { NameId = 1, NameText = 2, DisplayName = 4, NameStat = 5 };

constexpr int64_t longestName = int64_t(1) << 20; ///< bytes; of a longer one the beginning is kept

XStatKind kindOfStat(std::string_view name)
{
    static const std::unordered_map<std::string_view, XStatKind> kinds = {
        {"correlation_id", XStatKind::Correlation},
        {"kernel_details", XStatKind::KernelDetails},
        {"memcpy_details", XStatKind::MemcpyDetails},
        {"Memset_details", XStatKind::MemsetDetails},
        {"memset_details", XStatKind::MemsetDetails},
        {"memalloc_details", XStatKind::MemoryDetails},
        {"MemFree_details", XStatKind::MemoryDetails},
        {"MemoryResidency_details", XStatKind::MemoryDetails},
        {"hlo_op", XStatKind::HloOp},
        {"hlo_module", XStatKind::HloModule},
        {"hlo_category", XStatKind::HloCategory},
        {"tf_op", XStatKind::FrameworkOp},
        {"cuda_graph_id", XStatKind::GraphId},
        {"cuda_graph_node_id", XStatKind::GraphNode},
        {"step_num", XStatKind::StepNumber},
    };
    const auto found = kinds.find(name);
    return found == kinds.end() ? XStatKind::Other : found->second;
}

struct Named
{
    uint64_t id = 0;
    StringId name = 0, display = 0;
    std::vector<MessageWalk::Field> stats; ///< of an event's name: what is the same of all events that have it
};

/// A map's entry {key, {id, name, …}}. The message may hold a whole HLO module, so it is walked and not taken.
Named readEntry(ContentWindow &window, int64_t begin, int64_t end, StringPool &strings, bool &isDamaged)
{
    Named named;
    MessageWalk entry(window, begin, end);
    MessageWalk::Field field;
    while (entry.next(field)) {
        if (field.number == Key && field.type == WireField::Varint)
            named.id = field.value;
        if (field.number != Value || field.type != WireField::Bytes)
            continue;
        MessageWalk message(window, field.body, field.body + field.size);
        MessageWalk::Field part;
        while (message.next(part)) {
            if (part.number == NameId && part.type == WireField::Varint && part.value)
                named.id = part.value;
            if (part.type == WireField::Bytes && part.number == NameStat && part.size < longestName)
                named.stats.push_back(part);
            if (part.type != WireField::Bytes || (part.number != NameText && part.number != DisplayName))
                continue;
            part.size = std::min(part.size, longestName);
            (part.number == NameText ? named.name : named.display) = strings.intern(message.bytes(part));
        }
        isDamaged |= message.isDamaged() || field.isCut;
    }
    isDamaged |= entry.isDamaged();
    return named;
}

/// Of an event's name, once those of its stats are known.
void nameForRules(ContentWindow &window, Xplane &plane, const Named &named, StringPool &strings)
{
    std::string category, op;
    for (const MessageWalk::Field &field : named.stats) {
        const std::string bytes(MessageWalk(window, field.body, field.body + field.size).bytes(field));
        const XStat stat = XStat::of(bytes);
        const XplaneNames::Stat *name = plane.names.stats.find(stat.id);
        if (name && (name->kind == XStatKind::HloCategory || name->kind == XStatKind::FrameworkOp))
            (name->kind == XStatKind::HloCategory ? category : op) = textOf(stat, plane.names, strings);
    }
    XplaneNames::Event &event = plane.names.events[named.id];
    const std::string shown(strings.view(event.display ? event.display : event.name));
    if (const std::string forRules = xlaNameForRules(shown, category, op); !forRules.empty())
        event.forRules = strings.intern(forRules);
}

std::string valueText(const XStat &stat, const XplaneNames &names, const StringPool &strings)
{
    switch (stat.kind) {
    case XStat::Real: {
        char text[32];
        return {text, std::to_chars(text, text + sizeof text, stat.real()).ptr};
    }
    case XStat::Unsigned:
        return std::to_string(stat.bits);
    case XStat::Signed:
        return std::to_string(static_cast<int64_t>(stat.bits));
    default:
        return std::string(textOf(stat, names, strings));
    }
}

} // namespace

XStat XStat::readAny(std::string_view message)
{
    enum Field : uint32_t { Id = 1, Double = 2, Uint64 = 3, Int64 = 4, String = 5, Raw = 6, Ref = 7 };
    XStat stat;
    WireReader reader(message);
    WireField field;
    while (reader.next(field)) {
        const bool isNumber = field.type == WireField::Varint;
        if (field.number == Id && isNumber) {
            stat.id = field.value;
        } else if (field.number == Double && field.type == WireField::Fixed64) {
            stat.kind = Real;
            stat.bits = field.value;
        } else if ((field.number == Uint64 || field.number == Int64 || field.number == Ref) && isNumber) {
            stat.kind = field.number == Uint64 ? Unsigned : field.number == Int64 ? Signed : Reference;
            stat.bits = field.value;
        } else if ((field.number == String || field.number == Raw) && field.type == WireField::Bytes) {
            stat.kind = field.number == String ? Text : Bytes;
            stat.text = field.bytes;
        }
    }
    return stat;
}

std::string_view textOf(const XStat &stat, const XplaneNames &names, const StringPool &strings)
{
    if (stat.kind == XStat::Text)
        return stat.text;
    if (stat.kind != XStat::Reference)
        return {};
    const XplaneNames::Stat *name = names.stats.find(stat.bits);
    return name ? strings.view(name->name) : std::string_view();
}

void readPlane(ContentWindow &window, Xplane &plane, StringPool &strings, Diagnostics &diagnostics)
{
    MessageWalk walk(window, plane.begin, plane.end);
    MessageWalk::Field field;
    std::vector<MessageWalk::Field> ownStats;
    std::vector<Named> withStats;
    const auto countDamage = [&](int64_t at) {
        diagnostics.add("damaged-metadata",
                        Core::tr("names of events that are damaged; they are shown as far as they "
                                 "can be read"),
                        at);
    };
    while (walk.next(field)) {
        if (field.type != WireField::Bytes)
            continue;
        bool isDamaged = false;
        if (field.number == PlaneName) {
            plane.name = walk.bytes(
                {field.number, field.type, field.value, field.at, field.body, std::min<int64_t>(field.size, 4096)});
        } else if (field.number == Line) {
            plane.hasLines = true;
        } else if (field.number == EventNames) {
            Named named = readEntry(window, field.body, field.body + field.size, strings, isDamaged);
            plane.names.events[named.id] = {named.name, named.display, 0, 0, true};
            if (!named.stats.empty() && named.name)
                withStats.push_back(std::move(named));
        } else if (field.number == StatNames) {
            const Named named = readEntry(window, field.body, field.body + field.size, strings, isDamaged);
            const XStatKind kind = kindOfStat(strings.view(named.name));
            plane.names.stats[named.id] = {named.name, kind};
            plane.names.hasStepNumbers |= kind == XStatKind::StepNumber;
            plane.names.hasCorrelations |= kind == XStatKind::Correlation;
        } else if (field.number == PlaneStat && field.size < longestName) {
            ownStats.push_back(field);
        }
        if (isDamaged)
            countDamage(field.at);
    }
    if (walk.isDamaged())
        countDamage(walk.position());
    for (const MessageWalk::Field &own : ownStats) { // their names are known by now
        const XStat stat = XStat::of(walk.bytes(own));
        if (const XplaneNames::Stat *name = plane.names.stats.find(stat.id); name && name->name)
            plane.stats.emplace_back(strings.view(name->name), valueText(stat, plane.names, strings));
    }
    for (const Named &named : withStats)
        nameForRules(window, plane, named, strings);
}

} // namespace ws
