#include "core/model/ncukernels.h"

#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/texts.h"

#include <QLocale>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <tuple>

namespace ws {

namespace {

struct Factor
{
    std::string_view unit;
    double value;
};

/// Time units of old and new ncu, in µs.
std::optional<double> microseconds(std::string_view unit, double value)
{
    static constexpr std::array<Factor, 9> factors{{{"nsecond", 1e-3},
                                                    {"ns", 1e-3},
                                                    {"usecond", 1},
                                                    {"us", 1},
                                                    {"msecond", 1e3},
                                                    {"ms", 1e3},
                                                    {"second", 1e6},
                                                    {"s", 1e6},
                                                    {"sec", 1e6}}};
    for (const Factor &factor : factors)
        if (unit == factor.unit)
            return value * factor.value;
    return std::nullopt;
}

/// "Mbyte" in bytes: ncu counts in thousands.
std::optional<double> bytes(std::string_view unit, double value)
{
    static constexpr std::array<Factor, 5> factors{
        {{"byte", 1}, {"Kbyte", 1e3}, {"Mbyte", 1e6}, {"Gbyte", 1e9}, {"Tbyte", 1e12}}};
    for (const Factor &factor : factors)
        if (unit == factor.unit)
            return value * factor.value;
    return std::nullopt;
}

/// "Gbyte/s" or "Gbyte/second" in GB/s.
std::optional<double> gigabytesPerSecond(std::string_view unit, double value)
{
    const size_t slash = unit.find('/');
    if (slash == std::string_view::npos || !unit.substr(slash + 1).starts_with('s'))
        return std::nullopt;
    const auto perSecond = bytes(unit.substr(0, slash), value);
    return perSecond ? std::optional(*perSecond / 1e9) : std::nullopt;
}

struct PercentMetric
{
    std::string_view name;
    std::optional<double> NcuKernel::*field;
};

constexpr std::array<PercentMetric, 20> percentMetrics{{
    {"Compute (SM) Throughput", &NcuKernel::smPercent},
    {"Compute (SM) [%]", &NcuKernel::smPercent},
    {"SM [%]", &NcuKernel::smPercent},
    {"SOL SM", &NcuKernel::smPercent},
    {"sm__throughput.avg.pct_of_peak_sustained_elapsed", &NcuKernel::smPercent},
    {"Memory Throughput", &NcuKernel::memoryPercent},
    {"Memory [%]", &NcuKernel::memoryPercent},
    {"SOL Memory", &NcuKernel::memoryPercent},
    {"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed", &NcuKernel::memoryPercent},
    {"DRAM Throughput", &NcuKernel::dramPercent},
    {"SOL DRAM", &NcuKernel::dramPercent},
    {"gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed", &NcuKernel::dramPercent},
    {"dram__throughput.avg.pct_of_peak_sustained_elapsed", &NcuKernel::dramPercent},
    {"L1/TEX Hit Rate", &NcuKernel::l1HitPercent},
    {"l1tex__t_sector_hit_rate.pct", &NcuKernel::l1HitPercent},
    {"L2 Hit Rate", &NcuKernel::l2HitPercent},
    {"lts__t_sector_hit_rate.pct", &NcuKernel::l2HitPercent},
    {"Achieved Occupancy", &NcuKernel::achievedOccupancy},
    {"sm__warps_active.avg.pct_of_peak_sustained_active", &NcuKernel::achievedOccupancy},
    {"Theoretical Occupancy", &NcuKernel::theoreticalOccupancy},
}};

std::optional<double> bandwidth(const NcuKernel &kernel)
{
    if (kernel.dramGBs || !kernel.dramBytes || !kernel.durationUs || *kernel.durationUs <= 0)
        return kernel.dramGBs;
    return *kernel.dramBytes / *kernel.durationUs / 1e3;
}

/// ncu speaks of its own measurement, not of the kernel.
bool isOfMeasurement(const NcuRule &rule)
{
    return rule.name == "PMSamplingData" || rule.text.find(" could not be found") != std::string::npos;
}

Severity severityOf(const NcuRule &rule)
{
    if (rule.type == "INF" || rule.type == "None" || rule.type.empty() || isOfMeasurement(rule))
        return Severity::None;
    if (rule.name == "MemoryL2Compression") // its estimate is of the bytes that were sent to be compressed, however few
        return Severity::Low;
    if (!rule.speedupPercent)
        return Severity::Medium;
    const bool isHigh = *rule.speedupPercent >= 50 && !rule.isLocal;
    return isHigh ? Severity::High : *rule.speedupPercent >= 20 ? Severity::Medium : Severity::Low;
}

QString speedupText(const QString &percent, bool isLocal)
{
    return isLocal
               ? Core::tr(" (estimated local speedup %1 %: of what the rule measures, not of the kernel)").arg(percent)
               : Core::tr(" (estimated speedup %1 %)").arg(percent);
}

Bottleneck ofRule(const NcuRule &rule)
{
    std::string text = rule.name.empty() ? std::string() : rule.name + ": ";
    text += rule.text;
    if (rule.speedupPercent)
        text += speedupText(QLocale::c().toString(*rule.speedupPercent, 'f', 1), rule.isLocal).toStdString();
    return {severityOf(rule), text};
}

void checkThreshold(std::vector<Bottleneck> &list, std::optional<double> value, double limit, const char *sentence)
{
    if (value && *value < limit)
        list.push_back({Severity::Medium, Core::tr(sentence).arg(QLocale::c().toString(*value, 'f', 1)).toStdString()});
}

/// Names of libraries' matrix products.
bool isMatrixProduct(const std::string &name)
{
    std::string lower(name.size(), ' ');
    std::transform(name.begin(), name.end(), lower.begin(),
                   [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
    for (const std::string_view word : {"nvjet", "gemm", "xmma", "cijk_", "matmul"})
        if (lower.find(word) != lower.npos)
            return true;
    return false;
}

/// Less than a megabyte in more than 10 µs, though at least four of ten requests miss the L2 cache; and a thousand
/// times as much is within what memory can do.
bool isBandwidthTooLow(const NcuKernel &kernel)
{
    constexpr double minUs = 10, maxBytes = 1e6, cachedPercent = 60, maxTBs = 20;
    if (!kernel.dramGBs || !kernel.durationUs || !isMatrixProduct(kernel.name))
        return false;
    return *kernel.dramGBs > 0 && *kernel.dramGBs <= maxTBs && *kernel.durationUs >= minUs &&
           *kernel.dramGBs * *kernel.durationUs * 1000 < maxBytes && kernel.l2HitPercent.value_or(0) < cachedPercent;
}

/// "L2 hit rate 100.355 %"; empty: none.
QString shareAbove100(const NcuKernel &kernel)
{
    const std::pair<std::optional<double>, QString> shares[] = {{kernel.smPercent, Core::tr("SM")},
                                                                {kernel.memoryPercent, Core::tr("memory")},
                                                                {kernel.l1HitPercent, Core::tr("L1 hit rate")},
                                                                {kernel.l2HitPercent, Core::tr("L2 hit rate")},
                                                                {kernel.achievedOccupancy, Core::tr("occupancy")}};
    for (const auto &[value, name] : shares)
        if (value && *value > 100)
            return Core::tr("%1 %2 %").arg(name, QLocale::c().toString(*value, 'f', 3));
    return {};
}

Cell textCell(const std::string &text)
{
    return text.empty() ? Cell() : Cell(text);
}

Cell numberCell(std::optional<double> value)
{
    return value ? Cell(*value) : Cell();
}

std::string textAt(const std::vector<Cell> &row, int column)
{
    if (column < 0)
        return {};
    const Cell &cell = row[static_cast<size_t>(column)];
    if (const auto *text = std::get_if<std::string>(&cell))
        return *text;
    if (const auto *number = std::get_if<double>(&cell))
        return QString::number(*number, 'g', 15).toStdString();
    return {};
}

std::optional<double> numberAt(const std::vector<Cell> &row, int column)
{
    const auto *number = column < 0 ? nullptr : std::get_if<double>(&row[static_cast<size_t>(column)]);
    return number ? std::optional(*number) : std::nullopt;
}

struct IdentityColumns
{
    explicit IdentityColumns(const Table &table)
        : id(table.columnIndex("ID")), process(table.columnIndex("Process ID")), name(table.columnIndex("Kernel Name")),
          grid(table.columnIndex("Grid Size")), block(table.columnIndex("Block Size")),
          device(table.columnIndex("Device")), stream(table.columnIndex("Stream"))
    {
    }

    NcuKernel kernel(const std::vector<Cell> &row) const
    {
        NcuKernel result;
        result.id = textAt(row, id);
        result.name = textAt(row, name);
        result.grid = textAt(row, grid);
        result.block = textAt(row, block);
        result.device = textAt(row, device);
        result.stream = textAt(row, stream);
        return result;
    }

    int id, process, name, grid, block, device, stream;
};

} // namespace

const char *severityName(Severity severity)
{
    switch (severity) {
    case Severity::None:
        return "";
    case Severity::Low:
        return "low";
    case Severity::Medium:
        return "medium";
    case Severity::High:
        return "high";
    }
    return "";
}

void NcuKernel::setMetric(std::string_view metric, std::string_view unit, double value)
{
    if (metric == "Duration" || metric == "gpu__time_duration.sum") {
        if (const auto us = microseconds(unit, value))
            durationUs = us;
        return;
    }
    if (metric == "dram__bytes_read.sum" || metric == "dram__bytes_write.sum") {
        if (const auto count = bytes(unit, value))
            dramBytes = dramBytes.value_or(0) + *count;
        return;
    }
    if (metric == "Memory Throughput" || metric == "dram__bytes.sum.per_second") {
        if (const auto rate = gigabytesPerSecond(unit, value)) {
            dramGBs = rate;
            return;
        }
    }
    if (metric == "Registers Per Thread" || metric == "launch__registers_per_thread") {
        registers = value;
        return;
    }
    if (metric == "sm__maximum_warps_per_active_cycle_pct")
        metric = "Theoretical Occupancy";
    for (const PercentMetric &known : percentMetrics)
        if (metric == known.name && unit == "%")
            this->*known.field = value;
}

std::optional<double> occupancyOfTheoretical(const NcuKernel &kernel)
{
    if (!kernel.achievedOccupancy || !kernel.theoreticalOccupancy || *kernel.theoreticalOccupancy <= 0)
        return kernel.occupancyRatio;
    return *kernel.achievedOccupancy / *kernel.theoreticalOccupancy * 100;
}

std::vector<Bottleneck> bottlenecks(const NcuKernel &kernel)
{
    std::vector<Bottleneck> list;
    std::vector<NcuRule> rules = kernel.rules;
    const auto weight = [](const NcuRule &rule) {
        return std::tuple(severityOf(rule), !rule.isLocal, rule.speedupPercent.value_or(0));
    };
    std::stable_sort(rules.begin(), rules.end(),
                     [&](const NcuRule &a, const NcuRule &b) { return weight(a) > weight(b); });
    for (const NcuRule &rule : rules)
        if (severityOf(rule) != Severity::None)
            list.push_back(ofRule(rule));
    const auto isAtLimit = [&](std::optional<double> percent, const char *sentence) {
        if (percent.value_or(0) < NcuThresholds::boundPercent)
            return false;
        list.insert(list.begin(),
                    {Severity::Medium, Core::tr(sentence).arg(QLocale::c().toString(*percent, 'f', 1)).toStdString()});
        return true;
    };
    if (isAtLimit(kernel.dramPercent,
                  QT_TRANSLATE_NOOP("Core", "near the memory bandwidth (%1 %): faster only with fewer "
                                            "bytes, as when it is fused with another kernel")))
        return list;
    if (isAtLimit(kernel.memoryPercent,
                  QT_TRANSLATE_NOOP("Core", "near the limit of a cache or the memory (%1 %): faster "
                                            "only with fewer bytes or requests for it")) &&
        kernel.dramPercent) // without it that may be the DRAM, where hits in the L2 count
        return list;
    if (isAtLimit(kernel.smPercent, QT_TRANSLATE_NOOP("Core", "near the limit of a unit of the multiprocessors (%1 %): "
                                                              "faster only with fewer instructions for it")))
        return list;
    if (kernel.memoryPercent.value_or(0) < NcuThresholds::memoryBoundPercent)
        checkThreshold(list, kernel.smPercent, NcuThresholds::smPercent,
                       QT_TRANSLATE_NOOP("Core", "low SM efficiency (%1 %)"));
    checkThreshold(list, kernel.l2HitPercent, NcuThresholds::l2HitPercent,
                   QT_TRANSLATE_NOOP("Core", "low L2 hit rate (%1 %)"));
    checkThreshold(list, occupancyOfTheoretical(kernel), NcuThresholds::occupancyRatio * 100,
                   QT_TRANSLATE_NOOP("Core", "low occupancy efficiency (%1 % of the theoretical)"));
    return list;
}

std::string_view speedupOf(std::string_view bottleneck)
{
    for (const bool isLocal : {false, true}) {
        const std::string around = speedupText(QStringLiteral("%1"), isLocal).toStdString();
        const size_t number = around.find("%1");
        const size_t at = bottleneck.rfind(std::string_view(around).substr(0, number));
        if (at != bottleneck.npos && bottleneck.ends_with(std::string_view(around).substr(number + 2)))
            return bottleneck.substr(at);
    }
    return {};
}

Severity worstOf(const std::vector<Bottleneck> &list)
{
    Severity worst = Severity::None;
    for (const Bottleneck &one : list)
        worst = std::max(worst, one.severity);
    return worst;
}

std::vector<std::string> sharesAbove100(const std::vector<NcuKernel> &kernels)
{
    constexpr qsizetype shown = 3;
    QStringList shares;
    for (const NcuKernel &kernel : kernels)
        if (const QString share = shareAbove100(kernel); !share.isEmpty())
            shares << share;
    if (shares.isEmpty())
        return {};
    const qsizetype all = shares.size();
    if (all > shown)
        shares = shares.first(shown) << Core::tr("kernels in all: %1").arg(formatCount(int64_t(all)));
    return {Core::tr("Shares above 100 %: %1. Their counters were measured in different runs of the kernel.")
                .arg(listed(shares))
                .toStdString()};
}

NcuUnitDoubts ncuUnitDoubts(const std::vector<NcuKernel> &kernels)
{
    NcuUnitDoubts doubts;
    double allUs = 0, wrongUs = 0;
    QStringList examples;
    for (size_t k = 0; k < kernels.size(); ++k) {
        const NcuKernel &kernel = kernels[k];
        allUs += kernel.durationUs.value_or(0);
        if (!isBandwidthTooLow(kernel))
            continue;
        doubts.wrongBandwidth.push_back(k);
        wrongUs += *kernel.durationUs;
        if (examples.size() < 2)
            examples << Core::tr("%1 GB/s in %2 µs would be %3 kB")
                            .arg(QLocale::c().toString(*kernel.dramGBs, 'g', 4),
                                 QLocale::c().toString(*kernel.durationUs, 'g', 4),
                                 QLocale::c().toString(*kernel.dramGBs * *kernel.durationUs, 'f', 0));
    }
    if (!doubts.wrongBandwidth.empty())
        doubts.notes.push_back(
            Core::tr(
                "Matrix products whose bandwidth cannot be right: %1, %2 % of the time (%3). They miss the L2 cache "
                "and run that long, so the unit is most likely TB/s: low bandwidth would be the opposite of the "
                "truth.")
                .arg(QString::number(doubts.wrongBandwidth.size()),
                     QLocale::c().toString(allUs > 0 ? wrongUs / allUs * 100 : 0, 'f', 1), clauses(examples))
                .toStdString());
    for (std::string &note : sharesAbove100(kernels))
        doubts.notes.push_back(std::move(note));
    return doubts;
}

std::vector<NcuKernel> ncuKernelsOfDetails(const Table &details)
{
    const IdentityColumns identity(details);
    const int metric = details.columnIndex("Metric Name");
    const int unit = details.columnIndex("Metric Unit");
    const int value = details.columnIndex("Metric Value");
    const int ruleName = details.columnIndex("Rule Name");
    const int ruleType = details.columnIndex("Rule Type");
    const int ruleText = details.columnIndex("Rule Description");
    const int speedup = details.columnIndex("Estimated Speedup");
    const int speedupType = details.columnIndex("Estimated Speedup Type");
    std::vector<NcuKernel> kernels;
    std::map<std::string, size_t> known; // process and launch id
    for (const auto &row : details.rows) {
        const std::string key = textAt(row, identity.process) + ' ' + textAt(row, identity.id);
        const auto [found, isNew] = known.try_emplace(key, kernels.size());
        if (isNew)
            kernels.push_back(identity.kernel(row));
        NcuKernel &kernel = kernels[found->second];
        if (const auto number = numberAt(row, value))
            kernel.setMetric(textAt(row, metric), textAt(row, unit), *number);
        if (const std::string text = textAt(row, ruleText); !text.empty())
            kernel.rules.push_back({textAt(row, ruleName), textAt(row, ruleType), text, numberAt(row, speedup),
                                    textAt(row, speedupType) == "local"});
    }
    return kernels;
}

std::vector<NcuKernel> ncuKernelsOfRaw(const Table &raw)
{
    const IdentityColumns identity(raw);
    std::vector<NcuKernel> kernels;
    for (const auto &row : raw.rows) {
        NcuKernel kernel = identity.kernel(row);
        for (size_t k = 0; k < raw.columns.size(); ++k) {
            const std::string_view name = raw.columns[k].name;
            const size_t open = name.rfind(" (");
            if (open == std::string_view::npos || !name.ends_with(')'))
                continue;
            if (const auto number = numberAt(row, static_cast<int>(k)))
                kernel.setMetric(name.substr(0, open), name.substr(open + 2, name.size() - open - 3), *number);
        }
        kernels.push_back(std::move(kernel));
    }
    return kernels;
}

Table ncuKernelTable(const std::vector<NcuKernel> &kernels)
{
    Table table;
    table.kind = "ncu-kernels";
    table.columns = {{"ID", Unit::Text},
                     {"Kernel", Unit::Text},
                     {"Grid", Unit::Text},
                     {"Block", Unit::Text},
                     {"Device", Unit::Text},
                     {"Stream", Unit::Text},
                     {"Duration (us)", Unit::Microseconds},
                     {"SM (%)", Unit::Percent},
                     {"Memory (%)", Unit::Percent},
                     {"DRAM (GB/s)", Unit::Number},
                     {"L1 hit (%)", Unit::Percent},
                     {"L2 hit (%)", Unit::Percent},
                     {"Achieved occupancy (%)", Unit::Percent},
                     {"Theoretical occupancy (%)", Unit::Percent},
                     {"Achieved of theoretical occupancy (%)", Unit::Percent},
                     {"Severity", Unit::Text},
                     {"Bottlenecks", Unit::Text}};
    const bool hasRegisters = std::ranges::any_of(kernels, [](const NcuKernel &k) { return k.registers.has_value(); });
    if (hasRegisters)
        table.columns.push_back({"Registers", Unit::Count});
    for (const NcuKernel &kernel : kernels) {
        const std::vector<Bottleneck> found = bottlenecks(kernel);
        std::string text;
        for (const Bottleneck &bottleneck : found)
            text +=
                (text.empty() ? "[" : "; [") + std::string(severityName(bottleneck.severity)) + "] " + bottleneck.text;
        table.rows.push_back({textCell(kernel.id), textCell(kernel.name), textCell(kernel.grid), textCell(kernel.block),
                              textCell(kernel.device), textCell(kernel.stream), numberCell(kernel.durationUs),
                              numberCell(kernel.smPercent), numberCell(kernel.memoryPercent),
                              numberCell(bandwidth(kernel)), numberCell(kernel.l1HitPercent),
                              numberCell(kernel.l2HitPercent), numberCell(kernel.achievedOccupancy),
                              numberCell(kernel.theoreticalOccupancy), numberCell(occupancyOfTheoretical(kernel)),
                              textCell(severityName(worstOf(found))), textCell(text)});
        if (hasRegisters)
            table.rows.back().push_back(numberCell(kernel.registers));
    }
    return table;
}

} // namespace ws
