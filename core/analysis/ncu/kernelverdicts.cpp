#include "core/analysis/ncu/kernelverdicts.h"

#include "core/analysis/gpuscan.h"
#include "core/analysis/kernels/kerneltable.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/analysis/stages/stageclassifier.h"
#include "core/analysis/stages/tablework.h"
#include "core/base/shortname.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ws {
namespace {

constexpr std::string_view ncuKind = "ncu-kernels";

struct NcuRow
{
    NcuKernel kernel;
    Severity severity = Severity::None;
    std::string finding;
};

Severity severityFrom(std::string_view word)
{
    for (const Severity severity : {Severity::Low, Severity::Medium, Severity::High})
        if (word == severityName(severity))
            return severity;
    return word == "critical" ? Severity::High : Severity::None;
}

/// The rows of a table as ncuKernelTable() writes them.
std::vector<NcuRow> rowsOf(const Table &table)
{
    const auto text = [&](const std::vector<Cell> &row, const char *name) {
        const int column = table.columnIndex(name);
        const auto *value = column < 0 ? nullptr : std::get_if<std::string>(&row[size_t(column)]);
        return value ? *value : std::string();
    };
    const auto number = [&](const std::vector<Cell> &row, const char *name) -> std::optional<double> {
        const int column = table.columnIndex(name);
        const auto *value = column < 0 ? nullptr : std::get_if<double>(&row[size_t(column)]);
        return value ? std::optional(*value) : std::nullopt;
    };
    std::vector<NcuRow> rows;
    for (const std::vector<Cell> &cells : table.rows) {
        NcuRow row;
        row.kernel.id = text(cells, "ID");
        row.kernel.name = text(cells, "Kernel");
        row.kernel.grid = text(cells, "Grid");
        row.kernel.block = text(cells, "Block");
        row.kernel.durationUs = number(cells, "Duration (us)");
        row.kernel.smPercent = number(cells, "SM (%)");
        row.kernel.memoryPercent = number(cells, "Memory (%)");
        row.kernel.dramGBs = number(cells, "DRAM (GB/s)");
        row.kernel.l1HitPercent = number(cells, "L1 hit (%)");
        row.kernel.l2HitPercent = number(cells, "L2 hit (%)");
        row.kernel.achievedOccupancy = number(cells, "Achieved occupancy (%)");
        row.kernel.theoreticalOccupancy = number(cells, "Theoretical occupancy (%)");
        row.severity = severityFrom(text(cells, "Severity"));
        row.finding = text(cells, "Bottlenecks");
        rows.push_back(std::move(row));
    }
    return rows;
}

/// Metrics of a second file of the same kernel (sections are often exported one by one) fill those that are missing.
void fill(NcuRow &row, const NcuRow &other)
{
    for (const auto field : {&NcuKernel::durationUs, &NcuKernel::smPercent, &NcuKernel::memoryPercent,
                             &NcuKernel::dramGBs, &NcuKernel::l1HitPercent, &NcuKernel::l2HitPercent,
                             &NcuKernel::achievedOccupancy, &NcuKernel::theoreticalOccupancy})
        if (!(row.kernel.*field))
            row.kernel.*field = other.kernel.*field;
    row.severity = std::max(row.severity, other.severity);
    if (other.finding.size() > row.finding.size()) // the fuller export holds the other's rules
        row.finding = other.finding;
}

bool isWord(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// The words of a name without namespaces and casts of numbers: ncu drops brackets and "const" of lambdas as well.
std::string wordsOf(const std::string &name)
{
    static constexpr std::string_view casts[] = {"int", "bool", "long", "unsigned", "unsigned int", "unsigned long"};
    std::string words;
    for (size_t at = 0; at < name.size();) {
        if (name[at] == '(') {
            const size_t end = name.find(')', at);
            const bool isCast =
                end != name.npos && end + 1 < name.size() && isWord(name[end + 1]) &&
                std::ranges::find(casts, std::string_view(name).substr(at + 1, end - at - 1)) != std::end(casts);
            at = isCast ? end + 1 : at + 1;
            continue;
        }
        size_t end = at;
        while (end < name.size() && isWord(name[end]))
            ++end;
        const std::string_view word = std::string_view(name).substr(at, end - at);
        const bool isScope = name.compare(end, 2, "::") == 0;
        if (!word.empty() && !isScope && word != "const" && word != "unnamed")
            words.append(word).append(1, ' ');
        at = std::max(end, at + 1);
    }
    return words;
}

/// Rows of all files by the forms of a name.
class NcuIndex
{
public:
    explicit NcuIndex(std::vector<NcuRow> rows) : m_rows(std::move(rows)), m_taken(m_rows.size())
    {
        for (size_t k = 0; k < m_rows.size(); ++k)
            for (size_t form = 0; form < forms; ++form)
                m_byName[form][nameIn(form, m_rows[k].kernel.name)].push_back(k);
    }

    /// Fills the verdict; leaves it unmeasured where no row has the name.
    void describe(KernelVerdict &verdict)
    {
        for (size_t form = 0; form < forms; ++form) {
            const std::vector<size_t> rows = rowsOfName(form, verdict.name);
            if (rows.empty())
                continue;
            const size_t longest =
                *std::ranges::max_element(rows, {}, [&](size_t k) { return m_rows[k].kernel.durationUs.value_or(0); });
            NcuRow row = m_rows[longest];
            for (const size_t k : rows) {
                if (m_rows[k].kernel.grid == row.kernel.grid)
                    fill(row, m_rows[k]);
                m_taken[k] = 1;
            }
            verdict.ncuRows = rows.size();
            take(verdict, row);
            return;
        }
    }
    uint64_t alone() const { return uint64_t(std::ranges::count(m_taken, 0)); }

    static void take(KernelVerdict &verdict, const NcuRow &row)
    {
        verdict.grid = row.kernel.grid;
        verdict.block = row.kernel.block;
        verdict.severity = row.severity;
        verdict.finding = row.finding;
        verdict.metrics = row.kernel;
    }

private:
    static constexpr size_t forms = 4;
    static std::string nameIn(size_t form, const std::string &name)
    {
        const std::string signature = kernelSignature(name);
        switch (form) {
        case 0:
            return signature;
        case 1:
            return bareSignature(signature);
        case 2:
            return wordsOf(name);
        default:
            return kernelBaseName(signature);
        }
    }

    /// The bare function's name counts only where one side has no template arguments: they tell kernels apart.
    std::vector<size_t> rowsOfName(size_t form, const std::string &name) const
    {
        const auto found = m_byName[form].find(nameIn(form, name));
        if (found == m_byName[form].end())
            return {};
        std::vector<size_t> rows = found->second;
        const auto hasArguments = [](const std::string &of) { return kernelSignature(of).find('<') != of.npos; };
        if (form + 1 == forms && hasArguments(name))
            std::erase_if(rows, [&](size_t k) { return hasArguments(m_rows[k].kernel.name); });
        return rows;
    }

    std::vector<NcuRow> m_rows;
    std::vector<uint8_t> m_taken;
    std::array<std::map<std::string, std::vector<size_t>>, forms> m_byName;
};

KernelVerdict verdictOf(std::string name, int64_t totalNs, uint64_t calls)
{
    KernelVerdict verdict;
    verdict.name = std::move(name);
    verdict.totalNs = totalNs;
    verdict.calls = calls;
    return verdict;
}

void addStages(KernelVerdicts &verdicts)
{
    std::vector<std::string> texts;
    for (const KernelVerdict &row : verdicts.rows)
        texts.push_back(row.name);
    const auto names = std::make_shared<const NameSet>(std::move(texts));
    const auto classes = StageClassifier(names).classify(defaultMapping());
    for (size_t k = 0; k < verdicts.rows.size(); ++k) {
        KernelVerdict &row = verdicts.rows[k];
        const StageGroup &group = classes->groups[classes->group[k]];
        row.stage = group.stage == group.substage || group.substage.empty() ? group.stage
                                                                            : group.stage + " · " + group.substage;
        auto sum = std::ranges::find(verdicts.stages, row.stage, &StageSum::stage);
        if (sum == verdicts.stages.end())
            sum = verdicts.stages.insert(sum, {row.stage, 0, 0});
        sum->ns = saturatingAdd(sum->ns, row.totalNs);
        ++sum->kernels;
    }
    std::ranges::stable_sort(verdicts.stages, [](const StageSum &a, const StageSum &b) { return a.ns > b.ns; });
}

void addCounts(KernelVerdicts &verdicts)
{
    const auto count = [&](VerdictCount::What what, auto isKnown, auto holds) {
        VerdictCount sum{what, 0, 0, 0};
        for (const KernelVerdict &row : verdicts.rows) {
            if (!row.ncuRows || !isKnown(row.metrics))
                continue;
            ++sum.of;
            if (holds(row.metrics)) {
                ++sum.count;
                sum.ns = saturatingAdd(sum.ns, row.totalNs);
            }
        }
        if (sum.of)
            verdicts.counts.push_back(sum);
    };
    count(
        VerdictCount::LowSm, [](const NcuKernel &k) { return k.smPercent.has_value(); },
        [](const NcuKernel &k) { return *k.smPercent < NcuThresholds::smPercent; });
    count(
        VerdictCount::MemoryBound, [](const NcuKernel &k) { return k.memoryPercent.has_value(); },
        [](const NcuKernel &k) { return *k.memoryPercent >= NcuThresholds::memoryBoundPercent; });
    count(
        VerdictCount::LowL2, [](const NcuKernel &k) { return k.l2HitPercent.has_value(); },
        [](const NcuKernel &k) { return *k.l2HitPercent < NcuThresholds::l2HitPercent; });
    count(
        VerdictCount::LowOccupancy,
        [](const NcuKernel &k) { return k.achievedOccupancy && k.theoreticalOccupancy && *k.theoreticalOccupancy > 0; },
        [](const NcuKernel &k) {
            return *k.achievedOccupancy / *k.theoreticalOccupancy < NcuThresholds::occupancyRatio;
        });
}

const Table *ncuTableOf(const Run &run)
{
    const auto found = std::ranges::find(run.tables, ncuKind, &Table::kind);
    return found == run.tables.end() ? nullptr : &*found;
}

/// The kernels with their times; ncu's own rows where nothing else has any.
void addTimes(const Run &run, KernelVerdicts &verdicts, const Progress *progress)
{
    if (run.gpu.size()) {
        const auto table = kernelTable(run, {}, progress);
        for (const KernelRow &row : table ? table->rows : std::vector<KernelRow>())
            verdicts.rows.push_back(verdictOf(std::string(run.text(row.name)), row.totalNs, row.count));
        return;
    }
    for (const NamedWork &work : workWithoutTimeline(run))
        for (size_t name = 0; name < work.names->size(); ++name)
            if (const NameSum &sum = work.sums.names[name]; sum.count)
                verdicts.rows.push_back(verdictOf(std::string(work.names->text(name)), sum.totalNs, sum.count));
}

int64_t nsOf(double us)
{
    const double ns = us * 1000;
    return ns > 0 ? std::llround(std::min(ns, double(farthestNs))) : 0;
}

/// Rows that have the times themselves: of an integrated report, or of ncu alone.
void addRowsWithTimes(const std::vector<NcuRow> &rows, KernelVerdicts &verdicts)
{
    for (const NcuRow &row : rows) {
        KernelVerdict verdict = verdictOf(row.kernel.name, nsOf(row.kernel.durationUs.value_or(0)), 1);
        verdict.ncuRows = 1;
        NcuIndex::take(verdict, row);
        verdicts.rows.push_back(std::move(verdict));
    }
}

/// The launches of all files: one whose sections are in several files is one.
std::vector<NcuRow> launchesOf(const std::vector<RunPtr> &ncu)
{
    std::vector<NcuRow> launches;
    std::map<std::pair<std::array<std::string, 4>, size_t>, size_t> known;
    for (const RunPtr &run : ncu) {
        const Table *table = ncuTableOf(*run);
        if (!table)
            continue;
        std::map<std::array<std::string, 4>, size_t> here; // equal rows of one file are launches of their own
        for (NcuRow &row : rowsOf(*table)) {
            const NcuKernel &kernel = row.kernel;
            const std::array launch{kernel.id, kernel.name, kernel.grid, kernel.block};
            const auto [at, isNew] = known.try_emplace({launch, here[launch]++}, launches.size());
            if (!isNew && !kernel.id.empty())
                fill(launches[at->second], row);
            else
                launches.push_back(std::move(row));
        }
    }
    return launches;
}

} // namespace

bool isOnlyNcu(const Run &run)
{
    return ncuTableOf(run) && run.gpu.size() == 0 && run.info.format != "nsys-ncu-report" &&
           workWithoutTimeline(run).empty();
}

std::optional<KernelVerdicts> kernelVerdicts(const RunPtr &times, const std::vector<RunPtr> &ncu,
                                             const Progress *progress)
{
    KernelVerdicts verdicts;
    std::vector<NcuRow> rows;
    for (const RunPtr &run : ncu)
        if (const Table *table = ncuTableOf(*run)) {
            std::ranges::move(rowsOf(*table), std::back_inserter(rows));
            verdicts.doubts.insert(verdicts.doubts.end(), table->notes.begin(), table->notes.end());
        }
    const Table *own = times ? ncuTableOf(*times) : nullptr;
    if (own)
        verdicts.doubts.insert(verdicts.doubts.begin(), own->notes.begin(), own->notes.end());
    if (own && ncu.empty()) {
        addRowsWithTimes(rowsOf(*own), verdicts);
    } else if (times) {
        addTimes(*times, verdicts, progress);
        if (own)
            std::ranges::move(rowsOf(*own), std::back_inserter(rows));
        NcuIndex index(std::move(rows));
        for (KernelVerdict &row : verdicts.rows)
            index.describe(row);
        verdicts.alone = index.alone();
    } else {
        addRowsWithTimes(launchesOf(ncu), verdicts);
    }
    if (progress && progress->isCancelled())
        return std::nullopt;
    for (const KernelVerdict &row : verdicts.rows) {
        verdicts.totalNs = saturatingAdd(verdicts.totalNs, row.totalNs);
        verdicts.measured += row.ncuRows > 0;
    }
    for (KernelVerdict &row : verdicts.rows)
        row.share = verdicts.totalNs > 0 ? double(row.totalNs) / double(verdicts.totalNs) : 0;
    addStages(verdicts);
    addCounts(verdicts);
    std::ranges::stable_sort(verdicts.rows, [](const KernelVerdict &a, const KernelVerdict &b) {
        return a.weight() != b.weight() ? a.weight() > b.weight() : a.totalNs > b.totalNs;
    });
    return verdicts;
}

} // namespace ws
