#pragma once
// A step in one strip: for each px of time, how much of it computes, communicates and copies. Strips below each other
// have one scale, so a step that is shorter is a shorter strip.

#include "core/analysis/replay/replayanswer.h"

#include <QWidget>

namespace ws {

/// Of a part of a step, as in the bars of the Overview.
QRgb stepPartColour(StepPart part);

class StepLane : public QWidget
{
    Q_OBJECT
public:
    explicit StepLane(QWidget *parent = nullptr);

    /// `fullNs`: the time that the whole width stands for; `title`: for screen readers and the tool tip.
    void setPicture(StepPicture picture, int64_t fullNs, const QString &title);
    /// The share of each part in the px column, adding up to at most 1.
    std::array<double, 3> columnAt(int x) const;
    int filledWidth() const; ///< px that the step takes

    QSize sizeHint() const override { return {400, 14}; }
    QSize minimumSizeHint() const override { return {80, 14}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    StepPicture m_picture;
    int64_t m_fullNs = 0;
};

} // namespace ws
