#include "core/readers/integratedreport.h"

#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/texts.h"
#include "core/model/ncukernels.h"
#include "core/readers/toolkit/textvalues.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <map>

namespace ws {

namespace {

constexpr std::string_view timeKey = "执行时间";
constexpr std::string_view shareKey = "时间占比";
constexpr std::string_view bottleneckCountKey = "识别瓶颈数";
constexpr std::string_view bottlenecksKey = "主要瓶颈";
constexpr size_t maxFields = 64;

struct Entry
{
    double number = 0;
    std::string name;
    std::vector<std::pair<std::string, std::string>> fields;
    std::vector<std::string> bottlenecks; ///< "text (value) (severity)"

    const std::string *field(std::string_view key) const
    {
        for (const auto &[name, value] : fields)
            if (name == key)
                return &value;
        return nullptr;
    }
};

/// "12. name": the number, the rest; no entry otherwise.
std::optional<Entry> parseEntryLine(std::string_view line)
{
    const size_t dot = line.find(". ");
    if (dot == std::string_view::npos || dot == 0 || dot > 6)
        return std::nullopt;
    const auto number = parseNumber(line.substr(0, dot));
    const std::string_view name = trimmed(line.substr(dot + 2));
    if (!number || name.empty())
        return std::nullopt;
    return Entry{*number, std::string(name), {}, {}};
}

/// "key: value", the colon also full-width; the key is empty without one.
std::pair<std::string_view, std::string_view> parseKeyValue(std::string_view line)
{
    size_t colon = line.find(':');
    size_t width = 1;
    if (const size_t wide = line.find("："); wide < colon) {
        colon = wide;
        width = 3;
    }
    if (colon == std::string_view::npos)
        return {{}, line};
    return {trimmed(line.substr(0, colon)), trimmed(line.substr(colon + width))};
}

/// "- key: value"; both empty for other lines.
std::pair<std::string_view, std::string_view> parseField(std::string_view line)
{
    line = trimmed(line);
    if (!line.starts_with("- "))
        return {};
    return parseKeyValue(trimmed(line.substr(2)));
}

bool startsReport(const TextPage &page, size_t at)
{
    if (!parseEntryLine(page[at]))
        return false;
    for (size_t i = at + 1; i < std::min(page.size(), at + 4); ++i) {
        const auto key = parseField(page[i]).first;
        if (key == timeKey || key == bottleneckCountKey)
            return true;
    }
    return false;
}

/// Value of "0.046 ms", "20.72%", "204.89 GB/s"; the rest is the unit.
std::optional<double> leadingNumber(std::string_view text, std::string_view &unit)
{
    const size_t end = std::min(text.find_first_not_of("0123456789.,+-eE"), text.size());
    unit = trimmed(text.substr(end));
    return parseNumber(text.substr(0, end));
}

std::optional<double> fieldNumber(const Entry &entry, std::string_view key)
{
    std::string_view unit;
    const std::string *text = entry.field(key);
    return text ? leadingNumber(*text, unit) : std::nullopt;
}

/// "执行时间: 0.046 ms" in µs.
std::optional<double> timeUs(const Entry &entry)
{
    const std::string *text = entry.field(timeKey);
    return text ? parseMicroseconds(*text) : std::nullopt;
}

class ReportParser
{
public:
    ReportParser(TextPage &page, FoundTables &found) : m_page(page), m_found(found) {}

    void run(size_t at)
    {
        m_first = at;
        for (; at < m_page.size(); ++at)
            if (!m_page.isTaken(at) && !readLine(m_page[at]))
                break;
            else
                m_page.take(at);
        flush();
        readHeader();
        addTables();
    }

private:
    /// False from the end of the report.
    bool readLine(std::string_view line)
    {
        const std::string_view text = trimmed(line);
        if (text.empty())
            return true;
        if (auto entry = parseEntryLine(line)) {
            flush();
            m_entry = std::move(*entry);
            m_open = true;
            return true;
        }
        const auto [key, value] = parseField(line);
        if (key.empty() && value.empty())
            return text.find("、") != std::string_view::npos; // the heading of the next part
        if (!m_open)
            return true;
        if (line.find("- ") >= 5 && !m_entry.fields.empty() && m_entry.fields.back().first == bottlenecksKey)
            m_entry.bottlenecks.emplace_back(trimmed(text.substr(2)));
        else if (m_entry.fields.size() < maxFields)
            m_entry.fields.emplace_back(key, value);
        return true;
    }

    void flush()
    {
        if (!m_open)
            return;
        const bool isNcu = m_entry.field(bottleneckCountKey) || m_entry.name.starts_with("ncu_kernel_");
        (isNcu ? m_ncu : m_kernels).push_back(std::move(m_entry));
        m_entry = {};
        m_open = false;
    }

    /// "总kernels数量: 13" and similar lines above the first entry.
    void readHeader()
    {
        for (size_t i = 0; i < m_first; ++i) {
            const auto [key, value] = parseKeyValue(trimmed(m_page[i]));
            if (key.starts_with("总kernel") || key == "生成时间")
                m_found.facts.emplace_back(key, value);
        }
    }

    void addTables()
    {
        if (!m_kernels.empty())
            m_found.tables.push_back(kernelTable());
        if (!m_ncu.empty())
            m_found.tables.push_back(ncuTable());
        if (!m_kernels.empty() && !m_ncu.empty())
            m_found.tables.push_back(joinedTable());
    }

    Table newTable(const char *report, const QString &title) const
    {
        Table table;
        table.kind = "report";
        table.report = report;
        table.title = title.toStdString();
        table.line = m_page.line(m_first).number;
        return table;
    }

    Table kernelTable() const
    {
        Table table = newTable("nsys", Core::tr("Kernels (nsys)"));
        table.columns = {{"#", Unit::Number},
                         {"Kernel", Unit::Text},
                         {std::string(timeKey) + " (ms)", Unit::Milliseconds},
                         {std::string(shareKey) + " (%)", Unit::Percent}};
        double sum = 0;
        for (const Entry &entry : m_kernels) {
            const auto us = timeUs(entry);
            sum += us.value_or(0);
            const auto share = fieldNumber(entry, shareKey);
            table.rows.push_back(
                {entry.number, entry.name, us ? Cell(*us / 1000) : Cell(), share ? Cell(*share) : Cell()});
        }
        if (sharesFollowRoundedTimes(sum))
            table.notes.push_back(
                Core::tr("The shares were computed from times rounded to 1 \u00B5s (their sum is %1 \u00B5s): "
                         "of a kernel of 3 \u00B5s they may be wrong by a sixth.")
                    .arg(QLocale::c().toString(sum, 'f', 0))
                    .toStdString());
        return table;
    }

    bool sharesFollowRoundedTimes(double sum) const
    {
        return sum > 0 && std::all_of(m_kernels.begin(), m_kernels.end(), [&](const Entry &entry) {
                   const auto us = timeUs(entry);
                   const auto share = fieldNumber(entry, shareKey);
                   return us && share && std::abs(*us / sum * 100 - *share) < 0.0051;
               });
    }

    Table ncuTable() const
    {
        Table table = newTable("ncu", Core::tr("Findings (ncu)"));
        table.columns = {{"#", Unit::Number}, {"Kernel", Unit::Text}};
        std::map<std::string, size_t> columns;
        for (const Entry &entry : m_ncu)
            for (const auto &[key, value] : entry.fields)
                if (key != bottlenecksKey && columns.try_emplace(key, table.columns.size()).second)
                    table.columns.push_back(columnFor(key, value));
        table.columns.push_back({std::string(bottlenecksKey), Unit::Text});
        for (const Entry &entry : m_ncu) {
            std::vector<Cell> row(table.columns.size());
            row[0] = entry.number;
            row[1] = entry.name;
            for (const auto &[key, value] : entry.fields)
                if (const auto at = columns.find(key); at != columns.end())
                    row[at->second] = cellFor(value, table.columns[at->second].unit);
            row.back() = joined(entry.bottlenecks);
            table.rows.push_back(std::move(row));
        }
        if (std::string own = ownCountsNote(); !own.empty())
            table.notes.push_back(std::move(own));
        return table;
    }

    static Column columnFor(const std::string &key, const std::string &value)
    {
        std::string_view unit;
        if (!leadingNumber(value, unit) || unit.starts_with('/'))
            return {key, Unit::Text};
        if (key.find("效率") != std::string::npos || key.find("命中率") != std::string::npos)
            return {key, key.find("数") == std::string::npos ? Unit::Percent : Unit::Count};
        return {unit.empty() ? key : key + " (" + std::string(unit) + ")", unit.empty() ? Unit::Count : Unit::Number};
    }

    static Cell cellFor(const std::string &value, Unit unit)
    {
        std::string_view rest;
        const auto number = unit == Unit::Text ? std::nullopt : leadingNumber(value, rest);
        return number ? Cell(*number) : Cell(value);
    }

    static Cell joined(const std::vector<std::string> &list)
    {
        std::string text;
        for (const std::string &item : list)
            text += (text.empty() ? "" : "; ") + item;
        return text.empty() ? Cell() : Cell(text);
    }

    /// Index in the name of an ncu entry, else its number minus one.
    static size_t indexOf(const Entry &entry)
    {
        constexpr std::string_view start = "ncu_kernel_";
        const std::string_view name = entry.name;
        if (name.starts_with(start)) {
            const std::string_view digits = name.substr(start.size(), name.find('_', start.size()) - start.size());
            if (const auto index = parseNumber(digits); index && *index >= 0 && *index < 1e6)
                return static_cast<size_t>(*index);
        }
        return entry.number >= 1 ? static_cast<size_t>(entry.number) - 1 : SIZE_MAX;
    }

    /// ncu entries hold the kernel's name, shortened, with '_' for all other characters.
    static bool namesAgree(const std::string &kernel, std::string_view entry)
    {
        const size_t at = entry.find('_', std::string_view("ncu_kernel_").size());
        if (!entry.starts_with("ncu_kernel_") || at == std::string_view::npos)
            return true;
        const std::string_view cut = entry.substr(at + 1);
        const auto same = [](char e, char k) {
            return k == e || (e == '_' && !isalnum(static_cast<unsigned char>(k)));
        };
        return cut.size() <= kernel.size() && std::equal(cut.begin(), cut.end(), kernel.begin(), same);
    }

    /// The highest of the file's severity words.
    static std::string worst(const std::vector<std::string> &list)
    {
        for (const std::string_view word : {"(critical)", "(high)", "(medium)", "(low)"})
            for (const std::string &item : list)
                if (item.find(word) != std::string::npos)
                    return std::string(word.substr(1, word.size() - 2));
        return {};
    }

    /// "By the report's own counts: low L2 hit rate: 8 of 13 (its findings name 12) …"; empty: it counts nothing.
    std::string ownCountsNote() const
    {
        struct Own
        {
            std::string_view count, finding;
            QString what;
        };
        const Own owns[] = {{"低于50%数量", "SM效率过低", Core::tr("SM below 50 %")},
                            {"低L2命中率kernel数", "L2缓存命中率低", Core::tr("low L2 hit rate")},
                            {"低L1命中率kernel数", "L1缓存命中率低", Core::tr("low L1 hit rate")}};
        QStringList texts;
        bool differ = false;
        for (const Own &own : owns) {
            int64_t counted = 0, of = 0, named = 0;
            for (const Entry &entry : m_ncu) {
                const auto count = fieldNumber(entry, own.count);
                counted += count ? int64_t(*count) : 0;
                of += count.has_value();
                named += std::ranges::any_of(
                    entry.bottlenecks, [&](const std::string &item) { return item.find(own.finding) != item.npos; });
            }
            if (of == 0)
                continue;
            const QString text = Core::tr("%1: %2 of %3").arg(own.what, formatCount(counted), formatCount(of));
            texts << (named > 0 && named != counted
                          ? Core::tr("%1 (its findings name %2)").arg(text, formatCount(named))
                          : text);
            differ |= named > 0 && named != counted;
        }
        if (texts.isEmpty())
            return {};
        const QString counts = Core::tr("By the report's own counts: %1.").arg(listed(texts));
        return (differ ? sentences({counts, Core::tr("Its counts and its findings follow different thresholds.")})
                       : counts)
            .toStdString();
    }

    Table joinedTable()
    {
        std::map<size_t, const Entry *> byIndex;
        for (const Entry &entry : m_ncu)
            byIndex.emplace(indexOf(entry), &entry);
        std::vector<NcuKernel> kernels;
        std::vector<const Entry *> entries;
        for (size_t i = 0; i < m_kernels.size(); ++i) {
            const auto at = byIndex.find(i);
            const Entry *entry = at == byIndex.end() ? nullptr : at->second;
            if (!entry || !namesAgree(m_kernels[i].name, entry->name))
                m_found.diagnostics.add("join", Core::tr("Kernels without an ncu entry of their index and name."), -1,
                                        m_kernels[i].name);
            kernels.push_back(joinedKernel(m_kernels[i], entry));
            entries.push_back(entry);
        }
        Table table = ncuKernelTable(kernels);
        const NcuUnitDoubts doubts = ncuUnitDoubts(kernels);
        table.notes = doubts.notes;
        table.report = "joined";
        table.title = Core::tr("Kernels with their findings").toStdString();
        table.line = m_page.line(m_first).number;
        const auto severity = static_cast<size_t>(table.columnIndex("Severity"));
        const auto text = static_cast<size_t>(table.columnIndex("Bottlenecks"));
        for (size_t i = 0; i < entries.size(); ++i) {
            if (!entries[i] || entries[i]->bottlenecks.empty())
                continue;
            table.rows[i][severity] = worst(entries[i]->bottlenecks);
            table.rows[i][text] = joined(entries[i]->bottlenecks);
        }
        for (const size_t row : doubts.wrongBandwidth) {
            const auto *found = std::get_if<std::string>(&table.rows[row][text]);
            table.rows[row][text] = Core::tr("bandwidth probably %1 TB/s, see the note")
                                        .arg(QLocale::c().toString(*kernels[row].dramGBs, 'g', 4))
                                        .toStdString() +
                                    (found ? "; " + *found : std::string());
        }
        return table;
    }

    /// "占用率效率低 (24.3%) (medium)": achieved in percent of theoretical, written only where it is low.
    static std::optional<double> occupancyOf(const Entry &entry)
    {
        for (const std::string &item : entry.bottlenecks) {
            const size_t open = item.find('(');
            if (item.find("占用率") == item.npos || open == item.npos)
                continue;
            std::string_view rest;
            if (const auto percent = leadingNumber(std::string_view(item).substr(open + 1), rest);
                percent && rest.starts_with('%'))
                return percent;
        }
        return std::nullopt;
    }

    static NcuKernel joinedKernel(const Entry &kernel, const Entry *entry)
    {
        NcuKernel result;
        result.id = QString::number(kernel.number, 'g', 15).toStdString();
        result.name = kernel.name;
        result.durationUs = timeUs(kernel);
        if (entry) {
            result.smPercent = fieldNumber(*entry, "平均SM效率");
            result.dramGBs = fieldNumber(*entry, "平均带宽");
            result.l1HitPercent = fieldNumber(*entry, "平均L1命中率");
            result.l2HitPercent = fieldNumber(*entry, "平均L2命中率");
            result.occupancyRatio = occupancyOf(*entry);
        }
        return result;
    }

    TextPage &m_page;
    FoundTables &m_found;
    std::vector<Entry> m_kernels;
    std::vector<Entry> m_ncu;
    Entry m_entry;
    bool m_open = false;
    size_t m_first = 0;
};

} // namespace

bool findIntegratedReport(TextPage &page, size_t at, FoundTables &found)
{
    if (page[at].empty() || page[at].front() < '0' || page[at].front() > '9' || !startsReport(page, at))
        return false;
    ReportParser(page, found).run(at);
    return true;
}

} // namespace ws
