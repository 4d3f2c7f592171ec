#pragma once
// Which side of a comparison a third file replaces.

#include "widgets/session/comparepair.h"

#include <QString>

#include <functional>

class QWidget;

namespace ws {

/// Asks without blocking; `take` gets the chosen side, or nothing for a run of its own. It is not called when the
/// question is cancelled. One question at a time: a newer one replaces it.
void askSide(QWidget *parent, const ComparePair &pair, const QString &path, ComparePair::Side proposed,
             std::function<void(std::optional<ComparePair::Side>)> take);

} // namespace ws
