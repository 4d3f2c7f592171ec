#include "core/io/inflater.h"

#include "core/base/texts.h"

#include <isa-l.h>
#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <cstring>

namespace ws {

/// The state kept between calls. The library's own gzip mode is not used: it loses the state of a header that arrives
/// in several pieces.
struct Inflater::State
{
    bool inHeader = false;
    isal_gzip_header header{};
    inflate_state inflate; ///< last: its own last member is saved as far as it is in use
};

Inflater::Inflater(Wrapper wrapper) : m_state(std::make_unique<State>())
{
    isal_inflate_init(&m_state->inflate);
    m_state->inHeader = wrapper == Wrapper::Gzip;
    m_state->inflate.crc_flag = wrapper == Wrapper::Gzip ? ISAL_GZIP_NO_HDR_VER : ISAL_DEFLATE;
}

Inflater::~Inflater() = default;

void Inflater::setInput(const unsigned char *bytes, size_t size)
{
    m_state->inflate.next_in = const_cast<unsigned char *>(bytes); // read only; the C interface lacks the const
    m_state->inflate.avail_in = static_cast<uint32_t>(size);
}

const unsigned char *Inflater::input() const
{
    return m_state->inflate.next_in;
}

size_t Inflater::inputLeft() const
{
    return m_state->inflate.avail_in;
}

Inflater::Status Inflater::run(char *&out, char *end)
{
    inflate_state &state = m_state->inflate;
    if (m_state->inHeader && !m_damage) {
        const int code = isal_read_gzip_header(&state, &m_state->header);
        if (code > 0)
            return Status::More;
        m_damage = code;
        m_state->inHeader = code != ISAL_DECOMP_OK;
    }
    if (!m_damage) {
        state.next_out = reinterpret_cast<unsigned char *>(out);
        state.avail_out = static_cast<uint32_t>(std::min<ptrdiff_t>(end - out, 1 << 30));
        const int code = isal_inflate(&state);
        out = reinterpret_cast<char *>(state.next_out);
        m_damage = std::min(code, 0);
    }
    if (m_damage) { // what did not fit is still in the library's buffer
        const auto pending = static_cast<ptrdiff_t>(state.tmp_out_valid) - state.tmp_out_processed;
        const ptrdiff_t count = std::clamp<ptrdiff_t>(pending, 0, end - out);
        std::memcpy(out, state.tmp_out_buffer + state.tmp_out_processed, static_cast<size_t>(count));
        state.tmp_out_processed += static_cast<int32_t>(count);
        out += count;
        return count < pending ? Status::More : Status::Damaged;
    }
    return state.block_state == ISAL_BLOCK_FINISH ? Status::MemberEnd : Status::More;
}

void Inflater::startMember()
{
    isal_inflate_reset(&m_state->inflate);
    m_state->inHeader = true;
    m_state->header = {};
}

QString Inflater::damage() const
{
    switch (m_damage) {
    case ISAL_INVALID_BLOCK:
        return Core::tr("an invalid block header");
    case ISAL_INVALID_SYMBOL:
        return Core::tr("an invalid code");
    case ISAL_INVALID_LOOKBACK:
        return Core::tr("a reference to before the beginning");
    case ISAL_INVALID_WRAPPER:
        return Core::tr("an invalid gzip header");
    case ISAL_UNSUPPORTED_METHOD:
        return Core::tr("a packing method other than deflate");
    case ISAL_INCORRECT_CHECKSUM:
        return Core::tr("the checksum differs");
    default:
        return Core::tr("error %1").arg(m_damage);
    }
}

std::string Inflater::stateName()
{
    return "isal " + std::to_string(ISAL_MAJOR_VERSION) + '.' + std::to_string(ISAL_MINOR_VERSION) + ' ' +
           std::to_string(sizeof(State));
}

std::string Inflater::save() const
{
    const auto *begin = reinterpret_cast<const char *>(m_state.get());
    const auto *end = reinterpret_cast<const char *>(m_state->inflate.tmp_out_buffer + m_state->inflate.tmp_out_valid);
    return std::string(begin, end);
}

void Inflater::restore(std::string_view saved)
{
    std::memcpy(static_cast<void *>(m_state.get()), saved.data(), std::min(saved.size(), sizeof(State)));
    setInput(nullptr, 0);
}

} // namespace ws
