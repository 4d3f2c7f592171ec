#pragma once
// The texts of the free functions of `widgets` in the user's language (see core/base/texts.h).

#include <QCoreApplication>

namespace ws {

struct Views
{
    Q_DECLARE_TR_FUNCTIONS(Views)
};

} // namespace ws
