#pragma once
// The lines of a cuda_gpu_trace CSV: header, then a row per GPU activity.
// A scanner of its own, because a row is 350 bytes of which a third matters: 1 M rows take a fifth of a second.
// A line end always ends the row (no kernel name holds one), so that a lost quote costs one row, not the file.

#include "core/readers/nsys/tracerows.h"

#include <string>
#include <string_view>
#include <vector>

namespace ws {

/// Positions of the columns of interest in the header; -1: missing.
struct TraceColumns
{
    enum Field {
        Start,
        Duration,
        Name,
        Device,
        Stream,
        Correlation,
        GridX,
        GridY,
        GridZ,
        BlockX,
        BlockY,
        BlockZ,
        Count
    };
    int at[Count];
    int last = 0;                  ///< the highest of them
    int64_t nsPerUnit[2] = {1, 1}; ///< of Start and Duration
    char delimiter = ',';
    std::vector<std::string> names; ///< as in the header; of a hostile one the first thousand

    /// True when the line is the header of such a report.
    bool parse(std::string_view headerLine);
};

class TraceRowParser
{
public:
    explicit TraceRowParser(TraceRows &out) : m_out(out) {}
    /// Continues after a header that another parser has read.
    TraceRowParser(TraceRows &out, const TraceColumns &columns) : m_out(out), m_columns(columns) { useColumns(); }

    /// Whole lines (the last one may lack its end when `last`).
    void feed(std::string_view lines, int64_t offset, bool last);
    bool hasHeader() const { return m_hasHeader; }
    const TraceColumns &columns() const { return m_columns; }
    bool isCut() const { return m_cut; } ///< the content ends within a row

private:
    struct Fields
    {
        std::string_view text[TraceColumns::Count];
        int count = 0;              ///< how many there were
        bool openQuote = false;     ///< a quote is not closed in the line
        bool doubledQuotes = false; ///< in the name
    };

    void line(std::string_view text, int64_t offset, bool atEnd);
    bool splitPlain(std::string_view text, Fields &fields) const;
    void split(std::string_view text, Fields &fields) const;
    void header(std::string_view text);
    void useColumns();
    void badRow(const Fields &fields, std::string_view text, int64_t offset, bool atEnd);
    bool times(const Fields &fields, TraceRow &row) const;
    std::string_view size(const Fields &fields, TraceColumns::Field first);

    TraceRows &m_out;
    TraceColumns m_columns;
    std::vector<int8_t> m_fieldOf;    ///< by position in the row: which field, or -1
    std::string m_joined[2];          ///< grid and block whose numbers are not adjacent
    const char *m_readable = nullptr; ///< the end of the lines that are being read
    bool m_hasHeader = false;
    bool m_cut = false;
};

} // namespace ws
