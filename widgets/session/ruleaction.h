#pragma once
// "Make a stage rule from this kernel", the same wherever a kernel is shown; the mapping editor answers.

#include <QString>

#include <functional>

class QAction;
class QObject;

namespace ws {

class Pane;
class RunContext;

/// `kernel`: the full name at the time of the click; empty: nothing happens.
QAction *makeRuleAction(Pane *pane, QObject *parent, std::function<QString()> kernel);

/// The selected kernel; empty: nothing is selected, or it is not GPU work.
QString selectedKernel(const RunContext &context);

} // namespace ws
