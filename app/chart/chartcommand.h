#pragma once
// `warpscope chart FILE… -o stages.svg|png|pdf`: the stage chart without a display.

namespace ws {

/// Exit codes: 0 ok, 1 a file could not be read or written, 2 wrong usage.
int runChartCommand(int argc, char **argv);

} // namespace ws
