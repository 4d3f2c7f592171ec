#pragma once
// The texts of core's free functions and plain classes in the user's language, and the bytes of a file as text. lupdate
// files a text under the name in Q_DECLARE_TR_FUNCTIONS and Qt looks it up under the same name. Rejected: a function
// tr() per file, because lupdate then files its texts under the namespace, where Qt does not look for them.

#include <QCoreApplication>
#include <QString>

#include <string_view>

namespace ws {

struct Core
{
    Q_DECLARE_TR_FUNCTIONS(Core)
};

/// UTF-8 as a QString; invalid bytes become U+FFFD.
inline QString toText(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace ws
