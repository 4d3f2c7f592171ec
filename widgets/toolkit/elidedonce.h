#pragma once
// Names that were shortened before ("at::elementwise_kernel…FillFunctor") do not get a second "…" where they are cut to
// a place: their cut grows.

#include <QFontMetricsF>
#include <QString>

namespace ws {

/// `text` in `room` px. One with a cut keeps as much of both its ends as there is room for; of several cuts the last
/// one grows. Another is cut by QFontMetricsF::elidedText() in `mode`.
QString elidedOnce(const QString &text, const QFontMetricsF &metrics, double room,
                   Qt::TextElideMode mode = Qt::ElideMiddle);

} // namespace ws
