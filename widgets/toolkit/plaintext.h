#pragma once
// Shows texts of a file as plain text. Qt takes a text that looks like HTML for HTML, in tool tips, labels and message
// boxes: a kernel called <img src='/dev/zero'> would make the window read that file. Every text with a name or a path
// in it goes through here.

#include <QMessageBox>
#include <QString>

class QLabel;

namespace ws {

/// A plain text for a tool tip, in lines of a readable width; a very long one is cut and says so.
QString plainToolTip(const QString &text);

/// A label that never interprets its text.
QLabel *plainLabel(const QString &text, QWidget *parent);
inline QLabel *plainLabel(QWidget *parent)
{
    return plainLabel({}, parent);
}

/// QMessageBox's functions of these names, with plain text.
void warnPlainly(QWidget *parent, const QString &title, const QString &text);
void informPlainly(QWidget *parent, const QString &title, const QString &text);
QMessageBox::StandardButton askPlainly(QWidget *parent, const QString &title, const QString &text,
                                       QMessageBox::StandardButtons buttons = QMessageBox::Yes | QMessageBox::No,
                                       QMessageBox::StandardButton preset = QMessageBox::NoButton);

} // namespace ws
