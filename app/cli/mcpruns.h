#pragma once
// The files that `mcp` reads: which it may, and those that stay open between calls. Rejected: a handle for each open
// file (an agent that starts anew has none, and a path says the same).

#include "core/analysis/trust/trust.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/io/filehash.h"
#include "core/model/run.h"
#include "core/report/sql/query.h"

#include <list>
#include <vector>

namespace ws::cli {

/// Folders as an agent's arguments are looked up in them.
class ReadRoots
{
public:
    /// Errors: NotFound where one is no folder. Without any the current folder is the root.
    static Result<ReadRoots> of(const QStringList &folders);

    const QStringList &folders() const { return m_folders; } ///< canonical
    /// The canonical path of a file or folder in the roots; a relative one is looked up in each. Errors: NotFound, also
    /// for what exists elsewhere.
    Result<QString> find(const QString &path) const;
    /// Up to `max` files in the roots and their folders to a depth of four, without links, by path.
    QStringList files(qsizetype max) const;

private:
    QStringList m_folders;
};

struct OpenRun
{
    QString path;
    FileStamp stamp;
    RunPtr run;
    int64_t bytes = 0; ///< of memory
    std::vector<std::pair<std::weak_ptr<const Run>, std::shared_ptr<const Fit>>> fits =
        {}; ///< by recording, once asked for
};

/// The tables that queries ask, with what has been derived for them: steps, gaps, modules, stages …, once for all
/// queries over these runs.
struct OpenTables
{
    std::vector<RunPtr> runs;
    StageMapping mapping;
    std::vector<std::string> names;
    std::shared_ptr<SqlDatabase> database;
    int64_t bytes = 0; ///< of memory, beside the runs
};

class OpenRuns
{
public:
    explicit OpenRuns(int64_t limitBytes) : m_limitBytes(limitBytes) {}

    /// The run that is open, else it is loaded; a file that has changed is loaded anew.
    Result<RunPtr> load(const QString &path, Progress &progress);
    /// Those that are open, else they are made.
    Result<std::shared_ptr<SqlDatabase>> tables(std::vector<RunPtr> runs, const StageMapping &mapping,
                                                const std::vector<std::string> &names);
    /// A call has ended: what the process has taken since it asked for tables() is theirs, but for `otherBytes`.
    void settle(int64_t otherBytes);
    /// Closes those that were not used for longest until the rest keeps to the limit, less `otherBytes`; the last one
    /// used stays. Tables go before the runs that they are of, and with them.
    void trim(int64_t otherBytes = 0);
    const std::list<OpenRun> &all() const { return m_runs; } ///< the last one used first

    int64_t tableBytes() const; ///< of memory, of all tables

    /// Null when cancelled.
    std::shared_ptr<const Fit> fitOf(const RunPtr &run, const Progress &progress);
    /// SHA-256; empty for files of more than a gibibyte, of which reading all takes seconds.
    QString hashOf(const QString &path, const Progress &progress);

private:
    bool isOpen(const RunPtr &run) const;

    int64_t m_limitBytes;
    std::list<OpenRun> m_runs;
    std::list<OpenTables> m_tables;       ///< the last ones used first
    std::optional<int64_t> m_takenBefore; ///< by the process, when this call asked for tables
    FileHashes m_hashes;
};

} // namespace ws::cli
