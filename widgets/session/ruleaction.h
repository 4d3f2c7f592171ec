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

/// Of the run's selection; empty: nothing is selected, or no work of a GPU.
QString selectedKernel(const RunContext &context);

} // namespace ws
