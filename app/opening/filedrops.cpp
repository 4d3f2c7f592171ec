#include "app/opening/filedrops.h"

#include "core/session/viewlink.h"
#include "widgets/compare/dropoverlay.h"
#include "widgets/session/session.h"

#include <QDropEvent>
#include <QMimeData>
#include <QUrl>
#include <QWidget>

namespace ws {
namespace {

/// Files, or a view link that was dragged as a text.
QStringList localFiles(const QMimeData *data)
{
    QStringList paths;
    if (isViewLink(data->text()))
        return {data->text().trimmed()};
    for (const QUrl &url : data->urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    return paths;
}

} // namespace

FileDrops::FileDrops(QWidget *window, QWidget *area, Session *session, QObject *parent)
    : QObject(parent), m_window(window), m_area(area), m_session(session), m_overlay(new DropOverlay(area))
{
    window->setAcceptDrops(true);
    window->installEventFilter(this);
}

QPoint FileDrops::inArea(QPoint at) const
{
    return m_area->mapFrom(m_window, at);
}

bool FileDrops::eventFilter(QObject *object, QEvent *event)
{
    switch (event->type()) {
    case QEvent::DragEnter:
    case QEvent::DragMove: {
        auto *drag = static_cast<QDragMoveEvent *>(event);
        const QStringList paths = localFiles(drag->mimeData());
        if (paths.isEmpty())
            break;
        drag->acceptProposedAction();
        if (event->type() == QEvent::DragEnter)
            look(paths);
        showOverlay();
        m_overlay->setZone(m_overlay->zoneAt(inArea(drag->position().toPoint())));
        return true;
    }
    case QEvent::DragLeave:
        m_overlay->hide();
        return true;
    case QEvent::Drop:
        drop(static_cast<QDropEvent *>(event));
        return true;
    case QEvent::WindowDeactivate:
    case QEvent::Hide: // some drags end without a word
        m_overlay->hide();
        break;
    default:
        break;
    }
    return QObject::eventFilter(object, event);
}

void FileDrops::look(const QStringList &paths)
{
    m_count = paths.size();
    m_dragged = openingsOf(paths);
}

void FileDrops::showOverlay()
{
    const bool isPair = m_session->pair()->isShown();
    if (m_count == 2 && m_dragged.files.size() == 2) {
        m_overlay->setTexts({}, tr("Compare the two files"), {}, Qt::Horizontal);
    } else if (m_count > 1) {
        m_overlay->setTexts({}, tr("Open %n files", nullptr, static_cast<int>(m_count)), {}, Qt::Horizontal);
    } else if (!m_dragged.isOneFile() || !m_session->active()) {
        m_overlay->hide(); // there is only one thing that can happen
        return;
    } else if (isPair) {
        m_overlay->setTexts(tr("In place of A …"), {}, tr("In place of B …"),
                            m_isStacked ? Qt::Vertical : Qt::Horizontal);
    } else {
        m_overlay->setTexts(tr("Compare:\nthe file as A, this run as B"), tr("Open it as\nanother run"),
                            tr("Compare:\nthis run as A, the file as B"), Qt::Horizontal);
    }
    m_overlay->show();
}

/// As the events before it have shown, also when the pair has changed since they came.
void FileDrops::drop(QDropEvent *event)
{
    const QStringList paths = localFiles(event->mimeData());
    if (paths.isEmpty())
        return m_overlay->hide();
    event->acceptProposedAction();
    look(paths);
    showOverlay();
    const bool hasHalves = m_overlay->isVisible() && m_count == 1;
    const DropZone zone = hasHalves ? m_overlay->zoneAt(inArea(event->position().toPoint())) : DropZone::None;
    m_overlay->hide();
    const Side side = zone == DropZone::First ? ComparePair::A : ComparePair::B;
    if (zone == DropZone::None || zone == DropZone::Middle)
        emit opened(paths);
    else if (m_session->pair()->isShown())
        emit droppedOnPair(side, paths.front());
    else
        emit droppedBeside(side, paths.front());
}

} // namespace ws
