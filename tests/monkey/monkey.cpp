#include "monkey.h"

#include "app/window/mainwindow.h"
#include "core/base/loadpreview.h"
#include "core/readers/formats.h"
#include "widgets/session/comparepair.h"
#include "widgets/session/session.h"
#include "widgets/timeline/fillingtimeline.h"

#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QApplication>
#include <QDialog>
#include <QFileDialog>
#include <QMenu>
#include <QThread>
#include <QTimer>

#include <array>

namespace ws::monkey {
namespace {

constexpr int deepestLoop = 4;        // nested event loops before the monkey leaves them
constexpr int patience = 15;          // actions in one dialog
constexpr int actionsInWindow = 6000; // on average, before it closes the window and opens another one

/// In the loop of run() itself, not in that of a menu, a dialog or a drag.
bool isAtTheBottom()
{
    return QThread::currentThread()->loopLevel() <= 1;
}

/// Reads the file, then goes on as if there were more of it, so that views look while a reader writes.
Result<RunPtr> loadSlowly(const QString &path, Progress &progress, uint64_t seed)
{
    Random random(seed);
    auto run = loadRun(path, progress);
    for (int left = random.below(100); left > 0 && !progress.isCancelled(); --left) {
        {
            LoadPreview::Writer writer(*progress.preview);
            if (writer.rowCount() < LoadPreview::maxRows && random.chance(30)) {
                writer.addRow();
                writer.setName(writer.rowCount() - 1, {"<b>1", std::to_string(left), random.chance(50)});
            }
            for (int slices = writer.rowCount() ? random.below(2000) : 0; slices > 0; --slices)
                writer.add(size_t(random.below(int(writer.rowCount()))),
                           int64_t(random.below(1 << 30)) << random.below(20),
                           int64_t(random.below(1 << 20)) << random.below(10));
        }
        QThread::msleep(10);
    }
    return run;
}

} // namespace

Monkey::Monkey(const Plan &plan, Prey &prey, Journal &journal)
    : m_plan(plan), m_prey(prey), m_journal(journal), m_random(plan.seed)
{
}

Monkey::~Monkey() = default;

void Monkey::run()
{
    renewWindow();
    QTimer::singleShot(0, this, &Monkey::tick);
    QApplication::exec();
}

void Monkey::tick()
{
    m_journal.beat();
    if (m_journal.count() >= m_plan.actions) {
        finish();
        return;
    }
    const int pause = m_random.chance(85) ? 0 : m_random.chance(80) ? m_random.below(6) : m_random.below(60);
    QTimer::singleShot(pause, this, &Monkey::tick); // first, because the action may run an event loop of its own
    if (isAtTheBottom() && (!m_window->isVisible() || m_random.below(actionsInWindow) == 0))
        renewWindow();
    else if (m_plan.slow && isAtTheBottom() && !m_window->isLoading() && m_random.chance(10))
        emptyWindow();
    for (int burst = m_random.between(1, 6); burst > 0 && m_journal.count() < m_plan.actions; --burst)
        act();
}

void Monkey::finish()
{
    if (isAtTheBottom()) {
        m_window.reset();
        QApplication::quit();
        return;
    }
    QTimer::singleShot(0, this, &Monkey::finish);
    m_journal.beat();
    unwind();
}

void Monkey::renewWindow()
{
    m_journal.note("a new window");
    m_hand.release();
    m_window.reset();
    m_window = m_plan.slow ? std::make_unique<MainWindow>([seed = m_random.below(1 << 30),
                                                           n = 0](const QString &path, Progress &progress) mutable {
        return loadSlowly(path, progress, uint64_t(seed + n++));
    })
                           : std::make_unique<MainWindow>();
    ++m_met.windows;
    connect(m_window.get(), &MainWindow::settled, this, [this] { ++m_met.loads; });
    m_window->show();
    m_window->activateWindow();
    for (int files = m_random.between(1, 3); files > 0; --files)
        openFile();
}

/// The next file is the only one: its timeline fills the window while it is read.
void Monkey::emptyWindow()
{
    m_journal.note("close all runs");
    for (size_t runs = m_window->session()->contexts().size(); runs > 0; --runs)
        m_window->closeRun();
    openFile();
}

/// Notes the open windows.
void Monkey::look()
{
    QWidget *modal = QApplication::activeModalWidget(), *popup = QApplication::activePopupWidget();
    m_met.dialogs += modal && modal != m_modal;
    m_met.menus += popup && popup != m_menu;
    m_met.deepest = std::max(m_met.deepest, QThread::currentThread()->loopLevel());
    m_modalSteps = modal && modal == m_modal ? m_modalSteps + 1 : 0;
    const bool isPaired = m_window && m_window->session()->pair()->isShown();
    if (const auto *filling = m_window ? m_window->findChild<FillingTimeline *>() : nullptr)
        m_met.filling += filling->isVisible();
    m_met.pairs += isPaired && !m_wasPaired;
    m_wasPaired = isPaired;
    m_modal = modal;
    m_menu = popup;
}

void Monkey::act()
{
    look();
    if (auto *dialog = qobject_cast<QFileDialog *>(m_modal.data()))
        return answer(dialog);
    if (QThread::currentThread()->loopLevel() > deepestLoop || m_modalSteps > patience)
        return unwind();
    auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
    if (menu && m_random.chance(80))
        return inMenu(menu);
    if (m_hand.holds() && m_random.chance(85))
        return inDrag();
    static constexpr std::array<Deed, 20> deeds{{
        {14, &Monkey::hover},         {14, &Monkey::click},      {4, &Monkey::doubleClick},
        {6, &Monkey::contextClick},   {8, &Monkey::startDrag},   {10, &Monkey::wheel},
        {10, &Monkey::pressShortcut}, {12, &Monkey::pressKey},   {4, &Monkey::type},
        {3, &Monkey::triggerAction},  {4, &Monkey::clickTab},    {2, &Monkey::openFile},
        {3, &Monkey::dropFiles},      {2, &Monkey::hoverFiles},  {3, &Monkey::comparePair},
        {2, &Monkey::reload},         {2, &Monkey::disturbFile}, {1, &Monkey::closeRun},
        {2, &Monkey::resizeWindow},   {2, &Monkey::changeCombo},
    }};
    int sum = 0;
    for (const Deed &deed : deeds)
        sum += deed.weight;
    int choice = m_random.below(sum);
    for (const Deed &deed : deeds) {
        choice -= deed.weight;
        if (choice < 0)
            return (this->*deed.act)();
    }
}

/// Leaves menus, dialogs and drags with an event loop of their own.
void Monkey::unwind()
{
    m_journal.note("turn back");
    m_hand.release();
    if (QWidget *popup = QApplication::activePopupWidget())
        popup->close();
    else if (auto *dialog = qobject_cast<QDialog *>(QApplication::activeModalWidget()))
        dialog->reject();
    else if (QWidget *modal = QApplication::activeModalWidget())
        modal->close();
    else
        m_hand.key(surface(), Qt::Key_Escape);
}

/// No random event reaches a file dialog: it could make and remove files anywhere.
void Monkey::answer(QFileDialog *dialog)
{
    ++m_met.fileDialogs;
    if (m_random.chance(40)) {
        m_journal.note("file dialog: cancel");
        dialog->reject();
        return;
    }
    const bool saves = dialog->acceptMode() == QFileDialog::AcceptSave;
    const QString path = saves ? m_prey.exportPath(m_random) : m_prey.fetch(m_random);
    m_journal.note("file dialog: %s", qPrintable(path));
    dialog->setDirectory(QFileInfo(path).absolutePath());
    dialog->selectFile(path);
    static_cast<QDialog *>(dialog)->accept();
    if (m_modalSteps > patience)
        dialog->reject();
}

void Monkey::inMenu(QMenu *menu)
{
    const auto actions = menu->actions();
    if (m_random.chance(15) || actions.isEmpty()) {
        m_journal.note("menu: Esc");
        m_hand.key(menu, Qt::Key_Escape);
    } else if (m_random.chance(25)) {
        static const std::array keys{Qt::Key_Up, Qt::Key_Down, Qt::Key_Left, Qt::Key_Right, Qt::Key_Return};
        m_journal.note("menu: key");
        m_hand.key(menu, m_random.pick(keys));
    } else {
        const QAction *action = m_random.pick(actions);
        m_journal.note("menu: %s", qPrintable(action->text().left(60)));
        m_hand.click(menu, menu->actionGeometry(const_cast<QAction *>(action)).center(), Qt::LeftButton);
    }
}

void Monkey::inDrag()
{
    if (m_dragSteps-- > 0) {
        const QPoint by(m_random.between(-120, 120), m_random.between(-60, 60));
        m_journal.note("drag by %d, %d", by.x(), by.y());
        m_hand.drag(by, modifiers());
    } else {
        m_journal.note("let go");
        m_hand.release(modifiers());
    }
}

void Monkey::watchModels()
{
    for (QAbstractItemView *view : m_window->findChildren<QAbstractItemView *>())
        if (QAbstractItemModel *model = view->model(); // QTreeWidget's own model fails the test
            model && QLatin1String(model->metaObject()->className()).startsWith(QLatin1String("ws::")) &&
            !model->findChild<QAbstractItemModelTester *>() && model->rowCount() < 200)
            new QAbstractItemModelTester(model, QAbstractItemModelTester::FailureReportingMode::Fatal, model);
}

} // namespace ws::monkey
