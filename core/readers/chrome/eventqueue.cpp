#include "core/readers/chrome/eventqueue.h"

#include <utility>

namespace ws {
namespace {

constexpr const char *damaged = nullptr;

} // namespace

EventQueue::EventQueue(ChromeEvents &sink, BlockPipe &pipe)
    : m_sink(sink), m_pipe(pipe), m_queue([this](Batch &batch) { take(batch); })
{
}

void EventQueue::damagedEvent(int64_t offset, std::string_view text)
{
    m_queue.batch().findings.push_back({m_queue.batch().events.size(), damaged, {}, offset, text});
}

void EventQueue::finding(const char *kind, const QString &message, int64_t offset, std::string_view text)
{
    m_queue.batch().findings.push_back({m_queue.batch().events.size(), kind, message, offset, text});
}

void EventQueue::submit(BlockPipe::Block *done)
{
    m_queue.batch().done = done;
    m_queue.submit();
}

void EventQueue::take(Batch &batch)
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
    if (BlockPipe::Block *done = std::exchange(batch.done, nullptr))
        m_pipe.release(done);
    batch.events.clear();
    batch.findings.clear();
}

} // namespace ws
