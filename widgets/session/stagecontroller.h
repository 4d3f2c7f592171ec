#pragma once
// The stages of all loaded runs: one mapping is in force for all of them (a run may override it), names are classified
// and summed in worker threads, the newest request wins. Results arrive at once for timeline, chart, table and editor:
// each RunContext gets the colours of its names, then changed() is emitted.

#include "core/analysis/stages/mappinglibrary.h"
#include "core/analysis/stages/rangesums.h"
#include "core/analysis/stages/stagebars.h"
#include "core/analysis/stages/tablework.h"
#include "widgets/session/mappingdocument.h"
#include "widgets/session/session.h"
#include "widgets/toolkit/derivedjob.h"

#include <QObject>

#include <memory>
#include <vector>

namespace ws {

/// A bar of its own within a run: a phase of a layerwise profile, or a table of kernels.
struct StagePhase
{
    QString name;
    int table = -1; ///< index into Run::tables
    int tree = -1;  ///< index into Run::layerwise
    NameSums sums;
};

/// What is known of one run's stages; replaced as a whole.
struct StageState
{
    std::shared_ptr<const NameSet> names;
    std::shared_ptr<StageClassifier> classifier;
    std::shared_ptr<const Classification> classes;
    std::shared_ptr<const Classification> defaultClasses;      ///< null: `classes` alone says what is communication
    std::shared_ptr<const std::vector<uint8_t>> communication; ///< for busySplit(); null without a timeline
    std::shared_ptr<const RangeSums> rangeSums;                ///< only with a timeline
    std::shared_ptr<const NameSums> sums;                      ///< of the range
    std::vector<StagePhase> phases;                            ///< only without a timeline
    std::shared_ptr<const Steps> steps;                        ///< null: not asked for yet
    BarChoice barChoice;
    TreeParts parts = TreeParts::Kernels;
    std::shared_ptr<const StageBars> bars;     ///< null: the run is one bar; only of the focus where there is one
    std::optional<TimeRange> range;            ///< what sums are of; none: the whole run
    Focus focus;                               ///< of the current run when there is one …
    std::shared_ptr<const NameSums> focusSums; ///< … its sums in the range, for the chart; the mapping's are of all
    Sweep sweep = Sweep::Whole;
};

struct StageRun
{
    RunPtr run;
    RunContext *context = nullptr;   ///< of the run; the Session's
    QString label;                   ///< of the bar; the user may change it
    bool shown = true;               ///< in the chart
    std::optional<StageMapping> own; ///< instead of the mapping in force
    NonGpu::Source nonGpuFrom = NonGpu::None;
    int64_t givenNs = 0;                     ///< seconds without profiling, as entered
    std::shared_ptr<const StageState> state; ///< null: not computed yet

    NonGpu nonGpu() const;
};

/// A stage, one of its substages, or one kernel of it; an empty part stands for all.
struct StageKey
{
    std::string stage;
    std::string substage;
    std::string name;
    bool operator==(const StageKey &) const = default;
    auto operator<=>(const StageKey &) const = default;
};

enum class SweepChoice : uint8_t { Automatic, Device, Whole };

class StageController : public QObject
{
    Q_OBJECT
public:
    explicit StageController(Session *session, QObject *parent = nullptr);
    StageController(Session *session, MappingLibrary library, QObject *parent = nullptr);
    ~StageController() override;

    Session *session() const { return m_session; }
    MappingDocument *document() { return &m_document; }
    const MappingLibrary &library() const { return m_library; }
    /// Writes the draft to the user's folder under a name. Without `replace` an existing one is an error.
    Result<QString> saveMapping(const std::string &engine, const std::string &model, bool replace);
    /// Puts a mapping of the library in force; unsaved edits are lost (the caller has asked).
    bool chooseMapping(const QString &name);

    std::vector<const StageRun *> runs() const;
    /// The active run's entry; null: none is open.
    const StageRun *current() const;
    const StageRun *find(const RunPtr &run) const;
    bool isBusy() const;

    void setLabel(const RunPtr &run, const QString &label);
    void setShown(const RunPtr &run, bool shown);
    void setOwnMapping(const RunPtr &run, std::optional<StageMapping> mapping);
    void setNonGpu(const RunPtr &run, NonGpu::Source from, int64_t givenNs);
    SweepChoice sweep() const { return m_sweep; }
    void setSweep(SweepChoice sweep);
    const BarChoice &bars() const { return m_bars; }
    void setBars(const BarChoice &bars);
    TreeParts parts() const { return m_parts; }
    void setParts(TreeParts parts);

    /// Makes the names of a stage, substage or kernel stand out in timeline and tables of a run.
    void highlight(const StageKey &key, RunContext *context);

signals:
    void changed();        ///< results, labels or what is shown
    void libraryChanged(); ///< mappings were saved or read again
    void jobsChanged();

private:
    struct Entry;

    void syncRuns();
    void updateAll();
    void update(Entry &entry);
    void finished(Entry &entry, std::shared_ptr<const StageState> state);
    void publish();
    void publishColours(const Entry &entry);
    Entry *entry(const RunPtr &run);

    Session *m_session;
    MappingLibrary m_library;
    MappingDocument m_document;
    SweepChoice m_sweep = SweepChoice::Automatic;
    BarChoice m_bars;
    TreeParts m_parts = TreeParts::Kernels;
    std::vector<std::unique_ptr<Entry>> m_entries;
};

} // namespace ws
