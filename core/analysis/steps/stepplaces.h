#pragma once
// The place of a step in time, the next step, and the step of a slice: the way from a step's numbers to the timeline
// and back.

#include "core/analysis/steps/steps.h"

namespace ws {

/// The range of the step's GPU work (its numbers are this range's unless other steps' work runs too); without any, its
/// time on the CPU. Never empty.
TimeRange workRange(const Step &step);

/// The visible extent of a step: its annotation, its time on the CPU and its GPU work.
TimeRange extentOf(const Timeline &timeline, const Step &step);

/// The times on the CPU of one step (noStep: of all) or of all steps of a phase (empty: of any), within the range;
/// sorted and apart from each other. Periods of kernels have none.
std::vector<TimeRange> cpuStretches(const Steps &steps, uint32_t step, std::string_view phase,
                                    std::optional<TimeRange> range);

/// The first step after `after` (noStep: of all) with that phase, with `backward` the last one before it; an empty
/// phase means any. noStep: there is none.
uint32_t nextStep(const Steps &steps, std::string_view phase, uint32_t after = noStep, bool backward = false);

/// True for annotations, on CPU threads or on the GPU's rows, with the name of a step.
bool namesStep(const Run &run, EventRef slice);

/// The step that an annotation is part of, or that the GPU work below it belongs to; noStep: none.
uint32_t stepOfSlice(const Run &run, const Steps &steps, EventRef slice);

} // namespace ws
