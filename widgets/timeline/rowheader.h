#pragma once
// Names of groups and rows at the left of the canvas: a click on the triangle folds, everything else is in the menu.
// The name is cut in the middle, a stream's busy share is at the right end.

#include "widgets/timeline/timelinestate.h"

#include <QHash>
#include <QWidget>

class QMenu;

namespace ws {

/// Names of the rows that the user calls a GPU's, in the settings.
inline constexpr auto gpuRowsSetting = "timeline/gpuRows";

class RowHeader : public QWidget
{
    Q_OBJECT
public:
    explicit RowHeader(TimelineState *state, QWidget *parent = nullptr);
    static constexpr int preferredWidth = 220;

    /// The title of a section, and on further lines how busy it is, what it counts.
    static QString sectionText(const TimelineState &state, const LayoutSection &section);
    void toggleFold(size_t group, size_t section);
    /// The context menu of a place; a section of SIZE_MAX: the group's heading, both: the background.
    void fillMenu(QMenu &menu, size_t group, size_t section);

signals:
    void widthWanted(int width);
    /// Which rows are a GPU's was changed: the file is to be read again.
    void gpuRowsChanged();

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    void addGpuChoice(QMenu &menu, const LayoutSection &section);
    int paintAxis(QPainter &painter, const LayoutSection &section, int y) const;
    struct Place
    {
        size_t group = SIZE_MAX;
        size_t section = SIZE_MAX;
    };
    Place placeAt(int y) const;
    QString toolTipAt(int y) const;
    void paintBand(QPainter &painter, int top, int bottom, bool pinned);
    void paintGroup(QPainter &painter, const LayoutGroup &group, int y);
    void paintSection(QPainter &painter, const LayoutSection &section, int y, int top);
    QString nameIn(const LayoutSection &section, const QFontMetrics &metrics, int room);
    bool isInTwoLines(const LayoutSection &section, const QFontMetrics &metrics, int room) const;
    void findTellingParts();
    void paintTriangle(QPainter &painter, int x, int y, bool folded);
    void change(const std::function<void(LayoutChoices &)> &edit);

    TimelineState *m_state;
    bool m_resizing = false;
    bool m_hasParts = false;                 ///< m_tellingParts are those of the layout
    QHash<uint64_t, QString> m_tellingParts; ///< by SectionId::key(), of names among those of their kind
};

} // namespace ws
