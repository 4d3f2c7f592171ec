#pragma once
// How a mean unit of A becomes one of B, part by part: as bars for the page and as a picture for a report.

#include "core/analysis/compare/comparison.h"
#include "widgets/toolkit/barlist.h"
#include "widgets/toolkit/picture.h"

namespace ws {

QString waterfallTitle();
QString waterfallNote();
/// From A over the change of each part to B; the axis begins at 0. Empty where the comparison has no unit.
QList<Bar> waterfallBars(const Comparison &comparison);

struct WaterfallPicture
{
    Picture picture;
    QSize size; ///< px that it needs
};
/// In the colours of the present theme.
WaterfallPicture waterfallPicture(const Comparison &comparison);

} // namespace ws
