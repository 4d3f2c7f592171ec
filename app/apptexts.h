#pragma once
// The texts of the free functions of `app` in the user's language (see core/base/texts.h).

#include <QCoreApplication>

namespace ws {

struct App
{
    Q_DECLARE_TR_FUNCTIONS(App)
};

} // namespace ws
