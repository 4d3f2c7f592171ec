#include "core/base/taskpool.h"

#include "core/base/parallel.h"

#include <exception>

namespace ws {

TaskPool::TaskPool(size_t threads) : m_mostThreads(threads) {}

TaskPool::TaskPool() : TaskPool(coreCount()) {}

TaskPool::~TaskPool()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
        for (auto &queue : m_queues)
            queue.clear();
    }
    m_taskCame.notify_all();
    for (std::thread &thread : m_threads)
        thread.join();
}

void TaskPool::submit(Task task, Urgency urgency)
{
    const std::lock_guard lock(m_mutex);
    const size_t queued = m_queues[0].size() + m_queues[1].size();
    if (m_threads.size() < m_mostThreads && m_running + queued >= m_threads.size()) {
        try {
            m_threads.emplace_back([this] { takeTasks(); });
        } catch (const std::exception &) { // no room for a stack: those that there are do the work
            if (m_threads.empty())
                throw;
        }
    }
    m_queues[static_cast<size_t>(urgency)].push_back(std::move(task));
    m_taskCame.notify_one();
}

bool TaskPool::isIdle() const
{
    const std::lock_guard lock(m_mutex);
    return m_running == 0 && !hasTask();
}

void TaskPool::takeTasks()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_taskCame.wait(lock, [this] { return m_stop || hasTask(); });
        if (m_stop)
            return;
        auto &queue = m_queues[m_queues[0].empty() ? 1 : 0];
        Task task = std::move(queue.front());
        queue.pop_front();
        ++m_running;
        lock.unlock();
        task();
        task = nullptr; // what it holds may be large
        lock.lock();
        --m_running;
    }
}

} // namespace ws
