// Events reach the sink in the parser's order, whatever the speed of either side, and blocks go back only after them.

#include "core/readers/chrome/eventqueue.h"

#include <gtest/gtest.h>

#include <atomic>

using namespace ws;

namespace {

class Recorder : public ChromeEvents
{
public:
    void event(const ChromeEvent &event, uint64_t offset) override
    {
        text += std::string(event.name) + std::to_string(offset) + " ";
        if (slow)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    void damagedEvent(int64_t offset, std::string_view what) override
    {
        text += "damaged" + std::to_string(offset) + std::string(what) + " ";
    }
    void finding(const char *kind, const QString &, int64_t offset, std::string_view what) override
    {
        text += kind + std::to_string(offset) + std::string(what) + " ";
    }

    std::string text;
    bool slow = false;
};

/// Gives the same events to any ChromeEvents; `pause` after every few.
template <class Pause> void speak(ChromeEvents &to, Pause pause)
{
    ChromeEvent event;
    for (uint64_t i = 0; i < 40; ++i) {
        if (i % 9 == 0)
            to.damagedEvent(static_cast<int64_t>(i), "{x");
        event.name = i % 2 ? "even" : "odd";
        to.event(event, i);
        if (i % 11 == 0)
            to.finding("stray", {}, static_cast<int64_t>(i), "7");
        if (i % 5 == 0)
            pause();
    }
}

} // namespace

TEST(EventQueue, keepsTheOrderOfEventsAndFindings)
{
    Recorder direct;
    speak(direct, [] {});
    const std::string content(10, ' ');
    const auto source = ByteSource::fromMemory(content);
    Progress progress;
    BlockPipe pipe(*source, progress);
    for (bool slow : {false, true}) {
        Recorder behind;
        behind.slow = slow;
        EventQueue queue(behind, pipe);
        speak(queue, [&] { queue.submit(nullptr); });
        queue.drain();
        EXPECT_EQ(behind.text, direct.text);
    }
}

TEST(EventQueue, aBlockGoesBackToThePipeBehindItsEvents)
{
    const std::string content(ByteSource::headSize * 40, 'x');
    const auto source = ByteSource::fromMemory(content);
    Progress progress;
    BlockPipe pipe(*source, progress);
    ASSERT_TRUE(pipe.isThreaded());
    Recorder sink;
    sink.slow = true;
    EventQueue queue(sink, pipe);
    size_t bytes = 0, blocks = 0;
    std::string expected;
    while (BlockPipe::Block *block = pipe.next({})) {
        ChromeEvent event;
        event.name = std::string_view(block->data(), 4); // overwritten when the block is filled again too early
        queue.event(event, bytes);
        expected += "xxxx" + std::to_string(bytes) + " ";
        bytes += block->size;
        ++blocks;
        queue.submit(block);
    }
    queue.drain();
    EXPECT_EQ(bytes, content.size());
    EXPECT_EQ(blocks, content.size() / BlockPipe::blockSize);
    EXPECT_EQ(sink.text, expected);
}

TEST(EventQueue, stopsWithoutTakingWhatIsQueued)
{
    const std::string content(10, ' ');
    const auto source = ByteSource::fromMemory(content);
    Progress progress;
    BlockPipe pipe(*source, progress);
    Recorder sink;
    sink.slow = true;
    {
        EventQueue queue(sink, pipe);
        speak(queue, [] {});
        queue.submit(nullptr);
    }
    EXPECT_LE(sink.text.size(), 1000u);
}
