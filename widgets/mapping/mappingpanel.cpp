#include "widgets/mapping/mappingpanel.h"

#include "core/base/format.h"
#include "core/base/phrases.h"
#include "widgets/mapping/mappingcolumns.h"
#include "widgets/mapping/mappingcombo.h"
#include "widgets/mapping/mappingmodel.h"
#include "widgets/mapping/nametest.h"
#include "widgets/mapping/unclaimedmodel.h"
#include "widgets/mapping/undoneedits.h"
#include "widgets/session/scopeline.h"
#include "widgets/toolkit/linelabel.h"
#include "widgets/toolkit/plaintext.h"
#include "widgets/toolkit/tablepane.h"
#include "widgets/toolkit/theme.h"

#include "widgets/toolkit/wraplayout.h"
#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>

namespace ws {

MappingPanel::MappingPanel(StageController *controller, QWidget *parent)
    : QWidget(parent), m_controller(controller), m_model(new MappingModel(controller, this))
{
    setAcceptDrops(true);
    build();
    connect(controller, &StageController::changed, this, &MappingPanel::refresh);
    connect(m_model, &MappingModel::listChanged, this, &MappingPanel::refresh);
    connect(m_model, &MappingModel::moved, this, &MappingPanel::select, Qt::QueuedConnection);
    connect(&Theme::instance(), &Theme::changed, m_view->viewport(), qOverload<>(&QWidget::update));
    refresh();
}

void MappingPanel::build()
{
    auto *splitter = new QSplitter(Qt::Horizontal, this);
    splitter->addWidget(buildRules());
    buildSide();
    splitter->addWidget(m_side);
    splitter->setStretchFactor(0, 1);
    splitter->setSizes({900, 340});
    splitter->setChildrenCollapsible(false);
    auto *bar = new WrapLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->setSpacing(4);
    buildActions(bar);
    m_note = new LineLabel(this);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setContentsMargins(8, 2, 8, 2);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(new ScopeLine(m_controller->session()->pane(),
                                    WhyNotFollowed::anyFocus(tr("a rule that takes no kernel of it may take others")),
                                    this));
    layout->addLayout(bar);
    layout->addWidget(m_test);
    layout->addWidget(splitter, 1);
    layout->addWidget(m_note);
}

QWidget *MappingPanel::buildRules()
{
    m_view = new QTableView(this);
    m_view->setAccessibleName(tr("Rules, the first that matches takes the name"));
    m_view->setModel(m_model);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setDragDropMode(QAbstractItemView::InternalMove);
    m_view->setDragDropOverwriteMode(false);
    m_view->setDropIndicatorShown(true);
    m_view->setShowGrid(false);
    m_view->setWordWrap(false);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setTabKeyNavigation(false);
    m_view->setTextElideMode(Qt::ElideRight);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->verticalHeader()->setDefaultSectionSize(m_view->fontMetrics().height() + 6);
    m_view->verticalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_view->verticalHeader()->setStyleSheet( // else the padding of column headings cuts the numbers
        QStringLiteral("QHeaderView::section { padding: 0px 6px; border: none; }"));
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_columns = new MappingColumns(m_view);
    connect(m_view, &QAbstractItemView::clicked, this, [this](const QModelIndex &index) {
        if (index.column() == MappingModel::Colour)
            chooseColour(index.row());
    });
    return m_view;
}

void MappingPanel::buildSide()
{
    m_side = new QWidget(this);
    auto *layout = new QVBoxLayout(m_side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    m_unclaimedTitle = plainLabel(m_side);
    m_unclaimedTitle->setContentsMargins(8, 0, 8, 0);
    m_unclaimedTitle->setWordWrap(true);
    m_unclaimed = new UnclaimedModel;
    m_names = new TablePane(m_unclaimed, QStringLiteral("unclaimed"), m_side);
    m_names->view()->setAccessibleName(tr("Names that no rule knows"));
    m_names->sortBy("total_ns", Qt::DescendingOrder);
    auto *make = new QToolButton(m_side);
    make->setText(tr("Make a rule"));
    make->setToolTip(tr("A rule for the selected kernel (or double-click it)"));
    m_names->bar()->insertWidget(0, make);
    layout->addWidget(m_unclaimedTitle);
    layout->addWidget(m_names, 1);
    m_side->setMinimumWidth(260);
    connect(m_names, &TablePane::activated, this, [this](int row) { addRuleFor(m_unclaimed->name(row)); });
    connect(make, &QToolButton::clicked, this, [this] {
        if (const int row = m_names->currentRow(); row >= 0)
            addRuleFor(m_unclaimed->name(row));
    });
}

QAction *MappingPanel::addAction(const QString &text, const QKeySequence &key, const QString &toolTip,
                                 void (MappingPanel::*slot)())
{
    auto *action = new QAction(text, this);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetShortcut);
    action->setToolTip(key.isEmpty() ? toolTip : tr("%1 (%2)").arg(toolTip, key.toString(QKeySequence::NativeText)));
    connect(action, &QAction::triggered, this, slot);
    m_view->addAction(action);
    return action;
}

void MappingPanel::buildActions(WrapLayout *bar)
{
    QUndoStack *undo = m_controller->document()->undoStack();
    QAction *undoAction = undo->createUndoAction(this, tr("Undo"));
    undoAction->setShortcut(QKeySequence::Undo);
    QAction *redoAction = undo->createRedoAction(this, tr("Redo"));
    redoAction->setShortcut(QKeySequence::Redo);
    undoAction->setIconText(tr("Undo")); // the edit's name is in the tool tip: buttons keep their width and place
    redoAction->setIconText(tr("Redo"));
    for (QAction *action : {undoAction, redoAction}) {
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        QWidget::addAction(action);
    }
    const auto *undone = new UndoneEdits(m_model, undo, undoAction, redoAction);
    connect(undone, &UndoneEdits::told, this, &MappingPanel::told);
    connect(undone, &UndoneEdits::rowChanged, this, &MappingPanel::select);
    m_level = new QComboBox(this);
    m_level->addItems({tr("Stage rules"), tr("Substage rules")});
    m_level->setCurrentIndex(1);
    m_level->setAccessibleName(tr("Which list of rules"));
    m_level->setToolTip(
        tr("This mapping has two independent lists of rules: one gives the stage, the other the substage."));
    connect(m_level, &QComboBox::activated, this,
            [this](int level) { m_model->setLevel(level == 0 ? MappingLevel::Stage : MappingLevel::Substage); });
    bar->addWidget(m_level);
    const QList<QAction *> actions{
        addAction(tr("Add"), Qt::Key_Insert, tr("New rule above the selected one"), &MappingPanel::addRule),
        addAction(tr("Duplicate"), Qt::CTRL | Qt::Key_D, tr("Copy of the selected rule"), &MappingPanel::duplicateRule),
        addAction(tr("Delete"), QKeySequence::Delete, tr("Delete the selected rules"), &MappingPanel::removeRules),
        addAction(tr("Up"), Qt::ALT | Qt::Key_Up, tr("Earlier rules take names first"), &MappingPanel::moveUp),
        addAction(tr("Down"), Qt::ALT | Qt::Key_Down, tr("Later"), &MappingPanel::moveDown),
        undoAction,
        redoAction,
        addAction(tr("Import…"), {}, tr("Mappings from a .json file, also by drop"), &MappingPanel::importDialog),
        addAction(tr("Save as…"), QKeySequence::Save, tr("Save under a name"), &MappingPanel::saveAs),
    };
    addAction(tr("Colour by name"), {}, tr("Takes the rule's own colour away"), &MappingPanel::resetColour);
    for (QAction *action : actions) {
        auto *button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        bar->addWidget(button);
    }
    m_search = new QLineEdit(this);
    m_search->setPlaceholderText(tr("Find rule (Enter: next)"));
    m_search->setAccessibleName(tr("Find rule"));
    m_search->setClearButtonEnabled(true);
    m_search->setAcceptDrops(false);
    m_search->setMaximumWidth(240);
    connect(m_search, &QLineEdit::returnPressed, this, &MappingPanel::findNext);
    m_test = new NameTest(m_controller, this);
    bar->addStretch(1);
    bar->addWidget(m_test->field(), 2);
    bar->addWidget(m_search, 1);
}

void MappingPanel::refresh()
{
    m_level->setVisible(!m_model->isJoined());
    const bool joined = m_model->isJoined();
    m_view->setColumnHidden(MappingModel::Stage, !joined && m_model->level() == MappingLevel::Substage);
    m_view->setColumnHidden(MappingModel::Substage, !joined && m_model->level() == MappingLevel::Stage);
    m_columns->fit();
    const StageRun *run = m_controller->current();
    const bool known = run && run->state;
    m_unclaimed->setState(known ? run->state : nullptr, joined ? MappingLevel::Substage : m_model->level());
    const bool isComplete = m_unclaimed->rowCount() == 0;
    m_unclaimedTitle->setText(
        tr("%n name(s) without a rule, %1 in total:", nullptr, int(m_unclaimed->rowCount()))
            .arg(formatDuration(m_unclaimed->timeNs())));
    m_side->setHidden(isComplete);
    QStringList notes;
    if (run && run->own)
        notes << tr("This run has a mapping of its own, %1.").arg(QString::fromStdString(run->own->name()));
    if (!known)
        notes << tr("Open a trace to see which names no rule knows.");
    else if (isComplete)
        notes << tr("Every kernel name is matched by a rule.");
    notes << tr("Rules see only names: layers that run the same kernel are told apart in the Modules tab.");
    m_note->setText(sentences(notes));
    m_test->refresh();
}

int MappingPanel::currentRow() const
{
    return m_view->currentIndex().row();
}

void MappingPanel::select(int row)
{
    const int column =
        m_model->isJoined() || m_model->level() == MappingLevel::Stage ? MappingModel::Stage : MappingModel::Substage;
    m_view->setCurrentIndex(m_model->index(row, column));
    m_view->scrollTo(m_view->currentIndex());
}

} // namespace ws
