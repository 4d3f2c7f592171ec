#include "core/io/membersahead.h"

#include "core/io/inflater.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <system_error>
#include <utility>

namespace ws {
namespace {

constexpr size_t memberInputSize = 64 * 1024;
constexpr size_t headerSize = 4;                   ///< of a gzip header what is always alike
constexpr size_t maxWaste = MembersAhead::maxText; ///< bytes read and unpacked in a piece by guesses that were wrong

bool isHeader(const unsigned char *bytes)
{
    constexpr unsigned deflate = 8, knownFlags = 0x1f;
    return bytes[0] == 0x1f && bytes[1] == 0x8b && bytes[2] == deflate && bytes[3] <= knownFlags;
}

} // namespace

MembersAhead::MembersAhead(int descriptor, int64_t begin, size_t threads)
    : m_file(descriptor), m_begin(begin), m_pieces(std::min(threads, maxThreads) + 2)
{
    m_threads.reserve(std::min(threads, maxThreads));
    try {
        while (m_threads.size() < std::min(threads, maxThreads))
            m_threads.emplace_back([this] { work(); });
    } catch (const std::system_error &) { // the system has no more threads: fewer work, or none
    }
}

MembersAhead::~MembersAhead()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
    }
    m_pieceFreed.notify_all();
    for (std::thread &thread : m_threads)
        thread.join();
}

bool MembersAhead::canBegin() const
{
    return m_next < m_current + static_cast<int64_t>(m_pieces.size()) && pieceAt(m_next).state == State::Free;
}

void MembersAhead::work()
{
    platform::nameThisThread("inflate-member");
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_pieceFreed.wait(lock, [this] { return m_stop || canBegin(); });
        if (m_stop)
            return;
        Piece &piece = pieceAt(m_next);
        piece.state = State::Busy;
        piece.number = m_next++;
        lock.unlock();
        piece.members.clear();
        piece.used = 0;
        piece.isGivenUp = false;
        try {
            unpack(piece);
        } catch (const std::exception &) { // no memory: whoever reads the file meets that itself
            piece.members.clear();
        }
        lock.lock();
        piece.state = piece.number < m_current ? State::Free : State::Ready;
        m_pieceReady.notify_all();
        m_pieceFreed.notify_all();
    }
}

void MembersAhead::unpack(Piece &piece) const
{
    if (!piece.text)
        piece.text = std::make_unique_for_overwrite<char[]>(maxText);
    const int64_t begin = m_begin + piece.number * pieceSize;
    std::vector<unsigned char> bytes(static_cast<size_t>(pieceSize) + headerSize - 1);
    const size_t got = m_file.read(bytes.data(), bytes.size(), begin);
    size_t waste = 0;
    for (size_t at = 0; at + headerSize <= got && !piece.isGivenUp;) {
        const void *found = std::memchr(bytes.data() + at, 0x1f, got - headerSize + 1 - at);
        if (!found)
            return;
        at = static_cast<size_t>(static_cast<const unsigned char *>(found) - bytes.data());
        const auto from = begin + static_cast<int64_t>(at);
        at = isHeader(bytes.data() + at)
                 ? static_cast<size_t>(std::max(unpackFrom(piece, from, begin + pieceSize, waste), from + 1) - begin)
                 : at + 1;
    }
}

/// Member after member while they begin within the piece; returns the end of the last one. `waste` grows by what was
/// read and unpacked for none.
int64_t MembersAhead::unpackFrom(Piece &piece, int64_t from, int64_t pieceEnd, size_t &waste) const
{
    constexpr int64_t maxPacked = maxText + pieceSize; // deflate makes nothing much longer
    Inflater inflater(Inflater::Wrapper::Gzip);
    std::vector<unsigned char> input(memberInputSize);
    int64_t readTo = from, begin = from;
    char *out = piece.text.get() + piece.used;
    char *const end = piece.text.get() + maxText;
    while (begin < pieceEnd && !m_stop) {
        if (inflater.inputLeft() == 0) {
            const size_t got = m_file.read(input.data(), input.size(), readTo);
            if (got == 0)
                break;
            readTo += static_cast<int64_t>(got);
            inflater.setInput(input.data(), got);
        }
        const Inflater::Status status = inflater.run(out, end);
        if (status == Inflater::Status::Damaged || readTo - begin > maxPacked)
            break;
        if (status == Inflater::Status::MemberEnd) {
            const int64_t memberEnd = readTo - static_cast<int64_t>(inflater.inputLeft());
            const auto used = static_cast<size_t>(out - piece.text.get());
            piece.members.push_back({begin, memberEnd, {piece.text.get() + piece.used, used - piece.used}});
            piece.used = used;
            begin = memberEnd;
            inflater.startMember();
        } else if (out == end) {
            piece.isGivenUp = true;
            break;
        }
    }
    if (begin < pieceEnd)
        waste += static_cast<size_t>(readTo - begin + (out - piece.text.get())) - piece.used;
    piece.isGivenUp = piece.isGivenUp || m_stop || waste > maxWaste;
    return begin;
}

const MembersAhead::Member *MembersAhead::take(int64_t packed)
{
    if (packed < m_begin || isInVain())
        return nullptr;
    const int64_t number = (packed - m_begin) / pieceSize;
    std::unique_lock lock(m_mutex);
    if (number > m_current) {
        m_current = number;
        m_next = std::max(m_next, number);
        for (Piece &piece : m_pieces)
            if (piece.state == State::Ready && piece.number < number)
                piece.state = State::Free;
        m_pieceFreed.notify_all();
    }
    const Piece &piece = pieceAt(number);
    const auto isReady = [&] { return piece.state == State::Ready && piece.number == number; };
    m_pieceReady.wait(lock, isReady);
    if (std::exchange(m_counted, number) != number)
        m_givenUp = piece.isGivenUp && piece.members.empty() ? m_givenUp + 1 : 0;
    const auto member = std::ranges::lower_bound(piece.members, packed, {}, &Member::begin);
    return member != piece.members.end() && member->begin == packed ? &*member : nullptr;
}

} // namespace ws
