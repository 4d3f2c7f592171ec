#pragma once
// Work handed from one thread to another in order, a batch at a time. Both threads work in bursts instead of waking
// each other for every batch: a quarter of the system calls, the same wall time.

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace ws {

template <class Batch> class BatchQueue
{
public:
    static constexpr size_t batchCount = 8;

    /// `take` is called on the queue's own thread and leaves the batch empty for its next use. What it throws (there is
    /// no memory left) is thrown by submit() or drain(); nothing is taken after that.
    explicit BatchQueue(std::function<void(Batch &)> take)
        : m_take(std::move(take)), m_batches(batchCount), m_batch(&m_batches.front())
    {
        for (size_t i = 1; i < batchCount; ++i)
            m_free.push_back(&m_batches[i]);
        m_thread = std::thread([this] { takeLoop(); });
    }

    /// Stops without waiting for what is queued; call drain() first to keep it.
    ~BatchQueue()
    {
        {
            std::lock_guard lock(m_mutex);
            m_stop = true;
        }
        m_workCame.notify_all();
        m_thread.join();
    }

    /// The one that is being filled.
    Batch &batch() { return *m_batch; }

    /// Hands it over; batch() is another one then. Waits while all are queued.
    void submit()
    {
        std::unique_lock lock(m_mutex);
        m_queued.push_back(m_batch);
        if (m_queued.size() == worthWaking)
            m_workCame.notify_one();
        if (m_free.empty())
            m_roomCame.wait(lock, [this] { return m_failure || m_free.size() >= worthWaking; });
        if (m_failure)
            std::rethrow_exception(m_failure);
        m_batch = m_free.back();
        m_free.pop_back();
    }

    /// Hands over and waits until everything is taken.
    void drain()
    {
        submit();
        std::unique_lock lock(m_mutex);
        m_flush = true;
        m_workCame.notify_one();
        m_roomCame.wait(lock, [this] { return m_failure || m_queued.empty(); });
        m_flush = false;
        if (m_failure)
            std::rethrow_exception(m_failure);
    }

private:
    static constexpr size_t worthWaking = 4; ///< batches, queued or free

    void takeLoop()
    {
        std::unique_lock lock(m_mutex);
        for (;;) {
            if (m_queued.empty())
                m_workCame.wait(lock, [this] {
                    return m_stop || m_queued.size() >= worthWaking || (m_flush && !m_queued.empty());
                });
            if (m_stop)
                return;
            Batch *batch = m_queued.front();
            lock.unlock();
            std::exception_ptr failure;
            try {
                m_take(*batch);
            } catch (...) {
                failure = std::current_exception();
            }
            lock.lock();
            if (failure) {
                m_failure = failure;
                m_roomCame.notify_one();
                return;
            }
            m_queued.pop_front();
            m_free.push_back(batch);
            if (m_free.size() == worthWaking || m_queued.empty())
                m_roomCame.notify_one();
        }
    }

    std::function<void(Batch &)> m_take;
    std::vector<Batch> m_batches;
    Batch *m_batch;
    std::vector<Batch *> m_free;
    std::deque<Batch *> m_queued; ///< the first one is being taken
    std::mutex m_mutex;
    std::condition_variable m_workCame, m_roomCame;
    std::exception_ptr m_failure; ///< what `take` threw
    bool m_flush = false;         ///< a thread waits for the queue to be empty
    bool m_stop = false;
    std::thread m_thread; ///< last: starts when all else exists
};

} // namespace ws
