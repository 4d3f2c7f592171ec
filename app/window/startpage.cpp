#include "app/window/startpage.h"

#include "app/opening/recentfiles.h"
#include "app/opening/watchedfolder.h"
#include "core/base/format.h"
#include "core/io/remote/remotepath.h"
#include "widgets/toolkit/plaintext.h"

#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace ws {
namespace {

enum Column { Name, Size, Date, Folder, columnCount };

/// A folder of the network may be slow to answer.
QList<FileFacts> factsOf(const QStringList &paths)
{
    QList<FileFacts> facts;
    for (const QString &path : paths) {
        const QFileInfo file(remotePath(path) ? QString() : path);
        facts << FileFacts{file.exists(), file.isDir() ? -1 : file.size(), file.lastModified()};
    }
    return facts;
}

} // namespace

QString StartPage::samplePath()
{
    const QFileInfoList files = QDir(QStringLiteral(":/sample")).entryInfoList(QDir::Files);
    return files.isEmpty() ? QString() : files.first().absoluteFilePath();
}

StartPage::StartPage(RecentFiles *recent, QWidget *parent)
    : QWidget(parent), m_recent(recent), m_recentTitle(new QLabel(tr("Recent files"), this)),
      m_list(new QTreeWidget(this))
{
    auto *title = new QLabel(QStringLiteral("Warpscope"), this);
    QFont large = title->font();
    large.setPointSizeF(large.pointSizeF() * 2.2);
    large.setWeight(QFont::Light);
    title->setFont(large);
    auto *sentence = new QLabel(tr("Open a GPU profile, or drop one anywhere in this window."), this);
    sentence->setForegroundRole(QPalette::PlaceholderText);
    sentence->setWordWrap(true);
    auto *kinds = new QLabel(tr("PyTorch, Ascend and other Chrome traces (JSON, also packed), Nsight Systems exports "
                                "(sqlite, CSV), AMD's rocprofv3 and rpd, tables of torch, nsys, ncu and rocprof, vLLM "
                                "layerwise profiles."),
                             this);
    kinds->setForegroundRole(QPalette::PlaceholderText);
    kinds->setWordWrap(true);

    auto *open = new QPushButton(tr("&Open…"), this);
    open->setDefault(true);
    auto *sample = new QPushButton(tr("Show the &sample trace"), this);
    sample->setVisible(!samplePath().isEmpty());
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(open);
    buttons->addWidget(sample);
    buttons->addStretch(1);

    m_list->setAccessibleName(tr("Recent files"));
    m_list->setColumnCount(columnCount);
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->header()->setStretchLastSection(false);
    for (const int column : {Name, Size, Date})
        m_list->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(Folder, QHeaderView::Stretch); // what there is no room for
    m_list->header()->setMaximumSectionSize(320);
    m_list->setStyleSheet(QStringLiteral("QTreeView { background: transparent; border: 1px solid palette(mid); }"));

    auto *column = new QWidget(this);
    column->setMaximumWidth(800);
    auto *layout = new QVBoxLayout(column);
    m_column = layout;
    layout->setSpacing(8);
    layout->addWidget(title);
    layout->addWidget(sentence);
    layout->addWidget(kinds);
    layout->addSpacing(12);
    layout->addLayout(buttons);
    layout->addSpacing(20);
    layout->addWidget(m_recentTitle);
    layout->addWidget(m_list, 1);
    layout->addStretch(0);
    auto *outer = new QGridLayout(this);
    outer->setRowStretch(0, 1);
    outer->addWidget(column, 1, 1);
    outer->setRowStretch(1, 4);
    outer->setColumnStretch(0, 1);
    outer->setColumnStretch(1, 8);
    outer->setColumnStretch(2, 1);

    connect(open, &QPushButton::clicked, this, &StartPage::openRequested);
    connect(sample, &QPushButton::clicked, this, [this] { emit fileRequested(samplePath()); });
    connect(m_list, &QTreeWidget::itemClicked, this, &StartPage::openItem);
    connect(m_list, &QTreeWidget::itemActivated, this, &StartPage::openItem);
    connect(recent, &RecentFiles::changed, this, &StartPage::fillRecent);
    fillRecent();
}

void StartPage::addFolder(QWidget *view, const WatchedFolder *folder)
{
    m_column->addWidget(view, 2);
    const auto update = [view, folder] { view->setVisible(!folder->folder().isEmpty()); };
    connect(folder, &WatchedFolder::folderChanged, view, update);
    update();
}

void StartPage::fillRecent()
{
    m_list->clear();
    const QStringList paths = m_recent->paths();
    for (const QString &path : paths) {
        const QFileInfo file(path);
        const auto remote = remotePath(path);
        auto *item = new QTreeWidgetItem(m_list);
        item->setText(Name, file.fileName());
        item->setText(Folder, remote ? path.chopped(file.fileName().size()) : file.absolutePath());
        item->setData(Name, Qt::UserRole, path);
        item->setTextAlignment(Size, Qt::AlignRight | Qt::AlignVCenter);
        item->setTextAlignment(Date, Qt::AlignCenter);
        item->setSizeHint(Date, {0, rowHeight()});
        for (int column = 0; column < columnCount; ++column) {
            item->setToolTip(column, plainToolTip(path));
            if (column != Name)
                item->setForeground(column, palette().color(QPalette::PlaceholderText));
        }
    }
    m_facts.start([paths](const Progress &) { return factsOf(paths); },
                  [this](const auto &facts) {
                      if (facts)
                          showFacts(**facts);
                  },
                  JobPlace::OwnThread);
    m_list->setVisible(!paths.isEmpty());
    m_list->setMaximumHeight(static_cast<int>(paths.size()) * rowHeight() + 2);
    m_recentTitle->setVisible(!paths.isEmpty());
}

int StartPage::rowHeight() const
{
    return m_list->fontMetrics().height() + 8;
}

void StartPage::showFacts(const QList<FileFacts> &facts)
{
    for (int row = 0; row < std::min<int>(m_list->topLevelItemCount(), static_cast<int>(facts.size())); ++row) {
        QTreeWidgetItem *item = m_list->topLevelItem(row);
        const FileFacts &file = facts[row];
        const QString size = file.exists && file.bytes >= 0 ? formatBytes(file.bytes) : QString();
        const QString date = file.exists ? file.modified.toString(QStringLiteral("yyyy-MM-dd hh:mm")) : QString();
        constexpr int between = 16; // px
        for (const auto &[column, text, room] : {std::tuple(Size, size, between), {Date, date, 2 * between}}) {
            item->setText(column, text);
            item->setSizeHint(column, {m_list->fontMetrics().horizontalAdvance(text) + room, rowHeight()});
        }
    }
}

/// A click and Enter both end here; a double click comes twice and must not open the file twice.
void StartPage::openItem(const QTreeWidgetItem *item)
{
    if (isVisible())
        emit fileRequested(item->data(0, Qt::UserRole).toString());
}

void StartPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        fillRecent();
}

} // namespace ws
