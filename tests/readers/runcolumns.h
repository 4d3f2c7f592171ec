#pragma once
// Everything that a run holds as named columns of bytes, so that a test can say in which column two runs differ.

#include "core/model/run.h"

#include <map>
#include <string>

namespace ws::test {

using Columns = std::map<std::string, std::string>;

Columns columnsOf(const Run &run);

/// The names of the columns that differ; empty: none does.
std::string difference(const Columns &a, const Columns &b);

} // namespace ws::test
