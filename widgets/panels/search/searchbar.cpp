#include "widgets/panels/search/searchbar.h"

#include "core/base/format.h"
#include "widgets/toolkit/plaintext.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace ws {

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
    connect(pane, &Pane::runChanged, this, [this] {
        if (!m_text->text().isEmpty())
            schedule();
    });
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
    m_goesThere = false;
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
        showMessage(m_hits->problem.isEmpty() ? tr("No hits") : m_hits->problem, true);
        return;
    }
    m_pane->context().setHighlight({m_text->text(), m_hits->names, run.get()});
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
    m_step.start([run, hits = m_hits, from = m_pane->context().selection(),
                  direction](const Progress &progress) { return nextHit(*run, *hits, from, direction, &progress); },
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
