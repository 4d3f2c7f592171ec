#pragma once
// What a painted view shows, as a table for screen readers: a row per line of boxes, its first column names the row,
// the others are the boxes. Rows may differ in length. Nothing is computed until a screen reader asks, and painting
// never does. Children of their own for the boxes were rejected: a timeline has millions of them.

#include <QObject>
#include <QRect>
#include <QTimer>

#include <cstdint>
#include <functional>

class QWidget;

namespace ws {

class PaintedTable : public QObject
{
    Q_OBJECT
public:
    struct Cell
    {
        QString name;
        QString value;
        QString description = {};
        QRect box = {}; ///< in the view, logical pixels; empty: not in sight
        bool isSelected = false;
        bool canPress = false;
    };
    struct Position
    {
        int row = -1; ///< −1: none
        int column = 0;
        bool isValid() const { return row >= 0; }
        bool operator==(const Position &) const = default;
    };
    /// The answers of the view; `column` 0 is the name of the row.
    struct Source
    {
        std::function<int()> rowCount;
        std::function<int(int row)> boxCount; ///< without the name
        std::function<Cell(int row, int column)> cell;
        std::function<void(int row, int column)> press = {}; ///< what a click on the box does
        std::function<Position()> current = {};              ///< the selected box
        std::function<Position(QPoint at)> positionAt = {};  ///< null: by the boxes
    };

    /// A child of `view`; the table that QAccessible finds for it.
    PaintedTable(QWidget *view, Source source);

    QWidget *view() const;
    const Source &source() const { return m_source; }
    /// Counts the changes of rows and boxes: a cell of an earlier version is invalid.
    uint64_t version() const { return m_version; }
    Position current() const { return m_source.current ? m_source.current() : Position(); }

    void change();      ///< other rows or boxes
    void tellCurrent(); ///< current() is another one

signals:
    /// A screen reader has been told that this box is the current one.
    void told(int row, int column);

private:
    Source m_source;
    uint64_t m_version = 0;
    QTimer m_told; ///< several changes are one for a screen reader
};

} // namespace ws
