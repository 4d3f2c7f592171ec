#include "app/window/runtabs.h"

#include "app/window/comparemenu.h"
#include "core/io/remote/remotecache.h"
#include "core/report/overviewfacts.h"
#include "widgets/session/jobdocument.h"
#include "widgets/toolkit/inkicon.h"
#include "widgets/toolkit/plaintext.h"
#include "widgets/toolkit/sharedwidths.h"
#include "widgets/toolkit/tabfade.h"

#include <QApplication>
#include <QClipboard>
#include <QSignalBlocker>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace ws {
namespace {

/// Path and devices.
QString toolTipOf(const Run &run)
{
    QStringList lines{shownPath(run.info.stamp.path)};
    for (uint16_t device = 0; device < run.gpu.devices.size(); ++device)
        if (const QString model = deviceModel(run, device); !model.isEmpty() && !lines.contains(model))
            lines << model;
    return plainToolTip(lines.join(u'\n'));
}

/// Where there is no room for all texts, short ones stay whole and the longest ones give way first; that of the tab in
/// front stays readable. QTabBar takes the same from each.
class SharingTabBar : public QTabBar
{
public:
    using QTabBar::QTabBar;

protected:
    QSize minimumTabSizeHint(int tab) const override
    {
        if (tab == 0 || m_widths.size() != static_cast<size_t>(count()))
            share();
        return {m_widths[static_cast<size_t>(tab)], QTabBar::minimumTabSizeHint(tab).height()};
    }

private:
    void share() const
    {
        constexpr int letters = 3, lettersInFront = 14; // beside those of the least that QTabBar leaves
        const int letter = fontMetrics().averageCharWidth();
        std::vector<int> wanted, least;
        for (int tab = 0; tab < count(); ++tab) {
            wanted.push_back(tabSizeHint(tab).width());
            least.push_back(QTabBar::minimumTabSizeHint(tab).width() +
                            letter * (tab == currentIndex() ? lettersInFront : letters));
        }
        m_widths = sharedWidths(wanted, least, width());
    }

    mutable std::vector<int> m_widths; ///< by tab; made anew each time that the first one is asked for
};

} // namespace

RunTabs::RunTabs(Session *session, CompareMenu *compare, QWidget *parent)
    : QToolBar(tr("Open runs"), parent), m_session(session), m_compare(compare), m_tabs(new SharingTabBar(this))
{
    setObjectName(QStringLiteral("runTabs"));
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    m_tabs->setObjectName(QStringLiteral("runs"));
    m_tabs->setAccessibleName(tr("Open runs"));
    m_tabs->setDrawBase(false);
    m_tabs->setFixedHeight(fontMetrics().height() + 14);
    m_tabs->setExpanding(false);
    m_tabs->setElideMode(Qt::ElideMiddle);
    new TabFade(m_tabs);
    m_tabs->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tabs->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(m_tabs);
    connect(m_tabs, &QTabBar::currentChanged, this, &RunTabs::choose);
    connect(m_tabs, &QWidget::customContextMenuRequested, this, &RunTabs::showMenu);
    connect(session, &Session::contextsChanged, this, &RunTabs::fill);
    connect(session, &Session::activeChanged, this, &RunTabs::fill);
    connect(session->pair(), &ComparePair::changed, this, &RunTabs::fill);
    fill();
}

void RunTabs::setJob(JobDocument *job)
{
    m_job = job;
    auto begin = [this, wasOpen = false]() mutable {
        if (const bool isOpen = m_job && m_job->job(); std::exchange(wasOpen, isOpen) != isOpen)
            m_beforeJob.assign(m_session->contexts().begin(), m_session->contexts().end());
        fill();
    };
    connect(job, &JobDocument::changed, this, begin);
    connect(m_session, &Session::contextReplaced, this,
            [this](const RunContext *old, const RunContext *now) { std::ranges::replace(m_beforeJob, old, now); });
    begin();
}

void RunTabs::setJobInFront(bool inFront)
{
    m_isJobInFront = inFront;
    fill();
}

/// A job without runs has the window to itself.
bool RunTabs::hasJobTab() const
{
    return m_job && m_job->job() && !m_session->contexts().empty();
}

int RunTabs::jobTab() const
{
    if (!hasJobTab())
        return -1;
    return static_cast<int>(std::ranges::count_if(
        m_session->contexts(), [this](const RunContext *run) { return std::ranges::count(m_beforeJob, run) > 0; }));
}

void RunTabs::choose(int tab)
{
    if (tab >= 0 && tab == jobTab())
        emit jobChosen();
    else if (RunContext *context = contextAt(tab)) {
        m_session->setActive(context);
        emit runChosen();
    }
}

RunContext *RunTabs::contextAt(int tab) const
{
    const int job = jobTab();
    if (job >= 0 && tab == job)
        return nullptr;
    tab -= job >= 0 && tab > job;
    const auto &contexts = m_session->contexts();
    return tab >= 0 && static_cast<size_t>(tab) < contexts.size() ? contexts[static_cast<size_t>(tab)] : nullptr;
}

/// With their letters, those that are compared.
QStringList RunTabs::titles() const
{
    QStringList names = labelsOf(m_session->job());
    for (qsizetype i = 0; i < names.size(); ++i)
        if (const auto side = m_session->pair()->sideOf(m_session->contexts()[static_cast<size_t>(i)]))
            names[i].prepend(*side == ComparePair::A ? QStringLiteral("A · ") : QStringLiteral("B · "));
    return names;
}

void RunTabs::fill()
{
    const QSignalBlocker quiet(m_tabs);
    QStringList names = titles();
    if (const int job = jobTab(); job >= 0)
        names.insert(job, m_job->name());
    while (m_tabs->count() > names.size())
        m_tabs->removeTab(m_tabs->count() - 1);
    while (m_tabs->count() < names.size())
        m_tabs->setTabButton(m_tabs->addTab({}), QTabBar::RightSide, newCloseButton());
    for (int tab = 0; tab < m_tabs->count(); ++tab) {
        const RunContext *context = contextAt(tab);
        if (m_isJobInFront ? !context : context == m_session->active()) // before the texts share the room
            m_tabs->setCurrentIndex(tab);
    }
    for (int tab = 0; tab < m_tabs->count(); ++tab) {
        const RunContext *context = contextAt(tab);
        QString text = names[tab];
        m_tabs->setTabText(tab, text.replace(u'&', QStringLiteral("&&")));
        m_tabs->setTabToolTip(tab, context ? toolTipOf(*context->run())
                                           : plainToolTip(m_job->named().join(u'\n').left(4'000)));
        m_tabs->setTabIcon(tab, context ? QIcon() : inkIcon(QStringLiteral("open")));
    }
    setVisible(!names.isEmpty());
}

/// Closes the run of the tab that it stands in by then.
QWidget *RunTabs::newCloseButton()
{
    auto *button = new QToolButton(m_tabs);
    button->setAutoRaise(true);
    button->setIcon(inkIcon(QStringLiteral("close")));
    button->setIconSize({12, 12});
    button->setFixedSize(20, 20);
    button->setToolTip(tr("Close this tab"));
    button->setAccessibleName(button->toolTip());
    button->setFocusPolicy(Qt::NoFocus); // Ctrl+W, and the tab's menu
    connect(button, &QToolButton::clicked, this, [this, button] { close(button); });
    return button;
}

/// Deletes the button.
void RunTabs::close(const QWidget *button)
{
    for (int tab = 0; tab < m_tabs->count(); ++tab) {
        if (m_tabs->tabButton(tab, QTabBar::RightSide) != button)
            continue;
        if (RunContext *context = contextAt(tab))
            m_session->close(context);
        else if (m_job)
            m_job->close();
        return;
    }
}

void RunTabs::showMenu(const QPoint &at)
{
    const QPointer<RunContext> context = contextAt(m_tabs->tabAt(at));
    if (!context)
        return;
    auto *menu = new QMenu(this); // not on the stack: the window may go while it is shown
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QMenu *with = menu->addMenu(tr("&Compare With"));
    if (m_compare->addRuns(with, context))
        with->addSeparator();
    with->addAction(tr("Another &File…"), m_compare, [this, context] {
        if (context) {
            m_session->setActive(context);
            emit m_compare->fileWanted();
        }
    });
    menu->addAction(tr("Copy &Path"), this,
                    [path = shownPath(context->run()->info.stamp.path)] { QApplication::clipboard()->setText(path); });
    menu->addSeparator();
    menu->addAction(tr("&Close"), this, [this, context] {
        if (context)
            m_session->close(context);
    });
    QAction *others = menu->addAction(tr("Close All &Others"), this, [this, context] {
        const std::vector<RunContext *> all = m_session->contexts();
        for (RunContext *each : all)
            if (context && each != context)
                m_session->close(each);
    });
    others->setEnabled(m_session->contexts().size() > 1);
    menu->popup(m_tabs->mapToGlobal(at));
}

} // namespace ws
