#include "core/readers/ncu/ncureport.h"

#include "core/base/texts.h"
#include "core/model/ncukernels.h"
#include "core/readers/ncu/ncutables.h"
#include "core/readers/toolkit/wire.h"

#include <QDateTime>

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace ws {
namespace {

constexpr std::string_view ncuMagic{"NVR\0", 4};

/// Numbers of fields, as the documented messages name them.
struct NcuField
{
    enum Block : uint32_t {
        NumSources = 1,
        NumResults = 2,
        SessionDetails = 3,
        StringTable = 4,
        PayloadSize = 5,
        BlockProcess = 6,
        NumRangeResults = 7
    };
    enum Session : uint32_t { CreationTime = 2, DeviceAttributes = 6, VersionInfo = 8, Cmdline = 11 };
    enum Process : uint32_t { ProcessId = 1, HostName = 2, ProcessName = 3 };
    enum Result : uint32_t {
        FunctionName = 6,
        DemangledName = 7,
        GridSize = 10,
        BlockSize = 11,
        MetricResult = 13,
        SectionOfResult = 17,
        RuleOfResult = 19,
        ContextId = 22,
        StreamId = 23,
        RangeMetric = 4, ///< of a range, as the two below
        RangeSection = 7,
        RangeContext = 11
    };
    enum Metric : uint32_t { NameId = 1, MetricValue = 2 };
    enum Value : uint32_t { StringValue = 1, FloatValue = 2, DoubleValue = 3, Uint32Value = 4, Uint64Value = 5 };
    enum Section : uint32_t {
        SectionName = 2,
        SectionOrder = 3,
        SectionHeader = 4,
        SectionBody = 5,
        SectionMetrics = 6
    };
    enum SectionMetric : uint32_t { MetricName = 1, MetricLabel = 2, MetricOption = 7 };
    enum Rule : uint32_t { RuleId = 1, RuleBody = 3, RuleSection = 4, BodyItem = 1 };
    enum Item : uint32_t { RuleMessage = 1, RuleSpeedup = 10 };
    enum Message : uint32_t { MessageText = 1, MessageType = 2 };
};

template <class Visit> void eachField(std::string_view message, Visit visit)
{
    WireReader reader(message);
    WireField field;
    while (reader.next(field))
        visit(field);
}

std::string_view bytesOf(std::string_view message, uint32_t number)
{
    std::string_view found;
    eachField(message, [&](const WireField &field) {
        if (field.number == number && field.type == WireField::Bytes)
            found = field.bytes;
    });
    return found;
}

/// What a person may read; a damaged report can hold anything.
std::string readable(std::string_view text)
{
    return QUtf8StringView(text.data(), qsizetype(text.size())).isValidUtf8() ? std::string(text)
                                                                              : toText(text).toStdString();
}

/// The unit of what a metric counts, before its suffix says how.
std::string_view countedUnit(std::string_view metric)
{
    static constexpr std::pair<std::string_view, std::string_view> units[] = {
        {"__time_duration", "ns"}, {"__bytes", "byte"},  {"__cycles", "cycle"},  {"__inst_executed", "inst"},
        {"__inst_issued", "inst"}, {"__warps_", "warp"}, {"_sectors", "sector"}, {"__thread_inst", "inst"},
    };
    for (const auto &[part, unit] : units)
        if (metric.find(part) != metric.npos)
            return unit;
    return {};
}

/// "%", "ns", "byte/s" … as Nsight Compute prints them, without prefixes; empty: none, or not known.
std::string unitOf(std::string_view metric)
{
    static constexpr std::pair<std::string_view, std::string_view> known[] = {
        {"launch__registers_per_thread", "register/thread"},
        {"launch__thread_count", "thread"},
        {"launch__persisting_l2_cache_size", "byte"},
        {"launch__sm_count", "SM"},
        {"smsp__sass_branch_targets_threads_divergent.avg", "branches"},
        {"launch__shared_mem_config_size", "byte"},
        {"launch__cluster_max_potential_size", "block"},
        {"launch__cluster_max_active", "cluster"},
        {"sm__maximum_warps_avg_per_active_cycle", "warp"},
        {"smsp__average_warp_latency_per_inst_issued.ratio", "cycle"},
        {"smsp__average_warps_active_per_inst_executed.ratio", "cycle"},
    };
    for (const auto &[name, unit] : known)
        if (metric == name)
            return std::string(unit);
    if (metric.starts_with("launch__shared_mem_per_block"))
        return "byte/block";
    if (metric.starts_with("launch__occupancy_limit_"))
        return "block";
    const auto has = [metric](std::string_view part) { return metric.find(part) != metric.npos; };
    if (has(".pct") || has("_pct"))
        return "%";
    const std::string counted(countedUnit(metric));
    if (has(".per_second"))
        return counted == "cycle" ? "hz" : counted.empty() ? "" : counted + "/s";
    if (has(".per_cycle"))
        return counted == "inst" ? "inst/cycle" : counted == "warp" ? "warp" : "";
    return has(".ratio") || has("throughput") ? "" : counted;
}

/// The largest prefix that leaves at least 1.
void scale(double &value, std::string &unit)
{
    static constexpr std::array<std::string_view, 4> times{"ns", "us", "ms", "s"};
    static constexpr std::array<std::string_view, 5> prefixes{"", "K", "M", "G", "T"};
    const bool isTime = unit == "ns";
    if (!isTime && !unit.starts_with("byte") && unit != "hz")
        return;
    size_t step = 0;
    for (; std::abs(value) >= 1000 && step + 1 < (isTime ? times.size() : prefixes.size()); ++step)
        value /= 1000;
    unit = isTime ? std::string(times[step]) : std::string(prefixes[step]) + unit;
}

/// "Look at @section:LaunchStats:Launch Statistics@" and "see the @url:Guide:https://…@", as ncu prints them.
std::string withoutMarks(std::string_view text)
{
    std::string plain;
    for (size_t at = 0; at < text.size();) {
        constexpr size_t longestMark = 4096;
        const std::string_view rest = text.substr(at, longestMark);
        const bool isUrl = rest.starts_with("@url:"), isSection = rest.starts_with("@section:");
        const size_t first = isUrl ? 5 : 9;
        const size_t colon = isUrl || isSection ? rest.find(':', first) : rest.npos;
        const size_t end = colon == rest.npos ? rest.npos : rest.find('@', colon);
        if (end == rest.npos) {
            plain += text[at++];
            continue;
        }
        const std::string_view second = rest.substr(colon + 1, end - colon - 1);
        plain += isUrl ? std::string(rest.substr(first, colon - first)) + " (" + std::string(second) + ")"
                       : std::string(second);
        at += end + 1;
    }
    return plain;
}

/// "(8, 1, 1)"; empty: it was not recorded.
std::string dimensionsOf(std::string_view message)
{
    std::array<uint64_t, 3> size{};
    eachField(message, [&](const WireField &field) {
        if (field.number >= 1 && field.number <= 3)
            size[field.number - 1] = field.value;
    });
    if (std::ranges::count(size, 0U) > 0)
        return {};
    return "(" + std::to_string(size[0]) + ", " + std::to_string(size[1]) + ", " + std::to_string(size[2]) + ")";
}

/// A number, a text, or none: what could not be measured.
Cell valueOf(std::string_view message)
{
    Cell cell;
    eachField(message, [&](const WireField &field) {
        double number = std::nan("");
        if (field.number == NcuField::StringValue && field.type == WireField::Bytes)
            cell = readable(field.bytes);
        else if (field.number == NcuField::FloatValue && field.type == WireField::Fixed32)
            number = double(std::bit_cast<float>(uint32_t(field.value)));
        else if (field.number == NcuField::DoubleValue && field.type == WireField::Fixed64)
            number = field.real();
        else if ((field.number == NcuField::Uint32Value || field.number == NcuField::Uint64Value) &&
                 field.type == WireField::Varint)
            number = double(field.value);
        if (std::isfinite(number))
            cell = number;
    });
    return cell;
}

struct NcuProcess
{
    std::string id, name, host;
};

/// A kernel, or a range of several, whose message lies in the report.
struct NcuProfiled
{
    std::string_view message;
    size_t process = 0; ///< index into NcuBlocks::processes
    bool isRange = false;
};

/// What the blocks of a report hold.
struct NcuBlocks
{
    std::vector<std::string_view> strings; ///< names of metrics, of all blocks one after the other
    std::vector<NcuProcess> processes;
    std::vector<NcuProfiled> profiled;
    std::vector<std::pair<std::string, std::string>> facts;
    int64_t cutAt = -1;     ///< the report ends within the block that begins here
    int64_t damagedAt = -1; ///< the block here cannot be read
};

void addFact(NcuBlocks &blocks, const QString &name, std::string_view value)
{
    const std::pair<std::string, std::string> fact(name.toStdString(), readable(value));
    if (!value.empty() && std::ranges::find(blocks.facts, fact) == blocks.facts.end())
        blocks.facts.push_back(fact);
}

void takeSession(NcuBlocks &blocks, std::string_view session)
{
    eachField(session, [&](const WireField &field) {
        if (field.number == NcuField::CreationTime && field.type == WireField::Varint && field.value > 0 &&
            field.value < uint64_t(INT32_MAX) * 4) {
            const QDateTime time = QDateTime::fromSecsSinceEpoch(qint64(field.value), Qt::UTC);
            addFact(blocks, Core::tr("Recorded"), time.toString(Qt::ISODate).toStdString());
        } else if (field.number == NcuField::DeviceAttributes) {
            addFact(blocks, Core::tr("Device"), bytesOf(field.bytes, 2));
        } else if (field.number == NcuField::VersionInfo) {
            addFact(blocks, toText(bytesOf(field.bytes, 1)), bytesOf(field.bytes, 2));
        } else if (field.number == NcuField::Cmdline && field.type == WireField::Bytes) {
            addFact(blocks, Core::tr("Command"), field.bytes);
        }
    });
}

/// Takes a number of four bytes and so many bytes off the begin of `left`; empty: there are fewer.
std::optional<std::string_view> takeSized(std::string_view &left)
{
    uint32_t size = 0;
    if (left.size() < sizeof size)
        return {};
    std::memcpy(&size, left.data(), sizeof size);
    if (size > left.size() - sizeof size)
        return {};
    const std::string_view message = left.substr(sizeof size, size);
    left.remove_prefix(sizeof size + size);
    return message;
}

/// False: the payload does not hold what the header says.
bool takePayload(NcuBlocks &blocks, std::string_view payload, const std::array<uint64_t, 3> &counts)
{
    for (size_t kind = 0; kind < counts.size(); ++kind)
        for (uint64_t k = 0; k < counts[kind]; ++k) {
            const auto message = takeSized(payload);
            if (!message)
                return false;
            if (kind > 0) // the first are sources and binaries
                blocks.profiled.push_back({*message, blocks.processes.size() - 1, kind == 2});
        }
    return true;
}

/// Takes one block off the begin of `left`. False: it is damaged or cut.
bool takeBlock(NcuBlocks &blocks, std::string_view &left)
{
    const auto header = takeSized(left);
    if (!header)
        return false;
    std::array<uint64_t, 3> counts{}; // sources, results, ranges
    uint64_t payloadSize = 0;
    NcuProcess process;
    bool hasProcess = false;
    WireReader reader(*header);
    WireField field;
    while (reader.next(field)) {
        if (field.number == NcuField::NumSources)
            counts[0] = field.value;
        else if (field.number == NcuField::NumResults)
            counts[1] = field.value;
        else if (field.number == NcuField::NumRangeResults)
            counts[2] = field.value;
        else if (field.number == NcuField::PayloadSize)
            payloadSize = field.value;
        else if (field.number == NcuField::SessionDetails)
            takeSession(blocks, field.bytes);
        else if (field.number == NcuField::StringTable)
            eachField(field.bytes, [&](const WireField &text) { blocks.strings.push_back(text.bytes); });
        else if (field.number == NcuField::BlockProcess) {
            hasProcess = true;
            eachField(field.bytes, [&](const WireField &own) {
                if (own.number == NcuField::ProcessId)
                    process.id = std::to_string(own.value);
                else if (own.number == NcuField::HostName)
                    process.host = readable(own.bytes);
                else if (own.number == NcuField::ProcessName)
                    process.name = readable(own.bytes);
            });
        }
    }
    if (reader.isDamaged())
        return false;
    if (hasProcess || blocks.processes.empty())
        blocks.processes.push_back(process);
    const bool isWhole = payloadSize <= left.size();
    const bool isRead =
        takePayload(blocks, left.substr(0, size_t(std::min<uint64_t>(payloadSize, left.size()))), counts);
    left.remove_prefix(size_t(std::min<uint64_t>(payloadSize, left.size())));
    return isWhole && isRead;
}

NcuBlocks readBlocks(std::string_view report, Progress &progress)
{
    NcuBlocks blocks;
    std::string_view left = report.substr(ncuMagic.size());
    if (!takeSized(left))
        blocks.cutAt = int64_t(ncuMagic.size());
    while (!left.empty() && blocks.cutAt < 0 && blocks.damagedAt < 0 && !progress.isCancelled()) {
        const auto at = int64_t(report.size() - left.size());
        const bool isRead = takeBlock(blocks, left);
        if (!isRead)
            (left.empty() ? blocks.cutAt : blocks.damagedAt) = at;
    }
    return blocks;
}

/// The details page of a report.
class NcuDetails
{
public:
    NcuDetails(const NcuBlocks &blocks, Diagnostics &diagnostics) : m_blocks(blocks), m_diagnostics(diagnostics)
    {
        m_table.kind = "ncu";
        m_table.report = "details";
        m_table.title = "ncu details";
        for (const char *name :
             {"ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context", "Stream", "Block Size",
              "Grid Size", "Device", "CC", "Device Name", "Section Name", "Metric Name", "Metric Unit"})
            m_table.columns.push_back({name, Unit::Text});
        m_table.columns.push_back({"Metric Value", Unit::Number});
        for (const char *name : {"Rule Name", "Rule Type", "Rule Description", "Estimated Speedup Type"})
            m_table.columns.push_back({name, Unit::Text});
        m_table.columns.push_back({"Estimated Speedup", Unit::Percent});
    }

    void add(const NcuProfiled &profiled)
    {
        m_metrics.clear();
        std::vector<std::string_view> sections, rules;
        const bool isRange = profiled.isRange;
        m_identity.assign(identityCount, {});
        const NcuProcess &process = m_blocks.processes[profiled.process];
        setIdentity(Id, std::to_string(m_id++));
        setIdentity(ProcessIdColumn, process.id);
        setIdentity(ProcessNameColumn, process.name);
        setIdentity(HostColumn, process.host);
        if (isRange)
            setIdentity(Name, Core::tr("range %1").arg(m_id - 1).toStdString());
        eachField(profiled.message, [&](const WireField &field) {
            const uint32_t number = field.number;
            const bool isText = field.type == WireField::Bytes;
            if (isText && number == (isRange ? NcuField::RangeMetric : NcuField::MetricResult))
                takeMetric(field.bytes);
            else if (isText && number == (isRange ? NcuField::RangeSection : NcuField::SectionOfResult))
                sections.push_back(field.bytes);
            else if (number == (isRange ? NcuField::RangeContext : NcuField::ContextId) && !isText)
                setIdentity(Context, std::to_string(field.value));
            else if (!isRange && isText && !field.bytes.empty() &&
                     (number == NcuField::DemangledName || (number == NcuField::FunctionName && isEmpty(Name))))
                setIdentity(Name, readable(field.bytes));
            else if (!isRange && isText && number == NcuField::GridSize)
                setIdentity(Grid, dimensionsOf(field.bytes));
            else if (!isRange && isText && number == NcuField::BlockSize)
                setIdentity(Block, dimensionsOf(field.bytes));
            else if (!isRange && isText && number == NcuField::RuleOfResult)
                rules.push_back(field.bytes);
            else if (!isRange && number == NcuField::StreamId && !isText)
                setIdentity(Stream, std::to_string(field.value));
        });
        if (isEmpty(Name))
            return; // no kernel, and nothing to call it
        setDevice();
        addSections(std::move(sections));
        for (const std::string_view rule : rules)
            addRule(rule);
    }

    Table take() { return std::move(m_table); }

private:
    enum Identity : size_t {
        Id,
        ProcessIdColumn,
        ProcessNameColumn,
        HostColumn,
        Name,
        Context,
        Stream,
        Block,
        Grid,
        Device,
        Cc,
        DeviceName,
        identityCount
    };

    void setIdentity(Identity column, const std::string &text)
    {
        m_identity[column] = text.empty() ? Cell() : Cell(text);
    }
    bool isEmpty(Identity column) const { return std::holds_alternative<std::monostate>(m_identity[column]); }

    void takeMetric(std::string_view message)
    {
        uint64_t name = UINT64_MAX;
        Cell value;
        eachField(message, [&](const WireField &field) {
            if (field.number == NcuField::NameId && field.type == WireField::Varint)
                name = field.value;
            else if (field.number == NcuField::MetricValue && field.type == WireField::Bytes)
                value = valueOf(field.bytes);
        });
        if (name < m_blocks.strings.size())
            m_metrics[m_blocks.strings[size_t(name)]] = std::move(value); // one that follows is what counts
    }

    const Cell *metric(std::string_view name) const
    {
        const auto found = m_metrics.find(name);
        return found == m_metrics.end() ? nullptr : &found->second;
    }

    /// Those that a report has of the device on which the kernel ran.
    void setDevice()
    {
        const auto number = [&](std::string_view name) {
            const Cell *cell = metric(name);
            const auto *value = cell ? std::get_if<double>(cell) : nullptr;
            return value ? QString::number(*value).toStdString() : std::string();
        };
        setIdentity(Device, number("device__attribute_device_index"));
        if (const Cell *name = metric("device__attribute_display_name"))
            m_identity[DeviceName] = *name;
        const std::string major = number("device__attribute_compute_capability_major"),
                          minor = number("device__attribute_compute_capability_minor");
        setIdentity(Cc, major.empty() || minor.empty() ? std::string() : major + "." + minor);
    }

    std::vector<Cell> row(std::string_view section) const
    {
        std::vector<Cell> cells = m_identity;
        cells.resize(m_table.columns.size());
        cells[identityCount] = readable(section);
        return cells;
    }

    /// A metric with its label, and those that stand for it on other devices.
    void addMetric(std::string_view section, std::string_view message)
    {
        std::string_view label;
        std::vector<std::string_view> names;
        eachField(message, [&](const WireField &field) {
            if (field.number == NcuField::MetricName && field.type == WireField::Bytes)
                names.push_back(field.bytes);
            else if (field.number == NcuField::MetricLabel && field.type == WireField::Bytes)
                label = field.bytes;
            else if (field.number == NcuField::MetricOption && field.type == WireField::Bytes)
                names.push_back(bytesOf(field.bytes, NcuField::MetricName));
        });
        for (const std::string_view name : names)
            if (const Cell *value = metric(name)) {
                std::vector<Cell> cells = row(section);
                std::string unit = unitOf(name);
                cells[identityCount + 1] = readable(label.empty() ? name : label);
                cells[identityCount + 3] = *value;
                if (auto *number = std::get_if<double>(&cells[identityCount + 3]))
                    scale(*number, unit);
                if (!unit.empty())
                    cells[identityCount + 2] = unit;
                m_table.rows.push_back(std::move(cells));
                return;
            }
    }

    /// In the order in which the program shows them.
    void addSections(std::vector<std::string_view> sections)
    {
        const auto orderOf = [](std::string_view section) {
            uint64_t order = UINT64_MAX;
            eachField(section, [&](const WireField &field) {
                if (field.number == NcuField::SectionOrder && field.type == WireField::Varint)
                    order = field.value;
            });
            return order;
        };
        std::ranges::stable_sort(sections, {}, orderOf);
        for (const std::string_view section : sections) {
            const std::string_view name = bytesOf(section, NcuField::SectionName);
            // Metrics that a person has asked for are a section without a header and without a body.
            const std::string_view header = bytesOf(section, NcuField::SectionHeader);
            const bool isOfMetrics = header.empty() && bytesOf(section, NcuField::SectionBody).empty();
            const uint32_t metrics = isOfMetrics ? 1 : 2;
            eachField(isOfMetrics ? bytesOf(section, NcuField::SectionMetrics) : header, [&](const WireField &field) {
                if (field.number == metrics && field.type == WireField::Bytes)
                    addMetric(name, field.bytes);
            });
        }
    }

    void addRule(std::string_view rule)
    {
        const std::string_view id = bytesOf(rule, NcuField::RuleId), section = bytesOf(rule, NcuField::RuleSection);
        eachField(bytesOf(rule, NcuField::RuleBody), [&](const WireField &item) {
            if (item.number != NcuField::BodyItem || item.type != WireField::Bytes)
                return;
            const std::string_view message = bytesOf(item.bytes, NcuField::RuleMessage);
            const std::string text = readable(withoutMarks(bytesOf(message, NcuField::MessageText)));
            if (text.empty())
                return;
            uint64_t type = 0;
            eachField(message, [&](const WireField &field) {
                if (field.number == NcuField::MessageType && field.type == WireField::Varint)
                    type = field.value;
            });
            constexpr uint64_t error = 3;
            if (type == error) { // of the rule itself, nothing about the kernel
                m_diagnostics.add("ncu-rule", Core::tr("Rules of Nsight Compute failed: %1").arg(toText(text)));
                return;
            }
            static constexpr std::array<std::string_view, 5> types{"INF", "INF", "WRN", "ERR", "OPT"};
            std::vector<Cell> cells = row(section);
            cells[identityCount + 4] = readable(id);
            cells[identityCount + 5] = std::string(types[size_t(std::min<uint64_t>(type, types.size() - 1))]);
            cells[identityCount + 6] = text;
            eachField(bytesOf(item.bytes, NcuField::RuleSpeedup), [&](const WireField &field) {
                if (field.number == 1 && field.type == WireField::Varint)
                    cells[identityCount + 7] = std::string(field.value == 1 ? "local" : "global");
                else if (field.number == 2 && field.type == WireField::Fixed64 && std::isfinite(field.real()))
                    cells[identityCount + 8] = field.real();
            });
            m_table.rows.push_back(std::move(cells));
        });
    }

    const NcuBlocks &m_blocks;
    Diagnostics &m_diagnostics;
    Table m_table;
    std::unordered_map<std::string_view, Cell> m_metrics; ///< of the kernel
    std::vector<Cell> m_identity;                         ///< cells of its first columns
    uint64_t m_id = 0;
};

} // namespace

Match matchNcuReport(const Head &head)
{
    const bool isNamed = head.fileName.endsWith(QStringLiteral(".ncu-rep"), Qt::CaseInsensitive) &&
                         head.bytes.find('\0') != std::string_view::npos;
    return head.bytes.starts_with(ncuMagic) || isNamed ? Match::Certain : Match::No;
}

Result<RunPtr> readNcuReport(ByteSource &source, Progress &progress)
{
    const auto content = source.readAll(progress);
    if (!content)
        return content.error();
    if (!content->starts_with(ncuMagic))
        return Error{ErrorKind::Malformed,
                     Core::tr("a report of Nsight Compute begins with “NVR”: this one was not written to its end. "
                              "Profile again"),
                     source.path(), 0};
    progress.phase = Phase::Analysing;
    auto run = std::make_shared<Run>();
    run->info.format = "ncu-rep";
    run->info.stamp = source.stamp();
    run->info.container = source.container();
    const NcuBlocks blocks = readBlocks(*content, progress);
    NcuDetails details(blocks, run->diagnostics);
    for (const NcuProfiled &profiled : blocks.profiled) {
        if (progress.isCancelled())
            return Error{ErrorKind::Cancelled, {}, source.path()};
        details.add(profiled);
    }
    Table table = details.take();
    const int64_t at = std::max(blocks.cutAt, blocks.damagedAt);
    if (table.rows.empty())
        return Error{ErrorKind::Malformed,
                     at >= 0
                         ? Core::tr("no result of Nsight Compute can be read here; expected was a block of the "
                                    "report. Copy the report again, or run ncu --import REPORT --csv --page details "
                                    "and open what it prints")
                         : Core::tr("the report of Nsight Compute holds no kernel; profile again without the filter "
                                    "that left all out"),
                     source.path(), at};
    if (at >= 0 || !source.damage().isEmpty()) {
        run->info.complete = false;
        run->diagnostics.add("truncated", Core::tr("The report ends early, or is damaged: later kernels are missing."),
                             at);
    }
    run->info.facts = blocks.facts;
    FoundTables found;
    found.tables.push_back(std::move(table));
    noteMissingMetrics({}, found);
    addNcuKernelTables(found.tables);
    run->tables = std::move(found.tables);
    for (const Diagnostic &d : found.diagnostics.all())
        run->diagnostics.add(d.kind, d.message, d.firstOffset, d.example, d.count);
    progress.phase = Phase::Done;
    return RunPtr(std::move(run));
}

} // namespace ws
