#pragma once
// Replays marks into an image, row by row. Boxes of a row differ only along x, so one line of colours and one line of
// heights are filled per row and then written out line by line: 8 ns a box and memory speed for the rest, where a
// fillRect takes 80 ns (measured with Qt 6.4 raster).

#include "widgets/timeline/colourtable.h"
#include "widgets/timeline/marks.h"

#include <QImage>

namespace ws {

class RowPainter
{
public:
    /// `image` is RGB32 and outlives the painter.
    RowPainter(QImage &image, const ColourTable &colours, const Palette &palette);

    /// Device pixels, clipped to the image.
    void fill(int y, int height, QRgb colour);
    void boxes(const std::vector<Mark> &marks, int y, int height, QRgb background);
    void ticks(const std::vector<Mark> &marks, int y, int height, QRgb background);
    void curve(const std::vector<CurveColumn> &columns, int y, int height, QRgb background, QRgb line);

    /// Diagonal lines over the present content, [left, right).
    void hatch(int left, int right, int y, int height, QRgb line);
    /// Plain colour, [left, right).
    void fill(int left, int right, int y, int height, QRgb colour);

private:
    void begin(int height, QRgb background);
    void outline(const Mark &mark, QRgb colour, QRgb background);
    void write(int y, int height, QRgb background);

    QImage &m_image;
    const ColourTable &m_colours;
    const Palette &m_palette;
    std::vector<QRgb> m_line;
    std::vector<int32_t> m_top; ///< first line that is coloured
    std::vector<std::pair<const Mark *, QRgb>> m_outlined;
};

/// 1 px at the left of a slice, from 3 px width on.
QRgb edgeColour(QRgb colour);

} // namespace ws
