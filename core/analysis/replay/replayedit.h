#pragma once
// One change to a recording, as text: what it is of, and what becomes of it. "kernel:REGEX*F", "operator:REGEX*F",
// "module:REGEX*F", "stage:NAME*F", each also "=limit" (the device's limit) in place of the factor, or "=stream" (a
// stream of its own); "cpu*F"; "profiler=0"; "gaps=0"; "gap:TIME=0"; "launches=graph"; "loader*F", "loader=hidden";
// "copies*F", "copies=hidden", "copies=bandwidth*F", "copies=stream" and the same of "collectives"; "rank:NAME=median",
// "rank:NAME=alike", "rank:*=alike".

#include "core/analysis/replay/replaycuts.h"
#include "core/base/result.h"

#include <map>
#include <memory>
#include <mutex>

namespace ws {

struct ReplayEdit
{
    enum class Of : uint8_t {
        Kernel,
        Operator,
        Module,
        Stage,
        Cpu,
        Profiler,
        Gaps,
        Gap,
        Launches,
        Loader,
        Copies,
        Collectives,
        Rank
    };
    enum class To : uint8_t { Factor, Limit, Stream, Hidden, Zero, Graph, Median, Alike };

    QString text; ///< as given
    Of of = Of::Kernel;
    To to = To::Factor;
    QString target; ///< the regex or name; empty for those without
    double factor = 1;
};

Result<ReplayEdit> parseReplayEdit(const QString &text);

/// The text of an edit: "kernel:^gemm$*0.5", "gaps=0".
QString replayEditText(const ReplayEdit &edit);
/// A regex that finds this name alone.
QString exactPattern(std::string_view name);
/// Of all calls of modules of this class ("LlamaMLP"), or of one module ("LlamaMLP_7").
QString modulePattern(std::string_view name);
/// Of one gap that begins then, ns since the run's origin: "gap:1234.567us=0".
QString gapEdit(int64_t beginNs);
/// Whether it has a factor that may be another one.
bool hasFactor(const ReplayEdit &edit);

/// The work that edits mean, found once for each target of a model: while a factor is dragged only it changes. Edits
/// that mean the same work have one entry. So are the lengths with some of the edits. Threads may share it.
class EditTargets
{
public:
    struct Work
    {
        std::vector<uint32_t> nodes;
        std::vector<uint32_t> calls; ///< that need events before them, where the work moves to another stream
        std::vector<ReplayCut> cuts;
        std::vector<double> limit;      ///< by node of these, its share of the device's limit; empty: not asked for
        int64_t knownNs = 0, allNs = 0; ///< of them, with a known limit and all
    };
    /// Null: not found yet.
    std::shared_ptr<const Work> find(const QString &key);
    void keep(const QString &key, std::shared_ptr<const Work> work);

    /// Of a step with these edits; nothing: not known yet.
    std::optional<int64_t> findLength(const QString &key);
    void keepLength(const QString &key, int64_t ns);

    /// The model in which the work of some edits is moved; null: not made yet.
    std::shared_ptr<const ReplayModel> findModel(const QString &key);
    void keepModel(const QString &key, std::shared_ptr<const ReplayModel> model);

private:
    std::mutex m_mutex;
    std::map<QString, std::shared_ptr<const ReplayModel>> m_models;
    std::map<QString, int64_t> m_lengths;
    std::map<QString, std::shared_ptr<const Work>> m_works;
};

/// Changes the weights. Errors: nothing in the recording is meant. `notes`: what was left as it is. `lagsGo`: by node,
/// set to 1 where the edit takes away what delays the node.
struct EditEffect
{
    uint64_t nodes = 0; ///< that it changes
    QStringList notes;
    std::shared_ptr<const EditTargets::Work> moved; ///< this work has to be moved as well; see withMovedWork()
};
Result<EditEffect> applyReplayEdit(const ReplayModel &model, const ReplayEdit &edit, ReplayWeights &weights,
                                   EditTargets *targets = nullptr);

} // namespace ws
