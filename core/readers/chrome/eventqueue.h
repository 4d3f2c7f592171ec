#pragma once
// Takes events from the parser's thread to a sink on a thread of its own, a block's worth at a time and in order.
// Inflating, scanning and building then overlap: three threads share two cores better than two, because none of the
// three parts is half of the work.

#include "core/base/batchqueue.h"
#include "core/io/blockpipe.h"
#include "core/readers/chrome/chromeevents.h"

namespace ws {

class EventQueue final : public ChromeEvents
{
public:
    EventQueue(ChromeEvents &sink, BlockPipe &pipe);

    void event(const ChromeEvent &event, uint64_t offset) override
    {
        m_queue.batch().events.push_back({event, offset});
    }
    void damagedEvent(int64_t offset, std::string_view text) override;
    void finding(const char *kind, const QString &message, int64_t offset, std::string_view text) override;

    /// Hands over the events since the last call. `done`: a block that only these and earlier events point into; it
    /// returns to the pipe after them. Null: none.
    void submit(BlockPipe::Block *done);
    /// Hands over and waits until the sink has taken everything. Without it, what is queued at the end is not taken.
    void drain() { m_queue.drain(); }

private:
    struct Item
    {
        ChromeEvent event;
        uint64_t offset;
    };
    struct Finding
    {
        size_t before; ///< index of the event that follows it
        const char *kind;
        QString message;
        int64_t offset;
        std::string_view text;
    };
    struct Batch
    {
        std::vector<Item> events;
        std::vector<Finding> findings;
        BlockPipe::Block *done = nullptr;
    };

    void take(Batch &batch);

    ChromeEvents &m_sink;
    BlockPipe &m_pipe;
    BatchQueue<Batch> m_queue; ///< last: its thread uses the others
};

} // namespace ws
