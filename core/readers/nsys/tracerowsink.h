#pragma once
// Writes the rows of a cuda_gpu_trace CSV into a TimelineBuilder: devices and streams, names, grids.

#include "core/readers/nsys/tracerows.h"
#include "core/timeline/timelinebuilder.h"

#include <array>
#include <string>

namespace ws {

class TraceRowSink final : public TraceRows
{
public:
    explicit TraceRowSink(Run &run);

    void row(const TraceRow &row) override;
    void finding(const char *kind, const QString &message, int64_t offset, std::string_view text,
                 uint64_t count) override;
    TimelineBuilder &builder() { return m_builder; }

private:
    static constexpr size_t knownNames = 4096;
    struct Stream
    {
        std::string device, stream;
        uint32_t track = UINT32_MAX;
    };

    StringId nameOf(const TraceRow &row);
    uint16_t categoryOf(std::string_view name) const;
    uint32_t trackOf(std::string_view device, std::string_view stream);
    StringId gridOf(const TraceRow &row);

    Run &m_run;
    TimelineBuilder m_builder;
    struct Grid
    {
        std::string grid, block;
        StringId text = 0;
    };

    Stream m_streams[16];                       ///< direct-mapped cache
    Grid m_grids[64];                           ///< likewise
    std::array<StringId, knownNames> m_names{}; ///< likewise; 0: none
    uint16_t m_kernel, m_memcpy, m_memset;
};

} // namespace ws
