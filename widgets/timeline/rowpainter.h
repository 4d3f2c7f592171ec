#pragma once
// Replays marks into an image, row by row. Boxes of a row differ only along x, so one line of colours is filled per row
// and copied from line to line; columns that are not as high as the row enter it at their first line. That is 8 ns a
// box and memory speed for the rest, where a fillRect takes 80 ns (measured with Qt 6.4 raster).

#include "widgets/timeline/colourtable.h"
#include "widgets/timeline/marks.h"

#include <QImage>

namespace ws {

class RowPainter
{
public:
    /// `image` is RGB32 and outlives the painter; nothing else may copy or resize it meanwhile. `ratio`: device pixels
    /// per logical pixel, for hatching that is as dense on every screen.
    RowPainter(QImage &image, const ColourTable &colours, const Palette &palette, double ratio = 1);

    /// Device pixels, clipped to the image.
    void fill(int y, int height, QRgb colour);
    /// These write all pixels of the lines [y, y + height).
    void boxes(const std::vector<Mark> &marks, int y, int height, QRgb background);
    void labels(const std::vector<Mark> &marks, int y, int height, QRgb background); ///< outlined, of any category
    void ticks(const std::vector<Mark> &marks, int y, int height, QRgb background);
    void curve(const std::vector<CurveColumn> &columns, int y, int height, QRgb background, QRgb line);

    /// Diagonal lines over the present content, [left, right).
    void hatch(int left, int right, int y, int height, QRgb line);
    /// Plain colour, [left, right).
    void fill(int left, int right, int y, int height, QRgb colour);
    /// Hatched areas with edges at both sides, [left, right), of the same lines; on all cores.
    struct Band
    {
        QRgb area, hatch, edge;
    };
    void bands(const std::vector<std::pair<int, int>> &columns, int y, int height, Band colours);
    /// An image (ARGB32, premultiplied) over the present content, its upper left corner at x, y; only the lines
    /// [top, bottom). The same pixels as QPainter::drawImage().
    void blend(const QImage &over, int x, int y, int top, int bottom) const;

private:
    /// Pixels of one colour from the line `top` of the row down to its end.
    struct Column
    {
        int x = 0;
        int top = 0;
        QRgb colour = 0;
        int next = -1; ///< in m_columns, with the same first line
    };

    QRgb *line(int y) const { return reinterpret_cast<QRgb *>(m_bits + m_stride * y); }
    void begin(QRgb background);
    void box(int x, int width, QRgb colour);
    void column(int x, int top, QRgb colour, QRgb background);
    void outline(const Mark &mark, QRgb colour, QRgb background);
    void label(const Mark &mark, int height, QRgb colour, QRgb background);
    void writeOutlines(int y, int height);
    void write(int y, int height);

    uchar *m_bits;
    qsizetype m_stride; ///< bytes
    int m_width, m_height;
    const ColourTable &m_colours;
    const Palette &m_palette;
    const double m_ratio;
    const int m_hatchSpacing; ///< of the lines; the pattern repeats after as many
    const int m_hatchWidth;
    std::vector<QRgb> m_line;       ///< first the top line of the row without its columns
    std::vector<Column> m_columns;  ///< x ascending
    std::vector<int> m_firstColumn; ///< by line of the row: the first of those that begin there, -1: none
    std::vector<int> m_top;         ///< by pixel: first line of a curve
    std::vector<std::pair<const Mark *, QRgb>> m_outlined;
};

/// 1 px at the left of a slice, from 3 px width on.
QRgb edgeColour(QRgb colour);

} // namespace ws
