#include "app/opening/jobtraces.h"

#include "app/opening/fileopener.h"
#include "core/base/format.h"
#include "core/base/platform.h"
#include "widgets/session/runcontext.h"

#include <QFileInfo>
#include <QSettings>

#include <algorithm>

namespace ws {

const QString jobMemorySetting = QStringLiteral("job/memoryMiB");

JobTraces::JobTraces(Session *session, FileOpener *files, QObject *parent)
    : QObject(parent), m_session(session), m_files(files)
{
    connect(files, &FileOpener::ready, this, &JobTraces::opened);
    connect(files, &FileOpener::failed, this, &JobTraces::failed);
    connect(files, &FileOpener::idle, this, [this] {
        if (!m_current.isEmpty()) // neither opened nor failed: the user cancelled
            m_waiting.clear();
        m_current.clear();
        openNext();
    });
    connect(session, &Session::activeChanged, this, &JobTraces::noteActive);
}

int64_t JobTraces::limitBytes()
{
    constexpr int64_t mib = 1 << 20;
    const int64_t machine = platform::machineBytes();
    const qlonglong set = QSettings().value(jobMemorySetting).toLongLong();
    return set > 0 && set < (int64_t(1) << 40) ? set * mib : std::max(machine / 2, 1024 * mib);
}

void JobTraces::open(const QString &path, const TimeRange &span)
{
    m_spanPath = QFileInfo(path).absoluteFilePath();
    m_span = span;
    m_ours << m_spanPath;
    m_files->open(OpenRequest{m_spanPath, {}});
}

void JobTraces::openAll(const QStringList &paths)
{
    m_waiting = paths;
    m_all = paths.size();
    if (!m_files->isLoading())
        openNext();
}

int64_t JobTraces::memoryBytes() const
{
    int64_t bytes = 0;
    for (const Trace &trace : m_traces)
        if (trace.context)
            bytes += int64_t(trace.context->run()->memoryBytes());
    return bytes;
}

int64_t JobTraces::expectedBytes(const QString &path) const
{
    int64_t files = 0, memory = 0;
    for (const Trace &trace : m_traces)
        if (trace.context) {
            files += trace.context->run()->info.stamp.size;
            memory += int64_t(trace.context->run()->memoryBytes());
        }
    return files > 0 ? int64_t(double(memory) / double(files) * double(QFileInfo(path).size())) : 0;
}

void JobTraces::openNext()
{
    if (m_waiting.isEmpty() || m_files->isLoading())
        return;
    if (memoryBytes() + expectedBytes(m_waiting.front()) > limitBytes()) {
        emit told(tr("%1 of %2 files are open: the others would take more memory than the traces of a job may (%3; see "
                     "the settings).")
                      .arg(m_all - m_waiting.size())
                      .arg(m_all)
                      .arg(formatBytes(limitBytes())));
        m_waiting.clear();
        emit allOpened();
        return;
    }
    const QString path = m_waiting.takeFirst();
    m_current = QFileInfo(path).absoluteFilePath();
    m_ours << m_current;
    m_files->open(OpenRequest{m_current, {}});
    if (m_waiting.isEmpty())
        emit allOpened();
    else if (!m_files->isLoading()) // it was open
        QMetaObject::invokeMethod(this, &JobTraces::openNext, Qt::QueuedConnection);
}

void JobTraces::failed(const QString &path)
{
    m_ours.removeOne(path);
    if (path == m_current)
        m_current.clear();
}

void JobTraces::opened(const OpenRequest &request, RunContext *context)
{
    if (request.path == m_current)
        m_current.clear();
    if (!m_ours.removeOne(request.path))
        return;
    std::erase_if(m_traces, [&](const Trace &trace) { return !trace.context || trace.context == context; });
    m_traces.push_back({context, request.path});
    if (request.path == m_spanPath) {
        m_spanPath.clear();
        if (m_span.length() > 0)
            context->showSpan(m_span);
    }
    keepWithinLimit();
}

void JobTraces::noteActive()
{
    const auto found =
        std::ranges::find_if(m_traces, [this](const Trace &one) { return one.context == m_session->active(); });
    if (found != m_traces.end() && found->context)
        std::rotate(found, found + 1, m_traces.end());
}

void JobTraces::keepWithinLimit()
{
    QStringList closed;
    for (size_t i = 0; i + 1 < m_traces.size() && memoryBytes() > limitBytes();) {
        RunContext *context = m_traces[i].context;
        if (!context || context == m_session->active() || !context->notes().empty()) {
            ++i;
            continue;
        }
        closed << QFileInfo(m_traces[i].path).fileName();
        m_traces.erase(m_traces.begin() + std::ptrdiff_t(i));
        m_session->close(context);
    }
    if (!closed.isEmpty())
        emit told(tr("Closed, because the traces of a job may take %1 of memory (see the settings): %2.")
                      .arg(formatBytes(limitBytes()), closed.join(QStringLiteral(", "))));
}

} // namespace ws
