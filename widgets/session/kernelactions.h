#pragma once
// What can be done with a kernel, the same in every view that shows one: its instances in the table and in the
// timeline, only it, a rule of the mapping that takes it.

#include "core/base/stringpool.h"

#include <functional>

class QMenu;

namespace ws {

class RunContext;
class TablePane;

/// A name of GPU work in a run. Without a context: no kernel.
struct KernelPlace
{
    RunContext *context = nullptr;
    StringId name = 0;

    explicit operator bool() const { return context != nullptr; }
};

/// Adds the actions with their keys to a table and its menu; `kernel` gives the current row's at that time. Rows
/// without a kernel disable them. `inTimeline`: also to the next and previous instance, around the ends.
void addKernelActions(TablePane *table, std::function<KernelPlace()> kernel, bool inTimeline = true);

/// Adds them to a menu for one kernel; they do nothing once its run has been closed or reloaded.
void addKernelActions(QMenu &menu, KernelPlace kernel);

/// The kernel with this name, in full or as rules see it; none: the run has no GPU work of that name.
KernelPlace kernelNamed(RunContext *context, std::string_view name);

/// Selects the next (1) or previous (-1) instance behind the selected slice and highlights all.
void revealInstance(RunContext &context, StringId name, int direction);

/// Limits all views to the instances of a kernel.
void showOnly(RunContext &context, StringId name);

} // namespace ws
