#include "app/window/scrollplaces.h"

#include <QAbstractScrollArea>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QScrollBar>
#include <QToolButton>

namespace ws {
namespace {

/// The classes and names from the window to the widget, each with its number among equal siblings.
QString pathOf(const QWidget *widget, const QWidget &window)
{
    QString path;
    for (; widget && widget != &window; widget = widget->parentWidget()) {
        const auto keyOf = [](const QObject *of) {
            return QLatin1String(of->metaObject()->className()) + u'#' + of->objectName();
        };
        int number = 0;
        for (const QObject *sibling : widget->parent() ? widget->parent()->children() : QObjectList()) {
            if (sibling == widget)
                break;
            number += keyOf(sibling) == keyOf(widget);
        }
        path.prepend(u'/' + keyOf(widget) + QString::number(number));
    }
    return path;
}

bool isPopupList(const QWidget *widget)
{
    return widget->parentWidget() && qobject_cast<const QComboBox *>(widget->parentWidget()->parentWidget());
}

/// Tables that are filled again begin at their first row, maybe more than once; the place of the user's own hand
/// counts.
void restore(QScrollBar *bar, int value)
{
    if (value <= 0)
        return;
    constexpr int longestMs = 10'000;
    auto *keeper = new QObject(bar);
    QElapsedTimer since;
    since.start();
    QObject::connect(bar, &QScrollBar::actionTriggered, keeper, &QObject::deleteLater);
    QObject::connect(
        bar, &QScrollBar::rangeChanged, keeper,
        [bar, value, since, keeper](int, int max) {
            if (since.hasExpired(longestMs))
                keeper->deleteLater();
            else if (max >= value)
                bar->setValue(value);
        },
        Qt::QueuedConnection); // after the view has laid itself out
    bar->setValue(value);
}

} // namespace

ScrollPlaces::ScrollPlaces(const QWidget &window)
{
    for (const auto *area : window.findChildren<QAbstractScrollArea *>())
        if (const QPoint at(area->horizontalScrollBar()->value(), area->verticalScrollBar()->value());
            !at.isNull() && !isPopupList(area))
            m_places.emplace(pathOf(area, window), at);
    for (const auto *field : window.findChildren<QLineEdit *>()) {
        if (field->text().isEmpty() || !field->isClearButtonEnabled()) // others are no searches
            continue;
        m_searches.emplace(pathOf(field, window), field->text());
        for (const auto *button : field->parentWidget()->findChildren<QToolButton *>(Qt::FindDirectChildrenOnly))
            if (button->isCheckable())
                m_switches.emplace(pathOf(button, window), button->isChecked());
    }
}

void ScrollPlaces::restoreIn(QWidget *window) const
{
    for (auto *button : m_switches.empty() ? QList<QToolButton *>() : window->findChildren<QToolButton *>())
        if (const auto found = m_switches.find(pathOf(button, *window)); found != m_switches.end())
            button->setChecked(found->second);
    for (auto *field : m_searches.empty() ? QList<QLineEdit *>() : window->findChildren<QLineEdit *>())
        if (const auto found = m_searches.find(pathOf(field, *window)); found != m_searches.end())
            field->setText(found->second);
    if (m_places.empty())
        return;
    for (const auto *area : window->findChildren<QAbstractScrollArea *>())
        if (const auto at = m_places.find(pathOf(area, *window)); at != m_places.end()) {
            restore(area->horizontalScrollBar(), at->second.x());
            restore(area->verticalScrollBar(), at->second.y());
        }
}

} // namespace ws
