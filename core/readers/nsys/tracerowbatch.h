#pragma once
// The rows of a piece of a cuda_gpu_trace CSV with their texts as small numbers, so that the thread that builds the
// timeline need not read the text again, which is in another core's cache.

#include "core/base/stringpool.h"
#include "core/readers/nsys/tracerows.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace ws {

/// One per parsing thread; clear() between pieces keeps the texts and their numbers.
class TraceRowBatch final : public TraceRows
{
public:
    struct Row
    {
        int64_t start, duration, offset;
        uint64_t correlation;
        StringId name, grid; ///< of texts()
        uint32_t stream;     ///< index into streams()
    };
    struct Finding
    {
        const char *kind;
        QString message;
        int64_t offset;
        std::string text;
        uint64_t count;
    };

    void row(const TraceRow &row) override;
    void finding(const char *kind, const QString &message, int64_t offset, std::string_view text,
                 uint64_t count) override;
    void clear();

    const std::vector<Row> &rows() const { return m_rows; }
    const std::vector<Finding> &findings() const { return m_findings; }
    const StringPool &texts() const { return m_texts; }
    /// (device, stream)
    const std::vector<std::pair<std::string, std::string>> &streams() const { return m_streams; }

private:
    static constexpr size_t knownNames = 4096, knownGrids = 64, knownStreams = 16;
    struct Grid
    {
        std::string grid, block;
        StringId text = 0;
    };

    StringId nameOf(const TraceRow &row);
    StringId gridOf(const TraceRow &row);
    uint32_t streamOf(const TraceRow &row);

    StringPool m_texts, m_streamKeys;
    std::vector<std::pair<std::string, std::string>> m_streams;
    std::vector<Row> m_rows;
    std::vector<Finding> m_findings;
    std::array<StringId, knownNames> m_names{}; ///< direct-mapped caches; 0: none
    std::array<Grid, knownGrids> m_grids;
    std::array<uint32_t, knownStreams> m_lastStreams{}; ///< index + 1
};

} // namespace ws
