#include "core/readers/chrome/eventqueue.h"

namespace ws {
namespace {

constexpr size_t batchCount = 8;  ///< fewer than the pipe has blocks, so that inflating goes on meanwhile
constexpr size_t worthWaking = 4; ///< batches, queued or free: threads work in bursts instead of waking each other
constexpr const char *damaged = nullptr;

} // namespace

EventQueue::EventQueue(ChromeEvents &sink, BlockPipe &pipe)
    : m_sink(sink), m_pipe(pipe), m_batches(batchCount), m_batch(&m_batches.front())
{
    for (size_t i = 1; i < batchCount; ++i)
        m_free.push_back(&m_batches[i]);
    m_thread = std::thread([this] { takeLoop(); });
}

EventQueue::~EventQueue()
{
    {
        std::lock_guard lock(m_mutex);
        m_stop = true;
    }
    m_workCame.notify_all();
    m_thread.join();
}

void EventQueue::damagedEvent(int64_t offset, std::string_view text)
{
    m_batch->findings.push_back({m_batch->events.size(), damaged, {}, offset, text});
}

void EventQueue::finding(const char *kind, const QString &message, int64_t offset, std::string_view text)
{
    m_batch->findings.push_back({m_batch->events.size(), kind, message, offset, text});
}

void EventQueue::submit(BlockPipe::Block *done)
{
    m_batch->done = done;
    std::unique_lock lock(m_mutex);
    m_queued.push_back(m_batch);
    if (m_queued.size() == worthWaking)
        m_workCame.notify_one();
    if (m_free.empty())
        m_roomCame.wait(lock, [this] { return m_free.size() >= worthWaking; });
    m_batch = m_free.back();
    m_free.pop_back();
}

void EventQueue::drain()
{
    submit(nullptr);
    std::unique_lock lock(m_mutex);
    m_flush = true;
    m_workCame.notify_one();
    m_roomCame.wait(lock, [this] { return m_queued.empty(); });
    m_flush = false;
}

void EventQueue::takeLoop()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        if (m_queued.empty())
            m_workCame.wait(
                lock, [this] { return m_stop || m_queued.size() >= worthWaking || (m_flush && !m_queued.empty()); });
        if (m_stop)
            return;
        Batch *batch = m_queued.front();
        lock.unlock();
        take(*batch);
        if (batch->done)
            m_pipe.release(batch->done);
        batch->events.clear();
        batch->findings.clear();
        lock.lock();
        m_queued.pop_front();
        m_free.push_back(batch);
        if (m_free.size() == worthWaking || m_queued.empty())
            m_roomCame.notify_one();
    }
}

void EventQueue::take(const Batch &batch)
{
    auto finding = batch.findings.begin();
    for (size_t i = 0; i <= batch.events.size(); ++i) {
        for (; finding != batch.findings.end() && finding->before == i; ++finding)
            if (finding->kind == damaged)
                m_sink.damagedEvent(finding->offset, finding->text);
            else
                m_sink.finding(finding->kind, finding->message, finding->offset, finding->text);
        if (i < batch.events.size())
            m_sink.event(batch.events[i].event, batch.events[i].offset);
    }
}

} // namespace ws
