#include "widgets/timeline/rowpainter.h"

#include <algorithm>
#include <cmath>

namespace ws {
namespace {

constexpr int widthWithEdge = 3;

int columnTop(const Mark &mark, int height)
{
    const int min = std::max(2, height / 6);
    return mark.fill == 255 ? 0 : height - std::max(min, (mark.fill * height + 127) / 255);
}

} // namespace

QRgb edgeColour(QRgb colour)
{
    return Palette::mix(0xff000000, colour, 64);
}

RowPainter::RowPainter(QImage &image, const ColourTable &colours, const Palette &palette)
    : m_image(image), m_colours(colours), m_palette(palette), m_line(static_cast<size_t>(image.width())),
      m_top(static_cast<size_t>(image.width()))
{
}

void RowPainter::fill(int y, int height, QRgb colour)
{
    for (int line = std::max(0, y); line < std::min(m_image.height(), y + height); ++line)
        std::fill_n(reinterpret_cast<QRgb *>(m_image.scanLine(line)), m_image.width(), colour);
}

void RowPainter::fill(int left, int right, int y, int height, QRgb colour)
{
    left = std::max(0, left);
    right = std::min(right, m_image.width());
    for (int line = std::max(0, y); line < std::min(m_image.height(), y + height) && left < right; ++line)
        std::fill_n(reinterpret_cast<QRgb *>(m_image.scanLine(line)) + left, right - left, colour);
}

void RowPainter::hatch(int left, int right, int y, int height, QRgb line)
{
    constexpr int spacing = 8;
    left = std::max(0, left);
    right = std::min(right, m_image.width());
    for (int at = std::max(0, y); at < std::min(m_image.height(), y + height); ++at) {
        QRgb *pixels = reinterpret_cast<QRgb *>(m_image.scanLine(at));
        for (int x = left + (spacing - (left + at) % spacing) % spacing; x < right; x += spacing)
            pixels[x] = line;
    }
}

void RowPainter::begin(int height, QRgb background)
{
    std::fill(m_line.begin(), m_line.end(), background);
    std::fill(m_top.begin(), m_top.end(), height);
}

void RowPainter::write(int y, int height, QRgb background)
{
    const QRgb *from = m_line.data();
    const int32_t *top = m_top.data();
    const int width = m_image.width();
    for (int i = std::max(0, -y); i < height && y + i < m_image.height(); ++i) {
        QRgb *to = reinterpret_cast<QRgb *>(m_image.scanLine(y + i));
        for (int x = 0; x < width; ++x)
            to[x] = i >= top[x] ? from[x] : background;
    }
}

void RowPainter::boxes(const std::vector<Mark> &marks, int y, int height, QRgb background)
{
    begin(height, background);
    m_outlined.clear();
    for (const Mark &mark : marks) {
        const QRgb colour = m_colours.of(mark);
        if (Palette::isOutlined(m_colours.kindOf(mark.category))) {
            outline(mark, colour, background);
            continue;
        }
        if (mark.width == 1) {
            m_line[mark.x] = colour;
            m_top[mark.x] = columnTop(mark, height);
            continue;
        }
        std::fill_n(m_line.begin() + mark.x, mark.width, colour);
        std::fill_n(m_top.begin() + mark.x, mark.width, 0);
        if (mark.width >= widthWithEdge && mark.beginsHere && !m_colours.isDimmed(mark))
            m_line[mark.x] = edgeColour(colour);
    }
    write(y, height, background);
    for (const auto &[mark, colour] : m_outlined)
        for (int line : {y, y + height - 1})
            if (line >= 0 && line < m_image.height())
                std::fill_n(reinterpret_cast<QRgb *>(m_image.scanLine(line)) + mark->x, mark->width, colour);
}

void RowPainter::outline(const Mark &mark, QRgb colour, QRgb background)
{
    std::fill_n(m_line.begin() + mark.x, mark.width, Palette::mix(colour, background, 28));
    std::fill_n(m_top.begin() + mark.x, mark.width, 0);
    if (mark.beginsHere)
        m_line[mark.x] = colour;
    m_line[size_t(mark.x) + mark.width - 1] = colour;
    m_outlined.emplace_back(&mark, colour);
}

void RowPainter::ticks(const std::vector<Mark> &marks, int y, int height, QRgb background)
{
    begin(height, background);
    for (const Mark &mark : marks) {
        m_line[mark.x] = m_palette.text;
        m_top[mark.x] = height / 4;
    }
    write(y, height, background);
}

void RowPainter::curve(const std::vector<CurveColumn> &columns, int y, int height, QRgb background, QRgb line)
{
    begin(height, background);
    const QRgb area = Palette::mix(line, background, 76);
    for (size_t x = 0; x < std::min(columns.size(), m_line.size()); ++x) {
        if (columns[x].low > columns[x].high)
            continue;
        m_line[x] = area;
        m_top[x] = height - static_cast<int>(std::lround(columns[x].high * float(height - 1)));
    }
    write(y, height, background);
    for (size_t x = 0; x < std::min(columns.size(), m_line.size()); ++x) {
        if (columns[x].low > columns[x].high || m_top[x] >= height)
            continue;
        const int low = height - static_cast<int>(std::lround(columns[x].low * float(height - 1)));
        const int top = std::max(0, y + m_top[x]);
        const int bottom = std::min(m_image.height(), y + std::max(m_top[x] + 1, std::min(low, height)));
        for (int line1 = top; line1 < bottom; ++line1)
            reinterpret_cast<QRgb *>(m_image.scanLine(line1))[x] = line;
    }
}

} // namespace ws
