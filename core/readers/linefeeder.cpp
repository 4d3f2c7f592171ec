#include "core/readers/linefeeder.h"

namespace ws {

/// Hands out the whole lines of `text`, returns the rest.
std::string_view LineFeeder::feed(std::string_view text, const Take &take)
{
    const size_t end = text.rfind('\n') + 1; // npos + 1 is 0
    if (end) {
        take(text.substr(0, end), m_offset, false);
        m_offset += static_cast<int64_t>(end);
    }
    return text.substr(end);
}

bool LineFeeder::run(const Take &take, const Done &done)
{
    std::string_view rest; // of the block before
    BlockPipe::Block *before = nullptr;
    for (;;) {
        if (m_progress.isCancelled())
            return false;
        if (rest.size() > BlockPipe::headroom) {
            m_long = rest;
            rest = {};
        }
        BlockPipe::Block *block = m_pipe.next(rest);
        if (!block)
            break;
        if (before && done) // its rest has just been copied
            done(before);
        else if (before)
            m_pipe.release(before);
        before = block;
        std::string_view text(block->data() - rest.size(), rest.size() + block->size);
        if (!m_long.empty()) {
            const size_t end = text.find('\n');
            m_long.append(text.substr(0, end == text.npos ? text.size() : end + 1));
            if (end == text.npos)
                continue;
            feed(m_long, take);
            if (done)
                done(nullptr);
            m_long.clear();
            text.remove_prefix(end + 1);
        }
        rest = feed(text, take);
    }
    take(m_long.empty() ? rest : std::string_view(m_long), m_offset, true);
    return true;
}

} // namespace ws
