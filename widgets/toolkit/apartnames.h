#pragma once
// Names that stand side by side in narrow places, such as the headings of two runs or the names below their bars. All
// cut alike they may look the same ("tl_h1…" twice), so a cut leaves out what is equal and keeps what differs.

#include <QFontMetricsF>
#include <QString>
#include <QStringList>

namespace ws {

/// `name` in at most `room` px: whole, without its end, or, where another of `all` begins like that, without the words
/// at its beginning that it shares with them. It has one "…" at most, unless both ends are cut.
QString cutApart(const QString &name, const QStringList &all, const QFontMetricsF &metrics, double room);

/// A file's name without what says nothing of a run: ".pt.trace.json.gz" …
QString withoutSuffixes(QString name);

} // namespace ws
