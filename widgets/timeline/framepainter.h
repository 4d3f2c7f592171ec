#pragma once
// The picture of the visible rows without the overlay: backgrounds, boxes, curves, labels. Keeps the marks of drawn
// rows until the scale changes, so that scrolling costs only the rows that come into view. Rows are independent of each
// other, their marks as well as their lines of the image: all cores work on them. Text is painted by the calling
// thread.

#include "core/base/format.h"
#include "widgets/timeline/labelcache.h"
#include "widgets/timeline/markscache.h"
#include "widgets/timeline/rowpainter.h"

#include <QImage>

namespace ws {

/// From layout to screen: pinned rows stay, the others scroll below them. Logical pixels.
struct RowView
{
    int scroll = 0;
    int height = 0; ///< of the drawing area

    int screenY(const RowLayout &layout, int y) const { return y < layout.pinnedHeight ? y : y - scroll; }
    int layoutY(const RowLayout &layout, int y) const { return y < layout.pinnedHeight ? y : y + scroll; }
};

/// The text in the box of a gap, in one unit where the gap is no small part of it: else "9 800.000 µs" stands beside
/// "12.000 ms". Never cut within the number, which would be another one then; empty: it has no room.
QString gapLabel(const Run &run, const Gap &gap, TimeUnit unit, const QFontMetrics &metrics, int room);

class FramePainter
{
public:
    struct Scene
    {
        const TimelineData *data = nullptr;
        const RowLayout *layout = nullptr;
        const ColourTable *colours = nullptr;
        const Palette *palette = nullptr;
        RowView view;
        double ratio = 1;            ///< device pixels per logical pixel
        size_t newLabels = SIZE_MAX; ///< most that are made for this picture
    };

    /// Paints all of `image` (RGB32, view.height × ratio lines). False: but for some labels, see Scene::newLabels.
    bool paint(QImage &image, const Scene &scene, MarksCache &marks, LabelCache &labels);

private:
    void paintRows(QImage &image, size_t first, size_t last, int top, int bottom);
    void paintTexts(QImage &image, size_t first, size_t last, int clip);
    /// In device pixels.
    int top(const LayoutRow &row) const;
    int bottom(const LayoutRow &row) const;
    void findIdle(size_t first, size_t last);
    void paintBackground(RowPainter &rows, size_t first, size_t last, int top, int bottom) const;
    void paintRow(const LayoutRow &row, const RowMarks &marks, RowPainter &rows, int y, int height) const;
    /// A label in its place, in device pixels; only the lines [top, bottom).
    struct PlacedLabel
    {
        const QImage *image;
        int x, y, top, bottom;
    };
    void placeLabels(const LayoutRow &row, const std::vector<Mark> &marks, int y, int height, int clip);
    void paintIdle(const LayoutRow &row, RowPainter &rows, int y, int height) const;
    size_t deviceOf(const LayoutRow &row) const;
    void paintGaps(const std::vector<Mark> &marks, RowPainter &rows, int y, int height, QRgb background) const;
    void paintGapTexts(QImage &image, const LayoutRow &row, const std::vector<Mark> &marks, int y, int height,
                       int clip);
    void paintBeside(QImage &image, const LayoutRow &row, int y, int height, int clip);
    void paintPath(const std::vector<Mark> &marks, RowPainter &rows, int y, int height, QRgb background) const;
    void placePathLabels(QImage &image, const std::vector<Mark> &marks, int y, int height, int clip);
    void paintBreaks(RowPainter &rows, int y, int height);
    std::pair<int, int> labelRoom(std::pair<int, int> box, int min) const;
    QRgb backgroundOf(const LayoutRow &row) const;

    Scene m_scene;
    MarksCache *m_marks = nullptr;
    LabelCache *m_labels = nullptr;
    std::vector<PlacedLabel> m_placed;
};

} // namespace ws
