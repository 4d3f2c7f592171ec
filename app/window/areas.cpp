#include "app/window/areas.h"

#include "app/window/centre.h"
#include "app/window/mainwindow.h"
#include "app/window/workspace.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timeline/timelineview.h"
#include "widgets/toolkit/focusin.h"

#include <QApplication>
#include <QToolBar>

#include <functional>
#include <vector>

namespace ws {
namespace {

struct Area
{
    bool hasFocus = false;
    std::function<void()> enter;
};

bool hasFocus(const QWidget *area)
{
    const QWidget *focus = QApplication::focusWidget();
    return area && focus && (area == focus || area->isAncestorOf(focus));
}

void addCentre(MainWindow *window, std::vector<Area> &areas)
{
    Centre *centre = window->centre();
    if (!centre->isVisible())
        return;
    const bool isIn = hasFocus(centre);
    const auto enter = [centre] {
        if (centre->timeline()->isVisible())
            centre->timeline()->canvas()->setFocus(Qt::TabFocusReason);
        else
            focusFirstIn(centre);
    };
    ComparePair *pair = window->session()->pair();
    if (!pair->isShown()) {
        areas.push_back({isIn, enter});
        return;
    }
    for (const ComparePair::Side side : {ComparePair::A, ComparePair::B})
        areas.push_back({isIn && pair->sideOf(window->session()->active()) == side, [=] {
                             if (pair->sideOf(window->session()->active()) != side)
                                 centre->activateOther();
                             else
                                 enter();
                         }});
}

} // namespace

void stepArea(MainWindow *window, int by)
{
    if (!window->session()->active())
        return;
    std::vector<Area> areas;
    if (auto *tools = window->findChild<QToolBar *>(QStringLiteral("toolbar")))
        areas.push_back({hasFocus(tools), [tools] { focusFirstIn(tools); }});
    addCentre(window, areas);
    if (QWidget *panel = window->workspace()->raisedPanel())
        areas.push_back({hasFocus(panel->parentWidget()), [window] { window->workspace()->enterPanel(); }});
    const auto count = static_cast<int>(areas.size());
    int now = 0; // from nowhere as from the tool bar
    for (int i = 0; i < count; ++i)
        if (areas[static_cast<size_t>(i)].hasFocus)
            now = i;
    areas[static_cast<size_t>((now + by + count) % count)].enter();
}

} // namespace ws
