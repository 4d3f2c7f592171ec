#pragma once
// Phrases put together as the language of the window does it: "a, b" and "a: b" in English, with full-width marks and
// without a space behind them in Chinese. Rejected: the marks in each caller, where every second list kept the English
// ones.

#include <QString>
#include <QStringList>

namespace ws {

/// "a, b".
QString listed(const QStringList &parts);

/// "a; b": parts that hold commas themselves.
QString clauses(const QStringList &parts);

/// "text (detail)".
QString withDetail(const QString &text, const QString &detail);

/// "label: text".
QString labelled(const QString &label, const QString &text);

/// Sentences in a row; no space follows a full-width mark. Empty ones are left out.
QString sentences(const QStringList &parts);

/// "rows without a time; they were left out" as a sentence of its own: with a capital, unless it begins with a name
/// like "cudaFree" or "nsys-rep", and with a full stop.
QString asSentence(QString text);

} // namespace ws
