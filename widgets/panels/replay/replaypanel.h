#pragma once
// The Replay tab: whether the recording, run again by its dependencies, is near what was recorded, and only then what
// edits bring. The step before and after, the edits, and the path that decides the length. An answer is made by a
// worker; while one is under way, of the edits that come meanwhile the last ones are answered next, so that a drag
// has answers all the time. Of a job it is all ranks that are replayed, from their traces.

#include "core/analysis/replay/replayanswer.h"
#include "core/report/replayreport.h"
#include "widgets/session/replayrequest.h"
#include "widgets/session/runtablepanel.h"

#include <QTimer>

class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QStringListModel;
class QMenu;
class QToolButton;
class QVBoxLayout;

namespace ws {

class EditRows;
class ShareBar;
class StepLane;

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
    explicit ReplayPanel(ReplayPlace *place, QWidget *parent = nullptr); ///< with the choice of run or job

    EditRows *edits() const { return m_edits; }
    QLineEdit *other() const { return m_other; }   ///< an edit as text
    QComboBox *choice() const { return m_choice; } ///< of run or job; null: there is none
    QString verdict() const;                       ///< above the rest, or in its place
    QString predictionText() const;
    bool isAnswering() const { return m_answering.isRunning(); }

signals:
    /// Of a rank of the job; `span`: ns since its origin, empty: all of it.
    void traceWanted(const QString &path, const ws::TimeRange &span);

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
    void buildChoice(ReplayPlace *place);
    void buildActions();
    void showWaiting();
    void stopOrGoOn();
    void buildTimelineMenu();
    QWidget *buildEdits();
    void take(const std::shared_ptr<const Replayed> &replayed);
    void askAnswer();
    void showAnswer(const Answer &answer);
    void showPictures(const Answer &answer);
    void showBar(ShareBar *bar, const StepPicture &picture, int64_t fullNs);
    void showEdits();
    void changeEdit(int row, const QString &edit, bool isSameGesture);
    void addEdit(const QString &edit);
    void addOther();
    void offerTexts();
    void offerRows();
    void fillMenu();
    void fillMenuOfWork(QMenu *menu);
    void addChoices(QMenu *menu, const QString &title, const char *kind, const std::vector<EditChoice> &choices,
                    const char *ending);
    QString laneTitle() const;
    void lightPath();
    void fitHeight();
    PathBy by() const;
    bool isByName() const;
    bool isOfJob() const;
    void revealLongest(const QString &name);
    void showLate(size_t row);

    ReplayRequest m_wanted;
    CacheRequest<EditChoicesKey> m_wantedChoices;
    BackgroundJob<Answer> m_answering;
    BackgroundJob<ActivitySet> m_lighting;
    bool m_isAgainWanted = false;               ///< edits have changed since the answer was asked for
    std::shared_ptr<const Replayed> m_replayed; ///< null: not known yet
    std::shared_ptr<const EditChoices> m_choices;
    std::shared_ptr<const Answer> m_answer;
    bool m_wasShown = false;
    bool m_isStopped = false; ///< by the user, while the traces of a job were read
    QTimer m_poll;            ///< while they are read

    QWidget *m_head = nullptr;
    QVBoxLayout *m_page = nullptr; ///< above the rest
    QComboBox *m_choice = nullptr;
    QLabel *m_verdict = nullptr, *m_prediction = nullptr;
    QLabel *m_times[2] = {}, *m_of = nullptr;
    StepLane *m_lanes[2] = {};
    ShareBar *m_bars[2] = {};
    QComboBox *m_by = nullptr;
    EditRows *m_edits = nullptr;
    QWidget *m_editing = nullptr;
    QAction *m_light = nullptr;
    QToolButton *m_inTimeline = nullptr;
    QToolButton *m_add = nullptr, *m_undo = nullptr;
    QLineEdit *m_other = nullptr;
    QStringListModel *m_texts = nullptr; ///< that complete it
    QLabel *m_otherProblem = nullptr;
};

} // namespace ws
