#include "app/opening/openqueue.h"

#include "core/base/loadpreview.h"
#include "core/readers/formats.h"

#include <algorithm>

namespace ws {

OpenQueue::OpenQueue(QObject *parent)
    : OpenQueue([](const QString &path, Progress &progress) { return loadRun(path, progress); }, parent)
{
}

OpenQueue::OpenQueue(RunLoader::Load load, QObject *parent) : QObject(parent), m_load(std::move(load)) {}

void OpenQueue::add(const OpenRequest &request)
{
    if ((m_loader && m_current == request) || std::find(m_waiting.begin(), m_waiting.end(), request) != m_waiting.end())
        return;
    m_waiting.push_back(request);
    if (!m_loader)
        next();
}

void OpenQueue::cancel()
{
    m_waiting.clear();
    if (m_loader)
        m_loader->cancel();
}

void OpenQueue::next()
{
    if (m_loader) // a request that was added while loaded() was told
        return;
    if (m_waiting.empty()) {
        emit idle();
        return;
    }
    m_current = m_waiting.front();
    m_waiting.pop_front();
    m_loader = new RunLoader(m_current.path, m_load, this);
    connect(m_loader, &RunLoader::stopped, m_loader, &QObject::deleteLater);
    connect(m_loader, &RunLoader::loaded, this, [this](const RunPtr &run) {
        m_chosenView = m_loader->preview()->chosen;
        const OpenRequest request = take(); // whoever is told may add the next one
        emit loaded(request, run);
        next();
    });
    connect(m_loader, &RunLoader::failed, this, [this](const Error &error) {
        const OpenRequest request = take();
        emit failed(request, error);
        next();
    });
    connect(m_loader, &RunLoader::cancelled, this, [this] {
        take();
        emit cancelled();
        next();
    });
    emit started(m_loader);
    m_loader->start();
}

OpenRequest OpenQueue::take()
{
    m_loader = nullptr;
    return std::move(m_current);
}

} // namespace ws
