#include "widgets/toolkit/exports.h"

namespace ws {

Exports &Exports::instance()
{
    static Exports exports;
    return exports;
}

} // namespace ws
