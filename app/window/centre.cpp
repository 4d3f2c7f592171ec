#include "app/window/centre.h"

#include "app/window/runcentre.h"
#include "core/io/remote/remotecache.h"
#include "core/model/job.h"
#include "widgets/compare/pairbar.h"
#include "widgets/compare/pairview.h"
#include "widgets/session/session.h"
#include "widgets/tables/tablespanel.h"
#include "widgets/timeline/rowheader.h"
#include "widgets/timeline/timelinelink.h"
#include "widgets/timeline/timelineview.h"

#include <QApplication>
#include <QEvent>
#include <QFileInfo>
#include <QScopedValueRollback>
#include <QSettings>
#include <QVBoxLayout>

namespace ws {
namespace {

const QString stackedKey = QStringLiteral("compare/stacked");
constexpr int narrowHeader = 150; ///< px, for timelines in less than …
constexpr int narrowSide = 700;   ///< px

/// Why a run cannot be compared with `other`; empty: it can. A timeline keeps its place, the other kind says why.
QString reasonAgainst(const RunPtr &run, const RunPtr &other, const QString &otherName)
{
    using Kind = RunCentre::Kind;
    const Kind kind = RunCentre::kindOf(run), against = RunCentre::kindOf(other);
    if (kind == against || kind == Kind::Timeline)
        return {};
    if (against == Kind::Timeline)
        return kind == Kind::Tables
                   ? Centre::tr("This file holds tables and no times, so it cannot stand as a timeline beside %1. "
                                "Compare it with another file of tables.")
                         .arg(otherName)
                   : Centre::tr("This file holds a module tree and no times, so it cannot stand as a timeline beside "
                                "%1. Compare it with another layerwise profile.")
                         .arg(otherName);
    return kind == Kind::Tables
               ? Centre::tr("This file holds tables, %1 a module tree: they have no rows in common.").arg(otherName)
               : QString();
}

} // namespace

Centre::Centre(Session *session, QWidget *parent)
    : QWidget(parent), m_session(session), m_pair(session->pair()), m_centres{new RunCentre(session->addPane())}
{
    m_view = new PairView(m_pair, m_centres[ComparePair::A], this);
    m_view->setStacked(QSettings().value(stackedKey).toBool());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    connect(session, &Session::activeChanged, this, &Centre::update);
    connect(m_pair, &ComparePair::changed, this, &Centre::update);
    connect(m_pair, &ComparePair::alignmentChanged, this, &Centre::follow);
    connect(session, &Session::contextsChanged, this, &Centre::showTexts);
    connect(m_view, &PairView::activationWanted, this, [this](Side side) {
        activate(side);
        m_centres[side]->focusContent();
    });
    connect(m_view, &PairView::closeWanted, this, [this](Side side) { m_session->close(m_pair->context(side)); });
    connect(m_view, &PairView::menuWanted, this, &Centre::sideMenuWanted);
    connect(m_view, &PairView::stackedChanged, this, [this](bool stacked) {
        QSettings().setValue(stackedKey, stacked);
        arrange(m_view->isPaired());
    });
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) {
        if (const auto side = m_view->sideOf(now))
            activate(*side);
    });
    qApp->installEventFilter(this);
    update();
}

/// Its children lose the focus when they are destroyed, after this.
Centre::~Centre()
{
    disconnect(qApp, nullptr, this, nullptr);
    qApp->removeEventFilter(this);
    for (const RunCentre *centre : m_centres)
        if (centre && m_pair)
            m_session->removePane(centre->pane());
}

/// A click anywhere in a side makes it the active one, also where nothing takes the focus.
bool Centre::eventFilter(QObject *object, QEvent *event)
{
    if (event->type() == QEvent::MouseButtonPress && m_pair && m_view->isPaired() && object->isWidgetType())
        if (const auto side = m_view->sideOf(static_cast<QWidget *>(object)))
            activate(*side);
    return QWidget::eventFilter(object, event);
}

void Centre::activate(Side side)
{
    if (m_isUpdating || !m_pair || !m_view->isPaired() || !m_pair->isShown())
        return;
    m_session->setActive(m_pair->context(side));
}

void Centre::activateOther()
{
    if (!m_view->isPaired())
        return;
    const Side other = ComparePair::opposite(m_pair->activeSide());
    activate(other);
    m_centres[other]->focusContent();
}

RunCentre *Centre::activeCentre() const
{
    return m_centres[m_view->isPaired() ? m_pair->activeSide() : ComparePair::A];
}

TimelineView *Centre::timeline() const
{
    return activeCentre()->timeline();
}

QList<TimelineView *> Centre::timelines() const
{
    QList<TimelineView *> all;
    for (const RunCentre *centre : m_centres)
        if (centre)
            all << centre->timeline();
    return all;
}

TablesPanel *Centre::tables() const
{
    return activeCentre()->tables();
}

bool Centre::isPaired() const
{
    return m_view->isPaired();
}

bool Centre::hasRoomForPanels() const
{
    using Kind = RunCentre::Kind;
    const Kind first = m_centres[ComparePair::A]->kind();
    if (!m_view->isPaired())
        return first != Kind::Tables;
    return first == Kind::Timeline || m_centres[ComparePair::B]->kind() == Kind::Timeline;
}

bool Centre::isEmpty() const
{
    return !m_view->isPaired() && m_centres[ComparePair::A]->kind() == RunCentre::Kind::Modules;
}

bool Centre::isTimelinePair() const
{
    return m_view->isPaired() && m_centres[ComparePair::A]->kind() == RunCentre::Kind::Timeline &&
           m_centres[ComparePair::B]->kind() == RunCentre::Kind::Timeline;
}

void Centre::showPart(Side side, const Selected &part)
{
    if (!m_view->isPaired())
        return;
    m_centres[side]->showPart(part);
    showTexts();
}

QString Centre::partName(Side side) const
{
    const QString name = m_pair->context(side)->viewState<ShownPart>().name;
    return name.isEmpty() ? QString() : u'#' + name;
}

void Centre::addSecond()
{
    auto *second = new RunCentre(m_session->addPane());
    m_centres[ComparePair::B] = second;
    m_view->setSecond(second);
    m_link = new TimelineLink(m_centres[ComparePair::A]->timeline()->state(), second->timeline()->state(), this);
    emit timelineAdded(second->timeline());
}

void Centre::update()
{
    if (m_isUpdating)
        return;
    const bool isPaired = m_pair->isShown();
    if (!isUpToDate() || isPaired != m_view->isPaired()) {
        {
            const QScopedValueRollback updating(m_isUpdating, true);
            if (isPaired && !m_centres[ComparePair::B])
                addSecond();
            if (m_link)
                m_link->pause();
            arrange(isPaired); // first: two wide ones would widen the window for good
            m_view->setPaired(isPaired);
            for (RunCentre *centre : m_centres)
                if (centre)
                    centre->setBesideAnother(isPaired);
            showRuns();
            arrange(isPaired);
        }
        follow();
    }
    showTexts();
    if (const auto side = m_view->sideOf(QApplication::focusWidget()); side && isPaired && side != m_pair->activeSide())
        m_centres[m_pair->activeSide()]->focusContent(); // the run under the focus has changed sides
    if (m_told != timeline()) {
        m_told = timeline();
        emit timelineChanged();
    }
}

std::array<RunContext *, 2> Centre::places() const
{
    if (!m_pair->isShown())
        return {m_session->active(), nullptr};
    return {m_pair->context(ComparePair::A), m_pair->context(ComparePair::B)};
}

bool Centre::isUpToDate() const
{
    const auto shows = [](const RunCentre *centre, const RunContext *context) {
        return centre && context ? &centre->pane()->context() == context
                                 : !context && (!centre || !centre->pane()->run());
    };
    const auto wanted = places();
    return shows(m_centres[ComparePair::A], wanted[ComparePair::A]) &&
           shows(m_centres[ComparePair::B], wanted[ComparePair::B]);
}

/// A run is never in two places, not even for a moment: they would share its view.
void Centre::showRuns()
{
    const auto wanted = places();
    const auto pane = [this](Side side) { return m_centres[side] ? m_centres[side]->pane() : nullptr; };
    for (const Side side : ComparePair::sides) {
        RunContext *wantedBeside = wanted[ComparePair::opposite(side)];
        if (pane(side) && wantedBeside && &pane(side)->context() == wantedBeside)
            pane(side)->show(nullptr);
    }
    for (const Side side : ComparePair::sides)
        if (pane(side))
            pane(side)->show(wanted[side]);
}

void Centre::showTexts()
{
    if (!m_view->isPaired() || !m_pair->isShown())
        return;
    Job job;
    for (const Side side : ComparePair::sides)
        job.add(m_pair->context(side)->run());
    const QStringList names = labelsOf(job);
    for (const Side side : ComparePair::sides) {
        const RunPtr run = m_pair->context(side)->run(), other = m_pair->context(ComparePair::opposite(side))->run();
        const QString part = partName(side);
        m_view->setTitle(side, part.isEmpty() ? names[side] : QFileInfo(run->info.stamp.path).fileName() + part,
                         shownPath(run->info.stamp.path));
        m_view->setNotice(side, reasonAgainst(run, other, names[ComparePair::opposite(side)]));
    }
    m_view->setActive(m_pair->activeSide());
    m_view->bar()->setHasTimes(isTimelinePair());
}

/// Two timelines in one width leave each less room for names; a width that was dragged stays.
void Centre::arrange(bool isPaired)
{
    const bool isNarrow = isPaired && !m_view->isStacked() && width() / 2 < narrowSide;
    const int before = isNarrow ? RowHeader::preferredWidth : narrowHeader;
    for (RunCentre *centre : m_centres)
        if (centre && centre->timeline()->header()->minimumWidth() == before)
            centre->timeline()->setHeaderWidth(isNarrow ? narrowHeader : RowHeader::preferredWidth);
}

void Centre::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange(m_view->isPaired());
}

void Centre::follow()
{
    if (!m_link || m_isUpdating)
        return;
    if (isTimelinePair() && m_pair->isLinked())
        m_link->link({m_pair->alignedTime(ComparePair::A), m_pair->alignedTime(ComparePair::B)}, m_pair->activeSide());
    else
        m_link->unlink();
}

} // namespace ws
