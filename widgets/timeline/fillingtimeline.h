#pragma once
// The timeline of a file that is being read: its rows so far and how busy each is over time, with the pointer and the
// keys of the timeline that takes its place. It follows the span that grows until it is zoomed or moved.

#include "core/base/loadpreview.h"
#include "widgets/timeline/timescale.h"

#include <QAbstractScrollArea>

#include <memory>

namespace ws {

class FillingTimeline : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit FillingTimeline(QWidget *parent = nullptr);

    void setPreview(std::shared_ptr<LoadPreview> preview); ///< null: nothing is being read
    void refresh();                                        ///< shows what has come since
    bool isBlank() const { return m_names.empty(); }
    TimeRange visible() const;  ///< absolute ns; without length: nothing has come
    void show(TimeRange range); ///< absolute ns
    void follow();              ///< all that there is, also what comes

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;

private:
    struct Name
    {
        size_t row; ///< of the preview
        QString text;
        bool isGpu;
    };
    QRect plot() const;
    TimeScale scale() const; ///< of the plot; times since the first slice so far
    void zoom(double factor, double atX);
    void pan(double px);
    void fitScrollBar();
    void paintRows(QPainter &painter) const;
    void paintRuler(QPainter &painter) const;

    std::shared_ptr<LoadPreview> m_preview;
    std::vector<Name> m_names; ///< GPU rows first
    TimeRange m_span{0, 0};    ///< when it was refreshed
    double m_dragX = 0;
};

} // namespace ws
