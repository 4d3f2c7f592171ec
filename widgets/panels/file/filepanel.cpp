#include "widgets/panels/file/filepanel.h"

#include "core/io/filehash.h"
#include "widgets/panels/file/filefacts.h"
#include "widgets/session/scopeline.h"
#include "widgets/toolkit/celldelegate.h"
#include "widgets/toolkit/plaintext.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace ws {
namespace {

void addFact(QTreeWidgetItem *parent, const Fact &fact)
{
    auto *item = new QTreeWidgetItem(parent, {fact.name, fact.value});
    item->setToolTip(1, plainToolTip(fact.value));
    for (const Fact &child : fact.children)
        addFact(item, child);
}

} // namespace

FilePanel::FilePanel(Pane *pane, QWidget *parent)
    : PanelBase(parent), m_pane(pane), m_tree(new QTreeWidget(this)),
      m_hashButton(new QPushButton(tr("Compute SHA-256"), this))
{
    m_tree->setHeaderLabels({tr("Key"), tr("Value")});
    m_tree->setAccessibleName(tr("File"));
    m_tree->setUniformRowHeights(true);
    m_tree->setItemDelegate(new CellDelegate(m_tree)); // its margins
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setColumnWidth(0, 280);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    auto *copy = new QAction(tr("Copy"), m_tree);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    m_tree->addAction(copy);
    m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(copy, &QAction::triggered, this, &FilePanel::copySelected);
    connect(m_hashButton, &QPushButton::clicked, this, &FilePanel::computeHash);

    auto *page = new QWidget(this);
    auto *pageLayout = new QVBoxLayout(page);
    pageLayout->setContentsMargins(0, 0, 0, 0);
    pageLayout->setSpacing(4);
    pageLayout->addWidget(m_tree);
    auto *buttons = new QHBoxLayout;
    buttons->setContentsMargins(0, 0, 8, 4);
    buttons->addWidget(m_hashButton, 0, Qt::AlignRight);
    pageLayout->addLayout(buttons);
    setContent(page);
    setHeader(new ScopeLine(pane, WhyNotFollowed::any(tr("these are facts of the file")), this));
    connect(pane, &Pane::runChanged, this, &FilePanel::refresh);
    refresh();
}

void FilePanel::refresh()
{
    m_job.cancel();
    m_tree->clear();
    m_hash = nullptr;
    m_hashButton->setEnabled(true);
    const RunPtr run = m_pane->run();
    if (!run)
        return showEmpty(tr("Open a file to see what it says about itself."));
    fill(*run);
    showContent();
}

void FilePanel::fill(const Run &run)
{
    for (const Fact &fact : fileFacts(run)) {
        addFact(m_tree->invisibleRootItem(), fact);
        QTreeWidgetItem *group = m_tree->topLevelItem(m_tree->topLevelItemCount() - 1);
        QFont bold = group->font(0);
        bold.setBold(true);
        group->setFont(0, bold);
        group->setExpanded(true);
    }
    m_hashButton->setVisible(!run.info.stamp.path.isEmpty());
}

void FilePanel::computeHash()
{
    const RunPtr run = m_pane->run();
    if (!run)
        return;
    if (!m_hash)
        m_hash = new QTreeWidgetItem(m_tree->topLevelItem(0), {QStringLiteral("SHA-256"), tr("computing …")});
    m_tree->scrollToItem(m_hash);
    m_hashButton->setEnabled(false);
    m_job.start([path = run->info.stamp.path](const Progress &progress) { return fileHash(path, &progress); },
                [this](const auto &hash) {
                    m_hash->setText(1, hash ? **hash : hash.error().message);
                    m_hashButton->setEnabled(true);
                });
}

void FilePanel::copySelected() const
{
    QStringList lines;
    for (const QTreeWidgetItem *item : m_tree->selectedItems())
        lines << item->text(0) + u'\t' + item->text(1);
    QApplication::clipboard()->setText(lines.join(u'\n'));
}

} // namespace ws
