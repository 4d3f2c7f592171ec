#include "widgets/toolkit/elidingheader.h"

#include "widgets/toolkit/apartnames.h"

#include <QStyleOptionHeader>

#include <algorithm>
#include <utility>

namespace ws {
namespace {

/// The place of the blank before the unit in parentheses; -1: there is none.
qsizetype unitOf(const QString &title)
{
    return title.endsWith(u')') ? title.lastIndexOf(QLatin1String(" (")) : -1;
}

/// "Media (µs)" → {"Media", "(µs)"}
std::pair<QString, QString> inLines(const QString &title)
{
    const qsizetype open = unitOf(title);
    return open > 0 ? std::pair(title.left(open), title.mid(open + 1)) : std::pair(title, QString());
}

QStringList withoutUnits(QStringList titles)
{
    for (QString &title : titles)
        title = title.left(unitOf(title));
    return titles;
}

int widestLine(const QString &title, const QFontMetrics &metrics)
{
    const auto [name, unit] = inLines(title);
    return std::max(metrics.horizontalAdvance(name), metrics.horizontalAdvance(unit));
}

} // namespace

ElidingHeader::ElidingHeader(QWidget *parent) : QHeaderView(Qt::Horizontal, parent)
{
    setSectionsClickable(true); // as in QTableView's default header
}

void ElidingHeader::initStyleOptionForIndex(QStyleOptionHeader *option, int logicalIndex) const
{
    QHeaderView::initStyleOptionForIndex(option, logicalIndex);
    const int missing = sectionSizeFromContents(logicalIndex).width() - sectionSize(logicalIndex);
    if (m_unitsBelow) {
        auto [name, unit] = inLines(option->text);
        if (const int room = widestLine(option->text, option->fontMetrics) - missing; missing > 0)
            name = m_namesInTwoLines ? nameInTwoLines(name, option->fontMetrics, room, titles())
                                     : fittingTitle(name, option->fontMetrics, room, titles());
        option->text = unit.isEmpty() ? name : name + u'\n' + unit;
        return;
    }
    if (missing <= 0)
        return;
    const int room = option->fontMetrics.horizontalAdvance(option->text) - missing;
    option->text = fittingTitle(option->text, option->fontMetrics, room, titles());
}

QSize ElidingHeader::sectionSizeFromContents(int logicalIndex) const
{
    QSize size = QHeaderView::sectionSizeFromContents(logicalIndex);
    size.setWidth(titleWidth(logicalIndex, m_unitsBelow));
    if (m_unitsBelow)
        size.rheight() += fontMetrics().lineSpacing() * (m_namesInTwoLines ? 2 : 1);
    return size;
}

void ElidingHeader::setUnitsBelow(bool below)
{
    setLines(m_unitsBelow, below);
}

void ElidingHeader::setNamesInTwoLines(bool inTwo)
{
    setLines(m_namesInTwoLines, inTwo);
}

void ElidingHeader::setLines(bool &lines, bool value)
{
    if (std::exchange(lines, value) == value || count() == 0)
        return;
    headerDataChanged(orientation(), 0, count() - 1);
    emit geometriesChanged(); // it is higher or lower now
}

int ElidingHeader::titleWidth(int section, bool unitsBelow) const
{
    const int whole = QHeaderView::sectionSizeFromContents(section).width();
    if (!unitsBelow || !model())
        return whole;
    const QString title = model()->headerData(section, orientation()).toString();
    return whole - fontMetrics().horizontalAdvance(title) + widestLine(title, fontMetrics());
}

QStringList ElidingHeader::titles() const
{
    QStringList titles;
    for (int section = 0; section < count(); ++section)
        if (!isSectionHidden(section))
            titles << model()->headerData(section, orientation()).toString();
    return titles;
}

QString fittingTitle(const QString &title, const QFontMetrics &metrics, int room, const QStringList &all)
{
    if (metrics.horizontalAdvance(title) <= room)
        return title;
    const QStringList names = withoutUnits(all);
    const qsizetype open = unitOf(title);
    if (open <= 0)
        return cutApart(title, names, metrics, room);
    const QString name = title.left(open), unit = title.mid(open);
    const int forName = room - metrics.horizontalAdvance(unit);
    if (forName < metrics.averageCharWidth() * 4) // the unit alone says nothing
        return cutApart(name, names, metrics, room);
    return cutApart(name, names, metrics, forName) + unit;
}

QString nameInTwoLines(const QString &name, const QFontMetrics &metrics, int room, const QStringList &all)
{
    const auto fits = [&](const QString &text) { return metrics.horizontalAdvance(text) <= room; };
    if (fits(name))
        return name;
    qsizetype most = 0;
    while (fits(name.left(most + 1)))
        ++most;
    const QStringList names = withoutUnits(all);
    if (most == 0)
        return cutApart(name, names, metrics, room);
    if (most > 1 && name[most - 1].isHighSurrogate())
        --most;
    qsizetype word = most;
    while (word > most / 2 && name[word - 1].isLetterOrNumber())
        --word;
    const QString bare = withoutSuffixes(name);
    const bool isAlone = std::ranges::none_of(
        names, [&](const QString &other) { return other != name && withoutSuffixes(other) == bare; });
    for (const QString &text : {name, isAlone ? bare : name})
        for (const qsizetype end : {word, most})
            if (end > most / 2 && fits(text.mid(end)))
                return text.left(end) + u'\n' + text.mid(end);
    const QString first = name.left(word > most / 2 ? word : most);
    QStringList rests;
    for (const QString &other : names)
        if (other.startsWith(first))
            rests << other.mid(first.size());
    return first + u'\n' + cutApart(name.mid(first.size()), rests, metrics, room);
}

} // namespace ws
