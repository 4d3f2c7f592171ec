#pragma once
// The Replay tab: whether the recording, run again by its dependencies, is near what was recorded, and only then what
// edits bring. The step before and after, the edits, and the path that decides the length. An answer is made by a
// worker; while one is under way, of the edits that come meanwhile the last ones are answered next, so that a drag
// has answers all the time.

#include "core/analysis/replay/replayanswer.h"
#include "core/base/translation.h"
#include "core/report/replayreport.h"
#include "widgets/session/derivedkeys.h"
#include "widgets/session/runtablepanel.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QMenu;
class QToolButton;

namespace ws {

class EditRows;
class ShareBar;
class StepLane;

struct ReplayModelKey : DerivedKey
{
    using Value = ReplayModel;
    static constexpr size_t maxKept = 1; ///< it is large
    std::shared_ptr<const Steps> steps;  ///< of the run
    std::string language = textsLanguage(); ///< of what it says is missing
    bool operator==(const ReplayModelKey &) const = default;
    std::optional<Value> make(const RunPtr &run, const Progress &progress) const
    {
        return run->gpu.size() == 0 && hasNamedRanks(*run) ? jobModel(run, &progress)
                                                           : processModel(run, *steps, &progress);
    }
};

/// A replay with what the tab shows of the recording.
struct Replayed
{
    Replay replay;
    std::vector<RankExcess> excesses;
    PictureOf of;
    StepPicture before;
    std::shared_ptr<EditTargets> targets;
};
struct ReplayedKey : DerivedKey
{
    using Value = Replayed;
    static constexpr size_t maxKept = 2;      ///< of a step and of all
    std::shared_ptr<const ReplayModel> model; ///< of the run
    std::optional<uint32_t> step;
    bool operator==(const ReplayedKey &) const = default;
    std::optional<Value> make(const RunPtr &, const Progress &progress) const;
};

struct EditChoicesKey : DerivedKey
{
    using Value = EditChoices;
    std::shared_ptr<const Replayed> replayed; ///< of the run
    bool operator==(const EditChoicesKey &) const = default;
    auto make(const RunPtr &, const Progress &progress) const { return editChoices(replayed->replay, 12, &progress); }
};

class ReplayPanel : public RunTablePanel
{
    Q_OBJECT
public:
    explicit ReplayPanel(Pane *pane, QWidget *parent = nullptr);

    EditRows *edits() const { return m_edits; }
    QLineEdit *other() const { return m_other; } ///< an edit as text
    QString verdict() const;                     ///< above the rest, or in its place
    QString predictionText() const;
    bool isAnswering() const { return m_answering.isRunning(); }

protected:
    QString whyEmpty(const Run *run) const override;
    void ask(RunContext &context) override;
    void cancel() override;
    void activate(int row) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Answer
    {
        EditAnswer edits;
        ReportTable path;
    };

    QWidget *buildHead();
    QWidget *buildEdits();
    void askModel(std::shared_ptr<const Steps> steps);
    void take(const std::shared_ptr<const Replayed> &replayed);
    void askAnswer();
    void showAnswer(const Answer &answer);
    void showPictures(const Answer &answer);
    void showBar(ShareBar *bar, const StepPicture &picture, int64_t fullNs);
    void showEdits();
    void changeEdit(int row, const QString &edit, bool isSameGesture);
    void addEdit(const QString &edit);
    void addOther();
    void fillMenu();
    void addChoices(QMenu *menu, const QString &title, const char *kind, const std::vector<EditChoice> &choices,
                    const char *ending);
    QString laneTitle() const;
    void lightPath();
    void fitHeight();
    bool isByName() const;

    CacheRequest<StepsKey> m_wantedSteps;
    CacheRequest<ReplayModelKey> m_wantedModel; ///< requested when the steps are known
    CacheRequest<ReplayedKey> m_wanted;         ///< requested when the model is known
    CacheRequest<EditChoicesKey> m_wantedChoices;
    BackgroundJob<Answer> m_answering;
    BackgroundJob<ActivitySet> m_lighting;
    bool m_isAgainWanted = false;               ///< edits have changed since the answer was asked for
    std::shared_ptr<const Replayed> m_replayed; ///< null: not known yet
    std::shared_ptr<const EditChoices> m_choices;
    std::shared_ptr<const Answer> m_answer;
    bool m_wasShown = false;
    QString m_problem; ///< why the step in focus is not followed

    QWidget *m_head = nullptr;
    QLabel *m_verdict = nullptr, *m_prediction = nullptr;
    QLabel *m_times[2] = {}, *m_of = nullptr;
    StepLane *m_lanes[2] = {};
    ShareBar *m_bars[2] = {};
    QComboBox *m_by = nullptr;
    EditRows *m_edits = nullptr;
    QWidget *m_editing = nullptr;
    QAction *m_light = nullptr;
    QToolButton *m_add = nullptr, *m_undo = nullptr;
    QLineEdit *m_other = nullptr;
    QLabel *m_otherProblem = nullptr;
};

} // namespace ws
