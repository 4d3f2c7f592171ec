#pragma once

class QFormLayout;

namespace ws {

/// The rows of the settings for what is kept of traces: limit, what is in use, and a button that empties it.
void addCaches(QFormLayout *form);

} // namespace ws
