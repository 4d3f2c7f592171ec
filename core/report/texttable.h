#pragma once
// Aligned columns for a terminal. Widths count code points, which is good enough for profiler output.

#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace ws {

class TextTable
{
public:
    enum Align { Left, Right };

    void addColumn(const QString &title, Align align = Right);
    void addRow(const QStringList &cells);
    /// UTF-8, a line per row; a left-aligned last column is not padded.
    std::string text() const;

private:
    struct Column
    {
        QString title;
        Align align;
    };
    void appendLine(QString &out, const QStringList &cells, const std::vector<qsizetype> &widths) const;

    std::vector<Column> m_columns;
    std::vector<QStringList> m_rows;
};

} // namespace ws
