#pragma once
// The order of groups and sections before anything is hidden or folded: steps, then GPUs, each with its gaps and
// streams, the labels of a stream above it; then processes, the most active first, each with its threads, the most
// active first. Sort indexes of the file are used where they are meaningful: Kineto writes the id itself, which would
// hide the busy thread.

#include "widgets/timeline/rowlayout.h"

namespace ws {

struct OrderedGroup
{
    LayoutGroup::Kind kind = LayoutGroup::Process;
    StringId pid = 0;
    std::vector<SectionId> sections;
};

/// `when` null: no steps and gaps.
std::vector<OrderedGroup> orderedSections(const TimelineData &data, const WhenLanes *when = nullptr,
                                          const ReplayRows *replay = nullptr);

} // namespace ws
