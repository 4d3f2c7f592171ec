#include "app/window/comparemenu.h"

#include "app/window/centre.h"
#include "core/analysis/compare/comparedrun.h"
#include "core/model/job.h"
#include "widgets/compare/pairbar.h"
#include "widgets/compare/pairview.h"
#include "widgets/session/session.h"

#include <QActionGroup>
#include <QPointer>

namespace ws {
namespace {

/// A name as an entry of a menu shows it: plain, and not too long.
QString entryText(const QMenu &menu, const QString &name)
{
    return menu.fontMetrics().elidedText(name, Qt::ElideMiddle, 400).replace(u'&', QStringLiteral("&&"));
}

} // namespace

CompareMenu::CompareMenu(Session *session, Centre *centre, QWidget *parent)
    : QMenu(tr("&Compare"), parent), m_session(session), m_pair(session->pair()), m_centre(centre)
{
    m_withFile = addAction(tr("&With Another File…"), this, &CompareMenu::fileWanted);
    m_withFile->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_O);
    m_withRun = addMenu(tr("With an Open &Run"));
    m_parts = addAction(tr("The Two &Parts of This File"), this, &CompareMenu::partsWanted);
    addSeparator();
    m_linked = addToggle(tr("&Linked Ranges"));
    m_linked->setShortcut(Qt::CTRL | Qt::Key_L);
    connect(m_linked, &QAction::triggered, m_pair, &ComparePair::setLinked);
    addAlignments();
    m_stacked = addToggle(tr("S&tacked"));
    connect(m_stacked, &QAction::triggered, centre->view(), &PairView::setStacked);
    addSeparator();
    QAction *other = addAction(tr("To the &Other Side"), centre, &Centre::activateOther);
    QAction *swap = addAction(tr("&Swap A and B"), m_pair, &ComparePair::swap);
    QAction *closeA = addAction(tr("Close &A"), this, [this] { m_session->close(m_pair->context(ComparePair::A)); });
    QAction *closeB = addAction(tr("Close &B"), this, [this] { m_session->close(m_pair->context(ComparePair::B)); });
    QAction *end = addAction(tr("&End Comparison"), m_pair, &ComparePair::end);
    m_ofPair << m_linked << m_stacked << other << swap << closeA << closeB << end;
    connect(session, &Session::activeChanged, this, &CompareMenu::refresh);
    connect(session, &Session::contextsChanged, this, &CompareMenu::refresh);
    connect(m_pair, &ComparePair::changed, this, &CompareMenu::refresh);
    connect(m_pair, &ComparePair::alignmentChanged, this, &CompareMenu::refresh);
    connect(centre->view(), &PairView::stackedChanged, this, &CompareMenu::refresh);
    connect(m_withRun, &QMenu::aboutToShow, this, [this] {
        m_withRun->clear();
        addRuns(m_withRun, m_session->active());
    });
    refresh();
}

QAction *CompareMenu::addToggle(const QString &text)
{
    QAction *action = addAction(text);
    action->setCheckable(true);
    return action;
}

void CompareMenu::addAlignments()
{
    using AlignAt = ComparePair::AlignAt;
    m_align = addMenu(tr("Ali&gned At"));
    m_alignments = new QActionGroup(this);
    for (const auto &[text, at] :
         {std::pair(tr("First &GPU Work"), AlignAt::FirstWork), std::pair(tr("&Selected Slices"), AlignAt::Selection),
          std::pair(tr("S&teps"), AlignAt::Step)}) {
        QAction *action = m_align->addAction(text, m_centre->view()->bar(), [this, at = at] {
            m_centre->view()->bar()->chooseAlignment(at);
            refresh();
        });
        action->setCheckable(true);
        m_alignments->addAction(action);
    }
}

void CompareMenu::refresh()
{
    const bool isShown = m_pair->isShown();
    m_withFile->setEnabled(m_session->active() != nullptr);
    m_parts->setEnabled(m_session->active() && !twoPartsOf(m_session->active()->run()).empty());
    m_withRun->menuAction()->setEnabled(m_session->contexts().size() > 1);
    for (QAction *action : m_ofPair)
        action->setEnabled(isShown);
    m_linked->setChecked(m_pair->isLinked());
    m_stacked->setChecked(m_centre->view()->isStacked());
    m_align->menuAction()->setEnabled(isShown && m_pair->isLinked());
    m_alignments->actions().at(static_cast<int>(m_pair->alignedAt()))->setChecked(true);
}

bool CompareMenu::addRuns(QMenu *menu, RunContext *context)
{
    if (!context)
        return false;
    const QStringList names = labelsOf(m_session->job());
    bool any = false;
    for (size_t i = 0; i < m_session->contexts().size(); ++i) {
        RunContext *other = m_session->contexts()[i];
        if (other == context)
            continue;
        any = true;
        menu->addAction(entryText(*menu, names[static_cast<qsizetype>(i)]), this,
                        [this, a = QPointer(context), b = QPointer(other)] {
                            if (a && b)
                                m_pair->set(a, b);
                        });
    }
    return any;
}

void CompareMenu::fillSideMenu(QMenu *menu, ComparePair::Side side)
{
    QMenu *replace = menu->addMenu(tr("&Replace With"));
    replace->addAction(tr("Another &File…"), this, [this, side] { emit fileWantedFor(side); });
    const QStringList names = labelsOf(m_session->job());
    for (size_t i = 0; i < m_session->contexts().size(); ++i)
        if (RunContext *context = m_session->contexts()[i]; !m_pair->sideOf(context))
            replace->addAction(entryText(*menu, names[static_cast<qsizetype>(i)]), this,
                               [this, side, run = QPointer(context)] {
                                   if (run)
                                       m_pair->replace(side, run);
                               });
    menu->addAction(tr("&Swap A and B"), m_pair, &ComparePair::swap);
    menu->addAction(side == ComparePair::A ? tr("Close &A") : tr("Close &B"), this,
                    [this, side] { m_session->close(m_pair->context(side)); });
    menu->addAction(tr("&End Comparison"), m_pair, &ComparePair::end);
}

} // namespace ws
