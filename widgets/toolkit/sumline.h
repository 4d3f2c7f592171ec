#pragma once
// The line below a table: sums of the selected rows, else of those that a filter leaves, else a note.

#include "core/report/reporttable.h"
#include "widgets/toolkit/linelabel.h"

#include <functional>
#include <vector>

class QAbstractProxyModel;

namespace ws {

class SumLine : public LineLabel
{
    Q_OBJECT
public:
    explicit SumLine(QWidget *parent);

    void setNote(const QString &note) { m_note = note; }
    void setAllRows(int rows) { m_allRows = rows; }
    void setMayAdd(std::function<bool(const std::vector<int> &rows)> mayAdd) { m_mayAdd = std::move(mayAdd); }

    /// `selected`: rows of the table; `columns`: the shown ones.
    void showSums(const ReportTable &table, const QAbstractProxyModel &shown, const std::vector<int> &selected,
                  const std::vector<int> &columns);

private:
    static QString rowsText(const ReportTable &table);
    QStringList sums(const ReportTable &table, const std::vector<int> &rows, const std::vector<int> &columns) const;

    QString m_note;
    int m_allRows = -1;
    std::function<bool(const std::vector<int> &)> m_mayAdd;
};

} // namespace ws
