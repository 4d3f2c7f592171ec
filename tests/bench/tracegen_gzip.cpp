#include "tracegen.h"

#include <stdexcept>
#include <zlib.h>

namespace ws::tracegen {
namespace {

constexpr size_t outSize = 1 << 18;

} // namespace

struct GzipWriter::State
{
    z_stream stream{};
    std::string out = std::string(outSize, '\0');
    bool dirty = true; ///< something was written to this member, or it is the only one
};

GzipWriter::GzipWriter(Sink out, int level) : m_out(std::move(out)), m_state(std::make_unique<State>())
{
    if (deflateInit2(&m_state->stream, level, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::runtime_error("zlib refuses this compression level");
}

GzipWriter::~GzipWriter()
{
    deflateEnd(&m_state->stream);
}

void GzipWriter::deflateAll(int flush)
{
    z_stream &stream = m_state->stream;
    int result = Z_OK;
    do {
        stream.next_out = reinterpret_cast<Bytef *>(m_state->out.data());
        stream.avail_out = uInt(m_state->out.size());
        result = deflate(&stream, flush);
        m_out(std::string_view(m_state->out).substr(0, m_state->out.size() - stream.avail_out));
    } while (flush == Z_FINISH ? result != Z_STREAM_END : stream.avail_out == 0);
}

void GzipWriter::write(std::string_view text)
{
    m_state->stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
    m_state->stream.avail_in = uInt(text.size());
    m_state->dirty = m_state->dirty || !text.empty();
    deflateAll(Z_NO_FLUSH);
}

void GzipWriter::nextMember()
{
    finish();
    deflateReset(&m_state->stream);
}

void GzipWriter::finish()
{
    if (m_state->dirty)
        deflateAll(Z_FINISH);
    m_state->dirty = false;
}

std::string gzip(std::string_view text, int level, int members)
{
    std::string result;
    GzipWriter writer([&](std::string_view piece) { result += piece; }, level);
    const size_t share = text.size() / size_t(members);
    for (int i = 0; i < members; ++i) {
        if (i)
            writer.nextMember();
        writer.write(text.substr(size_t(i) * share, i + 1 == members ? text.npos : share));
    }
    writer.finish();
    return result;
}

} // namespace ws::tracegen
