#pragma once

class QFormLayout;

namespace ws {

/// The row of the settings for the cache of remote traces: its limit, what is in it, and a button that empties it.
void addRemoteCache(QFormLayout *form);

} // namespace ws
