#pragma once
// Formatted numbers as a keyboard writes them.

#include <QString>

#include <string>

namespace ws::test {

/// With a hyphen for the minus and plain spaces for those that do not break.
inline std::string plain(QString text)
{
    return text.replace(QChar(0x2212), QLatin1Char('-'))
        .replace(QChar(0xa0), QLatin1Char(' '))
        .replace(QChar(0x202f), QLatin1Char(' '))
        .toStdString();
}

} // namespace ws::test
