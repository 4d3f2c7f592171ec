#include "app/window/folderview.h"

#include "app/opening/watchedfolder.h"
#include "widgets/toolkit/celldelegate.h"
#include "widgets/toolkit/emptystate.h"
#include "widgets/toolkit/plaintext.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace ws {

FolderView::FolderView(WatchedFolder *folder, QWidget *parent)
    : QWidget(parent), m_folder(folder), m_pages(new QStackedWidget(this)), m_empty(new EmptyState({}, this)),
      m_title(plainLabel(this)), m_list(new QTreeView(this)), m_open(new QToolButton(this)),
      m_compare(new QToolButton(this))
{
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_list->setModel(folder);
    m_list->setAccessibleName(tr("Traces of the folder, the newest first"));
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setItemDelegate(new CellDelegate(m_list)); // its margins
    m_list->setAllColumnsShowFocus(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(WatchedFolder::Name, QHeaderView::Stretch);
    m_open->setText(tr("Open"));
    m_compare->setText(tr("Compare"));
    m_compare->setToolTip(tr("The two selected traces side by side, the older one as A"));
    auto *other = new QToolButton(this);
    other->setText(tr("Another folder…"));
    auto *stop = new QToolButton(this);
    stop->setText(tr("Stop watching"));
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->setSpacing(4);
    bar->addWidget(m_title, 1);
    for (QToolButton *button : {m_open, m_compare, other, stop}) {
        button->setAutoRaise(true);
        bar->addWidget(button);
    }
    auto *page = new QWidget(this);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_list, 1);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(page);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_pages);
    connect(m_empty, &EmptyState::triggered, this, &FolderView::folderWanted);
    connect(other, &QToolButton::clicked, this, &FolderView::folderWanted);
    connect(stop, &QToolButton::clicked, folder, [folder] { folder->watch({}); });
    connect(m_list, &QTreeView::activated, this,
            [this](const QModelIndex &index) { emit openWanted({index.data(WatchedFolder::PathRole).toString()}); });
    connect(m_open, &QToolButton::clicked, this, [this] { // each as a run of its own
        for (const QString &path : selectedPaths())
            emit openWanted({path});
    });
    connect(m_compare, &QToolButton::clicked, this, [this] {
        if (const QStringList paths = selectedPaths(); paths.size() == 2)
            emit openWanted({paths[1], paths[0]});
    });
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this, &FolderView::showSelection);
    connect(folder, &QAbstractItemModel::modelReset, this, &FolderView::showFolder);
    connect(folder, &WatchedFolder::folderChanged, this, &FolderView::showFolder);
    showFolder();
}

void FolderView::showFolder()
{
    const bool isWatching = !m_folder->folder().isEmpty();
    m_title->setText(m_folder->folder());
    m_title->setToolTip(plainToolTip(m_folder->folder()));
    m_empty->setSentence(isWatching
                             ? tr("There are no traces in %1 yet; new ones appear here.").arg(m_folder->folder())
                             : tr("Watch a folder to see its newest traces here: how long, how busy, which phase."));
    m_empty->setAction(isWatching ? tr("Another folder…") : tr("Watch a folder…"));
    m_pages->setCurrentIndex(m_folder->rowCount() > 0 ? 1 : 0);
    showSelection();
}

QStringList FolderView::selectedPaths() const
{
    QModelIndexList rows = m_list->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(), [](const auto &a, const auto &b) { return a.row() < b.row(); });
    QStringList paths;
    for (const QModelIndex &row : std::as_const(rows))
        paths << row.data(WatchedFolder::PathRole).toString();
    return paths;
}

void FolderView::showSelection()
{
    const auto count = selectedPaths().size();
    m_open->setEnabled(count > 0);
    m_compare->setEnabled(count == 2);
}

} // namespace ws
