#pragma once
// The scope of a panel's numbers: "Whole run, 1.234 s" or "Range 12.0 ms to 15.0 ms, 3.0 ms".

#include "widgets/session/pane.h"

#include <QString>

namespace ws {

QString scopeText(const RunContext &context);
/// A duration beside it, in its unit.
QString timeInScope(const RunContext &context, int64_t ns);
/// With the focus in front, for panels that follow it.
QString focusedScopeText(const RunContext &context);
/// The same while a range or a focus is in force, else empty: for crowded bars.
QString limitText(const RunContext &context);
/// Titles of modules may have any length.
QString shortTitle(const Focus &focus);

} // namespace ws
