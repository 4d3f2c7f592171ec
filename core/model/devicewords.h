#pragma once
// What a run's devices are called, and which of its rows are a device's without being GPU work: rows of categories such
// as mtia_ccp_events, hpu_op and privateuse1, parts of Ascend's collectives, streams that only wait. They are shown
// with their busy share and are in no sum of GPU work.

#include "core/model/run.h"

#include <QString>

namespace ws {

/// "NPU" where the processes of device rows are labelled "NPU 0"; without labels what the category says, else "GPU".
std::string deviceWord(const Run &run);

/// A translated text that says "GPU", with the word for this run's devices in its place. Before names are put into it.
QString forDevice(QString text, const Run &run);

/// A row of a device that is none of the GPU streams.
bool isUncountedRow(const Run &run, const Track &track);

} // namespace ws
