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

/// True of a place in a source file below folders: "a/b/model.py(12): forward", "a/b/model.py:12".
bool isPlaceInFile(const QString &text);
/// A place in a source file in `room` px. Folders, which the places of a list have in common, give way from the front,
/// then the function from its end, and last of all the name of the file: its line stays.
QString elidedPlace(const QString &text, const QFontMetricsF &metrics, double room);

} // namespace ws
