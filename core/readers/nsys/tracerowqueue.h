#pragma once
// Takes rows from the parser's thread to a sink on a thread of its own: reading, splitting and building overlap.

#include "core/base/batchqueue.h"
#include "core/io/blockpipe.h"
#include "core/readers/nsys/tracerows.h"

#include <utility>

namespace ws {

class TraceRowQueue final : public TraceRows
{
public:
    explicit TraceRowQueue(TraceRows &sink) : m_sink(sink), m_queue([this](Batch &batch) { take(batch); }) {}

    void row(const TraceRow &row) override { m_queue.batch().rows.push_back(row); }
    void finding(const char *kind, const QString &message, int64_t offset, std::string_view text,
                 uint64_t count) override
    {
        m_queue.batch().findings.push_back({kind, message, offset, text, count});
    }
    void settle() override { m_queue.drain(); }

    /// Hands over what has come since the last call; `release` is called when the sink has taken it.
    void submit(std::function<void()> release)
    {
        m_queue.batch().release = std::move(release);
        m_queue.submit();
    }

private:
    struct Finding
    {
        const char *kind;
        QString message;
        int64_t offset;
        std::string_view text;
        uint64_t count;
    };
    struct Batch
    {
        std::vector<TraceRow> rows;
        std::vector<Finding> findings;
        std::function<void()> release;
    };

    void take(Batch &batch)
    {
        for (const Finding &finding : batch.findings)
            m_sink.finding(finding.kind, finding.message, finding.offset, finding.text, finding.count);
        for (const TraceRow &row : batch.rows)
            m_sink.row(row);
        batch.rows.clear();
        batch.findings.clear();
        if (batch.release)
            std::exchange(batch.release, nullptr)();
    }

    TraceRows &m_sink;
    BatchQueue<Batch> m_queue; ///< last: its thread uses the sink
};

} // namespace ws
