#include "widgets/toolkit/derivedjob.h"

namespace ws {

QThreadPool *analysisPool()
{
    static QThreadPool pool;
    return &pool;
}

} // namespace ws
