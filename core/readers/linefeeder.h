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

    LineFeeder(ByteSource &source, Progress &progress) : m_pipe(source, progress), m_progress(progress) {}

    /// False: cancelled.
    bool run(const Take &take);

private:
    std::string_view feed(std::string_view text, const Take &take);

    BlockPipe m_pipe;
    Progress &m_progress;
    int64_t m_offset = 0;
    std::string m_long; ///< a line longer than the blocks' headroom, while it is gathered
};

} // namespace ws
