#include "widgets/session/runloader.h"

#include "core/readers/formats.h"

namespace ws {

RunLoader::RunLoader(QString path, QObject *parent)
    : RunLoader(
          std::move(path), [](const QString &p, Progress &progress) { return loadDocument(p, progress); }, parent)
{
}

RunLoader::RunLoader(QString path, Load load, QObject *parent)
    : QObject(parent), m_path(std::move(path)), m_load(std::move(load))
{
}

RunLoader::~RunLoader()
{
    m_progress->cancel();
    if (m_thread.joinable())
        m_thread.join();
}

void RunLoader::start()
{
    m_thread = std::thread([this] {
        auto result = std::make_shared<Result<Document>>(m_load(m_path, *m_progress));
        if (m_progress->isCancelled())
            result.reset(); // a large run is taken down here, not in the GUI thread
        QMetaObject::invokeMethod(
            this, [this, result] { finish(result); }, Qt::QueuedConnection);
    });
}

void RunLoader::cancel()
{
    m_progress->cancel();
    if (std::exchange(m_answered, true))
        return;
    emit cancelled();
}

void RunLoader::finish(const std::shared_ptr<Result<Document>> &result)
{
    m_thread.join();
    if (!std::exchange(m_answered, true)) {
        if (!result || (!result->ok() && result->error().kind == ErrorKind::Cancelled))
            emit cancelled();
        else if (result->ok())
            emit loaded(result->value());
        else
            emit failed(result->error());
    }
    emit stopped();
}

} // namespace ws
