#include "app/startpage.h"

#include "app/recentfiles.h"

#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace ws {

QString StartPage::samplePath()
{
    const QFileInfoList files = QDir(QStringLiteral(":/sample")).entryInfoList(QDir::Files);
    return files.isEmpty() ? QString() : files.first().absoluteFilePath();
}

StartPage::StartPage(RecentFiles *recent, QWidget *parent)
    : QWidget(parent), m_recent(recent), m_recentTitle(new QLabel(tr("Recent files"), this)),
      m_list(new QListWidget(this))
{
    auto *title = new QLabel(QStringLiteral("Warpscope"), this);
    QFont large = title->font();
    large.setPointSizeF(large.pointSizeF() * 2.2);
    large.setWeight(QFont::Light);
    title->setFont(large);
    auto *sentence = new QLabel(tr("Open a GPU profile, or drop one anywhere in this window."), this);
    sentence->setForegroundRole(QPalette::PlaceholderText);
    sentence->setWordWrap(true);
    auto *kinds = new QLabel(tr("PyTorch and Chrome traces (JSON, also packed), tables of torch, nsys and ncu, vLLM "
                                "layerwise profiles."),
                             this);
    kinds->setForegroundRole(QPalette::PlaceholderText);
    kinds->setWordWrap(true);

    auto *open = new QPushButton(tr("&Open …"), this);
    open->setDefault(true);
    auto *sample = new QPushButton(tr("Show the &sample trace"), this);
    sample->setVisible(!samplePath().isEmpty());
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(open);
    buttons->addWidget(sample);
    buttons->addStretch(1);

    m_list->setAccessibleName(tr("Recent files"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->viewport()->setAutoFillBackground(false);
    m_list->setUniformItemSizes(true);

    auto *column = new QWidget(this);
    column->setMaximumWidth(640);
    auto *layout = new QVBoxLayout(column);
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
    connect(m_list, &QListWidget::itemActivated, this,
            [this](const QListWidgetItem *item) { emit fileRequested(item->data(Qt::UserRole).toString()); });
    connect(m_list, &QListWidget::itemClicked, this,
            [this](const QListWidgetItem *item) { emit fileRequested(item->data(Qt::UserRole).toString()); });
    connect(recent, &RecentFiles::changed, this, &StartPage::fillRecent);
    fillRecent();
}

void StartPage::fillRecent()
{
    m_list->clear();
    const QStringList paths = m_recent->paths();
    for (const QString &path : paths) {
        const QFileInfo file(path);
        auto *item = new QListWidgetItem(QStringLiteral("%1\n%2").arg(file.fileName(), file.absolutePath()), m_list);
        item->setData(Qt::UserRole, path);
        item->setToolTip(path);
    }
    m_list->setVisible(!paths.isEmpty());
    m_recentTitle->setVisible(!paths.isEmpty());
}

} // namespace ws
