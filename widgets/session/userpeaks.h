#pragma once
// What the user says that a device can do at most, kept in the settings by the name that files give the device.

#include "core/analysis/limits/devicepeaks.h"
#include "widgets/session/derivedkeys.h"

class QWidget;

namespace ws {

class RunContext;

/// Nothing is given: the figures of the table.
UserPeaks savedPeaks(const Run &run);

/// The limits of the whole run with these figures, without steps. The context has a run.
LimitsKey limitsKeyOf(const RunContext &context);

/// Asks for figures of the run's device, empty for those of the table, and keeps them. False: nothing changed.
bool askForPeaks(const Run &run, QWidget *parent);

} // namespace ws
