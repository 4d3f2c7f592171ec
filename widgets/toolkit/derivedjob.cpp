#include "widgets/toolkit/derivedjob.h"

namespace ws {

QThreadPool *analysisPool()
{
    static QThreadPool pool;
    return &pool;
}

JobErrors &JobErrors::instance()
{
    static JobErrors errors;
    return errors;
}

void JobErrors::report(const Error &error)
{
    QMetaObject::invokeMethod(
        this, [this, error] { emit failed(error); }, Qt::QueuedConnection);
}

} // namespace ws
