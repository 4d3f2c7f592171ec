#pragma once
// What a panel's numbers are about: "Whole run, 1.234 s" or "Range 12.0 ms to 15.0 ms, 3.0 ms".

#include "widgets/session/session.h"

#include <QString>

namespace ws {

QString scopeText(const Session &session);
/// With the focus in front, for panels that follow it.
QString focusedScopeText(const Session &session);

} // namespace ws
