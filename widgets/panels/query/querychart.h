#pragma once
// Two columns of a query's result as a picture: bars by name, a line, or points. A click goes to the row. Bars are the
// first rows that have room, in the order of the query; points and lines are all rows with two numbers. Rejected: Qt
// Charts 6.4, whose scatter series makes an item of each point and whose bars have no room for the names of kernels.

#include "core/report/sql/sqlresult.h"
#include "widgets/toolkit/picture.h"

#include <QWidget>

class QComboBox;

namespace ws {

class PaintedTable;
class Palette;
class WrapLayout;

enum class QueryChartKind : uint8_t { Bars, Line, Points };

/// What is drawn, in the units of the axes.
struct QueryChartData
{
    QueryChartKind kind = QueryChartKind::Bars;
    QString xTitle, yTitle;   ///< with units
    std::vector<double> x, y; ///< by mark; `x` is empty for bars
    QStringList names;        ///< of bars
    std::vector<int> rows;    ///< of the result, by mark
    size_t withoutNumber = 0; ///< rows that have no number there

    /// `x`: a column of the result, −1: the number of the row. `y` holds numbers. Lines are in the order of `x`.
    static QueryChartData of(const SqlResult &result, const std::vector<ReportColumn> &columns, QueryChartKind kind,
                             int x, int y);
};

class QueryChartView : public QWidget
{
    Q_OBJECT
public:
    explicit QueryChartView(QWidget *parent = nullptr);

    void setData(QueryChartData data);
    const QueryChartData &data() const { return m_data; }
    size_t shownMarks() const;                      ///< those that have room
    std::optional<size_t> markAt(QPointF at) const; ///< index into data().rows
    QPointF placeOf(size_t mark) const;             ///< px in the view: the end of a bar, the middle of a point
    QString textOf(size_t mark) const;              ///< lines of the tool tip
    /// What is not in the picture; empty: nothing.
    QString leftOutText(QSizeF size) const;
    Picture picture() const;

    QSize sizeHint() const override { return {420, 240}; }
    QSize minimumSizeHint() const override { return {160, 80}; }

signals:
    void activated(int row); ///< of the result

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    struct Frame; ///< the plot's place and its scales, for one size

    void addTable();
    Frame frame(QSizeF size) const;
    void paint(QPainter &painter, QSizeF size, const Palette &palette) const;
    void paintAxes(QPainter &painter, const Frame &frame, const Palette &palette) const;
    void paintBars(QPainter &painter, const Frame &frame, const Palette &palette) const;
    void paintMarks(QPainter &painter, const Frame &frame, const Palette &palette) const;

    PaintedTable *m_table = nullptr;
    QueryChartData m_data;
    std::optional<size_t> m_hovered;
};

/// The view with the choice of its kind and columns.
class QueryChart : public QWidget
{
    Q_OBJECT
public:
    explicit QueryChart(QWidget *parent = nullptr);

    /// Chooses the columns that a reader most likely wants: names against the first quantity, else two numbers.
    void setResult(std::shared_ptr<const SqlResult> result, std::vector<ReportColumn> columns);
    void choose(QueryChartKind kind, int x, int y);
    QueryChartView *view() const { return m_view; }
    WrapLayout *bar() const { return m_bar; }                      ///< for the panel's own controls
    static bool canDraw(const std::vector<ReportColumn> &columns); ///< a column holds numbers

signals:
    void activated(int row); ///< of the result

private:
    void fillColumns();
    void draw();

    std::shared_ptr<const SqlResult> m_result;
    std::vector<ReportColumn> m_columns;
    WrapLayout *m_bar = nullptr;
    QComboBox *m_kind = nullptr, *m_x = nullptr, *m_y = nullptr;
    QueryChartView *m_view = nullptr;
};

} // namespace ws
