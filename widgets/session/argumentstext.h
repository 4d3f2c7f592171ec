#pragma once
// The arguments of an event as rich text, bounded: what a text widget lays out in a moment. The whole event is made
// into text only when someone copies it.

#include <nlohmann/json_fwd.hpp>

#include <QString>

namespace ws {

QString argumentsHtml(const nlohmann::ordered_json &event, const QString &mutedColour);

/// The whole event, to copy: indented, or on one line where indenting it would take hundreds of megabytes.
QString wholeEventText(const nlohmann::ordered_json &event);

} // namespace ws
