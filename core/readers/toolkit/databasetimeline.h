#pragma once
// What the readers of databases of events have in common: every profiler makes tables and columns only when there is
// data for them, and every version has other ones, so all are probed, and what is missing or damaged is said once.

#include "core/base/progress.h"
#include "core/model/timelinebuilder.h"
#include "core/readers/toolkit/sqlitefile.h"

#include <memory>

namespace ws {

class DatabaseTimeline
{
public:
    DatabaseTimeline(const SqliteFile &file, Run &run, Progress &progress);
    virtual ~DatabaseTimeline() = default;
    DatabaseTimeline(const DatabaseTimeline &) = delete;

    /// Reads everything; false: cancelled. The builder's finish() is next.
    virtual bool read() = 0;
    TimelineBuilder &builder() { return m_builder; }
    uint64_t gpuRows() const { return m_gpuRows; }

protected:
    /// For the progress: the table is going to be read.
    void expect(std::string_view table) { m_expectedRows += m_file.has(table) ? m_file.rowsAbout(table) : 0; }
    /// True when the table is there with the columns that it cannot do without.
    bool start(std::string_view table, const std::vector<std::string_view> &required);
    void finishTable(std::string_view table, const SqliteRows &rows);
    /// Counts a row; false: stop.
    bool tick();
    /// The row just counted holds nothing.
    void untick() { --m_rows; }
    /// False: a row without a time, or with one that none can be.
    bool isTime(const SqliteRows &rows, int column);
    /// Start and end stand in two columns in a row. False: a row without a usable time.
    bool usable(const SqliteRows &rows, int startColumn, int64_t &begin, int64_t &duration);
    StringId number(int64_t value);
    /// After the last row: how many were slices; the others were instants (`marks`) and values of counters (`samples`).
    void countRows(uint64_t marks, uint64_t samples);

    const SqliteFile &m_file;
    Run &m_run;
    Progress &m_progress;
    TimelineBuilder m_builder;
    uint64_t m_rows = 0, m_gpuRows = 0;
    bool m_cancelled = false;

private:
    int64_t m_expectedRows = 0;
};

/// What is said of a database; texts are in the context "core".
struct DatabaseWords
{
    const char *format;  ///< id of the format table
    const char *nothing; ///< no timeline; %1: the tables that hold rows
    const char *noGpu;   ///< no GPU work; %1 as above
};

/// Tables that hold rows, for a message: "A, B, C and 12 more".
QString filledTables(const SqliteFile &file);

/// Reads the tables and finishes the run. Errors: Cancelled, Unsupported (no timeline), TooLarge.
Result<bool> readDatabaseTimeline(DatabaseTimeline &reader, const SqliteFile &file, Run &run,
                                  const DatabaseWords &words, const FileStamp &stamp, Progress &progress);

} // namespace ws
