#pragma once
// Writes the rows of a cuda_gpu_trace CSV into a TimelineBuilder: devices and streams, names, grids.

#include "core/model/timelinebuilder.h"
#include "core/readers/nsys/tracerowbatch.h"

#include <vector>

namespace ws {

class TraceRowSink
{
public:
    /// The meaning of the numbers in one thread's batches.
    struct Known
    {
        std::vector<StringId> texts;      ///< by number
        std::vector<uint16_t> categories; ///< by number of the name
        std::vector<uint32_t> tracks;     ///< by number of the stream
    };

    explicit TraceRowSink(Run &run);

    /// One thread at a time, in the order of the file.
    void take(const TraceRowBatch &batch, Known &known);
    TimelineBuilder &builder() { return m_builder; }

private:
    void add(const TraceRowBatch::Row &row, const Known &known);
    uint16_t categoryOf(std::string_view name) const;
    uint32_t trackOf(std::string_view device, std::string_view stream);

    Run &m_run;
    TimelineBuilder m_builder;
    uint16_t m_kernel, m_memcpy, m_memset;
};

} // namespace ws
