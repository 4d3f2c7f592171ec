#include "app/window/loadingview.h"

#include "core/base/format.h"
#include "core/base/loadpreview.h"
#include "core/base/texts.h"
#include "core/io/remote/remotecache.h"
#include "widgets/session/runloader.h"
#include "widgets/timeline/fillingtimeline.h"
#include "widgets/toolkit/linelabel.h"
#include "widgets/toolkit/plaintext.h"

#include <QFileInfo>
#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace ws {

LoadingView::LoadingView(Shape shape, QWidget *parent)
    : QWidget(parent), m_name(new LineLabel(this)), m_figures(new QLabel(this)), m_bar(new QProgressBar(this))
{
    auto *cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAccessibleName(tr("Cancel loading"));
    m_figures->setForegroundRole(QPalette::PlaceholderText);
    m_bar->setRange(0, 1000);
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(6);
    m_bar->setAccessibleName(tr("Loaded part of the file"));
    m_name->setTextFormat(Qt::PlainText);
    shape == Shape::Bar ? makeBar(cancel) : makePage(cancel);
    m_timer.setInterval(100);
    connect(&m_timer, &QTimer::timeout, this, &LoadingView::refresh);
    connect(cancel, &QPushButton::clicked, this, &LoadingView::cancelRequested);
}

void LoadingView::makeBar(QWidget *cancel)
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(12);
    layout->addWidget(m_name);
    layout->addWidget(m_bar, 1);
    layout->addWidget(m_figures);
    layout->addWidget(cancel);
}

void LoadingView::makePage(QWidget *cancel)
{
    m_column = new QWidget(this);
    m_column->setMaximumWidth(640);
    auto *inner = new QVBoxLayout(m_column);
    inner->setSpacing(8);
    inner->addWidget(m_name);
    inner->addWidget(m_bar);
    inner->addWidget(m_figures);
    inner->addWidget(cancel, 0, Qt::AlignLeft);
    makeHead();
    m_timeline = new FillingTimeline(this);
    m_overview = new QPlainTextEdit(this);
    m_overview->setReadOnly(true);
    m_overview->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_overview->setAccessibleName(tr("Overview, as the host sent it first"));
    m_page = new QGridLayout(this);
    m_page->setContentsMargins(0, 0, 0, 0);
    m_page->setSpacing(0);
    m_page->addWidget(m_column, 1, 1);
    m_page->addWidget(m_head, 2, 0, 1, 3);
    m_page->addWidget(m_timeline, 3, 0, 1, 3);
    m_page->addWidget(m_overview, 4, 0, 1, 3);
    m_page->setColumnStretch(0, 1);
    m_page->setColumnStretch(1, 8);
    m_page->setColumnStretch(2, 1);
    fill();
}

void LoadingView::makeHead()
{
    m_head = new QWidget(this);
    m_note = plainLabel(m_head);
    m_note->setWordWrap(true);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_goOn = new QPushButton(tr("Go on"), m_head);
    m_goOn->setToolTip(tr("Connects again and continues behind the last byte that came"));
    m_close = new QPushButton(tr("Close"), m_head);
    auto *layout = new QHBoxLayout(m_head);
    layout->setContentsMargins(8, 6, 8, 6);
    layout->addWidget(m_note, 1);
    layout->addWidget(m_goOn);
    layout->addWidget(m_close);
    connect(m_goOn, &QPushButton::clicked, this, [this] {
        if (const auto goOn = m_doGoOn)
            goOn();
    });
    connect(m_close, &QPushButton::clicked, this, &LoadingView::closeRequested);
}

bool LoadingView::isFilling() const
{
    return m_timeline && m_timeline->isVisibleTo(this);
}

/// The timeline takes the page as soon as there is a row.
void LoadingView::fill()
{
    if (!m_timeline)
        return;
    m_timeline->refresh();
    const bool isFilling = !m_timeline->isBlank();
    const bool isChange = isFilling != this->isFilling();
    m_column->setVisible(!isFilling);
    m_head->setVisible(isFilling);
    m_timeline->setVisible(isFilling);
    m_page->setRowStretch(0, isFilling ? 0 : 1);
    m_page->setRowStretch(2, isFilling ? 0 : 2);
    m_page->setRowStretch(3, isFilling ? 1 : 0);
    const QString overview = isFilling && m_preview ? toText(m_preview->overview()) : QString();
    m_overview->setVisible(!overview.isEmpty());
    m_page->setRowStretch(4, overview.isEmpty() ? 0 : 1);
    if (overview != m_overviewText) {
        m_overviewText = overview;
        m_overview->setPlainText(overview);
    }
    if (isChange && isFilling && isVisible())
        m_timeline->setFocus(); // its keys work at once
    if (isChange)
        emit fillingChanged();
}

void LoadingView::setLoader(const RunLoader *loader)
{
    m_loader = loader;
    if (!loader) {
        m_timer.stop();
        if (m_preview && !m_preview->rows().empty()) {
            m_came = m_preview;
            m_cameOf = m_path;
        }
        return show({});
    }
    m_path = loader->path();
    if (m_timeline) {
        m_note->setText(
            tr("As far as the file is read: rows, and how busy each is. Zoom and move as in the timeline; stages, "
               "tables and totals come at the end."));
        m_goOn->hide();
        m_close->hide();
    }
    m_name->setText(shownName(m_path));
    m_name->setToolTip(plainToolTip(shownPath(m_path)));
    show(loader->preview());
    m_timer.start();
    refresh();
}

void LoadingView::show(std::shared_ptr<LoadPreview> preview)
{
    m_preview = std::move(preview);
    if (m_timeline)
        m_timeline->setPreview(m_preview);
}

bool LoadingView::setBrokenOff(std::function<void()> goOn)
{
    if (!m_came || m_cameOf != m_path)
        return false;
    show(m_came);
    m_doGoOn = std::move(goOn);
    m_note->setText(tr("The transfer of %1 broke off. This is what came: rows, and how busy each is; stages, tables "
                       "and totals are missing.")
                        .arg(m_name->text()));
    fill();
    m_goOn->show();
    m_close->show();
    m_goOn->setFocus();
    return true;
}

void LoadingView::forget()
{
    m_came.reset();
    show({});
}

void LoadingView::refresh()
{
    fill();
    const Progress &progress = m_loader->progress();
    const int64_t done = progress.bytesDone;
    const int64_t total = progress.bytesTotal;
    m_bar->setRange(0, total > 0 ? 1000 : 0);
    const auto remote = remotePath(m_loader->path());
    if (total == 0 && (remote || remoteOf(m_loader->path())))
        return m_figures->setText(tr("Waiting for an answer of the host"));
    if (total < 0)
        return m_figures->setText(done == 0 ? tr("The host reads the trace")
                                            : tr("Packed on the host: %1 are here").arg(formatBytes(done)));
    QString what;
    switch (progress.phase.load()) {
    case Phase::Reading:
        what = tr("Reading");
        break;
    case Phase::Sorting:
        what = tr("Sorting");
        break;
    case Phase::Linking:
        what = tr("Linking launches");
        break;
    default:
        what = tr("Analysing");
        break;
    }
    m_bar->setValue(total > 0 ? static_cast<int>(1000.0 * static_cast<double>(done) / static_cast<double>(total)) : 0);
    m_figures->setText(tr("%1: %2 of %3  ·  %4 events")
                           .arg(what, formatBytes(done), formatBytes(total), formatCount(progress.events)));
}

} // namespace ws
