#pragma once
// What TensorRT's trtexec writes: the times of layers and of inferences as JSON (--exportProfile, --exportTimes) and
// the table of layers in its log (--dumpProfile). Quotes in names of layers are escaped by newer versions only, and
// shares of no time are "nan" without quotes: a file that is no JSON for that, or is cut, is read line by line. Layers
// are no kernels: several of them may run as one, and a layer may be many.

#include "core/readers/toolkit/match.h"
#include "core/readers/toolkit/textpage.h"

namespace ws {

Match matchTensorRt(const Head &head);
/// Errors: Malformed when the file holds no layer and no inference, those of readText().
Result<RunPtr> readTensorRt(ByteSource &source, Progress &progress);

/// The table of layers whose header is at line `at`.
bool findTensorRtLayers(TextPage &page, size_t at, FoundTables &found);

} // namespace ws
