#include "app/window/gesturesdialog.h"

#include "app/apptexts.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace ws {
namespace {

struct Gesture
{
    const char *action;
    const char *how;
};

const Gesture gestures[] = {
    {QT_TRANSLATE_NOOP("App", "Zoom at the cursor"), QT_TRANSLATE_NOOP("App", "Ctrl+wheel, W / S, + / −, pinch")},
    {QT_TRANSLATE_NOOP("App", "Pan"),
     QT_TRANSLATE_NOOP("App", "A / D, ← / →, Shift+wheel, Shift+drag, middle-drag; the wheel scrolls rows")},
    {QT_TRANSLATE_NOOP("App", "Select a range"),
     QT_TRANSLATE_NOOP("App",
                       "Drag; its ends snap to slices (not with Ctrl or Alt); all panels follow; Shift+R: that of the "
                       "selected slice; R zooms to it; Esc clears it")},
    {QT_TRANSLATE_NOOP("App", "Select a slice"),
     QT_TRANSLATE_NOOP("App", "Click; F centres, then fits; double-click zooms to it; Enter shows its details")},
    {QT_TRANSLATE_NOOP("App", "Whole run, GPU work"),
     QT_TRANSLATE_NOOP(
         "App", "0, in the timeline also Home and Shift+Home; Backspace or Alt+← goes back in the zoom history, Alt+→ "
                "forward")},
    {QT_TRANSLATE_NOOP("App", "Next / previous on the row"),
     QT_TRANSLATE_NOOP("App", ". and , ; of the same name: N / Shift+N")},
    {QT_TRANSLATE_NOOP("App", "Work of the same name"),
     QT_TRANSLATE_NOOP("App",
                       "H highlights it in all rows, I lists all instances; in tables O shows only it in all views")},
    {QT_TRANSLATE_NOOP("App", "Launch ↔ kernel"),
     QT_TRANSLATE_NOOP("App", "] and [ ; arrows are drawn for the selection")},
    {QT_TRANSLATE_NOOP("App", "Search"),
     QT_TRANSLATE_NOOP("App", "/ or Ctrl+F: text or regular expression; Enter / Shift+Enter for the next and "
                              "previous hit, Ctrl+Enter zooms to it")},
    {QT_TRANSLATE_NOOP("App", "Measure"),
     QT_TRANSLATE_NOOP("App", "M sets a mark; the range's length is shown while dragging")},
    {QT_TRANSLATE_NOOP("App", "Write a note"),
     QT_TRANSLATE_NOOP("App", "Shift+M: at the selected slice, else of the range; a click on its flag goes there")},
    {QT_TRANSLATE_NOOP("App", "Idle time"),
     QT_TRANSLATE_NOOP("App", "C leaves it out of the axis or shows it; G / Shift+G: next gap by length / by time")},
    {QT_TRANSLATE_NOOP("App", "Into a part of the stage chart"),
     QT_TRANSLATE_NOOP("App", "Click highlights its kernels; double-click goes into it, Backspace back")},
    {QT_TRANSLATE_NOOP("App", "From a step's bar to the timeline"),
     QT_TRANSLATE_NOOP("App", "Double-click on its name, Ctrl+double-click on the bar, its menu, or Ctrl+Enter in "
                              "the table; back: menu of the annotation")},
    {QT_TRANSLATE_NOOP("App", "Rule for a kernel"),
     QT_TRANSLATE_NOOP("App", "The menu of a slice, a table's row or the selection")},
    {QT_TRANSLATE_NOOP("App", "Rows of Python frames"), QT_TRANSLATE_NOOP("App", "P")},
    {QT_TRANSLATE_NOOP("App", "Pin, hide, filter, collapse rows"),
     QT_TRANSLATE_NOOP("App", "The row's header and its menu")},
    {QT_TRANSLATE_NOOP("App", "From panel to panel"),
     QT_TRANSLATE_NOOP("App", "Ctrl+Tab / Ctrl+Shift+Tab, Ctrl+PgDn / Ctrl+PgUp; Alt+1 … Alt+9: the first … ninth")},
    {QT_TRANSLATE_NOOP("App", "The panel alone, and back"),
     QT_TRANSLATE_NOOP("App", "Double-click on its tab, Shift+F11")},
    {QT_TRANSLATE_NOOP("App", "From area to area"),
     QT_TRANSLATE_NOOP("App", "F6 / Shift+F6: tool bar, timeline, panel")},
    {QT_TRANSLATE_NOOP("App", "Find an action, panel, run, stage or kernel"), QT_TRANSLATE_NOOP("App", "Ctrl+K")},
    {QT_TRANSLATE_NOOP("App", "Export the shown table"), QT_TRANSLATE_NOOP("App", "Ctrl+E")},
    {QT_TRANSLATE_NOOP("App", "Copy the view as an image"), QT_TRANSLATE_NOOP("App", "Ctrl+Shift+C")},
    {QT_TRANSLATE_NOOP("App", "Save the session"), QT_TRANSLATE_NOOP("App", "Ctrl+Shift+S")},
    {QT_TRANSLATE_NOOP("App", "Copy a link to the view"), QT_TRANSLATE_NOOP("App", "Ctrl+Shift+L")},
    {QT_TRANSLATE_NOOP("App", "Compare two runs"),
     QT_TRANSLATE_NOOP("App",
                       "Drop a file on the left or right half; Ctrl+Shift+O; F6: from side to side, Ctrl+L: linked")},
    {QT_TRANSLATE_NOOP("App", "Show everything again"),
     QT_TRANSLATE_NOOP("App", "Shift+Esc: no range, no single module, nothing highlighted")},
    {QT_TRANSLATE_NOOP("App", "Read the file again"), QT_TRANSLATE_NOOP("App", "F5: range and selection stay")},
    {QT_TRANSLATE_NOOP("App", "This table"), QT_TRANSLATE_NOOP("App", "? or F1")},
};

/// Scrolls by keys, so it shows when these are its own.
class GestureArea : public QScrollArea
{
public:
    explicit GestureArea(QWidget *parent) : QScrollArea(parent)
    {
        setWidgetResizable(true);
        setFrameShape(QFrame::Box); // the room of the line
        setAccessibleName(parent->windowTitle());
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    }

protected:
    bool event(QEvent *event) override
    {
        if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
            update();
        if (event->type() != QEvent::Paint)
            return QScrollArea::event(event);
        QPainter painter(this);
        painter.setPen(hasFocus() ? palette().color(QPalette::Highlight) : Qt::transparent);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
        return true;
    }
};

} // namespace

void showGestures(QWidget *parent)
{
    const QString id = QStringLiteral("gestures");
    auto *dialog = parent->findChild<QDialog *>(id);
    if (!dialog) {
        dialog = new QDialog(parent);
        dialog->setObjectName(id);
        dialog->setWindowTitle(App::tr("Keys and gestures"));
        auto *area = new GestureArea(dialog);
        auto *content = new QWidget(area);
        auto *grid = new QGridLayout(content);
        grid->setHorizontalSpacing(24);
        grid->setVerticalSpacing(8);
        grid->setContentsMargins(20, 16, 20, 16);
        int row = 0;
        for (const Gesture &gesture : gestures) {
            auto *action = new QLabel(App::tr(gesture.action), content);
            QFont bold = action->font();
            bold.setBold(true);
            action->setFont(bold);
            auto *how = new QLabel(App::tr(gesture.how), content);
            for (QLabel *text : {action, how}) {
                text->setWordWrap(true);
                text->setAlignment(Qt::AlignLeft | Qt::AlignTop);
            }
            grid->addWidget(action, row, 0);
            grid->addWidget(how, row++, 1);
        }
        grid->setColumnStretch(0, 2);
        grid->setColumnStretch(1, 5);
        grid->setRowStretch(row, 1);
        area->setWidget(content);
        auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
        QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
        auto *layout = new QVBoxLayout(dialog);
        layout->setContentsMargins(0, 0, 0, 12);
        layout->addWidget(area, 1);
        auto *below = new QHBoxLayout;
        below->setContentsMargins(20, 0, 20, 0);
        below->addWidget(buttons);
        layout->addLayout(below);
        // As large as its texts, but not larger than the window.
        constexpr int widest = 1'000, around = 48;
        const int width = std::min(widest, parent->width() - around);
        const int inside = width - area->verticalScrollBar()->sizeHint().width();
        const int height = grid->heightForWidth(inside) + buttons->sizeHint().height() + 24;
        dialog->resize(width, std::min(height, parent->height() - around));
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

} // namespace ws
