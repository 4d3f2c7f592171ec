#include "app/gesturesdialog.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>

namespace ws {
namespace {

struct Gesture
{
    const char *action;
    const char *how;
};

const Gesture gestures[] = {
    {QT_TRANSLATE_NOOP("Gestures", "Zoom at the cursor"),
     QT_TRANSLATE_NOOP("Gestures", "Ctrl+wheel, W / S, + / −, pinch")},
    {QT_TRANSLATE_NOOP("Gestures", "Pan"),
     QT_TRANSLATE_NOOP("Gestures", "A / D, ← / →, Shift+wheel, Shift+drag, middle-drag; the wheel scrolls rows")},
    {QT_TRANSLATE_NOOP("Gestures", "Select a range"),
     QT_TRANSLATE_NOOP("Gestures",
                       "Drag; its ends snap to slices (not with Ctrl or Alt); all panels follow; Esc clears it")},
    {QT_TRANSLATE_NOOP("Gestures", "Select a slice"),
     QT_TRANSLATE_NOOP("Gestures", "Click; F centres, then fits; double-click zooms to it; Enter shows its details")},
    {QT_TRANSLATE_NOOP("Gestures", "Whole run"),
     QT_TRANSLATE_NOOP("Gestures", "0 or Home; Backspace or Alt+← goes back in the zoom history, Alt+→ forward")},
    {QT_TRANSLATE_NOOP("Gestures", "Next / previous on the row"),
     QT_TRANSLATE_NOOP("Gestures", ". and , ; of the same name: N / Shift+N")},
    {QT_TRANSLATE_NOOP("Gestures", "Launch ↔ kernel"),
     QT_TRANSLATE_NOOP("Gestures", "] and [ ; arrows are drawn for the selection")},
    {QT_TRANSLATE_NOOP("Gestures", "Search"),
     QT_TRANSLATE_NOOP("Gestures", "/ or Ctrl+F: text or regular expression; Enter / Shift+Enter for the next and "
                                   "previous hit")},
    {QT_TRANSLATE_NOOP("Gestures", "Measure"),
     QT_TRANSLATE_NOOP("Gestures", "M sets a mark; the range's length is shown while dragging")},
    {QT_TRANSLATE_NOOP("Gestures", "Idle time"),
     QT_TRANSLATE_NOOP("Gestures",
                       "C leaves it out of the axis or shows it; G / Shift+G: next / previous gap of a GPU")},
    {QT_TRANSLATE_NOOP("Gestures", "Into a part of the stage chart"),
     QT_TRANSLATE_NOOP("Gestures", "Click lets its kernels stand out; double-click goes into it, Backspace back")},
    {QT_TRANSLATE_NOOP("Gestures", "From a step's bar to the timeline"),
     QT_TRANSLATE_NOOP("Gestures", "Double-click on its name, Ctrl+double-click on the bar, its menu, or Ctrl+Enter in "
                                   "the table; back: menu of the annotation")},
    {QT_TRANSLATE_NOOP("Gestures", "Rule for a kernel"),
     QT_TRANSLATE_NOOP("Gestures", "The menu of a slice, a table's row or the selection")},
    {QT_TRANSLATE_NOOP("Gestures", "Pin, hide, filter, collapse rows"),
     QT_TRANSLATE_NOOP("Gestures", "The row's header and its menu")},
    {QT_TRANSLATE_NOOP("Gestures", "From panel to panel"),
     QT_TRANSLATE_NOOP("Gestures",
                       "Ctrl+Tab / Ctrl+Shift+Tab, Ctrl+PgDn / Ctrl+PgUp; Alt+1 … Alt+9: the first … ninth")},
    {QT_TRANSLATE_NOOP("Gestures", "Show everything again"),
     QT_TRANSLATE_NOOP("Gestures", "Shift+Esc: no range, no single module, nothing highlighted")},
    {QT_TRANSLATE_NOOP("Gestures", "Read the file again"),
     QT_TRANSLATE_NOOP("Gestures", "F5: range and selection stay")},
    {QT_TRANSLATE_NOOP("Gestures", "This table"), QT_TRANSLATE_NOOP("Gestures", "? or F1")},
};

} // namespace

void showGestures(QWidget *parent)
{
    const QString id = QStringLiteral("gestures");
    auto *dialog = parent->findChild<QDialog *>(id);
    if (!dialog) {
        dialog = new QDialog(parent);
        dialog->setObjectName(id);
        dialog->setWindowTitle(QCoreApplication::translate("Gestures", "Keys and gestures"));
        auto *grid = new QGridLayout(dialog);
        grid->setHorizontalSpacing(24);
        grid->setVerticalSpacing(8);
        grid->setContentsMargins(20, 16, 20, 16);
        int row = 0;
        for (const Gesture &gesture : gestures) {
            auto *action = new QLabel(QCoreApplication::translate("Gestures", gesture.action), dialog);
            QFont bold = action->font();
            bold.setBold(true);
            action->setFont(bold);
            grid->addWidget(action, row, 0);
            grid->addWidget(new QLabel(QCoreApplication::translate("Gestures", gesture.how), dialog), row++, 1);
        }
        auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
        QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
        grid->addWidget(buttons, row, 0, 1, 2);
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

} // namespace ws
