#include "core/report/reporttable.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

namespace ws {
namespace {

int64_t integerOf(const ReportCell &cell)
{
    constexpr double end = 9.2e18; // a file's number may be anything
    if (const auto *real = std::get_if<double>(&cell))
        return std::isnan(*real) ? 0 : std::llround(std::clamp(*real, -end, end));
    const auto *number = std::get_if<int64_t>(&cell);
    return number ? *number : 0;
}

double realOf(const ReportCell &cell)
{
    const auto *real = std::get_if<double>(&cell);
    return real ? *real : static_cast<double>(integerOf(cell));
}

/// The number without the digits behind it.
QString withDecimals(QString text, int decimals)
{
    const qsizetype point = text.indexOf(u'.');
    if (decimals >= 0 && point >= 0)
        text.truncate(decimals ? point + 1 + decimals : point);
    return text;
}

int64_t nsPerUnit(TimeUnit unit)
{
    switch (unit) {
    case TimeUnit::Nanoseconds:
        return 1;
    case TimeUnit::Microseconds:
        return 1'000;
    case TimeUnit::Milliseconds:
        return 1'000'000;
    case TimeUnit::Seconds:
        break;
    }
    return 1'000'000'000;
}

/// Of times in the column's unit; -1: as usual.
int decimalsOf(const ReportColumn &column)
{
    if (column.decimals >= 0 || column.stepNs == 0)
        return column.decimals;
    constexpr int usual = 3;
    int decimals = 0;
    for (int64_t ns = nsPerUnit(column.unit); decimals < usual && ns % 10 == 0 && ns > column.stepNs; ns /= 10)
        ++decimals;
    return decimals;
}

/// Three significant digits of what is less than the usual decimals show: "0.000045".
QString smallNumber(double number)
{
    constexpr int most = 15;
    const int zeros = static_cast<int>(std::floor(-std::log10(std::abs(number))));
    QString text = formatFixed(number, std::clamp(zeros + 3, 0, most));
    while (text.contains(u'.') && (text.endsWith(u'0') || text.endsWith(u'.')))
        text.chop(1);
    return text;
}

/// In the unit that the column's title names, also a value that the usual decimals would round to nothing.
QString timeText(const ReportColumn &column, const ReportCell &cell)
{
    const QString text = formatTime(integerOf(cell), column.unit);
    const double ns = realOf(cell);
    const bool isLost =
        ns != 0 && std::isfinite(ns) && std::ranges::none_of(text, [](QChar c) { return c >= u'1' && c <= u'9'; });
    return isLost ? smallNumber(ns / double(nsPerUnit(column.unit))) : withDecimals(text, decimalsOf(column));
}

/// In the column's decimals, also a number that they would round to nothing.
QString numberText(const ReportColumn &column, const ReportCell &cell)
{
    const double number = realOf(cell);
    if (column.decimals < 0 || !std::isfinite(number))
        return formatNumber(number);
    const bool isLost = number != 0 && std::abs(number) < 0.5 * std::pow(10, -column.decimals);
    return isLost ? smallNumber(number) : formatFixed(number, column.decimals);
}

/// As formatPercentNumber(), with more digits.
QString percentText(double fraction, int decimals)
{
    const double percent = fraction * 100;
    if (!std::isfinite(percent) || (percent != 0 && std::abs(percent) < 0.5 * std::pow(10, -decimals)))
        return formatPercentNumber(fraction);
    return formatFixed(percent, decimals);
}

} // namespace

int ReportTable::columnOf(std::string_view id) const
{
    const auto found =
        std::find_if(columns.begin(), columns.end(), [&](const auto &column) { return column.id == id; });
    return found == columns.end() ? -1 : static_cast<int>(found - columns.begin());
}

ReportTable withRows(ReportTable table, std::shared_ptr<const std::vector<uint32_t>> rows)
{
    const auto only = [rows](const auto &cell) {
        return [=](size_t row, size_t column) { return cell((*rows)[row], column); };
    };
    if (table.fileCell)
        table.fileCell = only(table.fileCell);
    table.cell = only(table.cell);
    if (table.shortName)
        table.shortName = [rows, name = table.shortName](size_t row) { return name((*rows)[row]); };
    if (table.narrowNames)
        table.narrowNames = [rows, names = table.narrowNames](size_t row) { return names((*rows)[row]); };
    if (table.isMarked)
        table.isMarked = [rows, marked = table.isMarked](size_t row, const ReportColumn &column) {
            return marked((*rows)[row], column);
        };
    table.rowCount = rows->size();
    table.restRows = 0;
    return table;
}

void showFilled(ReportTable &table, std::initializer_list<std::string_view> ids)
{
    for (const std::string_view id : ids) {
        const auto column = size_t(table.columnOf(id));
        bool isEmpty = true;
        for (size_t row = 0; row < table.rowCount && isEmpty; ++row)
            isEmpty = std::holds_alternative<std::monostate>(table.cell(row, column));
        table.columns[column].optional = isEmpty;
    }
}

void chooseUnits(ReportTable &table)
{
    for (size_t c = 0; c < table.columns.size(); ++c) {
        if (table.columns[c].kind != CellKind::Time)
            continue;
        int64_t largest = 0;
        for (size_t row = 0; row < table.rowCount; ++row)
            largest = std::max<int64_t>(largest, std::llabs(integerOf(table.cell(row, c))));
        table.columns[c].unit = largest ? timeUnitFor(largest) : TimeUnit::Microseconds;
    }
}

void shareFinestUnit(ReportTable &table, std::initializer_list<std::string_view> ids)
{
    std::optional<TimeUnit> finest; // of those that have a value
    for (const std::string_view id : ids) {
        const auto column = static_cast<size_t>(table.columnOf(id));
        size_t row = 0;
        while (row < table.rowCount && integerOf(table.cell(row, column)) == 0)
            ++row;
        if (row < table.rowCount)
            finest = std::min(finest.value_or(TimeUnit::Seconds), table.columns[column].unit);
    }
    for (const std::string_view id : ids)
        if (finest)
            table.columns[static_cast<size_t>(table.columnOf(id))].unit = *finest;
}

void shareLargestUnit(std::vector<ReportColumn> &columns, std::initializer_list<std::string_view> ids)
{
    std::vector<ReportColumn *> shared;
    for (ReportColumn &column : columns)
        if (column.kind == CellKind::Time && (ids.size() == 0 || std::ranges::find(ids, column.id) != ids.end()))
            shared.push_back(&column);
    TimeUnit largest = TimeUnit::Nanoseconds;
    for (const ReportColumn *column : shared)
        largest = std::max(largest, column->unit);
    for (ReportColumn *column : shared)
        column->unit = std::min(largest, TimeUnit::Milliseconds);
}

void setDecimals(ReportTable &table, std::initializer_list<std::string_view> ids, int decimals)
{
    for (const std::string_view id : ids)
        if (const int column = table.columnOf(id); column >= 0)
            table.columns[static_cast<size_t>(column)].decimals = decimals;
}

QString titleWithUnit(const ReportColumn &column)
{
    if (column.kind == CellKind::Time)
        return QStringLiteral("%1 (%2)").arg(column.title, timeUnitName(column.unit));
    return column.kind == CellKind::Share ? column.title + QStringLiteral(" (%)") : column.title;
}

QString markedText(const ReportTable &table, size_t row, size_t column)
{
    const QString text = cellText(table.columns[column], table.cell(row, column));
    const bool isMarked = table.isMarked && !text.isEmpty() && table.isMarked(row, table.columns[column]);
    return isMarked ? text + u'*' : text;
}

QString textOf(const ReportCell &cell)
{
    if (const auto *text = std::get_if<QString>(&cell))
        return *text;
    const auto *view = std::get_if<std::string_view>(&cell);
    return view ? QString::fromUtf8(view->data(), static_cast<qsizetype>(view->size())) : QString();
}

QString cellText(const ReportColumn &column, const ReportCell &cell)
{
    if (std::holds_alternative<std::monostate>(cell))
        return {};
    if (std::holds_alternative<QString>(cell) || std::holds_alternative<std::string_view>(cell))
        return textOf(cell); // also where a column of numbers has a cell that is none
    switch (column.kind) {
    case CellKind::Count:
        return formatCount(integerOf(cell));
    case CellKind::Time:
        return timeText(column, cell);
    case CellKind::Share:
        return column.decimals < 0 ? formatPercentNumber(realOf(cell)) : percentText(realOf(cell), column.decimals);
    case CellKind::Real:
        return formatFixed(realOf(cell), 1);
    case CellKind::Bytes:
        return formatBytes(integerOf(cell));
    case CellKind::Number:
        return numberText(column, cell);
    default:
        break;
    }
    if (const auto *number = std::get_if<int64_t>(&cell))
        return QString::number(*number); // a number that is a name
    if (const auto *real = std::get_if<double>(&cell))
        return QString::number(*real);
    return textOf(cell);
}

} // namespace ws
