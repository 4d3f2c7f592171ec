#include "app/runtoolbar.h"

#include "app/comparemenu.h"
#include "app/stepchooser.h"
#include "core/base/format.h"
#include "widgets/mapping/mappingcombo.h"
#include "widgets/panels/search/searchbar.h"
#include "widgets/toolkit/plaintext.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <QToolButton>

namespace ws {

RunToolBar::RunToolBar(Session *session, StageController *stages, const QList<QAction *> &actions, CompareMenu *compare,
                       QWidget *parent)
    : QToolBar(tr("Tool bar"), parent), m_session(session), m_pane(session->pane()), m_compare(compare),
      m_runs(new QComboBox(this)), m_search(new SearchBar(session->pane(), this))
{
    setObjectName(QStringLiteral("toolbar"));
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    addActions(actions);
    addCompareButton();
    m_runsAction = addRunList();
    auto *steps = new StepChooser(m_pane, this);
    steps->setPlace(addWidget(steps));
    addWidget(new MappingCombo(stages, this));
    auto *space = new QWidget(this);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(space);
    m_highlight = addChip(tr("These are highlighted, the rest is dimmed. Click to show all alike (Shift+Esc)."));
    m_focus = addChip(tr("Only this GPU work is lit and counted. Click to show all (Shift+Esc)."));
    m_range = addChip(tr("All panels show this range. Click to show the whole run (Shift+Esc)."));
    addWidget(m_search);
    connect(m_highlight.button, &QToolButton::clicked, this, [this] { m_pane->context().clearHighlight(); });
    connect(m_focus.button, &QToolButton::clicked, this, [this] { m_pane->context().setFocus({}); });
    connect(m_range.button, &QToolButton::clicked, this, [this] { m_pane->context().setRange({}); });
    connect(session, &Session::contextsChanged, this, &RunToolBar::fillRunList);
    connect(session, &Session::activeChanged, this, &RunToolBar::fillRunList);
    connect(session->pair(), &ComparePair::changed, this, &RunToolBar::fillRunList);
    connect(m_pane, &Pane::highlightChanged, this, &RunToolBar::showHighlight);
    connect(m_pane, &Pane::focusChanged, this, &RunToolBar::showFocus);
    connect(m_pane, &Pane::rangeChanged, this, &RunToolBar::showRange);
    fillRunList();
    showHighlight();
    showFocus();
    showRange();
}

QAction *RunToolBar::addRunList()
{
    m_runs->setObjectName(QStringLiteral("runs"));
    m_runs->setAccessibleName(tr("Shown run"));
    m_runs->setToolTip(tr("Shown run"));
    m_runs->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_runs->setMaximumWidth(360);
    connect(m_runs, &QComboBox::activated, this, [this](int index) {
        if (static_cast<size_t>(index) < m_session->contexts().size())
            m_session->setActive(m_session->contexts()[static_cast<size_t>(index)]);
    });
    m_runs->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_runs, &QWidget::customContextMenuRequested, this, &RunToolBar::showRunMenu);
    return addWidget(m_runs);
}

void RunToolBar::addCompareButton()
{
    auto *button = new QToolButton(this);
    button->setText(tr("Compare"));
    button->setToolTip(tr("Compare this run with another one"));
    button->setMenu(m_compare);
    button->setPopupMode(QToolButton::InstantPopup);
    addWidget(button);
}

/// Of the shown run: the list itself closes when its entries get a menu.
void RunToolBar::showRunMenu(const QPoint &at)
{
    QMenu menu(this);
    QMenu *with = menu.addMenu(tr("&Compare With"));
    if (m_compare->addRuns(with, m_session->active()))
        with->addSeparator();
    with->addAction(tr("Another &File …"), m_compare, &CompareMenu::fileWanted);
    menu.exec(m_runs->mapToGlobal(at));
}

RunToolBar::Chip RunToolBar::addChip(const QString &toolTip)
{
    auto *button = new QToolButton(this);
    button->setToolTip(toolTip);
    return {button, addWidget(button)};
}

void RunToolBar::Chip::showMessage(const QString &text)
{
    action->setVisible(!text.isEmpty());
    button->setText(text);
}

/// With their letters, those that are compared.
QStringList RunToolBar::namesOfRuns() const
{
    QStringList names = labelsOf(m_session->job());
    for (qsizetype i = 0; i < names.size(); ++i)
        if (const auto side = m_session->pair()->sideOf(m_session->contexts()[static_cast<size_t>(i)]))
            names[i].prepend(*side == ComparePair::A ? QStringLiteral("A · ") : QStringLiteral("B · "));
    return names;
}

void RunToolBar::fillRunList()
{
    const QSignalBlocker quiet(m_runs);
    m_runs->hidePopup(); // the entries may have moved
    m_runs->clear();
    m_runs->addItems(namesOfRuns());
    for (int row = 0; row < m_runs->count(); ++row) {
        const RunContext *context = m_session->contexts()[static_cast<size_t>(row)];
        m_runs->setItemData(row, plainToolTip(context->run()->info.stamp.path), Qt::ToolTipRole);
        if (context == m_session->active())
            m_runs->setCurrentIndex(row);
    }
    m_runsAction->setVisible(m_session->contexts().size() > 1);
}

/// `text` with a title short enough to leave room for the search.
QString RunToolBar::chipText(const QString &what, const QString &title) const
{
    return what.arg(fontMetrics().elidedText(title, Qt::ElideMiddle, 240));
}

void RunToolBar::showHighlight()
{
    const Highlight &highlight = m_pane->context().highlight();
    m_highlight.showMessage(highlight ? chipText(tr("Highlighted: %1  ✕"), highlight.title) : QString());
}

void RunToolBar::showRange()
{
    const RunPtr run = m_pane->run();
    const auto range = m_pane->context().range();
    if (!run || !range) {
        m_range.showMessage({});
        return;
    }
    const int64_t span = run->timeline.spanNs;
    const double share = span > 0 ? static_cast<double>(range->length()) / static_cast<double>(span) : 0;
    m_range.showMessage(tr("Range %1 (%2 of the run)  ✕").arg(formatDuration(range->length()), formatPercent(share)));
}

void RunToolBar::showFocus()
{
    const Focus &focus = m_pane->context().focus();
    if (!focus) {
        m_focus.showMessage({});
        return;
    }
    const QString title = fontMetrics().elidedText(focus.title, Qt::ElideMiddle, 240);
    m_focus.showMessage(tr("Only %1 (%2)  ✕").arg(title, formatCount(static_cast<int64_t>(focus.activities->count()))));
}

} // namespace ws
