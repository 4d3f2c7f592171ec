#include "app/window/scopechips.h"

#include "core/analysis/gpuscan.h"
#include "core/base/format.h"
#include "widgets/session/comparepair.h"
#include "widgets/timeline/timelinestate.h"
#include "widgets/timeline/timelineview.h"
#include "widgets/toolkit/elidedonce.h"
#include "widgets/toolkit/plaintext.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

namespace ws {
namespace {

/// From the first start to the last end; empty: no work.
TimeRange extentOf(const Run &run, const ActivitySet &activities)
{
    TimeRange all{INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < run.gpu.size(); ++i)
        if (activities.contains(i))
            all = {std::min(all.begin, run.gpu.start[i]), std::max(all.end, run.gpu.end(i))};
    return all.begin < all.end ? all : TimeRange{};
}

} // namespace

ScopeChips::ScopeChips(Session *session, QWidget *parent) : QWidget(parent), m_session(session), m_pane(session->pane())
{
    setObjectName(QStringLiteral("chips"));
    setAccessibleName(tr("Limits of the views"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->setSizeConstraint(QLayout::SetNoConstraint);
    row->addStretch();
    m_range = addChip(
        QStringLiteral("range"),
        tr("The tables, sums and charts of the panels are those of this range; a view that does not follow it says so "
           "and why."),
        [this] { m_pane->context().setRange({}); }, [this](QMenu *menu) { fillRangeMenu(menu); });
    m_focus = addChip(
        QStringLiteral("focus"),
        tr("Only this GPU work is lit and counted; a view that does not follow that says so and why."),
        [this] { m_pane->context().setFocus({}); }, [this](QMenu *menu) { fillFocusMenu(menu); });
    m_highlight = addChip(
        QStringLiteral("highlight"), tr("These are highlighted, the rest is dimmed."),
        [this] { m_pane->context().clearHighlight(); },
        [this](QMenu *menu) {
            menu->addAction(tr("&Copy Name"), this, [title = m_pane->context().highlight().title] {
                QApplication::clipboard()->setText(title);
            });
        });
    m_rows = addChip(
        QStringLiteral("rows"), tr("The timeline does not show all of its rows."),
        [this] {
            if (m_timeline)
                m_timeline->state()->showAllRows();
        },
        nullptr);
    connect(m_pane, &Pane::runChanged, this, &ScopeChips::showAll);
    connect(m_pane, &Pane::rangeChanged, this, &ScopeChips::showRange);
    connect(m_pane, &Pane::focusChanged, this, &ScopeChips::showFocus);
    connect(m_pane, &Pane::highlightChanged, this, &ScopeChips::showHighlight);
    showAll();
}

void ScopeChips::setTimeline(TimelineView *timeline)
{
    if (m_timeline)
        disconnect(m_timeline->state(), nullptr, this, nullptr);
    m_timeline = timeline;
    if (timeline)
        connect(timeline->state(), &TimelineState::layoutChanged, this, &ScopeChips::showRows);
    showRows();
}

ScopeChips::Chip ScopeChips::addChip(const QString &id, const QString &toolTip, std::function<void()> remove,
                                     std::function<void(QMenu *)> fillMenu)
{
    Chip chip;
    chip.button = new QToolButton(this);
    chip.button->setObjectName(id);
    chip.button->setProperty("chip", true);
    chip.button->setToolTip(toolTip);
    if (fillMenu) {
        auto *menu = new QMenu(chip.button);
        connect(menu, &QMenu::aboutToShow, this, [menu, fillMenu] {
            menu->clear();
            fillMenu(menu);
        });
        chip.button->setMenu(menu);
        chip.button->setPopupMode(QToolButton::InstantPopup);
    }
    chip.cross = new QToolButton(this);
    chip.cross->setObjectName(id + QStringLiteral("Off"));
    chip.cross->setProperty("chipOff", true);
    chip.cross->setText(QStringLiteral("✕"));
    chip.cross->setToolTip(tr("Remove (all at once: Shift+Esc)"));
    chip.cross->setAccessibleName(tr("Remove: %1").arg(toolTip));
    connect(chip.cross, &QToolButton::clicked, this, std::move(remove));
    for (QToolButton *half : {chip.button, chip.cross}) { // the cross comes from a font of another height
        half->setFixedHeight(fontMetrics().height() + 8);
        layout()->addWidget(half);
    }
    return chip;
}

void ScopeChips::show(Chip &chip, const QString &text, const QString &brief)
{
    if (chip.text == text && chip.button->isHidden() == text.isEmpty())
        return;
    chip.text = text;
    chip.brief = brief;
    chip.button->setVisible(!text.isEmpty());
    chip.cross->setVisible(!text.isEmpty());
    fit();
}

/// Their texts share the room.
void ScopeChips::fit()
{
    constexpr int aroundText = 60, minText = 40;
    constexpr qsizetype maxMeasured = 400; // to measure a name of 70,000 characters takes seconds
    int shown = 0;
    for (const Chip *chip : {&m_range, &m_focus, &m_highlight, &m_rows})
        shown += chip->button && !chip->text.isEmpty();
    for (const Chip *chip : {&m_range, &m_focus, &m_highlight, &m_rows}) {
        if (!chip->button || chip->text.isEmpty())
            continue;
        const int room = std::max(minText, width() / shown - aroundText);
        const bool isBrief = !chip->brief.isEmpty() && fontMetrics().horizontalAdvance(chip->text) > room;
        QString text = elidedOnce((isBrief ? chip->brief : chip->text).left(maxMeasured), fontMetrics(), room,
                                  isBrief ? Qt::ElideRight : Qt::ElideMiddle);
        chip->button->setAccessibleName(chip->text);
        chip->button->setText(text.replace(u'&', QStringLiteral("&&")));
    }
}

void ScopeChips::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

void ScopeChips::showAll()
{
    showRange();
    showFocus();
    showHighlight();
    showRows();
}

void ScopeChips::showRange()
{
    const RunPtr run = m_pane->run();
    const auto range = run ? m_pane->context().range() : std::nullopt;
    if (range) {
        const int64_t span = run->timeline.spanNs;
        const double share = span > 0 ? static_cast<double>(range->length()) / static_cast<double>(span) : 0;
        show(m_range, tr("Range %1 (%2 of the run)").arg(formatDuration(range->length()), formatPercent(share)),
             tr("Range %1").arg(formatDuration(range->length())));
    } else {
        show(m_range, {});
    }
}

void ScopeChips::showFocus()
{
    const Focus &focus = m_pane->context().focus();
    show(m_focus,
         focus ? tr("Only %1 (%2)").arg(focus.title, formatCount(static_cast<int64_t>(focus.activities->count())))
               : QString());
}

void ScopeChips::showHighlight()
{
    const Highlight &highlight = m_pane->context().highlight();
    show(m_highlight, highlight ? tr("Highlighted: %1").arg(highlight.title) : QString());
}

void ScopeChips::showRows()
{
    const TimelineState *timeline = m_timeline && m_pane->run() ? m_timeline->state() : nullptr;
    QStringList limits;
    if (timeline && !timeline->choices().filter.isEmpty())
        limits << tr("Rows with: %1").arg(timeline->choices().filter);
    if (const size_t hidden = timeline ? timeline->choices().hidden.size() : 0)
        limits << tr("%n row(s) hidden", nullptr, static_cast<int>(hidden));
    show(m_rows, limits.join(QStringLiteral(" · ")));
}

void ScopeChips::fillRangeMenu(QMenu *menu)
{
    const auto range = m_pane->context().range();
    if (!range)
        return;
    menu->addAction(tr("&Zoom to It"), this, [this, range] { m_pane->context().showSpan(*range); });
    menu->addAction(tr("&Copy Times"), this, [range] {
        QApplication::clipboard()->setText(QStringLiteral("%1ns..%2ns").arg(range->begin).arg(range->end));
    });
    menu->addAction(tr("Add a &Note"), this, [this, range] { m_pane->context().requestNote({{}, *range, {}}); });
    const ComparePair *pair = m_session->pair();
    if (const auto side = pair->sideOf(m_session->active()); side && pair->isShown()) {
        const int64_t later = pair->alignedTime(ComparePair::opposite(*side)) - pair->alignedTime(*side);
        menu->addAction(
            tr("&Same Range in the Other Run"), this,
            [other = QPointer(pair->context(ComparePair::opposite(*side))), range, later] {
                if (other)
                    other->setRange(TimeRange{saturatingAdd(range->begin, later), saturatingAdd(range->end, later)});
            });
    }
    addOutputs(menu);
}

/// What can be handed on of the views, limited as they are.
void ScopeChips::addOutputs(QMenu *menu)
{
    menu->addSeparator();
    menu->addAction(tr("&Export Shown Table as CSV…"), this, &ScopeChips::exportRequested);
    menu->addAction(tr("&Report…"), this, &ScopeChips::reportRequested);
}

void ScopeChips::popUpRangeMenu(const QPoint &globalPos)
{
    m_range.button->menu()->popup(globalPos);
}

void ScopeChips::fillFocusMenu(QMenu *menu)
{
    const Focus focus = m_pane->context().focus();
    if (!focus)
        return;
    const TimeRange extent = extentOf(*focus.run, *focus.activities);
    QAction *zoom = menu->addAction(tr("&Zoom to It"), this, [this, extent] { m_pane->context().showSpan(extent); });
    QAction *range =
        menu->addAction(tr("Take as &Range"), this, [this, extent] { m_pane->context().setRange(extent); });
    for (QAction *action : {zoom, range})
        action->setEnabled(extent.length() > 0);
    menu->addAction(tr("&Copy Name"), this, [title = focus.title] { QApplication::clipboard()->setText(title); });
    addOutputs(menu);
}

} // namespace ws
