#pragma once
// Threads for work in the background, one for each core, with a queue of two ranks: what somebody waits for in front of
// a visible view runs before what a hidden one would like. Not Qt's pools: QPainter fills large areas with the help of
// the global one and waits for it, so a picture would wait until an analysis is done; and a QThreadPool whose thread
// cannot be made never runs its task and never says so.

#include <array>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace ws {

enum class Urgency { Visible, Hidden };

class TaskPool
{
public:
    using Task = std::function<void()>; ///< throws nothing

    explicit TaskPool(size_t threads); ///< at most so many
    TaskPool();                        ///< as many as there are cores
    TaskPool(const TaskPool &) = delete;
    TaskPool &operator=(const TaskPool &) = delete;
    ~TaskPool(); ///< drops what is queued and waits for what runs

    /// Throws when no thread can be made and there is none; the task is not queued then.
    void submit(Task task, Urgency urgency = Urgency::Visible);
    /// Nothing is queued and nothing runs.
    bool isIdle() const;

private:
    void takeTasks();
    bool hasTask() const { return !m_queues[0].empty() || !m_queues[1].empty(); }

    const size_t m_mostThreads;
    mutable std::mutex m_mutex;
    std::condition_variable m_taskCame;
    std::array<std::deque<Task>, 2> m_queues; ///< by Urgency
    size_t m_running = 0;
    bool m_stop = false;
    std::vector<std::thread> m_threads; ///< made as they are needed
};

} // namespace ws
