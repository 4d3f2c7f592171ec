#pragma once
// The text of a frame in a box that may be narrow. A cut in the middle would take the line away, which alone tells the
// frames of a file apart.

#include <QFontMetrics>
#include <QString>

namespace ws {

/// The first that is at most `room` pixels wide of "a/b.py(12): f", "b.py(12): f", "b.py(12)", "(12)" and nothing;
/// "<built-in function f>" and "nn.Module: f" give way to "f". Other texts are cut in the middle.
QString fittingFrame(const QString &name, const QFontMetrics &metrics, int room);

} // namespace ws
