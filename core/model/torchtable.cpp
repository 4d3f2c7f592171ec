#include "core/model/torchtable.h"

#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/texts.h"
#include "core/model/timeline.h"
#include "core/model/torchbalance.h"

#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <regex>
#include <set>

namespace ws {

namespace {

QString milliseconds(double us, int decimals)
{
    return QLocale::c().toString(us / 1e3, 'f', decimals) + QStringLiteral(" ms");
}

/// "5 241.4 µs" with a thin space, a whole number without decimals.
QString microseconds(double us)
{
    const int decimals = std::abs(us - std::round(us)) < 0.05 ? 0 : 1;
    const QLocale english(QLocale::English, QLocale::UnitedStates);
    return english.toString(us, 'f', decimals).replace(u',', QChar(0x202F)) + QStringLiteral(" \u00B5s");
}

/// As notes have sums: one decimal of ms tells nothing of less than ten.
QString rounded(double us)
{
    return std::abs(us) < 1'000 ? microseconds(us) : milliseconds(us, std::abs(us) < 10'000 ? 3 : 1);
}

QString percentText(double part, double whole)
{
    return QLocale::c().toString(whole > 0 ? part / whole * 100 : 0, 'f', 1) + QStringLiteral(" %");
}

/// "Total GFLOPs" → 1e9; 0: no such column.
double flopsScale(std::string_view name)
{
    constexpr std::string_view begin = "Total ", end = "FLOPs";
    if (!name.starts_with(begin) || !name.ends_with(end) || name.size() > begin.size() + end.size() + 1)
        return 0;
    const std::string_view prefix = name.substr(begin.size(), name.size() - begin.size() - end.size());
    static constexpr std::pair<std::string_view, double> scales[] = {{"", 1},    {"K", 1e3},  {"M", 1e6},
                                                                     {"G", 1e9}, {"T", 1e12}, {"P", 1e15}};
    for (const auto &[letter, scale] : scales)
        if (prefix == letter)
            return scale;
    return 0;
}

/// Kineto's names for the cost of the profiler itself, and of CUDA's own (ActivityType overhead).
bool isOverhead(std::string_view name)
{
    static constexpr std::array<std::string_view, 9> names{"Lazy Function Loading",
                                                           "Runtime Triggered Module Loading",
                                                           "Activity Buffer Request",
                                                           "Buffer Flush",
                                                           fullQueueRow,
                                                           "Instrumentation",
                                                           "Resource",
                                                           "Unrecognized",
                                                           "CUPTI Overhead"};
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Kineto's names for waits of the CPU, which CUPTI records as activities of a stream: no work, though torch adds them
/// up with it.
bool isWait(std::string_view name)
{
    return name == "Stream Sync" || name == "Event Sync" || name == "Context Sync" || name == "Stream Wait Event";
}

/// The time of such rows.
double waitsUs(const Table &table, const TorchColumns &columns)
{
    double us = 0;
    for (size_t row = 0; columns.selfDevice >= 0 && row < table.rows.size(); ++row)
        if (isWait(table.nameAt(row, columns.name)))
            us += std::max(0.0, table.numberAt(row, columns.selfDevice));
    return us;
}

/// Labels that vLLM, SGLang and torch put around a step, also where the row limit has cut their row of the CPU.
bool isAnnotation(std::string_view name)
{
    return name.starts_with("execute_") || name.starts_with("ProfilerStep") || name.starts_with("step[") ||
           name.starts_with("prefill[") || name.starts_with("decode[") || name.starts_with("eager_decode[") ||
           name.starts_with("draft[") || name.starts_with("capture_") || name.starts_with("[Executor] ") ||
           name.starts_with("## ") || name.starts_with("Optimizer.") || name.starts_with(modulePrefix) ||
           name.starts_with("gpu_model_runner") || name == "model_inference";
}

/// The label that torch.distributed puts around a collective: "nccl:_all_gather_base". Where the CPU made the call, its
/// row is of the CPU.
bool isCollectiveLabel(std::string_view name)
{
    constexpr std::array<std::string_view, 6> backends{"nccl:", "rccl:", "gloo:", "mpi:", "xccl:", "hccl:"};
    return std::ranges::any_of(backends, [name](std::string_view backend) {
        return name.starts_with(backend) && !name.starts_with(std::string(backend) + ':');
    });
}

/// "aten::mm", "_C::rms_norm", "autograd::engine::evaluate_function: …": a namespace without C++ around it.
bool looksLikeOperator(std::string_view name)
{
    const size_t colons = name.find("::");
    if (name.starts_with("autograd::"))
        return true;
    return colons != std::string_view::npos && name.substr(0, colons).find_first_of(" <(") == std::string_view::npos &&
           name.find_first_of("<(") == std::string_view::npos;
}

RowKind kindOf(const Table &table, size_t row, const TorchColumns &columns)
{
    const std::string_view name = table.nameAt(row, columns.name);
    if (isOverhead(name))
        return RowKind::Overhead;
    if (isAnnotation(name) || isWait(name) || table.numberAt(row, columns.selfDevicePercent) > 100)
        return RowKind::Annotation;
    if (name.starts_with("aten::") || name == "[memory]" || columns.selfDevice < 0) // [memory]: allocations
        return RowKind::Operator;
    if (columns.cpuTotal >= 0 || columns.selfCpu >= 0) {
        const bool onCpu = table.numberAt(row, columns.cpuTotal) > 0 || table.numberAt(row, columns.selfCpu) > 0;
        return onCpu ? RowKind::Operator : isCollectiveLabel(name) ? RowKind::Annotation : RowKind::DeviceWork;
    }
    if (isCollectiveLabel(name))
        return RowKind::Annotation;
    if (looksLikeOperator(name) || table.numberAt(row, columns.selfDevice) <= 0)
        return RowKind::Operator;
    return RowKind::DeviceWork;
}

// A label has a row of the device beside the one of the CPU, both of its name: how long the device took from the first
// to the last kernel within it. A kernel may have its operator's name, too (torch.compile launches each Triton kernel
// in a range of that name). Their times tell: work adds up to the file's total, and what an operator has launched
// itself is its own time of the device. Names tell nothing, as anybody may give any.
class LabelRows
{
public:
    LabelRows(Table &table, const TorchColumns &columns) : m_table(table), m_columns(columns)
    {
        if (const auto total = table.totals.find("selfDeviceUs"); total != table.totals.end())
            m_totalUs = total->second - waitsUs(table, columns);
    }

    void mark()
    {
        if (m_columns.selfDevice < 0)
            return;
        divide();
        if (m_totalUs > 0 && m_workUs > m_totalUs + roundingUs() && !markExcess())
            for (const size_t row : m_launched)
                markLabel(row);
        const bool areNeeded = m_totalUs > 0 && !m_others.empty() && m_workUs < m_totalUs - roundingUs() &&
                               std::abs(m_workUs + m_othersUs - m_totalUs) <= roundingUs();
        if (areNeeded)
            return;
        for (const size_t row : m_others)
            m_table.rowKinds[row] = RowKind::Annotation;
    }

private:
    double device(size_t row) const { return m_table.numberAt(row, m_columns.selfDevice); }
    double roundingUs() const { return m_totalUs / 1000; } // a total has about four digits
    void markLabel(size_t row)
    {
        m_table.rowKinds[row] = RowKind::Annotation;
        m_workUs -= device(row);
    }

    /// Rows of work by whether a row of the CPU has their name, and whether that one launched work itself.
    void divide()
    {
        std::map<std::string_view, double> onCpu; // device time of its own
        for (size_t i = 0; i < m_table.rows.size(); ++i)
            if (m_table.rowKinds[i] == RowKind::Operator &&
                (m_table.numberAt(i, m_columns.cpuTotal) > 0 || m_table.numberAt(i, m_columns.selfCpu) > 0))
                onCpu[m_table.nameAt(i, m_columns.name)] += device(i);
        for (size_t i = 0; i < m_table.rows.size(); ++i) {
            if (m_table.rowKinds[i] != RowKind::DeviceWork)
                continue;
            const auto same = onCpu.find(m_table.nameAt(i, m_columns.name));
            const bool isAlone = same == onCpu.end() || isCutName(same->first); // cut names are of different things
            if (!isAlone && same->second <= 0) {
                m_othersUs += device(i);
                m_others.push_back(i);
                continue;
            }
            m_workUs += device(i);
            m_work.push_back(i);
            constexpr double printed = 0.005; // of rows: three digits and more
            if (!isAlone && std::abs(same->second - device(i)) > printed * device(i))
                m_launched.push_back(i);
        }
    }

    /// The row limit may have cut the row of the CPU. Where one row alone is as long as what there is too much, it is
    /// the label. False: none, or several.
    bool markExcess()
    {
        const double excess = m_workUs - m_totalUs;
        std::vector<size_t> fitting;
        for (const size_t row : m_work)
            if (std::abs(device(row) - excess) <= roundingUs())
                fitting.push_back(row);
        if (fitting.size() == 1)
            markLabel(fitting.front());
        return fitting.size() == 1;
    }

    Table &m_table;
    const TorchColumns &m_columns;
    double m_totalUs = 0;                ///< 0: not in the file
    double m_workUs = 0, m_othersUs = 0; ///< device time
    std::vector<size_t> m_work;          ///< without a row of the CPU, or launched by the one of its name
    std::vector<size_t> m_launched;      ///< of these, those for which that one has another time of the device
    std::vector<size_t> m_others;
};

void markAmbiguous(Table &table, const TorchColumns &columns)
{
    const auto nameOf = [&](size_t row) { return std::pair{table.rowKinds[row], table.nameAt(row, columns.name)}; };
    std::map<std::pair<RowKind, std::string_view>, int> counts; // an operator and its kernel may have one name
    for (size_t i = 0; i < table.rows.size(); ++i)
        ++counts[nameOf(i)];
    table.ambiguousName.assign(table.rows.size(), 0);
    for (size_t i = 0; i < table.rows.size(); ++i)
        table.ambiguousName[i] =
            table.rowKinds[i] != RowKind::Annotation && isCutName(nameOf(i).second) && counts[nameOf(i)] > 1;
}

void note(Table &table, const QString &sentence)
{
    table.notes.push_back(sentence.toStdString());
}

/// A percentage over 100 belongs to a label: its device time is a span, the total counts work only.
void explainPercentages(Table &table, const TorchColumns &columns)
{
    for (size_t i = 0; i < table.rows.size(); ++i) {
        const double percent = table.numberAt(i, columns.selfDevicePercent);
        if (percent <= 100 || table.rowKinds[i] != RowKind::Annotation)
            continue;
        const std::string_view name = table.nameAt(i, columns.name);
        note(table,
             Core::tr("%1 shows %2 % because it is a label: its %3 on the device last from the first to the last "
                      "kernel of the step, gaps included, while percentages are relative to the %4 of work alone; "
                      "such rows are not part of the total.")
                 .arg(toText(name), QLocale::c().toString(percent, 'f', 2),
                      milliseconds(table.numberAt(i, columns.selfDevice), 3),
                      milliseconds(reconcile(table).totalUs, 3)));
        return;
    }
}

/// False: the column may be summed up.
bool explainNegative(Table &table, const TorchColumns &columns, int column)
{
    const auto negative = negativeTimes(table, column);
    if (!negative)
        return false;
    note(table, Core::tr("Times of “%1” are negative in %2 of %3 rows, the most so that of %4 (%5): no work takes such "
                         "a time, so that neither sums nor shares of this column tell anything.")
                    .arg(toText(table.columns[size_t(column)].name), formatCount(int64_t(negative->count)),
                         formatCount(int64_t(table.rows.size())), toText(table.nameAt(negative->row, columns.name)),
                         rounded(negative->us)));
    return true;
}

void explainTotal(Table &table)
{
    const TorchReconciliation sums = reconcile(table);
    if (const auto printed = table.totals.find("selfDeviceUs"); sums.hasTotal && sums.totalUs < printed->second) {
        const double waits = waitsUs(table, torchColumns(table)), spans = printed->second - sums.totalUs - waits;
        constexpr double rounding = 0.001;
        if (waits > 0)
            note(table,
                 Core::tr("The file's total on the device, %1, counts waits of the CPU (Stream Sync and the like), "
                          "%2, which are no work: %3 are left. The file's percentages are of its total.")
                     .arg(milliseconds(printed->second, 3), milliseconds(waits, 3),
                          milliseconds(printed->second - waits, 3)));
        if (spans > rounding)
            note(table,
                 Core::tr("The file's total on the device, %1, counts labels with their spans, %2, which are no work: "
                          "the work takes %3. The file's percentages are of its total.")
                     .arg(milliseconds(printed->second, 3), milliseconds(spans, 3), milliseconds(sums.totalUs, 3)));
    }
    if (sums.hasTotal && sums.rowsUs > 0) {
        // As the other notes have it, where that does not hide what is missing.
        const auto timeText = [isLong = sums.totalUs >= 1'000](double us) {
            return isLong ? milliseconds(us, 3) : microseconds(us);
        };
        const QString numbers =
            Core::tr("The rows of device work add up to %1 of the file's total of %2 (%3)")
                .arg(timeText(sums.rowsUs), timeText(sums.totalUs), percentText(sums.rowsUs, sums.totalUs));
        constexpr double rounding = 0.001; // the file prints a total with about four digits
        const double rest = (sums.totalUs - sums.rowsUs) / sums.totalUs;
        note(table, numbers + (rest < -rounding ? Core::tr("; the excess means that a row counted as work is a label.")
                               : rest <= rounding ? Core::tr("; the rest is rounding.")
                                                  : Core::tr("; the rest are rows that the row limit cut off.")));
    }
    if (sums.ambiguousRows > 0)
        note(table,
             Core::tr("%1 rows share %2 names that torch cut short: they are different kernels and are never merged.")
                 .arg(formatCount(int64_t(sums.ambiguousRows)))
                 .arg(formatCount(int64_t(sums.ambiguousNames))));
}

/// Old versions of torch print no time of the device itself, but add up operators with all that they call.
void explainNestedTotal(Table &table, const TorchColumns &columns)
{
    const auto nested = table.totals.find("nestedDeviceUs");
    if (nested == table.totals.end())
        return;
    const QString deviceName = columns.device.empty() ? Core::tr("device") : toText(columns.device);
    note(table,
         Core::tr("The %1 time total of %2 adds up operators and the operators inside them, so that nested work counts "
                  "more than once: how long the %1 worked does not follow from it. Newer versions of torch print “Self "
                  "%1”, which counts once.")
             .arg(deviceName, rounded(nested->second)));
}

/// What the row limit cut off is in no sum and no sentence.
void explainCut(Table &table, const TorchColumns &columns)
{
    const auto cpu = table.totals.find("selfCpuUs");
    if (cpu == table.totals.end() || columns.selfCpu < 0)
        return;
    const double listed = listedSelfCpu(table, columns);
    constexpr double whole = 0.99; // of printed times
    if (listed >= whole * cpu->second)
        return;
    note(table, Core::tr("The rows hold %1 of the self CPU time (%2 of %3): the row limit cut off the others, and what "
                         "they do is not known.")
                    .arg(percentText(listed, cpu->second), rounded(listed), rounded(cpu->second)));
}

/// A label's own time on the CPU lies in no call that the profiler knows: the program's own code between operators.
void explainLabels(Table &table, const TorchColumns &columns)
{
    const auto cpu = table.totals.find("selfCpuUs");
    if (cpu == table.totals.end() || columns.selfCpu < 0)
        return;
    double us = 0, longestUs = 0;
    std::string_view longest;
    for (size_t i = 0; i < table.rows.size(); ++i) {
        const double own = table.numberAt(i, columns.selfCpu);
        if (table.rowKinds[i] != RowKind::Annotation)
            continue;
        us += own;
        if (own > longestUs) {
            longestUs = own;
            longest = table.nameAt(i, columns.name);
        }
    }
    constexpr double telling = 0.1;
    if (us >= telling * cpu->second && !longest.empty())
        note(table,
             Core::tr("%1 of the self CPU time (%2 of %3) is within labels, the largest part of it in %4, and there in "
                      "no call that was recorded.")
                 .arg(percentText(us, cpu->second), rounded(us), rounded(cpu->second), toText(longest)));
}

void explainSums(Table &table)
{
    const auto balance = torchBalance(table);
    if (!balance)
        return;
    const QString deviceName = balance->device.empty() ? Core::tr("device") : toText(balance->device);
    note(table,
         Core::tr("Self times add up to %1 on the CPU and to %2 on %3, %4 of that; how the two overlap is not in "
                  "the table.")
             .arg(rounded(balance->cpuUs), rounded(balance->deviceUs), deviceName,
                  percentText(balance->deviceUs, balance->cpuUs)));
    if (balance->callUs <= 0)
        return;
    const QString call = toText(balance->call), time = rounded(balance->callUs),
                  share = percentText(balance->callUs, balance->cpuUs);
    if (balance->isCut())
        note(table, (balance->callWaits
                         ? Core::tr("The largest waiting call in the rows is %1: %2, %3 of the CPU time.")
                         : Core::tr("The largest call in the rows is %1, with what it calls: %2, %3 of the CPU time."))
                        .arg(call, time, share));
    else
        note(table,
             (balance->callWaits ? Core::tr("The largest waiting call is %1: %2, %3 of the CPU time.")
                                 : Core::tr("The largest call is %1, with what it calls: %2, %3 of the CPU time."))
                 .arg(call, time, share));
}

/// Libraries are loaded once; a second run would not show it. A full queue is no cost of the profiler.
void explainOverhead(Table &table, const TorchColumns &columns)
{
    const auto cpu = table.totals.find("selfCpuUs");
    double overhead = 0, fullQueue = 0;
    QStringList parts;
    for (size_t i = 0; i < table.rows.size(); ++i) {
        const double us = table.numberAt(i, columns.selfCpu);
        if (table.rowKinds[i] != RowKind::Overhead || us <= 0)
            continue;
        if (table.nameAt(i, columns.name) == fullQueueRow) {
            fullQueue += us;
            continue;
        }
        overhead += us;
        parts << toText(table.nameAt(i, columns.name)) + u' ' + rounded(us);
    }
    if (cpu != table.totals.end() && overhead > cpu->second / 100)
        note(table, Core::tr("One-time loading and the profiler itself take %1 of the CPU time (%2): %3.")
                        .arg(rounded(overhead), percentText(overhead, cpu->second), listed(parts)));
    if (cpu != table.totals.end() && fullQueue > cpu->second / 100)
        note(table, Core::tr("In %1 of the CPU time (%2) launching calls wait for room in the launch queue (Command "
                             "Buffer Full): the CPU is ahead of the device.")
                        .arg(rounded(fullQueue), percentText(fullQueue, cpu->second)));
}

} // namespace

TorchColumns torchColumns(const Table &table)
{
    static const std::regex deviceColumn("(Self )?([A-Za-z0-9_]+)( total| %|)( %)?");
    TorchColumns result;
    result.name = table.columnIndex("Name");
    result.selfCpu =
        std::max(table.columnIndex("Self CPU"), table.columnIndex("Self CPU total")); // the latter until 1.6
    result.cpuTotal = table.columnIndex("CPU total");
    result.calls = std::max(table.columnIndex("# of Calls"), table.columnIndex("Number of Calls"));
    for (size_t i = 0; i < table.columns.size(); ++i) {
        const std::string &name = table.columns[i].name;
        const int index = static_cast<int>(i);
        if (const double scale = flopsScale(name); scale > 0) {
            result.flops = index;
            result.flopsPerUnit = scale;
        }
        const Unit unit = table.columns[i].unit;
        std::smatch match;
        if ((unit != Unit::Microseconds && unit != Unit::Percent) || name.find("CPU") != std::string::npos ||
            !std::regex_match(name, match, deviceColumn))
            continue;
        const bool self = match[1].matched;
        if (self && unit == Unit::Microseconds)
            result.selfDevice = index;
        if (self && unit == Unit::Percent)
            result.selfDevicePercent = index;
        if (!self && match[3] == " total" && unit == Unit::Microseconds)
            result.deviceTotal = index;
        result.device = match[2];
    }
    return result;
}

std::optional<NegativeTimes> negativeTimes(const Table &table, int column)
{
    constexpr double rounding = 0.01;
    NegativeTimes found;
    double negativeUs = 0, otherUs = 0;
    for (size_t row = 0; row < table.rows.size() && column >= 0; ++row) {
        const double us = table.numberAt(row, column);
        (us < 0 ? negativeUs : otherUs) += std::abs(us);
        found.count += us < 0;
        if (us < found.us) {
            found.us = us;
            found.row = row;
        }
    }
    return found.count && negativeUs > rounding * otherUs ? std::optional(found) : std::nullopt;
}

double listedSelfCpu(const Table &table, const TorchColumns &columns)
{
    double us = 0;
    for (size_t row = 0; row < table.rows.size(); ++row)
        us += table.numberAt(row, columns.selfCpu);
    return us;
}

std::optional<double> tflopPerS(const Table &table, size_t row, const TorchColumns &columns)
{
    const double flops = table.numberAt(row, columns.flops) * columns.flopsPerUnit;
    double us = table.numberAt(row, columns.deviceTotal >= 0 ? columns.deviceTotal : columns.selfDevice);
    if (columns.deviceTotal < 0 && columns.selfDevice < 0)
        us = table.numberAt(row, columns.cpuTotal >= 0 ? columns.cpuTotal : columns.selfCpu);
    return flops > 0 && us > 0 ? std::optional(flops / us / 1e6) : std::nullopt;
}

bool isCutName(std::string_view name)
{
    return (name.size() > 3 && name.ends_with("...")) || name.ends_with("…");
}

void analyseTorchTable(Table &table)
{
    const TorchColumns columns = torchColumns(table);
    table.rowKinds.clear();
    table.notes.clear();
    for (size_t i = 0; i < table.rows.size(); ++i)
        table.rowKinds.push_back(kindOf(table, i, columns));
    LabelRows(table, columns).mark();
    markAmbiguous(table, columns);
    const bool isDeviceFalse = explainNegative(table, columns, columns.selfDevice);
    const bool isCpuFalse = explainNegative(table, columns, columns.selfCpu);
    if (!isDeviceFalse) {
        explainPercentages(table, columns);
        explainTotal(table);
    }
    explainNestedTotal(table, columns);
    if (!isCpuFalse) {
        explainCut(table, columns);
        explainLabels(table, columns);
    }
    explainSums(table);
    if (!isCpuFalse)
        explainOverhead(table, columns);
}

void analyseLooseTotals(Table &table)
{
    const std::vector<LooseBalance> rows = looseBalances({table});
    const auto shareOf = [](const TorchBalance &balance) { return percentText(balance.deviceUs, balance.cpuUs); };
    table.notes.clear();
    for (const LooseBalance &row : rows)
        note(table, Core::tr("%1: self times add up to %2 on the CPU and to %3 on the device, %4 of that.")
                        .arg(toText(row.name), milliseconds(row.balance.cpuUs, 3),
                             milliseconds(row.balance.deviceUs, 3), shareOf(row.balance)));
    if (rows.size() != 2)
        return;
    const TorchBalance &a = rows[0].balance, &b = rows[1].balance;
    note(table, Core::tr("%1 → %2: CPU time %3 → %4, device time %5 → %6.")
                    .arg(toText(rows[0].name), toText(rows[1].name), milliseconds(a.cpuUs, 3), milliseconds(b.cpuUs, 3),
                         milliseconds(a.deviceUs, 3), milliseconds(b.deviceUs, 3)));
}

std::optional<double> deviceTotalUs(const Table &table)
{
    const auto total = table.totals.find("selfDeviceUs");
    if (total == table.totals.end())
        return {};
    const TorchColumns columns = torchColumns(table);
    const double ownUs = std::max(0.0, total->second - waitsUs(table, columns));
    if (columns.deviceTotal < 0 || columns.selfDevice < 0 || columns.cpuTotal < 0)
        return ownUs;
    std::set<std::string_view> labels;
    double spansUs = 0, workUs = 0, largestUs = 0;
    for (size_t row = 0; row < table.rows.size() && row < table.rowKinds.size(); ++row) {
        const double own = table.numberAt(row, columns.selfDevice);
        if (table.rowKinds[row] == RowKind::DeviceWork)
            workUs += own;
        if (table.rowKinds[row] != RowKind::Annotation || own <= 0 || table.numberAt(row, columns.cpuTotal) > 0 ||
            isWait(table.nameAt(row, columns.name)))
            continue;
        labels.insert(table.nameAt(row, columns.name));
        spansUs += own;
    }
    for (size_t row = 0; row < table.rows.size() && row < table.rowKinds.size(); ++row)
        if (table.numberAt(row, columns.cpuTotal) > 0 && labels.contains(table.nameAt(row, columns.name)))
            largestUs = std::max(largestUs, table.numberAt(row, columns.deviceTotal)); // of the outermost label
    constexpr double printed = 0.001;                                                  // of a number of four digits
    const bool areAdded = largestUs > 0 && std::abs(spansUs + largestUs - ownUs) <= printed * ownUs &&
                          workUs <= largestUs + printed * ownUs;
    return areAdded ? ownUs - spansUs : ownUs;
}

TorchReconciliation reconcile(const Table &table)
{
    const TorchColumns columns = torchColumns(table);
    TorchReconciliation result;
    if (const auto total = deviceTotalUs(table)) {
        result.totalUs = *total;
        result.hasTotal = true;
    }
    std::map<std::string_view, int> names;
    for (size_t i = 0; i < table.rows.size() && i < table.rowKinds.size(); ++i) {
        if (table.rowKinds[i] != RowKind::DeviceWork)
            continue;
        result.rowsUs += table.numberAt(i, columns.selfDevice);
        if (i < table.ambiguousName.size() && table.ambiguousName[i]) {
            ++result.ambiguousRows;
            ++names[table.nameAt(i, columns.name)];
        }
    }
    result.ambiguousNames = static_cast<int>(names.size());
    return result;
}

} // namespace ws
