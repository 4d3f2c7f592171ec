#pragma once
// Ranks under steps, each cell as full of colour as the rank waits, computes, transfers or idles in the step; cells
// with room for it say how long. One image of a pixel a cell, which is scaled, so that a thousand ranks cost what ten
// do.

#include "widgets/panels/ranks/rankgrid.h"

#include <QImage>

namespace ws {

class RankHeatmap : public RankGrid
{
    Q_OBJECT
public:
    enum class Shows : uint8_t { Wait, Compute, Communication, Idle, Length };
    explicit RankHeatmap(QWidget *parent = nullptr);

    void setShows(Shows shows);
    Shows shows() const { return m_shows; }
    std::optional<Place> placeAt(QPointF at) const override;
    int64_t valueOf(Place place) const; ///< ns; 0 where the rank does not have the step
    int64_t minNs() const { return m_minNs; }
    /// Where the colours end; a few far longer ones have the colour of it, too.
    int64_t maxNs() const { return m_maxNs; }
    QString textOf(int64_t ns) const; ///< in one unit for all cells
    bool isClamped() const { return m_isClamped; }
    QRgb colourOf(double share) const; ///< 0: of the smallest value, 1: of the largest
    QRgb textColourOn(QRgb cell) const;
    /// Above the steps, as their width allows: all names, or what differs of them ("#12"), or that of every 2nd, 5th,
    /// 10th … step; the others are empty.
    QStringList headerLabels() const;
    bool isBlank() const { return m_maxNs == 0; }

protected:
    QRectF boxOf(Place place) const override;
    void paintPlot(QPainter &painter) override;
    void jobChanged() override;

private:
    void paintHeader(QPainter &painter) const;
    void paintValues(QPainter &painter) const;
    void paintCells(QPainter &painter) const;
    double shareOf(int64_t ns) const;
    void fillImage();

    Shows m_shows = Shows::Wait;
    QImage m_image;       ///< null: to be made
    QRgb m_imageBase = 0; ///< the background that it was made for
    int64_t m_minNs = 0, m_maxNs = 0;
    bool m_isClamped = false; ///< values above m_maxNs
};

} // namespace ws
