#pragma once
// The formats that are opened here: their ids and the endings of their files' names. Data without code, so that
// every layer uses the same list: the readers (formats.cpp adds how each is recognised and read), the script for
// folders of other machines, the file dialog and the folder that is watched.

#include <QStringList>

#include <span>

namespace ws {

struct FormatName
{
    const char *id;       ///< as in `summary --json`
    const char *suffixes; ///< that its writers give, lower case, without the point, divided by blanks
    const char *pasted;   ///< suffixes of documents and logs into which people paste its text
};

/// One row a format; two readers may share an id.
std::span<const FormatName> formatNames();

/// The suffixes of all formats without repetitions: those of their writers, with `pasted` also those of documents.
QStringList formatSuffixes(bool pasted);

} // namespace ws
