#include "app/window/viewpictures.h"

#include "app/window/messagebar.h"
#include "app/window/workspace.h"
#include "core/base/format.h"
#include "core/model/runlabel.h"
#include "widgets/session/session.h"
#include "widgets/session/stagecontroller.h"
#include "widgets/session/viewcaption.h"
#include "widgets/timeline/timelineview.h"
#include "widgets/toolkit/palette.h"

#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QPointer>

namespace ws {
namespace {

bool isChart(const QWidget *widget)
{
    for (const char *chart :
         {"ws::StageChart", "ws::CurveView", "ws::IcicleView", "ws::HistogramView", "ws::ShareBar", "ws::BarList"})
        if (widget->inherits(chart))
            return true;
    return false;
}

void render(QWidget *view, QPainter &painter, QSize size, QRectF target)
{
    painter.translate(target.topLeft());
    painter.scale(target.width() / std::max(1, size.width()), target.height() / std::max(1, size.height()));
    view->render(&painter, {}, {}, QWidget::DrawWindowBackground | QWidget::DrawChildren);
}

} // namespace

ViewPictures::ViewPictures(const WindowParts &parts) : QObject(parts.window), m_parts(parts) {}

QWidget *ViewPictures::view() const
{
    for (QWidget *widget = QApplication::focusWidget(); widget; widget = widget->parentWidget()) {
        if (isChart(widget) || qobject_cast<TimelineView *>(widget))
            return widget;
        if (const auto *dock = qobject_cast<QDockWidget *>(widget))
            return dock->widget();
    }
    QWidget *panel = m_parts.workspace()->raisedPanel();
    return panel ? panel : m_parts.timeline();
}

Picture ViewPictures::pictureOf(QWidget *view, const std::optional<BusySplit> &busy) const
{
    const Pane &pane = *m_parts.stages->session()->pane();
    const StageRun *stages = m_parts.stages->current();
    Picture picture;
    picture.title = pane.run() ? runLabel(*pane.run()) : QString();
    picture.background = Palette::current().base;
    picture.paint = [view](QPainter &painter, QSize size, QRectF target) { render(view, painter, size, target); };
    const auto *timeline = qobject_cast<TimelineView *>(view);
    if (wantsCaption())
        picture.caption = viewCaption(pane.context(), stages ? m_parts.stages->mappingTitle(*stages) : QString(), busy);
    if (timeline && !picture.caption.isEmpty())
        picture.caption.insert(
            1, tr("Shown: %1 to %2")
                   .arg(formatMoment(timeline->visibleRange().begin), formatMoment(timeline->visibleRange().end)));
    picture.description = picture.caption.join(u'\n');
    return picture;
}

/// The busy time of the range comes first.
void ViewPictures::make(Take take)
{
    const RunContext &context = m_parts.stages->session()->pane()->context();
    const RunPtr run = context.run();
    if (!run)
        return;
    const auto finish = [this, run, take = std::move(take), view = QPointer(view())](const Busy *busy) {
        if (view && run == m_parts.stages->session()->pane()->run())
            take(pictureOf(view, busy ? std::optional(busy->whole) : std::nullopt), {view->size(), 2, false});
    };
    if (run->gpu.size() == 0 || !context.communication() || !wantsCaption())
        return finish(nullptr);
    m_busy.start([run, communication = context.communication(), range = context.range()](
                     const Progress &progress) { return busySplit(run->gpu, *communication, range, &progress); },
                 [finish](const auto &busy) { finish(busy ? busy->get() : nullptr); });
}

void ViewPictures::copy()
{
    make([this](const Picture &picture, const PictureForm &form) {
        QApplication::clipboard()->setImage(pictureImage(picture, form));
        m_parts.messages()->showMessage(MessageBar::Kind::Notice, tr("The view is copied as an image."),
                                        picture.caption.join(u'\n'));
        emit copied();
    });
}

void ViewPictures::save()
{
    make([this](const Picture &picture, const PictureForm &form) {
        const QString name = QFileInfo(picture.title).completeBaseName() + QStringLiteral("-view.png");
        savePicture(picture, form, tr("Save view as picture"), name, m_parts.window);
    });
}

} // namespace ws
