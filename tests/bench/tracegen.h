#pragma once
// Writes Chrome traces as Kineto does, of an invented model, together with the known truth. Real traces are too large
// for the repository, and the correct result of reading them is not known; here every figure is known. Output is a pure
// function of Options: the same options give the same bytes on every machine. A trace is simulated once per section of
// the file (operators, Python frames, GPU work, …) instead of being kept, so memory does not grow with it. Rejected: a
// template file repeated N times (compresses too well, and no two steps differ).

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ws::tracegen {

enum class Layout : uint8_t {
    Native,   ///< Kineto's own: one group of keys per line, always three decimals
    OneLine,  ///< as Python's json.dump writes it
    Indented, ///< as Python's json.dump(indent=4) writes it
};

enum class Metadata : uint8_t { Normal, None, Repeated };

/// One kind of damage. "From there on" kinds damage every event after damageAt, the others one event.
enum class Damage : uint8_t {
    None,
    TruncateGz,       ///< the program cuts the compressed file; generate() ignores it
    TruncateJson,     ///< the text ends in the middle of an event
    TrailingComma,    ///< a comma after the last event
    NoBracket,        ///< a bare array without its closing bracket
    ControlChar,      ///< raw control characters in a name
    LoneBackslash,    ///< a backslash in a name that is not a JSON escape
    BadUtf8,          ///< bytes in a name that are not UTF-8
    LongName,         ///< a name of 5,000 characters
    StringTs,         ///< ts and dur as strings, from there on
    NegativeDur,      ///< dur < 0
    MissingDur,       ///< no dur
    Unsorted,         ///< each step's events in reverse order, from there on
    FlowWithoutStart, ///< no flow starts from there on
};

struct Options
{
    uint64_t seed = 1;
    int64_t events = 10000; ///< it writes whole steps until there are at least this many
    int64_t steps = 0;      ///< > 0: exactly this many steps, whatever `events` is
    int layers = 8;
    int devices = 1;
    int streams = 2;          ///< per device: compute, communication, then side streams
    int threads = 1;          ///< CPU threads that launch; step k runs on thread k % threads
    double pythonShare = 0.7; ///< share of python_function events, 0 … 0.95
    bool kernelsOnly = false; ///< GPU work without launches, flows or CPU events
    bool backward = false;    ///< training steps with an autograd thread
    bool graphs = true;       ///< most decode steps run as one CUDA graph
    bool flows = true;
    bool memory = true;   ///< [memory] instants
    bool counters = true; ///< C events
    Layout layout = Layout::Native;
    Metadata metadata = Metadata::Normal;
    Damage damage = Damage::None;
    double damageAt = 0.5;   ///< where the damage starts, as a fraction of the events
    bool launchTruth = true; ///< fill Truth::activities (below launchTruthLimit events)
    /// Called before each piece of text with the share of events already written.
    std::function<void(double)> progress;
};

constexpr int64_t launchTruthLimit = 200'000;

struct NameTotal
{
    int64_t count = 0;
    int64_t totalNs = 0;
};

/// One kernel, copy or fill on the GPU. Module paths list instances from the outside in: "TinyFoxForCausalLM_0", …
struct Activity
{
    int64_t correlation = 0;
    int device = 0;
    int stream = 0;
    int64_t startNs = 0; ///< same clock as `ts` in the file
    int64_t durNs = 0;
    std::string name;
    std::string op;                      ///< innermost cpu_op around the launch; empty: none
    std::string step;                    ///< annotation around the launch; empty: none
    std::vector<std::string> modules;    ///< by the launching thread's own stack
    std::vector<std::string> modulesAll; ///< the same, backward work going to its forward module
    std::vector<std::string> captured;   ///< graph kernels only: the module that had launched it when captured
};

/// The correct result of reading the written text. `damaged` names damaged events.
struct Truth
{
    int64_t events = 0; ///< entries of traceEvents that were written completely
    int64_t steps = 0;
    std::map<char, int64_t> byPhase;
    std::map<std::string, NameTotal> gpuNames; ///< kernels, copies and fills by name
    int64_t gpuActivities = 0;
    int64_t gpuTotalNs = 0;
    std::vector<int64_t> busyNs; ///< union of intervals per device; empty above 2,000,000 events
    int64_t firstGpuNs = 0;
    int64_t lastGpuNs = 0;
    std::vector<Activity> activities;
    std::string damaged;
};

using Sink = std::function<void(std::string_view)>;

/// Writes the whole JSON text to `sink`, in pieces of some kilobytes.
Truth generate(const Options &options, const Sink &sink);

/// The whole JSON text, for tests.
std::string generateText(const Options &options, Truth *truth = nullptr);

std::string truthToJson(const Truth &truth);

/// "truncate-gz" and so on; false when there is no such damage.
bool damageFromName(std::string_view name, Damage &damage);

/// A streaming gzip writer. `nextMember` ends the current gzip member and starts another one.
class GzipWriter
{
public:
    GzipWriter(Sink out, int level);
    ~GzipWriter();
    GzipWriter(const GzipWriter &) = delete;
    GzipWriter &operator=(const GzipWriter &) = delete;

    void write(std::string_view text);
    void nextMember();
    void finish();

private:
    struct State;
    void deflateAll(int flush);

    Sink m_out;
    std::unique_ptr<State> m_state;
};

/// `text` compressed as `members` gzip members of about the same length.
std::string gzip(std::string_view text, int level = 6, int members = 1);

} // namespace ws::tracegen
