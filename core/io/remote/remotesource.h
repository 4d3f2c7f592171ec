#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/io/bytesource.h"
#include "core/io/remote/remotepath.h"

#include <memory>

namespace ws {

/// A file of another machine, which comes while it is read; what needs the whole file (zip archives, databases, closed
/// reports) is waited for. Of a run that is packed on the host `progress.bytesTotal` is -1. `progress` outlives the
/// source. Errors: as ByteSource::open(); Unreadable in the words of ssh or the host; Unsupported for a folder;
/// Cancelled.
Result<std::unique_ptr<ByteSource>> openRemote(const RemotePath &remote, Progress &progress);

} // namespace ws
