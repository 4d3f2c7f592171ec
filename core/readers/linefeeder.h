#pragma once
// A ByteSource as pieces that hold whole lines, however long, with the offset of each piece. For formats with one
// record a line and far too many of them to hold the text (cuda_gpu_trace of an hour). CR LF, LF; a lone CR ends no
// line.

#include "core/io/blockpipe.h"

#include <functional>
#include <string>
#include <string_view>

namespace ws {

class LineFeeder
{
public:
    /// Gets whole lines with their ends, and where they begin in the content. `last`: there is nothing behind them,
    /// and the last line may lack its end.
    using Take = std::function<void(std::string_view lines, int64_t offset, bool last)>;
    /// Everything taken until now may go; the caller releases the block when it needs its text no more. Null: the text
    /// goes as soon as this returns.
    using Done = std::function<void(BlockPipe::Block *block)>;

    LineFeeder(ByteSource &source, Progress &progress) : m_pipe(source, progress), m_progress(progress) {}

    /// False: cancelled. Without `done` all text goes when `take` returns.
    bool run(const Take &take, const Done &done = {});
    void release(BlockPipe::Block *block) { m_pipe.release(block); }
    /// False: the content is small, and no thread reads ahead.
    bool isThreaded() const { return m_pipe.isThreaded(); }

private:
    std::string_view feed(std::string_view text, const Take &take);

    BlockPipe m_pipe;
    Progress &m_progress;
    int64_t m_offset = 0;
    std::string m_long; ///< a line longer than the blocks' headroom, while it is gathered
};

} // namespace ws
