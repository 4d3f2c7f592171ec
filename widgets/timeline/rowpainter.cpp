#include "widgets/timeline/rowpainter.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ws {
namespace {

constexpr int widthWithEdge = 3;
constexpr int hatchSpacing = 8; ///< logical pixels

/// Source over destination, premultiplied, rounded as Qt does it. Without branches, so that compilers use vectors.
QRgb over(QRgb source, QRgb destination)
{
    const uint32_t rest = 255 - (source >> 24);
    uint32_t even = (destination & 0xff00ff) * rest, odd = (destination >> 8 & 0xff00ff) * rest;
    even = (even + (even >> 8 & 0xff00ff) + 0x800080) >> 8 & 0xff00ff;
    odd = (odd + (odd >> 8 & 0xff00ff) + 0x800080) & 0xff00ff00;
    return source + (even | odd);
}

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

RowPainter::RowPainter(QImage &image, const ColourTable &colours, const Palette &palette, double ratio)
    : m_bits(image.bits()), m_stride(image.bytesPerLine()), m_width(image.width()), m_height(image.height()),
      m_colours(colours), m_palette(palette), m_ratio(ratio),
      m_hatchSpacing(std::max(4, static_cast<int>(std::lround(hatchSpacing * ratio)))),
      m_hatchWidth(std::max(1, static_cast<int>(std::lround(ratio)))), m_line(static_cast<size_t>(image.width()))
{
}

void RowPainter::fill(int y, int height, QRgb colour)
{
    fill(0, m_width, y, height, colour);
}

void RowPainter::fill(int left, int right, int y, int height, QRgb colour)
{
    left = std::max(0, left);
    right = std::min(right, m_width);
    for (int at = std::max(0, y); at < std::min(m_height, y + height) && left < right; ++at)
        std::fill_n(line(at) + left, right - left, colour);
}

void RowPainter::hatch(int left, int right, int y, int height, QRgb colour)
{
    left = std::max(0, left);
    right = std::min(right, m_width);
    for (int at = std::max(0, y); at < std::min(m_height, y + height); ++at) {
        QRgb *pixels = line(at);
        for (int x = left - (left + at) % m_hatchSpacing; x < right; x += m_hatchSpacing)
            for (int i = std::max(x, left); i < std::min(x + m_hatchWidth, right); ++i)
                pixels[i] = colour;
    }
}

/// As a picture of the first lines, which is repeated line by line: there may be as many bands as pixels.
void RowPainter::bands(const std::vector<std::pair<int, int>> &columns, int y, int height, Band colours)
{
    const int first = std::max(0, y), last = std::min(m_height, y + height);
    if (columns.empty() || first >= last)
        return;
    QImage pattern(m_width, m_hatchSpacing, QImage::Format_RGB32);
    RowPainter painter(pattern, m_colours, m_palette, m_ratio);
    for (const auto &[left, right] : columns) {
        painter.fill(left, right, 0, m_hatchSpacing, colours.area);
        painter.hatch(left, right, 0, m_hatchSpacing, colours.hatch);
        painter.fill(left, left + 1, 0, m_hatchSpacing, colours.edge);
        painter.fill(right - 1, right, 0, m_hatchSpacing, colours.edge);
    }
    constexpr size_t linesAtOnce = 64;
    parallelFor({static_cast<size_t>(first), static_cast<size_t>(last)}, linesAtOnce, [&](size_t at) {
        const QRgb *from = painter.line(static_cast<int>(at) % m_hatchSpacing);
        QRgb *to = line(static_cast<int>(at));
        for (const auto &[left, right] : columns)
            if (const int begin = std::max(0, left), end = std::min(right, m_width); begin < end)
                std::copy(from + begin, from + end, to + begin);
    });
}

void RowPainter::blend(const QImage &over, int x, int y, int top, int bottom) const
{
    const int from = std::max(0, -x), count = std::min(over.width(), m_width - x) - from;
    top = std::max({top, y, 0});
    bottom = std::min({bottom, y + over.height(), m_height});
    for (int at = top; at < bottom; ++at) {
        const QRgb *source = reinterpret_cast<const QRgb *>(over.constScanLine(at - y)) + from;
        QRgb *to = line(at) + x + from;
        for (int i = 0; i < count; ++i)
            to[i] = ws::over(source[i], to[i]);
    }
}

void RowPainter::begin(QRgb background)
{
    std::fill(m_line.begin(), m_line.end(), background);
    m_columns.clear();
}

/// As high as the row. Marks come from left to right, and what comes later lies on top.
void RowPainter::box(int x, int width, QRgb colour)
{
    while (!m_columns.empty() && m_columns.back().x >= x)
        m_columns.pop_back();
    std::fill_n(m_line.begin() + x, width, colour);
}

void RowPainter::column(int x, int top, QRgb colour, QRgb background)
{
    if (top <= 0)
        return box(x, 1, colour);
    while (!m_columns.empty() && m_columns.back().x >= x)
        m_columns.pop_back();
    m_line[static_cast<size_t>(x)] = background;
    m_columns.push_back({x, top, colour});
}

void RowPainter::write(int y, int height)
{
    const int first = std::max(0, -y), last = std::min(height, m_height - y);
    if (first >= last)
        return;
    m_firstColumn.assign(static_cast<size_t>(last), -1);
    for (size_t i = 0; i < m_columns.size(); ++i) {
        Column &column = m_columns[i];
        if (column.top >= last)
            continue;
        int &before = m_firstColumn[static_cast<size_t>(std::max(column.top, first))];
        column.next = std::exchange(before, static_cast<int>(i));
    }
    for (int at = first; at < last; ++at) {
        for (int i = m_firstColumn[static_cast<size_t>(at)]; i >= 0;) {
            const Column &column = m_columns[static_cast<size_t>(i)];
            m_line[static_cast<size_t>(column.x)] = column.colour;
            i = column.next;
        }
        std::copy_n(m_line.data(), m_width, line(y + at));
    }
}

void RowPainter::boxes(const std::vector<Mark> &marks, int y, int height, QRgb background)
{
    begin(background);
    m_outlined.clear();
    for (const Mark &mark : marks) {
        const QRgb colour = m_colours.of(mark);
        if (m_colours.isOutlined(mark.name, mark.category)) {
            label(mark, height, colour, background);
            continue;
        }
        if (mark.width == 1) {
            column(mark.x, columnTop(mark, height), colour, background);
            continue;
        }
        box(mark.x, mark.width, colour);
        if (mark.width >= widthWithEdge && mark.beginsHere && !m_colours.isDimmed(mark))
            m_line[mark.x] = edgeColour(colour);
    }
    write(y, height);
    writeOutlines(y, height);
}

void RowPainter::labels(const std::vector<Mark> &marks, int y, int height, QRgb background)
{
    begin(background);
    m_outlined.clear();
    const QRgb colour = m_palette.slice({}, CategoryKind::UserAnnotation);
    for (const Mark &mark : marks)
        label(mark, height, m_colours.isDimmed(mark) ? m_palette.dimmed(colour) : colour, background);
    write(y, height);
    writeOutlines(y, height);
}

void RowPainter::writeOutlines(int y, int height)
{
    for (const auto &[mark, colour] : m_outlined)
        for (int at : {y, y + height - 1})
            if (at >= 0 && at < m_height)
                std::fill_n(line(at) + mark->x, mark->width, colour);
}

void RowPainter::label(const Mark &mark, int height, QRgb colour, QRgb background)
{
    if (mark.width == 1 && mark.index == mergedMark) // many outlines would be a wall
        column(mark.x, columnTop(mark, height), Palette::mix(colour, background, 100), background);
    else
        outline(mark, colour, background);
}

void RowPainter::outline(const Mark &mark, QRgb colour, QRgb background)
{
    box(mark.x, mark.width, Palette::mix(colour, background, 28));
    if (mark.beginsHere)
        m_line[mark.x] = colour;
    m_line[size_t(mark.x) + mark.width - 1] = colour;
    m_outlined.emplace_back(&mark, colour);
}

void RowPainter::ticks(const std::vector<Mark> &marks, int y, int height, QRgb background)
{
    begin(background);
    for (const Mark &mark : marks)
        column(mark.x, height / 4, m_palette.text, background);
    write(y, height);
}

void RowPainter::curve(const std::vector<CurveColumn> &columns, int y, int height, QRgb background, QRgb colour)
{
    begin(background);
    const QRgb area = Palette::mix(colour, background, 76);
    const size_t count = std::min(columns.size(), m_line.size());
    const auto lineOf = [height](float value) {
        return height - static_cast<int>(std::lround(value * float(height - 1)));
    };
    m_top.assign(count, height);
    for (size_t x = 0; x < count; ++x) {
        if (columns[x].low > columns[x].high)
            continue;
        m_top[x] = lineOf(columns[x].high);
        column(static_cast<int>(x), m_top[x], area, background);
    }
    write(y, height);
    for (size_t x = 0; x < count; ++x) {
        if (m_top[x] >= height)
            continue;
        const int top = std::max(0, y + m_top[x]);
        const int bottom = std::min(m_height, y + std::max(m_top[x] + 1, std::min(lineOf(columns[x].low), height)));
        for (int at = top; at < bottom; ++at)
            line(at)[x] = colour;
    }
}

} // namespace ws
