#include "widgets/panels/search/searchbar.h"

#include "core/base/format.h"
#include "widgets/toolkit/plaintext.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace ws {
namespace {

/// Of the kinds that `isWanted`.
template <class IsWanted> EventRef firstSlice(const Run &run, const NameHits &hits, IsWanted isWanted)
{
    const Timeline &timeline = run.timeline;
    EventRef first;
    for (uint32_t l = 0; l < timeline.lanes.size(); ++l)
        for (uint32_t i = 0; i < timeline.lanes[l].size(); ++i) {
            const EventRef slice{l, i};
            if (!hits.names[timeline.name(slice)] || !isWanted(timeline.category(slice).kind))
                continue;
            if (!first.valid() || timeline.start(slice) < timeline.start(first))
                first = slice;
            break; // those of a lane stand by start
        }
    return first;
}

/// What a name that was just typed most likely means: work of the GPU, in the range if there is any, else what the
/// timeline shows without its Python frames, else the first hit of all.
std::optional<Hit> likeliestHit(const Run &run, const NameHits &hits, std::optional<TimeRange> range,
                                const Progress *progress)
{
    EventRef slice;
    for (size_t i = 0; i < run.gpu.size(); ++i) {
        if (!hits.names[run.gpu.name[i]])
            continue;
        const bool isInRange = !range || (run.gpu.start[i] < range->end && run.gpu.end(i) > range->begin);
        if (!slice.valid() || isInRange)
            slice = run.gpu.slice[i];
        if (isInRange)
            break;
    }
    if (!slice.valid())
        slice = firstSlice(run, hits, [](CategoryKind kind) { return kind != CategoryKind::Python; });
    auto next = nextHit(run, hits, slice, 1, progress);
    if (!next || !slice.valid())
        return next;
    return Hit{slice, next->number > 1 ? next->number - 1 : hits.count}; // the one before the next
}

} // namespace

SearchBar::SearchBar(Pane *pane, QWidget *parent)
    : QWidget(parent), m_pane(pane), m_text(new QLineEdit(this)), m_regex(new QToolButton(this)),
      m_count(plainLabel(this))
{
    m_text->setPlaceholderText(tr("Search names  /"));
    m_text->setAccessibleName(tr("Search names"));
    m_text->setToolTip(tr("Text, or a regular expression with the button next to it. Enter and Shift+Enter go to the "
                          "next and previous hit, Ctrl+Enter also zooms to it, Esc ends the search."));
    m_text->setClearButtonEnabled(true);
    m_text->setAcceptDrops(false);
    m_text->setMinimumWidth(140);
    m_text->setMaximumWidth(260);
    m_text->installEventFilter(this);
    m_regex->setText(QStringLiteral(".*"));
    m_regex->setCheckable(true);
    m_regex->setAutoRaise(true);
    m_regex->setToolTip(tr("The search is a regular expression"));
    m_regex->setAccessibleName(m_regex->toolTip());
    m_count->setForegroundRole(QPalette::PlaceholderText);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 0, 8, 0);
    layout->setSpacing(4);
    layout->addWidget(m_count);
    layout->addSpacing(4);
    layout->addWidget(m_text);
    layout->addWidget(m_regex);
    m_delay.setSingleShot(true);
    m_delay.setInterval(120);
    connect(&m_delay, &QTimer::timeout, this, &SearchBar::find);
    connect(m_text, &QLineEdit::textChanged, this, &SearchBar::schedule);
    connect(m_regex, &QToolButton::toggled, this, &SearchBar::schedule);
    connect(pane, &Pane::runChanged, this, &SearchBar::takeRun);
    connect(pane, &Pane::highlightChanged, this, &SearchBar::takeHighlight);
}

/// A search goes on in the run that is shown next, unless its highlight is gone.
void SearchBar::takeRun()
{
    if (m_text->text().isEmpty())
        return;
    if (m_isInForce || !m_hits)
        return schedule();
    const QSignalBlocker quiet(m_text); // no search for nothing: it would end the run's own highlight
    m_text->clear();
    m_hits.reset();
    showMessage({});
}

/// Esc in the timeline, or a chip's cross, may have taken it away.
void SearchBar::takeHighlight()
{
    if (!m_hits || m_delay.isActive() || m_find.isRunning())
        return;
    const Highlight &highlight = m_pane->context().highlight();
    m_isInForce = highlight && highlight.title == m_text->text();
}

void SearchBar::activate()
{
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

bool SearchBar::eventFilter(QObject *object, QEvent *event)
{
    if (object != m_text || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(object, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        m_goesThere = key->modifiers() & Qt::ControlModifier;
        step(key->modifiers() & Qt::ShiftModifier ? -1 : 1);
        return true;
    }
    if (key->key() == Qt::Key_Escape) {
        leave();
        return true;
    }
    return QWidget::eventFilter(object, event);
}

void SearchBar::schedule()
{
    m_find.cancel();
    m_step.cancel();
    m_hits.reset();
    m_wantedStep = 0;
    m_goesThere = m_hasStepped = m_isInForce = false;
    m_delay.start();
}

void SearchBar::find()
{
    m_delay.stop();
    const RunPtr run = m_pane->run();
    const QString text = m_text->text();
    const bool regex = m_regex->isChecked();
    const QString error = regex ? patternError(text) : QString();
    if (!run || text.isEmpty() || !error.isEmpty()) {
        m_pane->context().clearHighlight();
        showMessage(error.isEmpty() ? QString() : tr("Not a regular expression: %1").arg(error), !error.isEmpty());
        return;
    }
    m_find.start(
        [run, text, regex](const Progress &progress) { return findNames(*run, text, regex, &progress); },
        [this, run](const auto &hits) { hits ? found(run, *hits) : showMessage(JobErrors::text(hits.error()), true); });
}

void SearchBar::found(const RunPtr &run, std::shared_ptr<const NameHits> hits)
{
    if (run != m_pane->run())
        return;
    m_hits = std::move(hits);
    if (m_hits->count == 0) {
        m_pane->context().clearHighlight();
        m_isInForce = true; // the next run may have hits
        showMessage(m_hits->problem.isEmpty() ? tr("No hits") : m_hits->problem, true);
        return;
    }
    m_pane->context().setHighlight({m_text->text(), m_hits->names, run.get()});
    m_isInForce = true;
    const QString found =
        tr("%1 hits, %2 names")
            .arg(formatCount(static_cast<int64_t>(m_hits->count)), formatCount(static_cast<int64_t>(m_hits->distinct)));
    showMessage(m_hits->problem.isEmpty() ? found : tr("%1; %2").arg(found, m_hits->problem));
    if (m_wantedStep)
        step(std::exchange(m_wantedStep, 0));
}

void SearchBar::step(int direction)
{
    if (!m_hits) {
        m_wantedStep = direction;
        if (!m_find.isRunning())
            find();
        return;
    }
    const RunPtr run = m_pane->run();
    if (!run || m_hits->count == 0)
        return;
    const bool isFirst = m_goesThere && !std::exchange(m_hasStepped, true);
    m_step.start(
        [run, hits = m_hits, from = m_pane->context().selection(), range = m_pane->context().range(), direction,
         isFirst](const Progress &progress) {
            return isFirst ? likeliestHit(*run, *hits, range, &progress)
                           : nextHit(*run, *hits, from, direction, &progress);
        },
        [this](const auto &answer) {
            if (!answer)
                return showMessage(JobErrors::text(answer.error()), true);
            const Hit &hit = **answer;
            m_pane->context().reveal(hit.slice);
            if (std::exchange(m_goesThere, false)) {
                const Timeline &timeline = m_pane->run()->timeline;
                m_pane->context().showSpan({timeline.start(hit.slice), timeline.end(hit.slice)});
                emit left();
            }
            showMessage(tr("%1 of %2")
                            .arg(formatCount(static_cast<int64_t>(hit.number)),
                                 formatCount(static_cast<int64_t>(m_hits->count))));
        });
}

void SearchBar::showMessage(const QString &text, bool wrong)
{
    QPalette colours;
    if (wrong)
        colours.setColor(QPalette::Text, QColor(0xcc, 0x33, 0x33));
    m_text->setPalette(colours);
    m_count->setText(text);
}

void SearchBar::leave()
{
    m_text->clear();
    m_pane->context().clearHighlight();
    showMessage({});
    emit left();
}

} // namespace ws
