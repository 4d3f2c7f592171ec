#pragma once
// What stands in front of a packed run that is read while it comes: the overview as text, its digests, and how busy
// each row is over time, so that there is something to see before the columns are here.

#include "core/base/loadpreview.h"
#include "core/io/pack/packsections.h"
#include "core/model/run.h"

#include <string>

namespace ws {

struct PackFront
{
    struct Part
    {
        const char *name;
        std::string coded;
        size_t size; ///< before it was coded
    };
    std::vector<Part> parts;
    std::vector<PackSection> sections() const; ///< that show this
};

/// `overview`: text for a terminal. `digests`: as in a file, or empty.
PackFront packFront(const Run &run, const std::string &overview, const std::string &digests);

/// Of one of these sections; others, and what is none of theirs, change nothing.
void showFront(const PackSection &section, LoadPreview &preview);

} // namespace ws
