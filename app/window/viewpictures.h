#pragma once
// Any view as a picture: to the clipboard, or as SVG, PDF or PNG, with a caption below it that says what it shows.
// Rejected: a function in each view (they would say different things).

#include "app/window/windowparts.h"
#include "core/analysis/busy/busy.h"
#include "widgets/toolkit/backgroundjob.h"
#include "widgets/toolkit/picture.h"

#include <QObject>

#include <functional>

namespace ws {

class ViewPictures : public QObject
{
    Q_OBJECT
public:
    /// Belongs to the window.
    explicit ViewPictures(const WindowParts &parts);

    void copy();
    void save();
    /// The timeline or the chart with the keyboard focus, else the tab with it or in front, else the timeline.
    QWidget *view() const;
    bool isBusy() const { return m_busy.isRunning(); }

signals:
    void copied();

private:
    using Take = std::function<void(const Picture &, const PictureForm &)>;
    void make(Take take);
    Picture pictureOf(QWidget *view, const std::optional<BusySplit> &busy) const;

    WindowParts m_parts;
    BackgroundJob<Busy> m_busy;
};

} // namespace ws
