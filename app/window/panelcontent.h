#pragma once
// Which panels have something to show of the active run: a trace of one GPU has no collectives, a table no steps.

class QString;

namespace ws {

class Session;

/// `id` as in settings and the command line. Quick: what only an analysis could tell counts as content.
bool canFill(const QString &id, const Session &session, bool hasJob);

} // namespace ws
