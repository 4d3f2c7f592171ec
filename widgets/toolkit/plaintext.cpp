#include "widgets/toolkit/plaintext.h"

#include <QLabel>

namespace ws {
namespace {

QMessageBox::StandardButton show(QMessageBox::Icon icon, QWidget *parent, const QString &title, const QString &text,
                                 QMessageBox::StandardButtons buttons, QMessageBox::StandardButton preset)
{
    QMessageBox box(icon, title, {}, buttons, parent);
    box.setTextFormat(Qt::PlainText); // before the text, so that it is never taken for markup
    box.setText(text);
    box.setDefaultButton(preset);
    return static_cast<QMessageBox::StandardButton>(box.exec());
}

/// Allows line breaks inside a word: names of kernels have few spaces.
QString breakable(const QString &text)
{
    constexpr int widestWord = 80; // characters
    QString broken;
    int word = 0;
    for (const QChar c : text) {
        word = c.isSpace() ? 0 : word + 1;
        broken += c;
        if (word == widestWord && !c.isHighSurrogate()) {
            broken += QChar(0x200b); // a space without width
            word = 0;
        }
    }
    return broken;
}

} // namespace

QString plainToolTip(const QString &text)
{
    constexpr qsizetype longest = 4'000; // characters: some forty lines
    constexpr qsizetype oneLine = 100;   // text that needs no wrapping is unchanged
    if (text.size() <= oneLine && !Qt::mightBeRichText(text))
        return text;
    const QString shown = text.size() > longest ? text.left(longest) + u'…' : text;
    QString escaped = breakable(shown).toHtmlEscaped();
    escaped.replace(u'\n', QLatin1String("<br>"));
    return QStringLiteral("<qt>%1</qt>").arg(escaped);
}

QLabel *plainLabel(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
    return label;
}

void warnPlainly(QWidget *parent, const QString &title, const QString &text)
{
    show(QMessageBox::Warning, parent, title, text, QMessageBox::Ok, QMessageBox::Ok);
}

void informPlainly(QWidget *parent, const QString &title, const QString &text)
{
    show(QMessageBox::Information, parent, title, text, QMessageBox::Ok, QMessageBox::Ok);
}

QMessageBox::StandardButton askPlainly(QWidget *parent, const QString &title, const QString &text,
                                       QMessageBox::StandardButtons buttons, QMessageBox::StandardButton preset)
{
    return show(QMessageBox::Question, parent, title, text, buttons, preset);
}

} // namespace ws
