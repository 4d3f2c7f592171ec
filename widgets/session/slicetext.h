#pragma once
// Details of one slice as rich text: facts with links to other slices, the Python stack. Separate from the widget, so
// that it is tested without one. Links read "slice:LANE:INDEX".

#include "core/analysis/slicecontext.h"
#include "widgets/session/pane.h"

#include <QString>

namespace ws {

QString textOf(const Run &run, StringId id);
/// "GPU 0, stream 7", "python · 25286"
QString trackTitle(const Run &run, const Track &track);
/// Of a row of the profiler's overhead; with its thread, which often is 0 for none.
QString overheadTitle(const Run &run, const Track &track);

QString sliceLink(EventRef slice);
/// Invalid when `link` is not a slice link.
EventRef sliceOfLink(const QString &link);

QString sliceFactsHtml(const Run &run, EventRef slice, const SliceContext &context, const QString &mutedColour);
/// Nsight Compute's measurements of a kernel: a row of the link's table.
QString ncuFactsHtml(const NcuLink &link, size_t row, const QString &mutedColour);

} // namespace ws
