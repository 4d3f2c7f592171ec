#pragma once
// Every widget of a window with real runs, for tests of texts, names and sizes.

#include "tests/support/mainwindowtest.h"
#include "widgets/toolkit/backgroundjob.h"

#include "app/window/startpage.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>
#include <QTabBar>
#include <QTextDocumentFragment>
#include <QTextEdit>

#include <functional>

namespace ws::test {

/// Until nothing loads, computes or waits to be laid out.
inline void settleAll(MainWindow &window)
{
    for (int quiet = 0; quiet < 3;) {
        QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QTest::qWait(1);
        analysisPool()->waitForDone();
        quiet = window.isLoading() || analysisPool()->activeThreadCount() > 0 ? 0 : quiet + 1;
    }
    // A timer of the last turn may have set a text: its layout is still asked for, and each layout may ask for another.
    for (int nested = 0; nested < 8; ++nested)
        QApplication::sendPostedEvents();
}

/// "MainWindow/Workspace#x/QLabel", for messages.
inline std::string placeOf(const QWidget *widget)
{
    QStringList path;
    for (; widget; widget = widget->parentWidget())
        path.prepend(QLatin1String(widget->metaObject()->className()) +
                     (widget->objectName().isEmpty() ? QString() : u'#' + widget->objectName()));
    return path.join(u'/').toStdString();
}

inline QString plainOf(const QString &text)
{
    return Qt::mightBeRichText(text) ? QTextDocumentFragment::fromHtml(text).toPlainText() : text;
}

inline QString withoutMnemonic(QString text)
{
    static const QRegularExpression inBrackets(QStringLiteral("\\(&[A-Z0-9]\\)"));
    return text.remove(inBrackets)
        .replace(QStringLiteral("&&"), QStringLiteral("\x1"))
        .remove(u'&')
        .replace(u'\x1', u'&');
}

struct ShownText
{
    std::string place;
    QString text;
    bool isData = false; ///< of a table's cells
};

class TextsOfWindow
{
public:
    explicit TextsOfWindow(const QWidget &window)
    {
        add(window);
        for (const QWidget *widget : window.findChildren<QWidget *>())
            if (widget->isVisible() || qobject_cast<const QMenu *>(widget))
                add(*widget);
        for (const QWidget *other : QApplication::topLevelWidgets())
            if (other != &window && other->isVisible() && !other->inherits("QTipLabel")) {
                add(*other);
                for (const QWidget *widget : other->findChildren<QWidget *>())
                    if (widget->isVisible())
                        add(*widget);
            }
    }
    const std::vector<ShownText> &all() const { return m_texts; }

private:
    void put(const QWidget &of, const QString &text, bool isData = false)
    {
        for (const QWidget *above = &of; above; above = above->parentWidget()) // the file names them
            isData = isData || above->inherits("ws::TablesPanel");
        if (const QString plain = plainOf(text).trimmed(); !plain.isEmpty())
            m_texts.push_back({placeOf(&of), plain, isData});
    }

    void add(const QWidget &widget)
    {
        for (const QString &text : {widget.windowTitle(), widget.toolTip(), widget.statusTip(), widget.whatsThis(),
                                    widget.accessibleName(), widget.accessibleDescription()})
            put(widget, text);
        for (const QAction *action : widget.actions())
            for (const QString &text : {action->text(), action->iconText(), action->toolTip(), action->statusTip()})
                put(widget, withoutMnemonic(text));
        if (const auto *label = qobject_cast<const QLabel *>(&widget))
            put(widget, withoutMnemonic(label->text()));
        if (const auto *button = qobject_cast<const QAbstractButton *>(&widget))
            put(widget, withoutMnemonic(button->text()));
        if (const auto *group = qobject_cast<const QGroupBox *>(&widget))
            put(widget, withoutMnemonic(group->title()));
        if (const auto *edit = qobject_cast<const QLineEdit *>(&widget))
            put(widget, edit->placeholderText());
        if (const auto *text = qobject_cast<const QTextEdit *>(&widget))
            put(widget, text->toPlainText());
        if (const auto *box = qobject_cast<const QComboBox *>(&widget))
            for (int i = 0; i < box->count(); ++i)
                put(widget, box->itemText(i));
        if (const auto *tabs = qobject_cast<const QTabBar *>(&widget))
            for (int i = 0; i < tabs->count(); ++i)
                for (const QString &text : {tabs->tabText(i), tabs->tabToolTip(i)})
                    put(widget, withoutMnemonic(text));
        if (const auto *view = qobject_cast<const QAbstractItemView *>(&widget); view && view->model())
            addModel(*view);
    }

    void addModel(const QAbstractItemView &view)
    {
        const QAbstractItemModel &model = *view.model();
        if (qobject_cast<const QHeaderView *>(&view))
            return;
        for (int column = 0; column < model.columnCount(); ++column) {
            for (const int role : {Qt::DisplayRole, Qt::ToolTipRole})
                put(view, model.headerData(column, Qt::Horizontal, role).toString());
            for (int row = 0; row < std::min(30, model.rowCount()); ++row)
                for (const int role : {Qt::DisplayRole, Qt::ToolTipRole})
                    put(view, model.index(row, column).data(role).toString(), true);
        }
    }

    std::vector<ShownText> m_texts;
};

/// Each panel in front, one after the other.
inline void forEachPanel(MainWindow &window, const std::function<void(const QString &id)> &look)
{
    for (const QString &id : window.panelIds()) {
        window.showPanel(id);
        settleAll(window);
        look(id);
    }
}

} // namespace ws::test
