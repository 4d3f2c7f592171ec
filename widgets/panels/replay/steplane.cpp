#include "widgets/panels/replay/steplane.h"

#include "core/base/format.h"
#include "core/report/replayreport.h"
#include "widgets/toolkit/palette.h"
#include "widgets/toolkit/plaintext.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ws {

QRgb stepPartColour(StepPart part)
{
    const Palette &palette = Palette::current();
    switch (part) {
    case StepPart::Compute:
        return palette.stage("attention");
    case StepPart::Communication:
        return palette.stage("communication");
    case StepPart::Copies:
        return palette.stage("memory");
    case StepPart::Idle:
        break;
    }
    constexpr size_t unknown = 3;
    return palette.gapCause(unknown);
}

StepLane::StepLane(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StepLane::setPicture(StepPicture picture, int64_t fullNs, const QString &title)
{
    m_picture = std::move(picture);
    m_fullNs = fullNs;
    QStringList lines{title};
    for (size_t part = 0; part < stepPartCount; ++part)
        lines << stepPartText(StepPart(part)) + u' ' + formatDuration(m_picture.parts[part]);
    setAccessibleName(title);
    setAccessibleDescription(lines.mid(1).join(u'\n'));
    setToolTip(plainToolTip(lines.join(u'\n')));
    update();
}

int StepLane::filledWidth() const
{
    return m_fullNs > 0 ? int(std::lround(double(width()) * double(m_picture.laneNs) / double(m_fullNs))) : 0;
}

std::array<double, 3> StepLane::columnAt(int x) const
{
    std::array<double, 3> column{};
    const double filled = filledWidth(), count = double(m_picture.lane.size());
    if (x < 0 || x >= filled || count == 0)
        return column;
    const double from = x / filled * count, to = std::min(count, (x + 1) / filled * count);
    for (auto s = size_t(from); s < m_picture.lane.size() && double(s) < to; ++s)
        for (size_t part = 0; part < column.size(); ++part)
            column[part] += m_picture.lane[s][part] * (std::min(to, double(s + 1)) - std::max(from, double(s)));
    for (double &share : column)
        share /= to - from;
    return column;
}

void StepLane::paintEvent(QPaintEvent *)
{
    const Palette &palette = Palette::current();
    QPainter painter(this);
    painter.fillRect(rect(), QColor(palette.base));
    painter.fillRect(QRect(0, 0, filledWidth(), height()), QColor(palette.alternate));
    for (int x = 0; x < filledWidth(); ++x) {
        const auto column = columnAt(x);
        double bottom = height();
        for (size_t part = 0; part < column.size(); ++part) {
            const double tall = column[part] * height();
            if (tall > 0)
                painter.fillRect(QRectF(x, bottom - tall, 1, tall), QColor(stepPartColour(StepPart(part))));
            bottom -= tall;
        }
    }
}

} // namespace ws
