#pragma once
// The word for a run's devices, and its rows that belong to a device without being GPU work: rows of categories such as
// mtia_ccp_events, hpu_op and privateuse1, parts of Ascend's collectives, streams that only wait. They are shown with
// their busy share but are in no sum of GPU work.

#include "core/model/run.h"

#include <QString>

namespace ws {

/// "NPU" where the processes of device rows are labelled "NPU 0"; without labels from the category, else "GPU".
std::string deviceWord(const Run &run);

/// Replaces "GPU" in a translated text by the word for this run's devices. Call it before names are put into the text.
QString forDevice(QString text, const Run &run);

/// A row of a device that is not a GPU stream.
bool isUncountedRow(const Run &run, const Track &track);

} // namespace ws
