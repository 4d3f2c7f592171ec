#pragma once
// The arguments of an event as rich text, bounded so that a text widget lays it out quickly. Only copying makes text of
// the whole event.

#include <nlohmann/json_fwd.hpp>

#include <QString>

namespace ws {

QString argumentsHtml(const nlohmann::ordered_json &event, const QString &mutedColour);

/// The whole event, to copy: indented, or on one line where indenting it would take hundreds of megabytes.
QString wholeEventText(const nlohmann::ordered_json &event);

} // namespace ws
