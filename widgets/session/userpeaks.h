#pragma once
// What the user says that a device can do at most, kept in the settings by the name that files give the device.

#include "core/analysis/limits/devicepeaks.h"

class QWidget;

namespace ws {

/// Nothing is given: the figures of the table.
UserPeaks savedPeaks(const Run &run);

/// Asks for figures of the run's device, empty for those of the table, and keeps them. False: nothing changed.
bool askForPeaks(const Run &run, QWidget *parent);

} // namespace ws
