#pragma once
// The rows of a cuda_gpu_trace CSV as the parser finds them.

#include <QString>

#include <cstdint>
#include <string_view>

namespace ws {

/// Texts are views into the lines or the parser; they are invalid after row() returns.
struct TraceRow
{
    std::string_view name; ///< as it is between its quotes
    std::string_view device, stream;
    std::string_view grid, block; ///< "8,1,1", also with another delimiter; empty: copies and fills have none
    uint64_t correlation = 0;
    int64_t start = 0, duration = 0; ///< ns
    int64_t offset = 0;              ///< of the line in the content
    bool isStartRounded = false;     ///< see isRoundedTime()
    bool hasDoubledQuotes = false;   ///< the name holds quotes, each written twice
};

class TraceRows
{
public:
    virtual ~TraceRows() = default;
    virtual void row(const TraceRow &row) = 0;
    /// An irregularity, as for Diagnostics::add. `kind` is a literal.
    virtual void finding(const char *kind, const QString &message, int64_t offset, std::string_view text,
                         uint64_t count = 1) = 0;
};

} // namespace ws
