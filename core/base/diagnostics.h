#pragma once
// The irregularities that a reader found. One kind is one line with a count, the first place and an example, so that
// a million bad events stay one readable line and nothing is dropped silently.

#include <QString>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ws {

struct Diagnostic
{
    std::string kind;         ///< stable word for programs: "truncated", "bad-event", "sub-lane-overflow" …
    uint64_t count = 0;       ///< how many times
    int64_t firstOffset = -1; ///< byte of the first one in the unpacked content (line - 1 is not used); -1: no place
    QString message;          ///< one sentence for the user
    std::string example;      ///< up to 200 bytes of the first one, as in the file
    int64_t beginNs = -1;     ///< span of run time that the loss concerns, ns since the run's origin; -1: not known
    int64_t endNs = -1;
    uint64_t of = 0; ///< how many there are that `count` is of; 0: not known
};

class Diagnostics
{
public:
    static constexpr size_t longestExample = 200; ///< bytes; of a longer one the beginning is kept

    /// Adds `count` to the line of `kind`; message, offset and example of the first call stay.
    Diagnostic &add(std::string_view kind, const QString &message, int64_t offset = -1, std::string_view example = {},
                    uint64_t count = 1);
    const Diagnostic *find(std::string_view kind) const;
    /// Times that were absolute are since `originNs` from now on.
    void countTimesFrom(int64_t originNs);
    const std::vector<Diagnostic> &all() const { return m_all; }
    bool empty() const { return m_all.empty(); }

private:
    std::vector<Diagnostic> m_all;
};

} // namespace ws
