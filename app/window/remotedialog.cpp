#include "app/window/remotedialog.h"

#include "app/window/remoteplaces.h"
#include "core/base/format.h"
#include "widgets/toolkit/plaintext.h"

#include <QComboBox>
#include <QDateTime>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStyle>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace ws {
namespace {

enum Column { Name, Size, Date, columnCount };
constexpr int folderRole = Qt::UserRole;

} // namespace

RemoteDialog::RemoteDialog(QWidget *parent)
    : QDialog(parent), m_host(new QComboBox(this)), m_folder(new QLineEdit(this)),
      m_list(new QPushButton(tr("&List"), this)), m_entries(new QTreeWidget(this)), m_state(plainLabel(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Open remote"));
    m_host->setEditable(true);
    m_host->setInsertPolicy(QComboBox::NoInsert);
    m_host->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_host->addItems(RemotePlaces::hosts());
    m_host->lineEdit()->setPlaceholderText(tr("Host as in ssh: gpu01, user@gpu01"));
    m_folder->setPlaceholderText(tr("Folder, for example ~/traces"));
    m_folder->setAccessibleName(tr("Folder on the host"));
    m_state->setWordWrap(true);
    m_state->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_state->setAccessibleName(tr("State of the connection"));

    m_entries->setAccessibleName(tr("Traces on the host"));
    m_entries->setColumnCount(columnCount);
    m_entries->setHeaderLabels({tr("Name"), tr("Size"), tr("Changed")});
    m_entries->setRootIsDecorated(false);
    m_entries->setUniformRowHeights(true);
    m_entries->setAllColumnsShowFocus(true);
    m_entries->setTextElideMode(Qt::ElideMiddle);
    m_entries->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_entries->header()->setStretchLastSection(false);
    m_entries->header()->setSectionResizeMode(Name, QHeaderView::Stretch);
    for (const auto &[column, widest] :
         {std::pair(Size, QStringLiteral("1 000.00 GB")), std::pair(Date, QStringLiteral("2000-00-00 00:00"))}) {
        constexpr int aroundText = 32; // of the style sheet; Qt counts it once and leaves it out twice
        const QFontMetrics metrics = m_entries->header()->fontMetrics();
        const int heading = metrics.horizontalAdvance(m_entries->headerItem()->text(column));
        m_entries->header()->setSectionResizeMode(column, QHeaderView::Fixed);
        m_entries->header()->resizeSection(column, std::max(heading, metrics.horizontalAdvance(widest)) + aroundText);
    }

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel, this);
    m_open = buttons->button(QDialogButtonBox::Open);
    m_open->setAutoDefault(false);
    m_open->setEnabled(false);
    m_list->setDefault(true);
    auto *place = new QHBoxLayout;
    place->setSpacing(8);
    place->addWidget(m_folder, 1);
    place->addWidget(m_list);
    auto *form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->addRow(tr("&Host"), m_host);
    form->addRow(tr("&Folder"), place);
    qobject_cast<QLabel *>(form->labelForField(place))->setBuddy(m_folder);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addLayout(form);
    layout->addWidget(m_entries, 1);
    layout->addWidget(m_state);
    layout->addWidget(buttons);
    resize(std::max(640, 90 * fontMetrics().averageCharWidth()), 480);

    connect(m_host, &QComboBox::currentTextChanged, this, &RemoteDialog::hostChosen);
    connect(m_list, &QPushButton::clicked, this, &RemoteDialog::list);
    connect(m_entries, &QTreeWidget::itemActivated, this, &RemoteDialog::activate);
    connect(m_entries, &QTreeWidget::itemSelectionChanged, this,
            [this] { m_open->setEnabled(!m_entries->selectedItems().isEmpty()); });
    connect(m_open, &QPushButton::clicked, this, &RemoteDialog::openSelected);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    hostChosen();
}

void RemoteDialog::showFolder(const RemotePath &folder)
{
    m_host->setEditText(folder.host);
    m_folder->setText(folder.path);
    list();
}

void RemoteDialog::hostChosen()
{
    m_folder->setText(RemotePlaces::folderOf(m_host->currentText().trimmed()));
    m_list->setEnabled(!m_host->currentText().trimmed().isEmpty());
}

void RemoteDialog::list()
{
    const QString host = m_host->currentText().trimmed(), folder = m_folder->text().trimmed();
    m_entries->clear();
    if (!isHost(host))
        return say(tr("“%1” is no name of a host: letters, digits and . _ - @ are expected; ports and jumps stand in "
                      "~/.ssh/config.")
                       .arg(host));
    const auto place = remotePath(host + u':' + folder);
    if (!place)
        return say(tr("The folder begins with / or ~."));
    say(tr("Waiting for an answer of %1 …").arg(host));
    m_list->setEnabled(false);
    m_job.start([place = *place](const Progress &progress) { return listRemote(place, progress); },
                [this, host](const auto &answer) { showEntries(answer, host); }, JobPlace::OwnThread);
}

void RemoteDialog::showEntries(const Result<std::shared_ptr<const RemoteFolder>> &folder, const QString &host)
{
    m_list->setEnabled(true);
    if (!folder)
        return say(folder.error().message);
    m_shown = {host, (*folder)->path};
    m_folder->setText(m_shown.path);
    RemotePlaces::remember(host, m_shown.path);
    if (m_shown.path != u'/')
        addEntry({QStringLiteral(".."), 0, 0, true});
    for (const RemoteEntry &entry : (*folder)->entries)
        if (entry.isFolder)
            addEntry(entry);
    for (const RemoteEntry &entry : (*folder)->entries)
        if (!entry.isFolder)
            addEntry(entry);
    const auto files = std::ranges::count((*folder)->entries, false, &RemoteEntry::isFolder);
    say(tr("%n trace(s) by time, the newest first; at most 50 are listed", nullptr, int(files)));
    const int first = int(m_entries->topLevelItemCount() - files);
    m_entries->setCurrentItem(m_entries->topLevelItem(files > 0 ? first : 0));
    if (isVisible())
        m_entries->setFocus();
}

void RemoteDialog::addEntry(const RemoteEntry &entry)
{
    auto *item = new QTreeWidgetItem(m_entries);
    item->setText(Name, entry.name);
    item->setData(Name, folderRole, entry.isFolder);
    item->setToolTip(Name, plainToolTip(entry.name));
    item->setTextAlignment(Size, Qt::AlignRight | Qt::AlignVCenter);
    if (entry.isFolder)
        item->setIcon(Name, style()->standardIcon(QStyle::SP_DirIcon));
    else
        item->setText(Size, formatBytes(entry.size));
    if (entry.modified > 0)
        item->setText(Date, QDateTime::fromSecsSinceEpoch(entry.modified).toString(QStringLiteral("yyyy-MM-dd hh:mm")));
}

bool RemoteDialog::isFolder(const QTreeWidgetItem *item) const
{
    return item->data(Name, folderRole).toBool();
}

QString RemoteDialog::pathOf(const QTreeWidgetItem *item) const
{
    const QString folder = m_shown.path.endsWith(u'/') ? m_shown.path.chopped(1) : m_shown.path;
    if (item->text(Name) != QLatin1String(".."))
        return folder + u'/' + item->text(Name);
    const QString above = folder.left(folder.lastIndexOf(u'/'));
    return above.isEmpty() ? QStringLiteral("/") : above;
}

/// Double-click and Enter.
void RemoteDialog::activate(const QTreeWidgetItem *item)
{
    if (!isFolder(item))
        return openSelected();
    showFolder({m_shown.host, pathOf(item)});
}

void RemoteDialog::openSelected()
{
    QStringList files;
    for (const QTreeWidgetItem *item : m_entries->selectedItems())
        if (!isFolder(item))
            files << RemotePath{m_shown.host, pathOf(item)}.text();
    const QTreeWidgetItem *current = m_entries->currentItem();
    if (files.isEmpty() && current)
        return showFolder({m_shown.host, pathOf(current)});
    accept();
    emit openWanted(files);
}

void RemoteDialog::say(const QString &text)
{
    m_state->setText(text);
}

} // namespace ws
