#pragma once
// A view as one line of text to be sent: which file (name, SHA-256, size), and what of it: range, visible time,
// step, slice, panel.
//
//   warpscope:view?file=run.json.gz&sha256=…&size=1234&range=12300000-15200000&step=17&tab=kernels
//
// Values are percent-encoded, times are ns since the file's origin. A link comes from anywhere: it holds no path, names
// no program, and opens only a file whose hash it tells. Unknown keys are ignored, so later versions may add some.

#include "core/analysis/steps/stepsource.h"
#include "core/base/timerange.h"
#include "core/model/sliceaddress.h"

#include <QString>

#include <optional>

namespace ws {

struct ViewLink
{
    QString fileName; ///< without folders
    QString sha256;   ///< 64 lower-case hexadecimal digits
    int64_t size = -1;
    std::optional<TimeRange> range;
    std::optional<TimeRange> visible; ///< of the timeline
    StepSource steps;                 ///< what counts as a step
    std::optional<uint32_t> step;     ///< index into these steps
    QString phase;                    ///< all steps of it; empty: none
    std::optional<SliceAddress> slice;
    QString panel; ///< id; empty: none
    bool operator==(const ViewLink &) const = default;
};

/// The text may be a link, damaged ones included.
bool isViewLink(const QString &text);
/// A name longer than 200 bytes is cut.
QString viewLinkText(const ViewLink &link);
/// Errors: Malformed (says which part), TooLarge.
Result<ViewLink> parseViewLink(const QString &text);

} // namespace ws
