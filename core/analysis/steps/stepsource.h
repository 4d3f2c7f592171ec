#pragma once
// Where the steps of a run come from: the annotations that the program knows, or the user's choice where names are
// missing or are not those of the work in question.
//
//   Pattern  every slice of a CPU thread (annotation, NVTX range, Python function, operator; no API call) and every
//            start/end range whose name the regex matches is a step, of nested ones the outermost. Work belongs to it
//            by its launch, as always. Groups of that name give the details: (?P<phase>…), (?P<batch>…), (?P<tokens>…).
//   Anchor   a step begins with each GPU work of that name, on each device by itself, and lasts until the next one; the
//            last one until the end of the device's work. GPU work belongs to the period in which it starts.
//
// A regex is read as in a search by name (namepattern.h): whatever its case, anywhere in the name, with its patience.

#include "core/analysis/steps/steps.h"
#include "core/base/result.h"

namespace ws {

struct StepSource
{
    enum By : uint8_t { Names, Pattern, Anchor };
    By by = Names;
    QString text = {}; ///< Anchor: a name as it is in the file or as shown, else a regex. Names: unused
    bool operator==(const StepSource &) const = default;
};

/// Why no file can have such steps (nothing to look for, an invalid regex); empty: one can. An anchor that is no regex
/// may still be a name.
QString sourceError(const StepSource &source);

/// An error also when nothing in the run has such a name; never for known names, where no step is an answer.
/// O(slices + GPU work), and the regex once for each distinct name.
Result<Steps> findSteps(const Run &run, const StepSource &source, const Progress *progress = nullptr);

} // namespace ws
