#pragma once
// Texts of a file are shown as they are. Qt takes a text that looks like HTML for HTML, in tool tips, labels and
// message boxes: a kernel called <img src='/dev/zero'> would make the window read that file. Whatever may hold a name,
// a path or a sentence with one of them in it goes through here.

#include <QMessageBox>
#include <QString>

class QLabel;

namespace ws {

/// A text that a tool tip shows as it is, in lines of a readable width; what is very long is cut and says so.
QString plainToolTip(const QString &text);

/// A label that never interprets its text.
QLabel *plainLabel(const QString &text, QWidget *parent);
inline QLabel *plainLabel(QWidget *parent)
{
    return plainLabel({}, parent);
}

/// QMessageBox's functions of these names, with the text as it is.
void warnPlainly(QWidget *parent, const QString &title, const QString &text);
void informPlainly(QWidget *parent, const QString &title, const QString &text);
QMessageBox::StandardButton askPlainly(QWidget *parent, const QString &title, const QString &text,
                                       QMessageBox::StandardButtons buttons = QMessageBox::Yes | QMessageBox::No,
                                       QMessageBox::StandardButton preset = QMessageBox::NoButton);

} // namespace ws
