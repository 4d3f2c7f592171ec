#pragma once
// A session file (.warpscope): what the window shows of which files, to be opened again here or by a colleague. JSON
// with a version; docs/session.md describes it. It holds no data of the traces: files are named by path and SHA-256.
// Rows, slices and notes are in words (names, times), never by the numbers of a run; only sets of GPU work that no word
// describes (a module's kernels) are by number, with a count and a sum that tell whether they still fit. Rejected: the
// program's settings format (not to be sent), a package with the traces inside (gigabytes).

#include "core/analysis/stages/stagemapping.h"
#include "core/analysis/steps/stepsource.h"
#include "core/base/timerange.h"
#include "core/model/sliceaddress.h"

#include <QString>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace ws {

struct SavedFile
{
    QString relative;  ///< to the folder of the session file; empty: there is no such path
    QString absolute;  ///< on the machine that saved it
    QString sha256;    ///< 64 hexadecimal digits; empty: it was not known when the session was saved
    int64_t size = -1; ///< bytes; -1: not known
    bool operator==(const SavedFile &) const = default;
};

/// A row of the timeline.
struct RowAddress
{
    std::string row;                       ///< "track", "counter", "instants", "steps", "gaps"
    TrackKind kind = TrackKind::CpuThread; ///< of a track …
    std::string process, name;             ///< … its thread or stream; the counter and its argument
    std::string key;                       ///< a counter's argument
    uint32_t number = 0;                   ///< of equal ones which, from 0 on; of steps and gaps which row
    bool operator==(const RowAddress &) const = default;
};

struct GroupAddress
{
    std::string group;   ///< "steps", "gpu", "process", "pinned"
    std::string process; ///< or device
    bool operator==(const GroupAddress &) const = default;
};

struct SavedRows
{
    bool python = false;
    std::vector<RowAddress> pinned, hidden, folded; ///< pinned ones in their order
    std::vector<GroupAddress> foldedGroups;
    QString filter;
    bool operator==(const SavedRows &) const = default;
};

/// A set of GPU work by its numbers in order of start, and the slices that are lit with it.
struct SavedWork
{
    struct Lit
    {
        uint32_t lane, first, last; ///< slices first … last - 1 of the lane
        bool operator==(const Lit &) const = default;
    };
    uint64_t count = 0;
    int64_t totalNs = 0;                              ///< summed durations
    uint64_t lanes = 0;                               ///< of the run: `lit` counts only where they are as many
    std::vector<std::pair<uint32_t, uint32_t>> spans; ///< first and one behind the last, ascending
    std::vector<Lit> lit;
    bool operator==(const SavedWork &) const = default;
};

/// One of the three.
struct SavedFocus
{
    QString title;
    std::optional<uint32_t> step; ///< index into the steps that `steps` of the run finds
    std::string phase;
    std::optional<SavedWork> work;
    bool operator==(const SavedFocus &) const = default;
};

/// One of the two.
struct SavedHighlight
{
    QString title;
    std::vector<std::string> names;
    std::optional<SavedWork> work;
    bool operator==(const SavedHighlight &) const = default;
};

/// A time without a length is a moment.
struct SavedNote
{
    QString text;
    TimeRange time;
    std::optional<SliceAddress> slice;
    bool operator==(const SavedNote &) const = default;
};

/// One change to a replay: "kernel:^gemm$*0.5", as `replay --edit` has it.
struct SavedEdit
{
    QString text;
    bool isOn = true;
    bool operator==(const SavedEdit &) const = default;
};

/// The part of its file that a run stands for in a comparison.
struct SavedPart
{
    QString name;
    int phase = -1;
    std::vector<int> tables;
    bool operator==(const SavedPart &) const = default;
};

/// All times: ns since the run's origin.
struct SavedRun
{
    SavedFile file;
    std::optional<int64_t> originNs; ///< time stamp of the first event; none: that of the run it is given to
    std::optional<TimeRange> range, visible;
    std::optional<int64_t> mark;
    int scroll = 0;
    SavedRows rows;
    std::optional<SliceAddress> selection;
    StepSource steps;
    std::optional<SavedFocus> focus;
    std::optional<SavedHighlight> highlight;
    std::vector<SavedNote> notes;
    std::vector<SavedEdit> edits; ///< of the replay, in their order
    std::optional<SavedPart> part;
    std::optional<StageMapping> mapping; ///< of this run only
    QString label;                       ///< as entered by the user; empty: none
    bool operator==(const SavedRun &) const = default;
};

struct SavedPair
{
    std::array<size_t, 2> runs{}; ///< indices into SavedSession::runs; two that differ
    bool linked = true;
    std::string alignedAt = "firstWork"; ///< "firstWork", "selection" or "step"
    std::array<int64_t, 2> times{};      ///< that count as the same
    bool operator==(const SavedPair &) const = default;
};

/// What the user has chosen of a table.
struct SavedTable
{
    std::string id;   ///< "kernels", as exports name it
    std::string sort; ///< id of the column; empty: not chosen
    bool descending = false;
    std::optional<std::vector<std::string>> hidden; ///< ids of columns; none: not chosen
    bool operator==(const SavedTable &) const = default;
};

/// A query with a name, which other queries may use like a table.
struct SavedQuery
{
    std::string name, sql;
    bool operator==(const SavedQuery &) const = default;
};

struct SavedSession
{
    std::vector<SavedRun> runs;
    std::vector<SavedFile> job;      ///< its folder, or its files; without hashes. Empty: no job
    std::vector<SavedEdit> jobEdits; ///< of the replay of all its ranks, in their order
    StageMapping mapping;            ///< in force, with all its rules; without a rule: none was saved
    std::optional<SavedPair> pair;
    size_t active = 0; ///< index into runs
    QString panel;     ///< id of the one in front; empty: none
    std::string stageRuns; ///< whose stages are shown: "active", "pair", "all"; empty: not chosen
    std::vector<SavedTable> tables;
    std::vector<SavedQuery> queries; ///< views of the Query tab
    int64_t collapseIdleNs = 0;      ///< idle time of at least this length is folded; 0: none
    bool operator==(const SavedSession &) const = default;
};

inline constexpr int sessionVersion = 1;

/// True for a file that begins as a session does, whatever it is called. Reads its first bytes; never a pipe's.
bool isSessionFile(const QString &path);
std::string writeSession(const SavedSession &session);
/// Unknown keys are ignored. Errors: Malformed (names the key), Unsupported (of a newer version), TooLarge.
Result<SavedSession> readSession(std::string_view json, const QString &fileName = {});
/// Errors: also NotFound and Unreadable.
Result<SavedSession> loadSession(const QString &path);

/// Where the file may be: beside the session as it was saved, where it was, and by its name beside the session.
QStringList placesOf(const SavedFile &file, const QString &sessionPath);

} // namespace ws
