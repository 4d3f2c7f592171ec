#pragma once
// The command line program: a table of commands, each a function in a file of its own (<command>.cpp). Commands
// print data to stdout, everything else to stderr, and return an exit code. Rejected: one parser for all commands
// (their options differ) and a class per command (they have no state).

#include "app/apptexts.h"
#include "core/analysis/stages/stagemapping.h"
#include "core/model/parts.h"
#include "core/model/run.h"

#include <QCommandLineParser>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace ws {
class CaptureMatch;
class SqlDatabase;
} // namespace ws

namespace ws::cli {

enum ExitCode { Ok = 0, Unreadable = 1, WrongUsage = 2, Slower = 3, Inconclusive = 4 };

struct Command
{
    const char *name;
    const char *usage;   ///< after the name: "FILE [--csv]"
    const char *summary; ///< one line, translated by App::tr()
    int (*run)(const Command &self, const QStringList &arguments);
};

std::span<const Command> commands();

int runOverview(const Command &self, const QStringList &arguments);
int runSummary(const Command &self, const QStringList &arguments);
int runKernels(const Command &self, const QStringList &arguments);
int runModules(const Command &self, const QStringList &arguments);
int runOperators(const Command &self, const QStringList &arguments);
int runLimits(const Command &self, const QStringList &arguments);
int runSteps(const Command &self, const QStringList &arguments);
int runGaps(const Command &self, const QStringList &arguments);
int runReplay(const Command &self, const QStringList &arguments);
int runPath(const Command &self, const QStringList &arguments);
int runLayers(const Command &self, const QStringList &arguments);
int runInstances(const Command &self, const QStringList &arguments);
int runWaits(const Command &self, const QStringList &arguments);
int runStacks(const Command &self, const QStringList &arguments);
int runCollectives(const Command &self, const QStringList &arguments);
int runRanks(const Command &self, const QStringList &arguments);
int runDigest(const Command &self, const QStringList &arguments);
int runEvent(const Command &self, const QStringList &arguments);
int runEvents(const Command &self, const QStringList &arguments);
int runPack(const Command &self, const QStringList &arguments);
int runTable(const Command &self, const QStringList &arguments);
int runSql(const Command &self, const QStringList &arguments);
int runExport(const Command &self, const QStringList &arguments);
int runStages(const Command &self, const QStringList &arguments);
int runCompare(const Command &self, const QStringList &arguments);
int runHistory(const Command &self, const QStringList &arguments);
int runReport(const Command &self, const QStringList &arguments);
int runGputrc2graph(const Command &self, const QStringList &arguments);
int runNcu(const Command &self, const QStringList &arguments);
int runRemote(const Command &self, const QStringList &arguments);
int runMapping(const Command &self, const QStringList &arguments);
int runSchema(const Command &self, const QStringList &arguments);
int runMcp(const Command &self, const QStringList &arguments);

/// Takes what commands print, and gives them files, in place of stdout, stderr and the disk: for `mcp`, which calls the
/// commands and keeps files open.
struct Embedding
{
    std::string out = {};
    QStringList errors = {};
    std::optional<Error> unread = {}; ///< a file could not be read, or lacks the part that was named
    std::function<Result<RunPtr>(const QString &file)> load = {};
    /// The tables of runs for queries, as SqlDatabase::open() makes them.
    std::function<Result<std::shared_ptr<SqlDatabase>>(std::vector<RunPtr> runs, const StageMapping &mapping,
                                                       const std::vector<std::string> &names)>
        tables = {};
    Progress *progress = nullptr; ///< ends what runs
};
/// For one thread at a time; null: commands print again.
void embed(Embedding *embedding);
/// Null: nobody can end what runs.
Progress *progressOfCall();
/// The embedding that is in force; null: none.
Embedding *embedded();

/// What ends a command whose call was cancelled; runCommand() knows it.
struct CallCancelled
{
};
/// What an analysis of progressOfCall() has found.
template <class T> T finished(std::optional<T> result)
{
    if (!result)
        throw CallCancelled();
    return std::move(*result);
}
/// The exit code; exceptions are printed.
int runCommand(const Command &command, const QStringList &arguments);

/// Columns of the terminal that tables fit; 0: stdout is no terminal, or --full was given.
int lineWidth();

void printError(const QString &line);
/// UTF-8 to stdout. Unreadable when it cannot be written (a full disk), else Ok.
int print(const std::string &text);
/// "usage: warpscope-cli NAME …", a line.
std::string usageLine(const Command &self);
/// "warpscope-cli: message" and the command's usage line to stderr; returns WrongUsage.
int wrongUsage(const Command &self, const QString &message);

/// Parses the arguments after the command's name. Prints --help (exit Ok) and errors (WrongUsage) itself: the exit
/// code, or nothing when the command may go on. `least` and `most`: how many FILEs it takes.
std::optional<int> parse(const Command &self, QCommandLineParser &parser, const QStringList &arguments, int min,
                         int max);

/// Reads a file, or takes it from the embedding; shows progress when stderr is a terminal.
Result<RunPtr> readRun(const QString &file);
/// Loads what `FILE` or `FILE#PART` names; shows progress when stderr is a terminal. On failure it prints the error to
/// stderr in one line and the result is empty.
std::optional<Selected> load(const QString &argument);
/// The same for what is said of each recording alike: all of the file if no part is named. Empty on failure.
std::vector<RunPtr> loadRecordings(const QString &argument);
/// The default mapping where `spec` is empty. On failure it prints the error and the result is empty.
std::optional<StageMapping> loadMapping(const QString &spec);
/// For commands about the whole run.
RunPtr loadRun(const QString &argument);
/// The graphs of a run by files, or folders of files, with their capture; null, with the error printed, when none holds
/// one. Files without a capture are named. `withOperators`: the match knows operators too, for limits.
std::shared_ptr<const CaptureMatch> matchCapture(const Run &replay, const QStringList &given, bool withOperators);

} // namespace ws::cli
