#pragma once
// Takes events from the parser's thread to a sink on a thread of its own, a block's worth at a time and in order.
// Inflating, scanning and building then overlap: three threads share two cores better than two, because none of the
// three parts is half of the work.

#include "core/io/blockpipe.h"
#include "core/readers/chrome/chromeevents.h"

#include <deque>

namespace ws {

class EventQueue final : public ChromeEvents
{
public:
    EventQueue(ChromeEvents &sink, BlockPipe &pipe);
    ~EventQueue() override; ///< stops without waiting for what is queued; call drain() first to keep it

    void event(const ChromeEvent &event, uint64_t offset) override { m_batch->events.push_back({event, offset}); }
    void damagedEvent(int64_t offset, std::string_view text) override;
    void finding(const char *kind, const QString &message, int64_t offset, std::string_view text) override;

    /// Hands over what has come since the last call. `done`: a block that only this and earlier events point into; it
    /// goes back to the pipe behind them. Null: none.
    void submit(BlockPipe::Block *done);
    /// Hands over and waits until the sink has taken everything.
    void drain();

private:
    struct Item
    {
        ChromeEvent event;
        uint64_t offset;
    };
    struct Finding
    {
        size_t before; ///< index of the event it stands before
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

    void takeLoop();
    void take(const Batch &batch);

    ChromeEvents &m_sink;
    BlockPipe &m_pipe;
    std::vector<Batch> m_batches;
    Batch *m_batch; ///< being filled
    std::vector<Batch *> m_free;
    std::deque<Batch *> m_queued; ///< the first one is being taken
    std::mutex m_mutex;
    std::condition_variable m_workCame, m_roomCame;
    bool m_flush = false; ///< somebody waits for the queue to be empty
    bool m_stop = false;
    std::thread m_thread; ///< last: starts when all else is there
};

} // namespace ws
