#pragma once
// Aligned columns for a terminal. Chinese characters are two columns wide.

#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace ws {

/// One line of plain text for Markdown, without markup.
QString markdownText(QString plain);

class TextTable
{
public:
    enum Align {
        Left,
        Right,
        LeftCut, ///< left-aligned; what does not fit loses its end, so rows of a tree keep their indentation
    };

    void addColumn(const QString &title, Align align = Right);
    void addRow(const QStringList &cells);
    /// UTF-8, a line per row without blanks at its end. Left-aligned columns behind the last right-aligned one are
    /// padded to maxPadding at most: one name of 700 characters would push away what stands behind all others. Texts of
    /// left-aligned columns are shortened so that lines fit `maxWidth` (0: any width), but different texts stay
    /// different (not LeftCut), and not to less than minText.
    std::string text(int maxWidth = 0) const;
    /// The width of the lines when all texts are shortened as far as they go.
    int leastWidth() const;
    static constexpr int minText = 16, maxPadding = 40;

private:
    struct Column
    {
        QString title;
        Align align;
    };
    void appendLine(QString &out, const QStringList &cells, const std::vector<qsizetype> &widths) const;
    std::vector<qsizetype> widths(const std::vector<QStringList> &rows) const;
    /// The widths without the room that long texts at the ends of lines would take from all others.
    std::vector<qsizetype> padding(std::vector<qsizetype> widths) const;
    /// The rows with texts shortened to fit.
    std::vector<QStringList> fitted(int maxWidth) const;

    std::vector<Column> m_columns;
    std::vector<QStringList> m_rows;
};

} // namespace ws
