#pragma once
// The receiver of the parser's findings: the sink itself, or a queue before the sink's own thread.

#include "core/readers/chrome/chromeevent.h"

#include <QString>

namespace ws {

class ChromeEvents
{
public:
    virtual ~ChromeEvents() = default;
    /// `offset`: of the event's '{' in the unpacked content.
    virtual void event(const ChromeEvent &event, uint64_t offset) = 0;
    virtual void damagedEvent(int64_t offset, std::string_view text) = 0;
    /// Another irregularity, as for Diagnostics::add. `kind` is a literal.
    virtual void finding(const char *kind, const QString &message, int64_t offset, std::string_view text) = 0;
};

} // namespace ws
