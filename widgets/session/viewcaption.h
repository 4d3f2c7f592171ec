#pragma once
// The lines below a picture of a view, so that it means the same where it is pasted: file and devices, the
// range and what else is selected, mapping, and the busy time that percentages of it are of.

#include "core/analysis/busy/busy.h"
#include "widgets/session/runcontext.h"

namespace ws {

/// Pictures that are copied or exported have a caption; on at first.
extern const QString pictureCaptionSetting;
bool wantsCaption();

/// `mapping`: its name, empty: none is applied. `busy`: of all devices in the range; none: not known, or no GPU work.
QStringList viewCaption(const RunContext &context, const QString &mapping, const std::optional<BusySplit> &busy);

} // namespace ws
