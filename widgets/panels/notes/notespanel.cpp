#include "widgets/panels/notes/notespanel.h"

#include "widgets/panels/notes/notesmodel.h"
#include "widgets/session/scopeline.h"
#include "widgets/session/shownote.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace ws {

NotesPanel::NotesPanel(Pane *pane, QWidget *parent)
    : PanelBase(parent), m_pane(pane), m_model(new NotesModel(pane, this)), m_view(new QTableView(this)),
      m_delete(new QToolButton(this))
{
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Notes"));
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    m_view->setShowGrid(false);
    m_view->setWordWrap(false);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setTabKeyNavigation(false);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->horizontalHeader()->setStretchLastSection(true);
    const int digit = fontMetrics().averageCharWidth();
    for (const auto &[column, width] :
         {std::pair(NotesModel::Time, 20), {NotesModel::Length, 20}, {NotesModel::Slice, 36}})
        m_view->setColumnWidth(column, width * digit);
    auto *remove = new QAction(tr("Delete"), this);
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    auto *go = new QAction(tr("Show in the timeline"), this);
    go->setShortcuts({QKeySequence(Qt::Key_Return), QKeySequence(Qt::Key_Enter)});
    go->setShortcutContext(Qt::WidgetShortcut);
    m_view->addActions({go, remove});
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(remove, &QAction::triggered, this, &NotesPanel::removeSelected);
    connect(go, &QAction::triggered, this, [this] { goTo(m_view->currentIndex().row()); });
    connect(m_view, &QTableView::doubleClicked, this, [this](const QModelIndex &index) {
        if (index.column() != NotesModel::Text)
            goTo(index.row());
    });
    connect(m_view->itemDelegate(), &QAbstractItemDelegate::closeEditor, this, &NotesPanel::removeEmpty,
            Qt::QueuedConnection);

    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->setSpacing(4);
    auto *add = new QToolButton(this);
    add->setText(tr("Add"));
    add->setToolTip(tr("A note at the selected slice, else of the range (Shift+M in the timeline)"));
    connect(add, &QToolButton::clicked, this, &NotesPanel::addHere);
    m_delete->setDefaultAction(remove);
    for (QToolButton *button : {add, m_delete}) {
        button->setAutoRaise(true);
        bar->addWidget(button);
    }
    bar->addStretch(1);
    auto *page = new QWidget(this);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_view, 1);
    setContent(page);
    setHeader(new ScopeLine(pane, WhyNotFollowed::any(tr("notes are listed wherever they are")), this));
    connect(m_model, &QAbstractItemModel::modelReset, this, &NotesPanel::refreshLater);
    connect(pane, &Pane::runChanged, this, &NotesPanel::refreshLater);
    connect(this, &PanelBase::emptyActionTriggered, this, &NotesPanel::addHere);
    refresh();
}

void NotesPanel::refresh()
{
    const RunPtr run = m_pane->run();
    if (!run || run->timeline.tracks.empty())
        return showEmpty(run ? tr("This file has no timeline to write notes at.")
                             : tr("Open a trace to write notes at its slices and times."));
    if (m_model->rowCount() == 0)
        return showEmpty(
            tr("No notes yet. Shift+M in the timeline writes one at the selected slice, else of the range."),
            tr("Add a note"));
    showContent();
}

void NotesPanel::edit(const Note &note)
{
    if (!m_pane->run())
        return;
    if (m_model->rowOf(note) < 0) {
        std::vector<Note> notes = m_pane->context().notes();
        notes.push_back(note);
        m_pane->context().setNotes(std::move(notes));
    }
    refresh();
    const QModelIndex index = m_model->index(m_model->rowOf(note), NotesModel::Text);
    if (!index.isValid())
        return;
    m_view->setCurrentIndex(index);
    m_view->scrollTo(index);
    m_view->setFocus();
    m_view->edit(index);
}

void NotesPanel::goTo(int row)
{
    if (row >= 0 && row < m_model->rowCount())
        showNote(m_pane->context(), m_model->note(row));
}

void NotesPanel::addHere()
{
    RunContext &context = m_pane->context();
    if (!context.run())
        return;
    if (context.selection().valid())
        return edit(noteAt(*context.run(), context.selection()));
    edit({{}, context.range().value_or(TimeRange{0, context.run()->timeline.spanNs}), {}});
}

void NotesPanel::removeSelected()
{
    std::vector<Note> notes = m_pane->context().notes();
    QModelIndexList rows = m_view->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(), [](const auto &a, const auto &b) { return a.row() > b.row(); });
    for (const QModelIndex &index : std::as_const(rows))
        if (static_cast<size_t>(index.row()) < notes.size())
            notes.erase(notes.begin() + index.row());
    m_pane->context().setNotes(std::move(notes));
}

void NotesPanel::removeEmpty()
{
    std::vector<Note> notes = m_pane->context().notes();
    if (std::erase_if(notes, [](const Note &note) { return note.text.isEmpty(); }))
        m_pane->context().setNotes(std::move(notes));
}

} // namespace ws
