#pragma once
// The picture of the visible rows without the overlay: backgrounds, boxes, curves, labels. Keeps the marks of drawn
// rows until the scale changes, so that scrolling costs only the rows that come into view.

#include "widgets/timeline/highlighthits.h"
#include "widgets/timeline/labelcache.h"
#include "widgets/timeline/rowpainter.h"

#include <QImage>

#include <unordered_map>

namespace ws {

/// Marks of rows at one scale.
class MarksCache
{
public:
    using Columns = std::vector<std::pair<int, int>>; ///< [left, right), ascending

    void reset(const TimelineData *data, const RowLayout *layout, const TimeScale &scale);
    /// The highlight: see HighlightHits::reset().
    void setHighlight(const std::vector<uint8_t> &highlight, std::shared_ptr<const ActivitySet> focus = {});
    const RowMarks &of(size_t row);
    TimeRange shown() const { return {m_scale.ns(0), m_scale.ns(m_scale.width())}; }
    const Columns &breaks() const { return m_breaks; } ///< of the axis, the visible ones
    /// Pixels in which a device is idle between two of its activities, wide ones only.
    const Columns &idleOf(size_t device, int min);

private:
    void forgetRows();

    const TimelineData *m_data = nullptr;
    const RowLayout *m_layout = nullptr;
    TimeScale m_scale;
    HighlightHits m_hits;
    std::unordered_map<size_t, RowMarks> m_rows;
    std::vector<RowMarks> m_spare;              ///< forgotten ones: their memory is used again
    std::unordered_map<size_t, Columns> m_idle; ///< by device
    Columns m_breaks;
};

/// From layout to screen: pinned rows stay, the others scroll below them. Logical pixels.
struct RowView
{
    int scroll = 0;
    int height = 0; ///< of the drawing area

    int screenY(const RowLayout &layout, int y) const { return y < layout.pinnedHeight ? y : y - scroll; }
    int layoutY(const RowLayout &layout, int y) const { return y < layout.pinnedHeight ? y : y + scroll; }
};

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
        double ratio = 1; ///< device pixels per logical pixel
    };

    /// Paints all of `image` (RGB32, view.height × ratio lines).
    void paint(QImage &image, const Scene &scene, MarksCache &marks, LabelCache &labels);

private:
    void paintRows(QImage &image, size_t first, size_t last, int top, int bottom);
    void paintBackground(RowPainter &rows, size_t first, size_t last, int top, int bottom) const;
    void paintRow(const LayoutRow &row, const RowMarks &marks, RowPainter &rows, int y, int height);
    void paintLabels(RowPainter &rows, const LayoutRow &row, const std::vector<Mark> &marks, int y, int height,
                     int clip);
    void paintIdle(const LayoutRow &row, RowPainter &rows, int y, int height);
    void paintGaps(const std::vector<Mark> &marks, RowPainter &rows, int y, int height, QRgb background);
    void paintGapTexts(QImage &image, const LayoutRow &row, const std::vector<Mark> &marks, int y, int height,
                       int clip);
    void paintBeside(QImage &image, const LayoutRow &row, int y, int height, int clip);
    void paintBreaks(RowPainter &rows, int y, int height);
    std::pair<int, int> labelRoom(const Mark &mark, int min) const;
    QRgb backgroundOf(const LayoutRow &row) const;

    Scene m_scene;
    MarksCache *m_marks = nullptr;
    LabelCache *m_labels = nullptr;
};

} // namespace ws
