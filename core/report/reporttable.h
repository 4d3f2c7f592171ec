#pragma once
// One table, one schema: the result of an analysis as rows of described columns. Each analysis has a pure function that
// makes its ReportTable; the item model of a panel, CSV, JSON, Markdown and the terminal's text all use it
// (tablewriters.h, widgets/toolkit/reportmodel.h), so that window, command line and report carry the same columns.
//
// A table holds no cells: `cell` reads them from the analysis' result on demand, so 100,000 rows cost nothing extra.
// Copies are cheap and share that result; the functions own everything they read from, including the run of the ids. So
// a table can never be read with the names of another run, and it outlives the closing of its run. Rejected: a grid of
// materialised cells (500 MB for a million rows of texts), and a class per analysis (each wrote its own CSV under its
// own column names).

#include "core/base/format.h"
#include "core/model/run.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ws {

enum class CellKind : uint8_t {
    Text,
    Name, ///< a long name: cut in the middle, full in the tool tip
    Count,
    Time,  ///< ns
    Share, ///< 0 … 1, shown in percent; of what: see the column's tool tip
    Real,
    Bytes,
    Number, ///< up to three decimals; a unit is in the title
};

inline bool isText(CellKind kind)
{
    return kind == CellKind::Text || kind == CellKind::Name;
}

/// Nothing (not known), an integer (counts, ns, bytes), a real (shares, numbers) or text (UTF-8 inside the run that
/// the table holds on to, or made for this cell).
using ReportCell = std::variant<std::monostate, int64_t, double, std::string_view, QString>;

struct ReportColumn
{
    std::string id; ///< in CSV and settings: "total_ns"; JSON writes it as "totalNs"
    QString title;  ///< for the screen, without unit
    CellKind kind = CellKind::Text;
    QString toolTip = {};  ///< what it counts; for shares: of what
    bool optional = false; ///< hidden by default
    bool summable = false; ///< the sum of selected rows is meaningful
    TimeUnit unit = TimeUnit::Microseconds;
    int decimals = -1; ///< of times, shares and numbers; -1: as usual
    /// All times are multiples of this power of ten, so finer digits would be made up; 0: as usual.
    int64_t stepNs = 0;
};

struct ReportTable
{
    QString id;                          ///< "kernels": in file names and settings
    QString title;                       ///< for the user
    std::shared_ptr<const Run> run = {}; ///< the run of the rows; null for tables of several runs
    size_t keys = 1;                     ///< number of leading columns that identify a row
    std::vector<ReportColumn> columns = {};
    size_t rowCount = 0;
    size_t restRows = 0;    ///< number of sums and rests at the end; JSON's "rows" omit them
    QStringList notes = {}; ///< sentences below the table, for the user

    /// Both indices are in range; a text lives as long as the table.
    std::function<ReportCell(size_t row, size_t column)> cell = {};
    /// The text in files if it is not the cell: a printed table keeps its own units. Empty: the cell.
    std::function<ReportCell(size_t row, size_t column)> fileCell = {};
    /// True for a number that is not what it seems: texts for people have a mark behind it, files a column that says
    /// why, and `notes` explain it. Empty: none is.
    std::function<bool(size_t row, const ReportColumn &column)> isMarked = {};
    /// The shortened form of a row's first Name on the screen. Empty: not shortened.
    std::function<QString(size_t row)> shortName = {};
    /// Shorter forms of the same for narrow columns, widest first. Empty: there are none.
    std::function<QStringList(size_t row)> narrowNames = {};

    /// -1: none.
    int columnOf(std::string_view id) const;
    ReportCell forFile(size_t row, size_t column) const { return fileCell ? fileCell(row, column) : cell(row, column); }
};

/// A column, and its cell for one row of an analysis' result.
template <class Row> struct RowColumn
{
    ReportColumn column;
    std::function<ReportCell(const Row &row)> value;
};

/// Fills columns and rows from a result that is a list of rows, in its order; null: only the columns.
template <class Row>
void setRows(ReportTable &table, std::vector<RowColumn<Row>> columns, std::shared_ptr<const std::vector<Row>> rows)
{
    for (RowColumn<Row> &described : columns)
        table.columns.push_back(std::move(described.column));
    table.rowCount = rows ? rows->size() : 0;
    table.cell = [columns = std::move(columns), rows = std::move(rows)](size_t row, size_t column) {
        return columns[column].value((*rows)[row]);
    };
}

/// The same table with only these rows, in this order.
ReportTable withRows(ReportTable table, std::shared_ptr<const std::vector<uint32_t>> rows);

/// Counts are unsigned in results, signed in cells.
inline ReportCell countCell(uint64_t count)
{
    return static_cast<int64_t>(count);
}
/// A text of the run; id 0 is unknown.
inline ReportCell textCell(const Run &run, StringId id)
{
    return id ? ReportCell(run.text(id)) : ReportCell();
}

/// Shows those of the columns at first that have a value in some row, and hides the others.
void showFilled(ReportTable &table, std::initializer_list<std::string_view> ids);
/// Gives every time column the unit of its largest value. O(rows × time columns).
void chooseUnits(ReportTable &table);
/// So that the numbers of a column have their points below each other. Columns that the table has not are passed over.
void setDecimals(ReportTable &table, std::initializer_list<std::string_view> ids, int decimals);
/// For statistics of single calls, which are short beside the longest: these time columns get the finest of their
/// units.
void shareFinestUnit(ReportTable &table, std::initializer_list<std::string_view> ids);
/// Times of one quantity side by side are compared along the row: these columns, without any all, get the coarsest of
/// their units, milliseconds at most: parts are read in the unit of their whole, and three decimals still tell
/// microseconds. Ids that the table lacks are passed over.
void shareLargestUnit(std::vector<ReportColumn> &columns, std::initializer_list<std::string_view> ids = {});
inline void shareLargestUnit(ReportTable &table, std::initializer_list<std::string_view> ids = {})
{
    shareLargestUnit(table.columns, ids);
}

/// "Total (ms)", "Share (%)".
QString titleWithUnit(const ReportColumn &column);
/// A formatted cell without its unit, which is in the title; nothing: an empty text.
QString cellText(const ReportColumn &column, const ReportCell &cell);
/// The same with a mark behind it where the table marks it.
QString markedText(const ReportTable &table, size_t row, size_t column);
/// A text cell, else empty.
QString textOf(const ReportCell &cell);

} // namespace ws
