#pragma once
// A run as a packed file and back: everything but the texts of its events. To reopen, columns lie in it as in memory
// and are mapped; to send, they are coded and deflated. See docs/wsp.md.

#include "core/io/pack/packsections.h"
#include "core/model/run.h"
#include "core/readers/toolkit/match.h"

namespace ws {

enum class PackPurpose { Reopen, Send };

/// `more`: sections in front. Errors: Unreadable with the device's message, Cancelled.
Result<bool> writePacked(const Run &run, PackPurpose purpose, QIODevice &device, const Progress *progress = nullptr,
                         std::span<const PackSection> more = {});

/// A run whose columns show the sections' memory where they are raw. All ids and sizes are checked: whatever the
/// sections hold, what comes back can be used. Errors: Malformed.
Result<std::shared_ptr<Run>> unpackRun(const PackSections &sections, const QString &path);

Match matchPacked(const Head &head);
/// Errors: as PackSections::read() and unpackRun().
Result<RunPtr> readPacked(ByteSource &source, Progress &progress);

} // namespace ws
