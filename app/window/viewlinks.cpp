#include "app/window/viewlinks.h"

#include "app/opening/fileopener.h"
#include "app/opening/recentfiles.h"
#include "app/window/messagebar.h"
#include "widgets/session/savedcontext.h"
#include "widgets/session/session.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>

namespace ws {
namespace {

QString nameOf(const QString &path)
{
    return QFileInfo(path).fileName();
}

ViewLink linkOf(const RunContext &context)
{
    ViewLink link;
    const Run &run = *context.run();
    link.fileName = nameOf(run.info.stamp.path);
    link.size = run.info.stamp.size;
    link.range = context.range();
    link.step = context.focus().step;
    link.phase = QString::fromStdString(context.focus().phase);
    if (link.step || !link.phase.isEmpty())
        link.steps = context.stepSource();
    if (context.selection().valid())
        link.slice = addressOf(run, context.selection());
    return link;
}

} // namespace

TimeRange withoutMargin(TimeRange visible)
{
    const auto margin = static_cast<int64_t>(static_cast<double>(visible.length()) * (0.05 / 1.1));
    return {visible.begin + margin, std::max(visible.begin + margin + 1, visible.end - margin)};
}

ViewLinks::ViewLinks(const WindowParts &parts, std::shared_ptr<FileHashes> hashes)
    : QObject(parts.window), m_parts(parts), m_hashes(std::move(hashes))
{
    connect(parts.files, &FileOpener::ready, this, [this](const OpenRequest &request, RunContext *context) {
        if (m_isOpening && request.path == m_path)
            show(context);
    });
    connect(parts.files, &FileOpener::idle, this, [this] { m_isOpening = false; }); // failed or cancelled
}

void ViewLinks::copy()
{
    const RunContext *active = m_parts.session->active();
    if (!active)
        return;
    ViewLink link = linkOf(*active);
    link.visible = m_parts.visible();
    link.panel = m_parts.panel();
    const QString path = active->run()->info.stamp.path;
    m_hashing.start(
        [path, hashes = m_hashes, stamp = active->run()->info.stamp](const Progress &progress) -> Result<QString> {
            if (FileStamp::of(path) != stamp)
                return Error{ErrorKind::Unreadable, tr("it has changed on disk since it was loaded"), path};
            return hashes->of(path, &progress);
        },
        [this, wanted = std::move(link), path](const auto &hash) {
            if (!hash)
                return m_parts.messages()->showMessage(
                    MessageBar::Kind::Error, tr("There is no link to %1: %2").arg(nameOf(path), hash.error().message));
            ViewLink link = wanted;
            link.sha256 = **hash;
            QApplication::clipboard()->setText(viewLinkText(link));
            m_parts.messages()->showMessage(MessageBar::Kind::Notice,
                                            tr("The link to this view of %1 is copied.").arg(link.fileName),
                                            viewLinkText(link));
        },
        JobPlace::OwnThread);
}

void ViewLinks::openFromClipboard()
{
    const QString text = QApplication::clipboard()->text();
    if (isViewLink(text))
        open(text);
    else
        m_parts.messages()->showMessage(MessageBar::Kind::Notice,
                                        tr("There is no view link in the clipboard. File ▸ Copy View Link makes one."));
}

void ViewLinks::open(const QString &text)
{
    const Result<ViewLink> link = parseViewLink(text);
    if (!link)
        return m_parts.messages()->showMessage(MessageBar::Kind::Error, link.error().message);
    m_link = *link;
    search();
}

/// Open runs first, then recent files, those of the link's name before others.
QStringList ViewLinks::candidates() const
{
    QStringList open, recent;
    for (const RunContext *context : m_parts.session->contexts())
        open << context->run()->info.stamp.path;
    for (const QString &path : m_parts.files->recentFiles()->paths())
        nameOf(path) == m_link.fileName ? recent.prepend(path) : recent.append(path);
    QStringList all = open + recent;
    all.removeDuplicates();
    return all;
}

void ViewLinks::search()
{
    m_hashing.start(
        [paths = candidates(), link = m_link, hashes = m_hashes](const Progress &progress) -> Result<QString> {
            for (const QString &path : paths) {
                const bool mayBe =
                    link.size < 0 ? nameOf(path) == link.fileName : FileStamp::of(path).size == link.size;
                if (const auto hash = mayBe ? hashes->of(path, &progress) : Result<QString>(Error{});
                    hash && *hash == link.sha256)
                    return path;
            }
            return QString();
        },
        [this](const auto &found) {
            if (found && !(*found)->isEmpty())
                openFile(**found);
            else
                askForFile();
        },
        JobPlace::OwnThread);
}

void ViewLinks::askForFile()
{
    m_parts.messages()->showMessage(
        MessageBar::Kind::Notice,
        tr("%1, of which the link is, is neither open nor among the recent files.").arg(m_link.fileName));
    m_parts.messages()->setAction(tr("Find…"), [this] {
        const QString path = QFileDialog::getOpenFileName(m_parts.window, tr("Find %1").arg(m_link.fileName),
                                                          m_link.fileName, {}, nullptr, QFileDialog::ReadOnly);
        if (!path.isEmpty())
            find(path);
    });
}

void ViewLinks::find(const QString &path)
{
    m_hashing.start([path, hashes = m_hashes](const Progress &progress) { return hashes->of(path, &progress); },
                    [this, path](const auto &hash) {
                        if (hash && **hash == m_link.sha256)
                            return openFile(QFileInfo(path).absoluteFilePath());
                        m_parts.messages()->showMessage(
                            MessageBar::Kind::Error,
                            hash ? tr("%1 has other content than the file of the link.").arg(nameOf(path))
                                 : tr("%1 could not be opened: %2").arg(nameOf(path), hash.error().message));
                        m_parts.messages()->setAction(tr("Find…"), [this] { askForFile(); });
                    },
                    JobPlace::OwnThread);
}

void ViewLinks::openFile(const QString &path)
{
    m_path = path;
    m_isOpening = true;
    m_parts.files->open(OpenRequest{path, {}, false, 0});
}

void ViewLinks::show(RunContext *context)
{
    m_isOpening = false;
    const Run &run = *context->run();
    QStringList missing;
    if (m_link.step || !m_link.phase.isEmpty())
        context->setStepSource(m_link.steps);
    const bool isInside = m_link.range && m_link.range->begin < run.timeline.spanNs && m_link.range->end > 0;
    context->setRange(isInside ? m_link.range : std::nullopt);
    if (m_link.range && !isInside)
        missing << tr("The range lies outside of the run.");
    const EventRef slice = m_link.slice ? findSlice(run, *m_link.slice) : EventRef{};
    const auto isVisible = [&](const TimeRange &visible) {
        return run.timeline.start(slice) < visible.end && run.timeline.end(slice) > visible.begin;
    };
    if (slice.valid() && (!m_link.visible || isVisible(*m_link.visible)))
        context->reveal(slice);
    else
        context->select(slice);
    if (m_link.slice && !slice.valid())
        missing << tr("The selected slice is not in the run.");
    context->setFocus({});
    if (m_link.step || !m_link.phase.isEmpty())
        focusLater(*context, m_link.step, m_link.phase.toStdString());
    if (m_link.visible)
        context->showSpan(withoutMargin(*m_link.visible));
    if (!m_link.panel.isEmpty())
        emit panelWanted(m_link.panel);
    if (!missing.isEmpty())
        m_parts.messages()->showMessage(MessageBar::Kind::Notice, missing.join(u' '));
    emit shown();
}

} // namespace ws
