#pragma once
// Tables as text. CSV and TSV carry raw numbers under the columns' ids ("total_ns"), for programs and spreadsheets;
// Markdown carries what stands on the screen. What is hidden, filtered away or not selected is left out by the caller.

#include <QModelIndexList>
#include <QString>

#include <vector>

class QAbstractItemModel;

namespace ws {

/// A widget whose contents can be exported.
class TableSource
{
public:
    virtual ~TableSource() = default;
    virtual QString tableId() const = 0; ///< for file names
    virtual QString csv() const = 0;
};

struct TableText
{
    const QAbstractItemModel &model;
    std::vector<int> rows;
    std::vector<int> columns;
};

QString toCsv(const TableText &table);
QString toTsv(const TableText &table);
QString toMarkdown(const TableText &table);

} // namespace ws
