#include "core/readers/nsys/tracerowparser.h"

#include "core/base/texts.h"
#include "core/readers/nsys/fieldends.h"
#include "core/readers/toolkit/csvtext.h"
#include "core/readers/toolkit/textlines.h"
#include "core/readers/toolkit/textvalues.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>

namespace ws {
namespace {

constexpr int64_t largestTime = 4'000'000'000'000'000'000; ///< ns; differences of two such times still fit 64 bits

/// "Start (ns)", "Start(nsec)" → name and ns per unit (0: no time unit).
std::string_view splitUnit(std::string_view header, int64_t &nsPerUnit)
{
    nsPerUnit = 0;
    const size_t open = header.find('(');
    if (open == header.npos)
        return header;
    std::string_view unit = header.substr(open + 1);
    unit = unit.substr(0, unit.find(')'));
    static constexpr std::pair<std::string_view, int64_t> units[] = {
        {"ns", 1},         {"nsec", 1},         {"us", 1000},         {"usec", 1000},    {"\u00B5s", 1000},
        {"ms", 1'000'000}, {"msec", 1'000'000}, {"s", 1'000'000'000}, {"\u03BCs", 1000}, {"sec", 1'000'000'000}};
    for (const auto &[name, ns] : units)
        if (unit == name)
            nsPerUnit = ns;
    return trimmed(header.substr(0, open));
}

/// Decimal text times `nsPerUnit` as whole ns, exactly; digits below a ns are cut. Empty or no number: false.
bool toNs(std::string_view text, int64_t nsPerUnit, char decimalSign, int64_t &ns)
{
    const char *p = text.data();
    const char *const end = p + text.size();
    const bool negative = p != end && *p == '-';
    p += negative;
    int64_t whole = 0;
    const char *const digits = p;
    for (; p != end && *p >= '0' && *p <= '9'; ++p) {
        if (whole > largestTime / 10)
            return false;
        whole = whole * 10 + (*p - '0');
    }
    if (p == digits || whole > largestTime / nsPerUnit)
        return false;
    whole *= nsPerUnit;
    if (p != end && *p == decimalSign) {
        int64_t place = nsPerUnit;
        for (++p; p != end && *p >= '0' && *p <= '9'; ++p) {
            place /= 10;
            whole += place * (*p - '0');
        }
    }
    ns = negative ? -whole : whole;
    return p == end;
}

/// Few fields have blanks around them.
std::string_view withoutBlanks(std::string_view field)
{
    return !field.empty() && (field.front() == ' ' || field.back() == ' ') ? trimmed(field) : field;
}

uint64_t toCount(std::string_view text)
{
    uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size() && (*end == ',' || *end == 'e' || *end == 'E'))
        return static_cast<uint64_t>(std::max<int64_t>(0, parseWhole(text, 0).value_or(0)));
    return value;
}

/// The times of a row as a spreadsheet or pandas has saved them again: with exponents, or with thousands apart. Both
/// are in one notation; where a comma could divide thousands or be the decimal sign, it divides thousands.
bool savedTimes(std::string_view start, std::string_view duration, const int64_t nsPerUnit[2], TraceRow &row)
{
    for (const DecimalSign sign : {DecimalSign::Point, DecimalSign::Comma}) {
        const auto time = [&](std::string_view text, int64_t unit) {
            int places = 0;
            for (; unit > 1; unit /= 10)
                ++places;
            return parseWhole(text, places, sign);
        };
        const auto from = time(start, nsPerUnit[TraceColumns::Start]);
        const auto lasts = time(duration, nsPerUnit[TraceColumns::Duration]);
        if (!from || !lasts || std::max(std::abs(*from), std::abs(*lasts)) > largestTime)
            continue;
        row.start = *from;
        row.duration = *lasts;
        row.isStartRounded = isRoundedTime(start, nsPerUnit[TraceColumns::Start]);
        return true;
    }
    return false;
}

} // namespace

bool TraceColumns::parse(std::string_view headerLine)
{
    if (headerLine.find("Start") == headerLine.npos || headerLine.find("Duration") == headerLine.npos)
        return false;
    static constexpr std::string_view known[Count] = {"Start", "Duration", "Name", "Device", "Strm", "CorrId",
                                                      "GrdX",  "GrdY",     "GrdZ", "BlkX",   "BlkY", "BlkZ"};
    std::fill(std::begin(at), std::end(at), -1);
    delimiter = csvDelimiter(headerLine);
    constexpr size_t maxNames = 1000;
    const auto record = CsvText(headerLine, 0, delimiter).next();
    names = *record;
    names.resize(std::min(names.size(), maxNames));
    for (size_t i = 0; i < record->size(); ++i) {
        int64_t unit = 1;
        const std::string_view name = splitUnit(trimmed((*record)[i]), unit);
        for (int field = 0; field < Count; ++field)
            if (name == known[field] && at[field] < 0) {
                at[field] = static_cast<int>(i);
                last = std::max(last, at[field]);
                if (field <= Duration)
                    nsPerUnit[field] = unit;
            }
    }
    // a header without units (nvprof writes them below it) must not be read as ns
    const bool hasUnits = at[Start] >= 0 && at[Duration] >= 0 && nsPerUnit[Start] > 0 && nsPerUnit[Duration] > 0;
    return hasUnits && at[Name] >= 0 && (at[Device] >= 0 || at[Stream] >= 0);
}

void TraceRowParser::feed(std::string_view lines, int64_t offset, bool last)
{
    std::string clean;
    if (std::memchr(lines.data(), 0, lines.size())) {
        clean = lines;
        m_out.finding("nul-bytes", Core::tr("NUL bytes in the text were left out."),
                      offset + static_cast<int64_t>(lines.find('\0')), {},
                      static_cast<uint64_t>(std::erase(clean, '\0')));
        lines = clean;
    }
    m_readable = lines.data() + lines.size();
    const bool hasReturns = std::memchr(lines.data(), '\r', lines.size());
    while (!lines.empty()) {
        const void *found = std::memchr(lines.data(), '\n', lines.size());
        const size_t end = found ? static_cast<size_t>(static_cast<const char *>(found) - lines.data()) : lines.size();
        std::string_view text = lines.substr(0, end);
        if (text.ends_with('\r'))
            text.remove_suffix(1);
        int64_t at = offset;
        while (const void *lone =
                   hasReturns ? std::memchr(text.data(), '\r', text.size()) : nullptr) { // classic Mac OS line end
            const auto size = static_cast<size_t>(static_cast<const char *>(lone) - text.data());
            line(text.substr(0, size), at, false);
            text.remove_prefix(size + 1);
            at += static_cast<int64_t>(size) + 1;
        }
        line(text, at, last && !found);
        const size_t used = std::min(end + 1, lines.size());
        lines.remove_prefix(used);
        offset += static_cast<int64_t>(used);
    }
}

void TraceRowParser::header(std::string_view text)
{
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    if (m_columns.parse(text))
        useColumns();
}

void TraceRowParser::useColumns()
{
    m_hasHeader = true;
    m_fieldOf.assign(static_cast<size_t>(m_columns.last) + 1, -1);
    for (int i = 0; i < TraceColumns::Count; ++i)
        if (m_columns.at[i] >= 0)
            m_fieldOf[static_cast<size_t>(m_columns.at[i])] = static_cast<int8_t>(i);
}

bool TraceRowParser::times(const Fields &fields, TraceRow &row) const
{
    const auto time = [&](TraceColumns::Field field, int64_t &ns) {
        const std::string_view value = fields.text[field];
        const int64_t unit = m_columns.nsPerUnit[field];
        return toNs(value, unit, '.', ns) || (m_columns.delimiter != ',' && toNs(value, unit, ',', ns));
    };
    return (time(TraceColumns::Start, row.start) && time(TraceColumns::Duration, row.duration)) ||
           savedTimes(fields.text[TraceColumns::Start], fields.text[TraceColumns::Duration], m_columns.nsPerUnit, row);
}

/// Three adjacent fields are one piece of the line; others are joined.
std::string_view TraceRowParser::size(const Fields &fields, TraceColumns::Field first)
{
    const std::string_view *part = fields.text + first;
    if (part[0].empty())
        return {};
    if (part[1].data() == part[0].data() + part[0].size() + 1 && part[2].data() == part[1].data() + part[1].size() + 1)
        return {part[0].data(), part[0].size() + part[1].size() + part[2].size() + 2};
    std::string &joined = m_joined[first == TraceColumns::BlockX];
    joined.clear();
    for (int i = 0; i < 3; ++i)
        joined.append(i ? "," : "").append(part[i].substr(0, 20));
    return joined;
}

void TraceRowParser::line(std::string_view text, int64_t offset, bool atEnd)
{
    if (text.empty())
        return;
    if (!m_hasHeader)
        return header(text);
    Fields fields;
    if (!splitPlain(text, fields))
        split(text, fields);
    TraceRow row;
    row.name = fields.text[TraceColumns::Name];
    if (fields.count <= m_columns.last || (atEnd && fields.openQuote) || !times(fields, row) || row.name.empty()) {
        badRow(fields, text, offset, atEnd);
        return;
    }
    if (fields.openQuote)
        m_out.finding("open-quote", Core::tr("A quote in the CSV is never closed; its line was read as is."), offset,
                      text);
    if (row.isStartRounded)
        m_out.finding("rounded-starts", roundedStartsText(), offset, text);
    row.device = fields.text[TraceColumns::Device];
    row.stream = fields.text[TraceColumns::Stream];
    row.correlation = toCount(fields.text[TraceColumns::Correlation]);
    row.grid = size(fields, TraceColumns::GridX);
    row.block = size(fields, TraceColumns::BlockX);
    row.offset = offset;
    row.hasDoubledQuotes = fields.doubledQuotes;
    m_out.row(row);
}

/// The format of nsys: no quotes except around the name, which is the last field of interest. False, and nothing done,
/// for other lines.
bool TraceRowParser::splitPlain(std::string_view text, Fields &fields) const
{
    constexpr int max = 64;
    if (m_columns.last >= max)
        return false;
    const size_t quote = text.find('"');
    const auto last = static_cast<size_t>(m_columns.last);
    uint32_t ends[max];
    size_t count = FieldEnds(text.substr(0, quote), m_columns.delimiter, m_readable).collect(ends, last + 1);
    size_t lastBegin = count ? ends[count - 1] + 1 : 0;
    if (count == last && quote == text.npos) {
        ends[count++] = static_cast<uint32_t>(text.size());
    } else if (count == last) {
        const size_t close = text.find('"', quote + 1);
        if (quote != lastBegin || close == text.npos || text.substr(close + 1, 1) == "\"")
            return false;
        ends[count++] = static_cast<uint32_t>(close);
        ++lastBegin;
    } else if (count == last + 1) {
        lastBegin = last ? ends[last - 1] + 1 : 0;
    } else {
        return false;
    }
    for (int field = 0; field < TraceColumns::Count; ++field) {
        const int at = m_columns.at[field];
        if (at < 0)
            continue;
        const auto place = static_cast<size_t>(at);
        const size_t begin = place == last ? lastBegin : place ? ends[place - 1] + 1 : 0;
        fields.text[field] = withoutBlanks(text.substr(begin, ends[place] - begin));
    }
    fields.count = static_cast<int>(count);
    return true;
}

/// Cuts a line into the fields of interest; ignores everything after the last of them.
void TraceRowParser::split(std::string_view text, Fields &fields) const
{
    const char *p = text.data();
    const char *const end = p + text.size();
    FieldEnds ends(text, m_columns.delimiter, m_readable);
    for (size_t i = 0; i < m_fieldOf.size(); ++i) {
        std::string_view value;
        if (p != end && *p == '"') {
            const char *begin = ++p;
            bool doubled = false;
            for (;; ++p) {
                p = static_cast<const char *>(std::memchr(p, '"', static_cast<size_t>(end - p)));
                if (!p) {
                    p = end;
                    fields.openQuote = true;
                    break;
                }
                if (p + 1 == end || p[1] != '"')
                    break;
                ++p;
                doubled = true;
            }
            value = {begin, static_cast<size_t>(p - begin)};
            fields.doubledQuotes = fields.doubledQuotes || (doubled && m_fieldOf[i] == TraceColumns::Name);
            if (p != end && i + 1 < m_fieldOf.size())
                p = ends.next(p);
        } else {
            const char *begin = p;
            p = ends.next(p);
            value = {begin, static_cast<size_t>(p - begin)};
        }
        if (m_fieldOf[i] >= 0)
            fields.text[m_fieldOf[i]] = withoutBlanks(value);
        ++fields.count;
        if (p == end)
            return;
        ++p;
    }
}

void TraceRowParser::badRow(const Fields &fields, std::string_view text, int64_t offset, bool atEnd)
{
    if (atEnd && (fields.count <= m_columns.last || fields.openQuote)) {
        m_cut = true;
        m_out.finding("truncated", Core::tr("the table ends within a row; that row and all after it are missing"),
                      offset, text);
        return;
    }
    m_out.finding("bad-row",
                  Core::tr("Lines that are not rows of the table (fields missing, or no usable time) were skipped."),
                  offset, text);
}

} // namespace ws
