#pragma once
// Members of a gzip file that are unpacked before they are asked for, by several threads, where a file has many of them
// (bgzip, mgzip). Where a member begins is known only once the one before it was unpacked, so each thread takes a piece
// of the file and guesses: what looks like a header, unpacks, and has the right checksum is a member. Whoever reads
// the file takes only what begins exactly where it is, so that a wrong guess costs time, never a byte.

#include "core/base/platform.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

namespace ws {

class MembersAhead
{
public:
    static constexpr int64_t pieceSize = 128 * 1024; ///< of the file
    static constexpr size_t maxText = 4 << 20;       ///< unpacked from the members that begin in one piece
    static constexpr size_t maxThreads = 8;
    /// So many cores are needed: fewer are busy with the parsing, which then waits for the members. Tests set it.
    static inline std::atomic<size_t> leastCores = 4;

    struct Member
    {
        int64_t begin = 0, end = 0; ///< in the file
        std::string_view text;
    };

    /// `descriptor`: of the file, open for as long as this; its position is not touched. `begin`: of the first member.
    MembersAhead(int descriptor, int64_t begin, size_t threads);
    ~MembersAhead(); ///< stops and joins

    /// The member that begins at that byte of the file, which is never before the last one asked for; its text stays
    /// until the next call. Null: it is not whole, damaged, or too large; or none begins there.
    const Member *take(int64_t packed);
    /// Nothing is gained: members are too large, or no thread could be started. take() has nothing any more.
    bool isInVain() const { return m_givenUp >= maxGivenUp || m_threads.empty(); }

private:
    enum class State : uint8_t { Free, Busy, Ready };
    struct Piece
    {
        State state = State::Free;
        int64_t number = -1;
        std::vector<Member> members; ///< in the order of the file
        std::unique_ptr<char[]> text;
        size_t used = 0;        ///< of the text
        bool isGivenUp = false; ///< a member is too large, or too much was read for none
    };
    static constexpr size_t maxGivenUp = 4; ///< pieces in a row

    void work();
    bool canBegin() const;
    void unpack(Piece &piece) const;
    int64_t unpackFrom(Piece &piece, int64_t from, int64_t pieceEnd, size_t &waste) const;
    Piece &pieceAt(int64_t number) { return m_pieces[static_cast<size_t>(number) % m_pieces.size()]; }
    const Piece &pieceAt(int64_t number) const { return m_pieces[static_cast<size_t>(number) % m_pieces.size()]; }

    const platform::PositionedFile m_file;
    const int64_t m_begin;
    std::vector<Piece> m_pieces; ///< a ring
    int64_t m_next = 0;          ///< piece that no thread has taken
    int64_t m_current = 0;       ///< piece of the member that was asked for last
    int64_t m_counted = -1;      ///< piece that m_givenUp has seen
    size_t m_givenUp = 0;        ///< pieces in a row without a member that fits; of the thread that takes
    std::atomic<bool> m_stop = false;
    std::mutex m_mutex;
    std::condition_variable m_pieceFreed, m_pieceReady;
    std::vector<std::thread> m_threads; ///< last: they start when all else exists
};

} // namespace ws
