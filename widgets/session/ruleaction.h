#pragma once
// "Make a stage rule from this kernel", the same wherever a kernel is shown; the mapping editor answers.

#include <QString>

#include <functional>

class QAction;
class QObject;

namespace ws {

class Session;

/// `kernel`: the full name at the time of the click; empty: nothing happens.
QAction *makeRuleAction(Session *session, QObject *parent, std::function<QString()> kernel);

/// Of the session's selection; empty: nothing is selected, or no work of a GPU.
QString selectedKernel(const Session &session);

} // namespace ws
