#pragma once
// What stands in front of a packed run that is read while it comes: how busy each row is over time, and the overview
// as text, so that there is something to see before the columns are here.

#include "core/base/loadpreview.h"
#include "core/io/pack/packsections.h"
#include "core/model/run.h"

#include <string>

namespace ws {

struct PackFront
{
    std::string overview; ///< coded, as the next
    size_t overviewSize = 0;
    std::string rows;
    size_t rowsSize = 0;
    std::vector<PackSection> sections() const; ///< that show this
};

/// `overview`: text for a terminal.
PackFront packFront(const Run &run, const std::string &overview);

/// Of one of these sections; others, and what is none of theirs, change nothing.
void showFront(const PackSection &section, LoadPreview &preview);

} // namespace ws
