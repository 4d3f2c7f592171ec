#pragma once
// Unpacks deflate data, bare or in gzip members, with ISA-L (several times faster than zlib; measured by bench_open).
// Its whole state can be saved at any place and continued later, which zlib allows at block boundaries only.

#include <QString>

#include <memory>
#include <string>
#include <string_view>

namespace ws {

class Inflater
{
public:
    enum class Wrapper : uint8_t { None, Gzip };
    enum class Status : uint8_t {
        More,      ///< all input taken or all room filled
        MemberEnd, ///< the deflate data (and the gzip trailer, checked) ended; input() is after it
        Damaged,   ///< damage() says how; everything before it has been or will be delivered
    };

    explicit Inflater(Wrapper wrapper);
    ~Inflater();

    /// The bytes must outlive their use; call only when inputLeft() is 0.
    void setInput(const unsigned char *bytes, size_t size);
    const unsigned char *input() const;
    size_t inputLeft() const;

    /// Writes to `out` and advances it, at most up to `end`.
    Status run(char *&out, char *end);
    /// After MemberEnd: expects the header of the next gzip member.
    void startMember();
    QString damage() const;

    /// Everything but the input: continue with restore() and the input from input() on. About 54 kB.
    std::string save() const;
    /// What save() and restore() must have in common beyond one process.
    static std::string stateName();
    /// `saved` comes from save() of a program with the same stateName().
    void restore(std::string_view saved);

private:
    struct State;
    std::unique_ptr<State> m_state;
    int m_damage = 0; ///< an ISA-L error; reported once what was unpacked before it is delivered
};

} // namespace ws
