#pragma once
// The short lists of an overview. Only for makeOverview().

#include "core/analysis/stages/tablework.h"
#include "core/report/overviewreport.h"

namespace ws {

/// Stages (default mapping) and kernels by their time in the unit on the main device, and modules, or without modules
/// the layers by repetition. `sources` are complete but for attribution and layers.
std::vector<OverviewList> unitLists(const OverviewSources &sources, const RunBudget &budget, const Progress *progress);

/// Operators by their own time on the CPU, of a recording that has nothing else. False: cancelled.
bool addCpuOperators(const Run &run, Overview &overview, const Progress *progress);

/// The findings of all devices, those of one matter as one. False: cancelled.
bool addFindings(const FindingInput &input, Overview &overview, const Progress *progress);

/// The parts of the main device's budget that no finding names, at least minFindingShare each.
void addRests(const FindingInput &input, Overview &overview);

/// Says what bounds the unit of the main device; needs the findings.
QString overviewHeadline(const Overview &overview, const RunBudget &budget, const OverviewSources &sources);
/// The part of the summed durations of all GPU work that no step has launched.
double shareOutside(const Steps &steps);
/// The unit captures graphs.
bool isCaptureStep(const RunBudget &budget, const Steps &steps);

/// Facts, lists and findings of a file without a timeline of GPU work: tables, layerwise profiles, ncu reports.
/// `phase`: OverviewSources::phase.
void describeTables(const Run &run, const std::string &phase, Overview &overview);

/// Overhead rows of a torch table that cost CPU time: loading of code, in the first run only.
void findInTable(const Run &run, const Table &table, Overview &overview);
/// Matrix products in FP32 by kernels that are made for devices with TF32: at least 15 % of the work, and more than its
/// kernels of 16 bit.
void findInWork(const Run &run, const NamedWork &work, Overview &overview);

/// Ascend's times of steps or ranks, and a sentence about all of them; those of stages, which are the largest of their
/// ranks, do not count. Empty: no row has the three times.
bool isStepTimes(const Table &table);
QString stepTimesText(const Table &table);

/// The layers of an engine of TensorRT as a list, and sentences for the headline of them or of its inferences; empty:
/// the table is none of TensorRT's, or has no times.
QString describeEngine(const Table &table, Overview &overview);

/// Of files whose tables list no work of the device: calls of the CPU, HCCL's operations and links, operators, memory,
/// the times of a training step. Lists of them, and sentences for the headline; none: nothing is known of the tables.
QStringList describeOtherTables(const Run &run, Overview &overview);
/// What nvprof's summaries say of unified memory, whose copies are in no list of the device's work; empty: nothing.
QString unifiedMemoryText(const Run &run);
/// The same of a file that lists calls one by one (callsAlone); empty for others.
QString callsAloneText(const Run &run, Overview &overview);

} // namespace ws
