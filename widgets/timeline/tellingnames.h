#pragma once
// What tells the names of a list apart, for places so narrow that a cut name says nothing: of "ProfilerStep#1010" and
// "ProfilerStep#1011" the numbers, of "[memory]: Total Allocated" and "[memory]: Total Reserved" the last words.

#include <QFontMetrics>
#include <QString>

#include <span>
#include <string_view>
#include <vector>

namespace ws {

/// For each of the names, which may repeat, "…" and the words that no other name has; empty: the name only ends before
/// the others, or they are too many for the GUI thread.
std::vector<QString> tellingParts(std::span<const std::string_view> names);

/// The name, or its beginning with the telling part; empty: not even that part has room.
QString nameWithPart(const QString &name, const QString &telling, const QFontMetrics &metrics, int room);

} // namespace ws
