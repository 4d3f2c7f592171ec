#include "widgets/panels/replay/replaypanel.h"

#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "core/report/overviewfacts.h"
#include "widgets/panels/replay/editrows.h"
#include "widgets/panels/replay/steplane.h"
#include "widgets/session/jobdocument.h"
#include "widgets/session/kernelactions.h"
#include "widgets/session/scopeline.h"
#include "widgets/session/whatif.h"
#include "widgets/toolkit/elidedonce.h"
#include "widgets/toolkit/palette.h"
#include "widgets/toolkit/plaintext.h"
#include "widgets/toolkit/sharebar.h"
#include "widgets/toolkit/tablepane.h"

#include <QAction>
#include <QComboBox>
#include <QCompleter>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QShortcut>
#include <QSplitter>
#include <QStringListModel>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ws {
namespace {

/// Of a bar of `ofNs`.
QString partValue(int64_t ns, int64_t ofNs)
{
    return formatBeside(ns, ofNs) + QStringLiteral(" · ") + formatPercent(ofNs > 0 ? double(ns) / double(ofNs) : 0);
}

} // namespace

ReplayPanel::ReplayPanel(Pane *pane, QWidget *parent)
    : RunTablePanel(pane, pathTable({}, PathBy::Kind, nullptr), parent)
{
    setHeader(buildHead());
    split()->insertWidget(0, buildEdits());
    split()->setStretchFactor(0, 1);
    split()->setStretchFactor(1, 1);
    split()->setSizes({600, 600}); // px: halves of what there is
    m_by = new QComboBox;
    const std::pair<QString, PathBy> rows[] = {{tr("Path by kind"), PathBy::Kind},
                                               {tr("Path by name"), PathBy::Name},
                                               {tr("Path by operator"), PathBy::Operator},
                                               {tr("Slack by name"), PathBy::Slack},
                                               {tr("Not explained"), PathBy::Late}};
    for (const auto &[text, by] : rows)
        m_by->addItem(text, int(by));
    m_by->setAccessibleName(tr("Rows"));
    m_by->setToolTip(tr("The path that decides the length, or by how much later work may end without moving the end"));
    table()->bar()->insertWidget(0, m_by);
    buildActions();
    connect(m_by, &QComboBox::currentIndexChanged, this, &ReplayPanel::askAnswer);
    table()->fitNames();
    connect(pane, &Pane::focusChanged, this, &PanelBase::refreshLater);
    connect(pane, &Pane::stepSourceChanged, this, &PanelBase::refreshLater);
    connect(pane, &Pane::editsChanged, this, &ReplayPanel::showEdits);
    connect(this, &PanelBase::emptyActionTriggered, this, &ReplayPanel::stopOrGoOn);
    constexpr int pollMs = 200;
    m_poll.setInterval(pollMs);
    connect(&m_poll, &QTimer::timeout, this, &ReplayPanel::showWaiting);
    auto *undo = new QShortcut(QKeySequence::Undo, this);
    undo->setContext(Qt::WidgetWithChildrenShortcut);
    connect(undo, &QShortcut::activated, this, [this] { context().undoEdit(); });
    showEdits();
    refresh();
}

ReplayPanel::ReplayPanel(ReplayPlace *place, QWidget *parent) : ReplayPanel(static_cast<Pane *>(place), parent)
{
    buildChoice(place);
}

/// Whose replay it is, above the verdict, wherever there is more than one.
void ReplayPanel::buildChoice(ReplayPlace *place)
{
    auto *bar = new QWidget;
    auto *layout = new QHBoxLayout(bar);
    layout->setContentsMargins(8, 4, 8, 4);
    m_choice = new QComboBox;
    m_choice->setAccessibleName(tr("What is replayed"));
    m_choice->addItems({QString(), tr("This trace alone")});
    QLabel *name = plainLabel(tr("Replay of"), nullptr);
    layout->addWidget(name);
    layout->addWidget(m_choice);
    layout->addStretch();
    m_page->insertWidget(0, bar);
    auto *scope = new QWidget; // the line in it shows itself
    auto *line = new QVBoxLayout(scope);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(
        new ScopeLine(place->activeRun(), WhyNotFollowed::any(tr("a job is replayed with whole recordings")), scope));
    m_page->insertWidget(1, scope);
    const auto follow = [this, place, bar, scope] {
        scope->setVisible(isOfJob());
        const QSignalBlocker quiet(m_choice);
        m_choice->setItemText(0, tr("all ranks of %1").arg(place->jobName().left(60)));
        m_choice->setCurrentIndex(place->isOfJob() ? 0 : 1);
        bar->setVisible(place->canChoose());
    };
    connect(m_choice, &QComboBox::currentIndexChanged, place, [place](int index) { place->chooseJob(index == 0); });
    connect(place, &ReplayPlace::choiceChanged, this, follow);
    follow();
}

/// In the menu of the table's rows.
void ReplayPanel::buildActions()
{
    m_light = new QAction(tr("&Light up the path in the timeline"), table());
    table()->addAction(m_light);
    connect(m_light, &QAction::triggered, this, &ReplayPanel::lightPath);
    buildTimelineMenu();
    addKernelActions(table(), [this]() -> KernelPlace {
        const int row = table()->currentRow();
        if (isOfJob() || !isByName() || row < 0 || size_t(row) >= shown().rowCount || shown().run != this->pane().run())
            return {};
        return kernelNamed(&context(), textOf(shown().cell(size_t(row), 0)).toStdString());
    });
    const auto rank = [this] {
        const int row = table()->currentRow();
        return by() == PathBy::Rank && row >= 0 && size_t(row) < shown().rowCount ? textOf(shown().cell(size_t(row), 0))
                                                                                  : QString();
    };
    const auto asks = rankWhatIfs(table(), rank, [this](const QString &edit) { addEdit(edit); });
    for (QAction *ask : asks)
        table()->addAction(ask);
    connect(table(), &TablePane::menuRequested, this, [this, asks, rank] {
        const auto &ranks = m_replayed ? m_replayed->replay.model->ranks : std::vector<ReplayRank>();
        for (QAction *ask : asks) {
            ask->setVisible(!ranks.empty() && by() == PathBy::Rank);
            ask->setEnabled(std::ranges::find(ranks, rank().toStdString(), &ReplayRank::label) != ranks.end());
        }
    });
}

/// What the replay adds to the timeline, as in the timeline's own menu.
void ReplayPanel::buildTimelineMenu()
{
    m_inTimeline = new QToolButton;
    m_inTimeline->setText(tr("In the timeline"));
    m_inTimeline->setToolTip(tr("Shows the critical path as a row, or the slack of GPU work as colours"));
    m_inTimeline->setPopupMode(QToolButton::InstantPopup);
    m_inTimeline->setFocusPolicy(Qt::TabFocus);
    auto *menu = new QMenu(m_inTimeline);
    QAction *path = menu->addAction(tr("&Critical path as a row"));
    QAction *slack = menu->addAction(tr("C&olours by slack"));
    for (QAction *action : {path, slack}) {
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, path, slack] {
            context().setReplayShown({path->isChecked(), slack->isChecked()});
        });
    }
    menu->addAction(m_light);
    connect(menu, &QMenu::aboutToShow, this, [this, path, slack] {
        path->setChecked(context().replayShown().hasPath);
        slack->setChecked(context().replayShown().isSlack);
        slack->setEnabled(m_replayed && m_replayed->replay.holds() && !m_replayed->replay.model->isJob);
    });
    m_inTimeline->setMenu(menu);
    table()->bar()->insertWidget(1, m_inTimeline);
}

/// Verdict, the step before and after.
QWidget *ReplayPanel::buildHead()
{
    auto *header = new QWidget(this);
    auto *page = m_page = new QVBoxLayout(header);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    page->addWidget(new ScopeLine(&pane(),
                                  {tr("a step is replayed as a whole"),
                                   {},
                                   tr("a replay is of one step, or of all of them"),
                                   tr("a step is replayed with all of its work")},
                                  header));
    m_head = new QWidget(header);
    m_head->setBackgroundRole(QPalette::Base);
    m_head->setAutoFillBackground(true);
    page->addWidget(m_head);
    auto *grid = new QGridLayout(m_head);
    grid->setContentsMargins(8, 4, 8, 4);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(1, 1);
    m_verdict = plainLabel(nullptr);
    m_prediction = plainLabel(nullptr);
    for (QLabel *text : {m_verdict, m_prediction}) {
        text->setWordWrap(true);
        text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    grid->addWidget(m_verdict, 0, 0, 1, 2);
    grid->addWidget(m_prediction, 1, 0, 1, 2);
    for (int side = 0; side < 2; ++side) {
        m_times[side] = plainLabel(nullptr);
        m_lanes[side] = new StepLane;
        m_bars[side] = new ShareBar;
        m_bars[side]->setCompact(true);
        grid->addWidget(m_times[side], 2 + 2 * side, 0, 2, 1);
        grid->addWidget(m_lanes[side], 2 + 2 * side, 1);
        grid->addWidget(m_bars[side], 3 + 2 * side, 1);
    }
    m_of = plainLabel(nullptr);
    QFont small = m_of->font();
    small.setPointSizeF(small.pointSizeF() - 1);
    m_of->setFont(small);
    m_of->setEnabled(false); // secondary text
    grid->addWidget(m_of, 6, 1);
    m_head->hide();
    return header;
}

QWidget *ReplayPanel::buildEdits()
{
    m_editing = new QWidget(this);
    auto *layout = new QVBoxLayout(m_editing);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto *bar = new QWidget;
    auto *controls = new WrapLayout(bar);
    controls->setContentsMargins(8, 4, 8, 4);
    m_add = new QToolButton;
    m_add->setObjectName(QStringLiteral("whatIf"));
    m_add->setText(tr("What if"));
    m_add->setToolTip(tr("Add an edit: what would the step take if …"));
    m_add->setPopupMode(QToolButton::InstantPopup);
    m_add->setFocusPolicy(Qt::TabFocus);
    m_add->setMenu(new QMenu(m_add));
    connect(m_add->menu(), &QMenu::aboutToShow, this, &ReplayPanel::fillMenu);
    m_undo = new QToolButton;
    m_undo->setText(tr("Undo"));
    m_undo->setToolTip(tr("Takes back the last change of an edit (%1)")
                           .arg(QKeySequence(QKeySequence::Undo).toString(QKeySequence::NativeText)));
    m_undo->setFocusPolicy(Qt::TabFocus);
    connect(m_undo, &QToolButton::clicked, this, [this] { context().undoEdit(); });
    m_other = new QLineEdit;
    m_other->setPlaceholderText(tr("or type: kernel:REGEX*0.5"));
    m_other->setAccessibleName(tr("An edit as text"));
    m_other->setToolTip(
        tr("As on the command line: kernel:REGEX*0.5, operator:REGEX=limit, stage:NAME=stream, cpu*0.5, "
           "gaps=0, launches=graph, copies=hidden, rank:NAME=median …"));
    connect(m_other, &QLineEdit::returnPressed, this, &ReplayPanel::addOther);
    m_texts = new QStringListModel(this);
    auto *completer = new QCompleter(m_texts, m_other);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    m_other->setCompleter(completer);
    controls->addWidget(m_add);
    controls->addWidget(m_undo);
    controls->addWidget(m_other, 1);
    layout->addWidget(bar);
    m_otherProblem = plainLabel(nullptr);
    m_otherProblem->setWordWrap(true);
    m_otherProblem->setContentsMargins(8, 0, 8, 4);
    m_otherProblem->hide();
    connect(m_other, &QLineEdit::textEdited, m_otherProblem, &QWidget::hide);
    layout->addWidget(m_otherProblem);
    m_edits = new EditRows;
    connect(m_edits, &EditRows::edited, this, &ReplayPanel::changeEdit);
    connect(m_edits, &EditRows::switched, this, [this](int row, bool on) {
        std::vector<WhatIf> edits = context().edits();
        if (size_t(row) < edits.size())
            edits[size_t(row)].isOn = on;
        context().setEdits(std::move(edits));
    });
    connect(m_edits, &EditRows::removed, this, [this](int row) {
        std::vector<WhatIf> edits = context().edits();
        if (size_t(row) < edits.size())
            edits.erase(edits.begin() + row);
        context().setEdits(std::move(edits));
    });
    layout->addWidget(m_edits, 1);
    return m_editing;
}

QString ReplayPanel::verdict() const
{
    return m_verdict->text();
}

QString ReplayPanel::predictionText() const
{
    return m_prediction->text();
}

QString ReplayPanel::whyEmpty(const Run *run) const
{
    if (!run)
        return tr("Open a trace to ask what a change would bring.");
    if (isOfJob() || mayReplay(*run))
        return {};
    if (const QString none = noKnownGpu(*run); !none.isEmpty())
        return none;
    return run->gpu.size() == 0
               ? forDevice(tr("This file holds no GPU work with times, so nothing can be replayed."), *run)
               : tr("This file holds no launches, so nothing says what its work waits for, and "
                    "nothing can be replayed.");
}

bool ReplayPanel::isOfJob() const
{
    return qobject_cast<const JobContext *>(&context()) != nullptr;
}

void ReplayPanel::ask(RunContext &context)
{
    if (m_isStopped)
        return showEmpty(tr("The replay of the job was cancelled."), tr("Replay all ranks"));
    m_wanted.ask(context, [this](const auto &replayed) {
        m_poll.stop();
        replayed ? take(*replayed) : fail(replayed.error());
    });
    if (m_wanted.isWaiting() && !m_replayed)
        showWaiting();
}

/// Gigabytes may have to be read, so it says how far it is and can be stopped.
void ReplayPanel::showWaiting()
{
    const QString reading = m_wanted.reading();
    showEmpty(reading.isEmpty() ? tr("Replaying the recording …") : reading, isOfJob() ? tr("Cancel") : QString());
    reading.isEmpty() ? m_poll.stop() : m_poll.start();
}

void ReplayPanel::stopOrGoOn()
{
    if (!isOfJob() || (!m_isStopped && !m_wanted.isWaiting()))
        return;
    const bool wasStopped = m_isStopped;
    cancel();
    m_isStopped = !wasStopped;
    refresh();
}

void ReplayPanel::cancel()
{
    m_wanted.cancel();
    m_wantedChoices.cancel();
    m_answering.cancel();
    m_lighting.cancel();
    m_isAgainWanted = m_isStopped = false;
    m_poll.stop();
    m_replayed.reset();
    m_choices.reset();
    m_answer.reset();
    m_head->hide();
}

void ReplayPanel::take(const std::shared_ptr<const Replayed> &replayed)
{
    m_answering.cancel();
    m_isAgainWanted = false;
    m_replayed = replayed;
    m_choices.reset();
    if (m_replayed->replay.holds())
        m_wantedChoices.ask(context().cache(), EditChoicesKey{{}, m_replayed}, [this](const auto &choices) {
            m_choices = choices ? *choices : std::make_shared<const EditChoices>();
            offerTexts();
        });
    offerRows();
    offerTexts();
    askAnswer();
}

void ReplayPanel::askAnswer()
{
    if (!m_replayed)
        return;
    if (m_answering.isRunning()) {
        m_isAgainWanted = true;
        return;
    }
    QStringList texts;
    if (m_replayed->replay.holds())
        for (const WhatIf &edit : context().edits())
            if (edit.isOn)
                texts << edit.edit;
    const auto work = [replayed = m_replayed, texts, by = by()](const Progress &) {
        Answer answer;
        if (!texts.isEmpty())
            answer.edits = answerEdits(replayed->replay, replayed->of, texts, replayed->targets.get());
        const auto &prediction = answer.edits.prediction;
        answer.path = pathTable(replayed->replay, by, prediction ? &prediction->path : nullptr);
        return answer;
    };
    m_answering.start(work, [this](const auto &answer) {
        if (!answer)
            return fail(answer.error());
        m_answer = *answer;
        showAnswer(*m_answer);
        if (std::exchange(m_isAgainWanted, false))
            askAnswer();
    });
}

/// Verdict and numbers first, then the table, which decides whether there is anything to show.
void ReplayPanel::showAnswer(const Answer &answer)
{
    const Replay &replay = m_replayed->replay;
    QStringList lines{replayVerdict(replay, m_replayed->excesses)};
    if (!m_wanted.problem().isEmpty())
        lines.insert(isOfJob() ? 1 : 0, m_wanted.problem());
    m_verdict->setText(lines.join(u' '));
    m_prediction->setText(answer.edits.prediction ? predictionSentence(*answer.edits.prediction) : QString());
    m_prediction->setVisible(answer.edits.prediction.has_value());
    m_editing->setVisible(replay.holds() || !context().edits().empty());
    m_add->setEnabled(replay.holds());
    m_light->setEnabled(!isOfJob() && !replay.model->isJob);
    m_inTimeline->setVisible(!isOfJob());
    m_other->setEnabled(replay.holds());
    m_edits->setAnswer(replay.holds() ? &answer.edits : nullptr, replay.recordedNs);
    showPictures(answer);
    m_head->setVisible(m_replayed->before.ns > 0);
    const bool isSlack = answer.path.columnOf("min_slack_ns") >= 0, isLate = answer.path.columnOf("late_ns") >= 0;
    const QString rows = formatCount(int64_t(answer.path.rowCount));
    QStringList note{isSlack  ? tr("%1 names").arg(rows)
                     : isLate ? tr("the %1 latest on the path").arg(rows)
                              : tr("Path of %1").arg(formatDuration(replay.path.lengthNs))};
    if (!isSlack && !replay.step && replay.recorded.size() > 1)
        note << tr("all steps together");
    if (!replay.holds())
        note << tr("not proven");
    const char *const order = isSlack ? "min_slack_ns" : isLate ? "late_ns" : "time_ns";
    const bool isOtherTable = shown().columnOf(order) < 0;
    ReportTable path = answer.path;
    path.run = context().run(); // of a job none of its ranks'
    present(std::move(path), note.join(QStringLiteral("  ·  ")),
            isLate && replay.holds() ? tr("Nothing on the path is later than what it waits for.") : m_verdict->text());
    if (isOtherTable || !std::exchange(m_wasShown, true))
        table()->sortBy(order, isSlack ? Qt::AscendingOrder : Qt::DescendingOrder);
}

/// The strips give way where the rows would have no room.
void ReplayPanel::fitHeight()
{
    const int enough = 22 * fontMetrics().height(); // text above and the rows below need it
    for (int side = 0; side < 2; ++side)
        m_lanes[side]->setVisible(height() >= enough && !m_bars[side]->isHidden());
    m_of->setVisible(height() >= enough && !m_of->text().isEmpty() && !m_bars[0]->isHidden());
}

void ReplayPanel::resizeEvent(QResizeEvent *event)
{
    RunTablePanel::resizeEvent(event);
    fitHeight();
}

/// Whose time bars and strips are, and of which steps.
QString ReplayPanel::laneTitle() const
{
    const ReplayModel &model = *m_replayed->replay.model;
    const PictureOf &of = m_replayed->of;
    QString whose;
    if (of.item < model.ranks.size())
        whose = QString::fromStdString(model.ranks[of.item].label);
    else if (!model.isJob && !model.parts.empty() && of.item < model.parts.front().run->gpu.devices.size())
        whose = deviceTitle(*model.parts.front().run, of.item);
    QStringList parts;
    if (!whose.isEmpty())
        parts << whose;
    if (model.stepNumbers.size() > 1 && m_replayed->replay.step)
        parts << tr("step %1").arg(model.stepNumbers[of.step]);
    else if (model.stepNumbers.size() > 1)
        parts << tr("bars: mean of %1 steps").arg(formatCount(int64_t(model.stepNumbers.size())))
              << tr("strips: step %1, of median length").arg(model.stepNumbers[of.step]);
    return parts.join(QStringLiteral("  ·  "));
}

void ReplayPanel::showPictures(const Answer &answer)
{
    const bool hasAfter = answer.edits.prediction.has_value();
    const StepPicture *pictures[] = {&m_replayed->before, hasAfter ? &answer.edits.after : nullptr};
    int64_t fullNs = 0, fullLaneNs = 0;
    for (const StepPicture *picture : pictures)
        if (picture) {
            fullNs = std::max(fullNs, picture->ns);
            fullLaneNs = std::max(fullLaneNs, picture->laneNs);
        }
    const QString names[] = {tr("Recorded"), tr("With edits")};
    m_of->setText(laneTitle());
    for (int side = 0; side < 2; ++side) {
        const StepPicture *picture = pictures[side];
        const bool isShown = picture && picture->ns > 0;
        for (QWidget *widget : std::initializer_list<QWidget *>{m_times[side], m_lanes[side], m_bars[side]})
            widget->setVisible(isShown);
        if (!isShown)
            continue;
        m_times[side]->setText(names[side] + u'\n' + formatBeside(picture->ns, fullNs));
        m_lanes[side]->setPicture(*picture, fullLaneNs, names[side] + QStringLiteral(": ") + laneTitle());
        showBar(m_bars[side], *picture, fullNs);
        m_bars[side]->setAccessibleName(names[side]);
    }
    fitHeight();
}

void ReplayPanel::showBar(ShareBar *bar, const StepPicture &picture, int64_t fullNs)
{
    QList<ShareSegment> segments;
    for (size_t p = 0; p < stepPartCount; ++p) {
        const auto part = StepPart(p);
        segments.append({stepPartText(part), partValue(picture.parts[p], picture.ns), picture.parts[p],
                         stepPartColour(part), part == StepPart::Idle});
    }
    if (picture.ns < fullNs)
        segments.append({tr("shorter"), formatBeside(fullNs - picture.ns, fullNs), fullNs - picture.ns,
                         Palette::current().base, false});
    bar->setSegments({}, std::move(segments));
}

void ReplayPanel::showEdits()
{
    m_undo->setEnabled(context().canUndoEdit());
    m_edits->setEdits(context().edits());
    if (!m_replayed || !m_replayed->replay.holds())
        m_edits->setAnswer(nullptr, 0);
    askAnswer();
}

void ReplayPanel::changeEdit(int row, const QString &edit, bool isSameGesture)
{
    std::vector<WhatIf> edits = context().edits();
    if (size_t(row) >= edits.size())
        return;
    edits[size_t(row)].edit = edit;
    context().setEdits(std::move(edits), isSameGesture);
}

void ReplayPanel::addEdit(const QString &edit)
{
    context().askWhatIf(edit);
}

void ReplayPanel::addOther()
{
    const QString text = m_other->text().trimmed();
    if (text.isEmpty())
        return;
    const auto edit = parseReplayEdit(text);
    m_otherProblem->setText(edit ? QString() : edit.error().message);
    m_otherProblem->setVisible(!edit);
    if (!edit)
        return;
    m_other->clear();
    addEdit(text);
}

void ReplayPanel::addChoices(QMenu *menu, const QString &title, const char *kind,
                             const std::vector<EditChoice> &choices, const char *ending)
{
    if (choices.empty())
        return;
    QMenu *list = menu->addMenu(title);
    constexpr int longest = 360; // px
    for (const EditChoice &choice : choices) {
        QString name = toText(shortName(choice.name.toStdString()));
        name = elidedOnce(name, fontMetrics(), longest).replace(u'&', QLatin1String("&&"));
        if (choice.ns > 0)
            name += u'\t' + formatRounded(choice.ns);
        list->addAction(name, this, [this, edit = QString::fromLatin1(kind) + choice.target + QLatin1String(ending)] {
            addEdit(edit);
        });
    }
}

void ReplayPanel::fillMenuOfWork(QMenu *menu)
{
    if (m_replayed->replay.model->isJob)
        return addChoices(menu, tr("Operations of a name × 0.5"), "kernel:", m_choices->kernels, "*0.5");
    addChoices(menu, tr("Kernel × 0.5"), "kernel:", m_choices->kernels, "*0.5");
    addChoices(menu, tr("Operator × 0.5"), "operator:", m_choices->operators, "*0.5");
    addChoices(menu, tr("Operator at the device's limit"), "operator:", m_choices->operators, "=limit");
    addChoices(menu, tr("Module × 0.5"), "module:", m_choices->modules, "*0.5");
    addChoices(menu, tr("Stage × 0.5"), "stage:", m_choices->stages, "*0.5");
    if (m_replayed->replay.model->parts.size() == 1)
        addChoices(menu, tr("Kernel in a stream of its own"), "kernel:", m_choices->kernels, "=stream");
}

void ReplayPanel::fillMenu()
{
    QMenu *menu = m_add->menu();
    qDeleteAll(menu->findChildren<QMenu *>(Qt::FindDirectChildrenOnly)); // clear() leaves them
    menu->clear();
    if (!m_replayed)
        return;
    const ReplayModel &model = *m_replayed->replay.model;
    if (!m_choices) {
        menu->addAction(tr("Looking what there is …"))->setEnabled(false);
    } else {
        addChoices(menu, tr("Ranks as the median of the others"), "rank:", m_choices->ranks, "=median");
        addChoices(menu, tr("Ranks as the mean of all"), "rank:", m_choices->ranks, "=alike");
        fillMenuOfWork(menu);
    }
    menu->addSeparator();
    const auto add = [&](const QString &text, const char *edit) {
        menu->addAction(text, this, [this, edit] { addEdit(QString::fromLatin1(edit)); });
    };
    if (!model.ranks.empty())
        add(tr("All ranks alike"), "rank:*=alike");
    if (!model.isJob) {
        add(tr("All launches as one graph"), "launches=graph");
        add(tr("No gaps"), "gaps=0");
        add(tr("Calls and the CPU's own work × 0.5"), "cpu*0.5");
        if (std::ranges::any_of(model.parts, [](const ReplayPart &part) { return hasProfilersWork(*part.run); }))
            add(tr("Without the profiler's own work"), "profiler=0");
        if (std::ranges::any_of(model.parts, [](const ReplayPart &part) { return hasLoader(*part.run); }))
            add(tr("The data loader ahead"), "loader=hidden");
    }
    const bool isOneTrace = !model.isJob && model.parts.size() == 1;
    const auto has = [&](NodeKind kind) {
        const DependencyGraph &graph = model.graph;
        for (uint32_t node = 0; node < graph.size(); ++node)
            if (graph.kind(node) == kind)
                return true;
        return false;
    };
    if (has(NodeKind::Copy)) {
        add(tr("Copies × 0.5"), "copies*0.5");
        add(tr("Copies hidden"), "copies=hidden");
        if (isOneTrace)
            add(tr("Copies in a stream of their own"), "copies=stream");
    }
    if (has(NodeKind::Communication)) {
        add(tr("Communication × 0.5"), "collectives*0.5");
        add(tr("Communication hidden"), "collectives=hidden");
        if (isOneTrace)
            add(tr("Communication in a stream of its own"), "collectives=stream");
    }
}

/// What can be typed, so that names of ranks and work need not be known.
void ReplayPanel::offerTexts()
{
    QStringList texts;
    const bool isKnown = m_replayed && m_replayed->replay.holds();
    const auto &ranks = isKnown ? m_replayed->replay.model->ranks : std::vector<ReplayRank>();
    for (const char *end : {"median", "alike"})
        for (const ReplayRank &rank : ranks)
            texts << QStringLiteral("rank:%1=%2").arg(QString::fromStdString(rank.label), QLatin1String(end));
    if (!ranks.empty())
        texts << QStringLiteral("rank:*=alike");
    const auto add = [&](const char *kind, const std::vector<EditChoice> &choices) {
        for (const EditChoice &choice : choices)
            texts << QString::fromLatin1(kind) + choice.target + QStringLiteral("*0.5");
    };
    if (isKnown && m_choices) {
        add("kernel:", m_choices->kernels);
        add("operator:", m_choices->operators);
        add("module:", m_choices->modules);
        add("stage:", m_choices->stages);
    }
    m_texts->setStringList(texts);
    m_other->setPlaceholderText(ranks.empty() ? tr("or type: kernel:REGEX*0.5") : tr("or type: rank:NAME=median"));
}

/// By rank where there are some.
void ReplayPanel::offerRows()
{
    const QSignalBlocker quiet(m_by);
    const int at = m_by->findData(int(PathBy::Rank));
    const bool has = !m_replayed->replay.model->ranks.empty();
    if (has && at < 0)
        m_by->insertItem(1, tr("Path by rank"), int(PathBy::Rank));
    else if (!has && at >= 0)
        m_by->removeItem(at);
}

PathBy ReplayPanel::by() const
{
    return PathBy(m_by->currentData().toInt());
}

/// Rows are names of work.
bool ReplayPanel::isByName() const
{
    return by() == PathBy::Name || by() == PathBy::Slack;
}

/// Of the recorded path.
void ReplayPanel::lightPath()
{
    if (!m_replayed || isOfJob() || m_replayed->replay.model->isJob)
        return;
    const RunPtr run = context().run();
    m_lighting.start(
        [replayed = m_replayed, run](const Progress &progress) {
            const Replay &replay = replayed->replay;
            const ReplayPart &part = replay.model->parts.front();
            std::vector<uint32_t> row(run->gpu.size(), 0);
            for (const CriticalPath::Part &on : replay.path.nodes)
                if (on.node >= part.firstActivity && on.node - part.firstActivity < row.size())
                    row[on.node - part.firstActivity] = 1;
            return ActivitySet::ofRows(*run, row, {0, 1}, {}, &progress);
        },
        [this, run](const auto &set) {
            if (!set)
                return JobErrors::instance().report(set.error());
            if (context().run() == run)
                context().setHighlight({tr("critical path"), {}, run.get(), *set});
        });
}

/// What was late, the longest work of the row on the recorded path, or the trace of a rank.
void ReplayPanel::activate(int row)
{
    if (!m_replayed)
        return;
    const ReplayModel &model = *m_replayed->replay.model;
    const QString name = textOf(shown().cell(size_t(row), 0));
    if (shown().columnOf("late_ns") >= 0)
        return showLate(size_t(row));
    if (by() == PathBy::Rank && model.parts.size() == model.ranks.size()) {
        const auto rank = std::ranges::find(model.ranks, name.toStdString(), &ReplayRank::label);
        if (rank != model.ranks.end())
            emit traceWanted(model.parts[size_t(rank - model.ranks.begin())].run->info.stamp.path, {});
    } else if (!model.isJob && isByName()) {
        revealLongest(name);
    }
}

void ReplayPanel::showLate(size_t row)
{
    const Replay &replay = m_replayed->replay;
    const ReplayModel &model = *replay.model;
    const std::vector<uint32_t> late = latestOnPath(replay, shown().rowCount);
    if (row >= late.size())
        return;
    const ReplayPart &part = model.parts[model.partOf(late[row])];
    const TimeRange span{part.clock.ownTime(model.graph.start(late[row]) - replay.lags[late[row]]),
                         part.clock.ownTime(model.graph.end(late[row])) + 1};
    if (isOfJob())
        emit traceWanted(part.run->info.stamp.path, span);
    else
        context().showSpan(span);
}

void ReplayPanel::revealLongest(const QString &name)
{
    const Replay &replay = m_replayed->replay;
    const ReplayModel &model = *replay.model;
    uint32_t longest = noReplayNode;
    const auto look = [&](uint32_t node) {
        const NodeKind kind = model.graph.kind(node);
        if ((kind == NodeKind::Compute || kind == NodeKind::Copy || kind == NodeKind::Communication) &&
            (longest == noReplayNode || model.graph.duration(node) > model.graph.duration(longest)) &&
            toText(model.nameOf(node)) == name)
            longest = node;
    };
    for (const CriticalPath::Part &part : replay.path.nodes)
        look(part.node);
    for (uint32_t node = 0; longest == noReplayNode && node < model.graph.size(); ++node)
        look(node);
    if (longest == noReplayNode)
        return;
    const Run &run = model.runOf(longest);
    const uint32_t activity = model.graph.item(longest);
    if (!isOfJob())
        return context().reveal(run.gpu.slice[activity]);
    const int64_t start = run.gpu.start[activity];
    emit traceWanted(run.info.stamp.path, {start, start + run.gpu.duration[activity]});
}

} // namespace ws
