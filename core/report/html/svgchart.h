#pragma once
// Charts as SVG, written as text: they need neither a display nor Qt's painter, and the same text stands inside a page
// or in a file of its own. Every part has a <title>, which browsers show on hover without scripts; `data-` attributes
// let the page's script hide labels (htmlpage.cpp). Widths of texts are estimated, since no font is known here.

#include "core/report/html/document.h"

namespace ws {

/// &, <, > and both quotes as entities; control characters, which XML forbids, as U+FFFD.
QString markupText(const QString &text);

/// The time of all parts that are drawn.
int64_t lengthOf(const DocumentBar &bar);

/// A document of its own: with its namespace. Without parts it is only a frame.
QString barChartSvg(const BarChart &chart);
QString waterfallSvg(const WaterfallChart &chart);

} // namespace ws
