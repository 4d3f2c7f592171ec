#pragma once
// The stages of all loaded runs: one mapping is in force for all of them (a run may override it), worker threads
// classify and sum names, the newest request wins. Results arrive together for timeline, chart, table and editor: each
// RunContext gets the colours of its names, then changed() is emitted.

#include "core/analysis/stages/mappinglibrary.h"
#include "core/analysis/stages/stagestate.h"
#include "widgets/session/derivedkeys.h"
#include "widgets/session/mappingdocument.h"
#include "widgets/session/session.h"

#include <QObject>

#include <memory>
#include <vector>

namespace ws {

struct StageRun
{
    RunPtr run;
    RunContext *context = nullptr;   ///< of the run; the Session's
    QString label;                   ///< of the bar, unique among the runs …
    QString givenLabel;              ///< … as entered by the user; empty: made from the file
    bool shown = true;               ///< among all open runs
    std::optional<StageMapping> own; ///< instead of the mapping in force
    TotalTime total;
    std::shared_ptr<const StageState> state; ///< null: not computed yet, or failed
    std::optional<Error> error;              ///< why the newest request failed; then `state` is null

    NonGpu nonGpu() const;
};

/// A stage, one of its substages, or one kernel of it; an empty part means all.
struct StageKey
{
    std::string stage;
    std::string substage;
    std::string name;
    bool operator==(const StageKey &) const = default;
    auto operator<=>(const StageKey &) const = default;
};

/// The runs that chart, table and exports of stages show.
enum class StageRuns : uint8_t {
    Automatic, ///< A and B while the window shows both, all where bars are ranks, else the active run
    Active,
    Pair, ///< A and B, also while the window shows another run; without a pair as Automatic
    All,  ///< but those that are switched off
};

/// As session files have it: "active", "pair", "all"; empty: Automatic.
const char *wordOf(StageRuns runs);
StageRuns stageRunsOf(std::string_view word); ///< Automatic for other words

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
    /// Puts a mapping of the library in force; discards unsaved edits (the caller asks the user).
    bool chooseMapping(const QString &name);

    std::vector<const StageRun *> runs() const;
    /// The active run's entry; null: none is open.
    const StageRun *current() const;
    const StageRun *find(const RunPtr &run) const;
    /// Of the mapping that sorts its kernels: "default/any", or "default/any (changed)" while it is edited and not
    /// saved.
    QString mappingTitle(const StageRun &run) const;
    bool isBusy() const;

    /// Empty: made from the file again.
    void setLabel(const RunPtr &run, const QString &label);
    void setShown(const RunPtr &run, bool shown);
    void setOwnMapping(const RunPtr &run, std::optional<StageMapping> mapping);
    void setTotal(const RunPtr &run, TotalTime total);
    SweepChoice sweep() const { return m_sweep; }
    void setSweep(SweepChoice sweep);
    const BarChoice &bars() const { return m_bars; }
    void setBars(const BarChoice &bars);
    /// As chosen, for what keeps the choice.
    StageRuns chosenRuns() const { return m_chosenRuns; }
    /// As it is now: never Automatic, and Pair only while there is one.
    StageRuns runsInForce() const;
    /// What is shown anyway becomes Automatic again, so it goes on with the run or comparison in front.
    void chooseRuns(StageRuns runs);
    /// Those in force, in the order of the bars: A before B, else as they were opened.
    std::vector<const StageRun *> shownRuns() const;
    const TreeChoice &trees() const { return m_trees; } ///< what counts of layerwise profiles
    void setTrees(const TreeChoice &trees);

    /// Highlights the names of a stage, substage or kernel in timeline and tables of a run.
    void highlight(const StageKey &key, RunContext *context);

signals:
    void changed();        ///< results, labels or what is shown
    void libraryChanged(); ///< mappings were saved or reloaded
    void jobsChanged();

private:
    struct Entry;

    void syncRuns();
    void updateAll();
    void update(Entry &entry);
    void askStages(Entry &entry, const StageRequest &request, std::shared_ptr<const StageState> before);
    JobPlace placeOf(const Entry &entry) const;
    void raiseCurrent();
    void finished(Entry &entry, const Result<std::shared_ptr<const StageState>> &state);
    void publish();
    void publishColours(const Entry &entry);
    void makeLabels();
    Entry *entry(const RunPtr &run);
    StageRuns automaticRuns() const;
    void followPair();

    Session *m_session;
    MappingLibrary m_library;
    MappingDocument m_document;
    SweepChoice m_sweep = SweepChoice::Automatic;
    BarChoice m_bars;
    TreeChoice m_trees;
    StageRuns m_chosenRuns = StageRuns::Automatic;
    std::vector<std::unique_ptr<Entry>> m_entries;
};

} // namespace ws
