#include "widgets/timeline/rowheader.h"

#include "core/base/format.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "core/readers/chrome/chosenrows.h"
#include "widgets/session/whatif.h"
#include "widgets/timeline/slicemenu.h"
#include "widgets/timeline/tellingnames.h"
#include "widgets/timeline/valuetext.h"
#include "widgets/toolkit/elidedonce.h"
#include "widgets/toolkit/plaintext.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QSettings>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <map>

namespace ws {
namespace {

constexpr int resizeEdge = 5; ///< pixels at the right that resize
constexpr int textInset = 8;
constexpr int triangle = 16; ///< room for the triangle
constexpr int indent = 12;   ///< of sections within their group

bool canFold(const LayoutSection &section)
{
    return section.folded || section.rowCount > 1;
}

} // namespace

RowHeader::RowHeader(TimelineState *state, QWidget *parent) : QWidget(parent), m_state(state)
{
    setMouseTracking(true);
    setFixedWidth(preferredWidth);
    setAccessibleName(tr("Row names"));
    for (auto signal : {&TimelineState::layoutChanged, &TimelineState::dataChanged, &TimelineState::scrolled,
                        &TimelineState::busyChanged, &TimelineState::coloursChanged})
        connect(state, signal, this, qOverload<>(&QWidget::update));
    for (auto signal : {&TimelineState::layoutChanged, &TimelineState::dataChanged})
        connect(state, signal, this, [this] { m_hasParts = false; });
}

void RowHeader::change(const std::function<void(LayoutChoices &)> &edit)
{
    LayoutChoices choices = m_state->choices();
    edit(choices);
    m_state->setChoices(std::move(choices));
}

RowHeader::Place RowHeader::placeAt(int y) const
{
    const RowLayout &layout = m_state->layout();
    const int at = m_state->view().layoutY(layout, y);
    const size_t section = layout.sectionAt(at);
    if (section != SIZE_MAX)
        return {layout.sections[section].group, section};
    const size_t row = layout.rowAt(at);
    return row == SIZE_MAX ? Place{} : Place{layout.rows[row].group, SIZE_MAX};
}

void RowHeader::paintEvent(QPaintEvent *)
{
    const Palette &palette = Palette::current();
    QPainter painter(this);
    painter.fillRect(rect(), QColor(palette.base));
    QFont small = font();
    small.setPointSizeF(9);
    painter.setFont(small);
    const int pinned = std::min(m_state->layout().pinnedHeight, height());
    paintBand(painter, pinned, height(), false);
    if (pinned > 0) {
        painter.fillRect(0, 0, width(), pinned, QColor(palette.base));
        paintBand(painter, 0, pinned, true);
        painter.setPen(QColor(palette.muted));
        painter.drawLine(0, pinned - 1, width(), pinned - 1);
    }
    painter.setPen(QColor(palette.hairline));
    painter.drawLine(width() - 1, 0, width() - 1, height());
}

void RowHeader::paintBand(QPainter &painter, int top, int bottom, bool pinned)
{
    const RowLayout &layout = m_state->layout();
    const Palette &palette = Palette::current();
    const int shift = pinned ? 0 : m_state->view().scroll;
    painter.setClipRect(0, top, width(), bottom - top);
    auto group = std::partition_point(layout.groups.begin(), layout.groups.end(),
                                      [&](const LayoutGroup &g) { return g.y + g.height <= top + shift; });
    for (; group != layout.groups.end() && group->y - shift < bottom; ++group) {
        const auto index = group - layout.groups.begin();
        const int y = group->y - shift;
        painter.fillRect(0, y, width(), group->height, QColor(index % 2 ? palette.alternate : palette.base));
        if (group->kind != LayoutGroup::Pinned)
            paintGroup(painter, *group, y);
    }
    auto section = std::partition_point(layout.sections.begin(), layout.sections.end(),
                                        [&](const LayoutSection &s) { return s.y + s.height <= top + shift; });
    for (; section != layout.sections.end() && section->y - shift < bottom; ++section)
        paintSection(painter, *section, section->y - shift, top);
    painter.setClipping(false);
}

void RowHeader::paintTriangle(QPainter &painter, int x, int y, bool folded)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(Palette::current().muted));
    const QPointF c(x + 4, y);
    painter.drawPolygon(folded ? QPolygonF{c + QPointF(-2, -4), c + QPointF(3, 0), c + QPointF(-2, 4)}
                               : QPolygonF{c + QPointF(-4, -2), c + QPointF(4, -2), c + QPointF(0, 3)});
    painter.restore();
}

void RowHeader::paintGroup(QPainter &painter, const LayoutGroup &group, int y)
{
    const Palette &palette = Palette::current();
    painter.setPen(QColor(palette.hairline));
    if (group.y > 0)
        painter.drawLine(0, y, width(), y);
    paintTriangle(painter, textInset, y + rowheight::heading / 2, group.folded);
    QFont bold = painter.font();
    const QFont normal = bold;
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(QColor(palette.text));
    QRect room(textInset + triangle, y, width() - 2 * textInset - triangle, rowheight::heading);
    const QString title = groupTitle(*m_state->data(), group);
    if (group.kind == LayoutGroup::Gpu && m_state->data()->deviceIndex(group.pid) != SIZE_MAX) {
        const QString axis = tr("busy, 0–100 %");
        const int least = painter.fontMetrics().horizontalAdvance(title);
        painter.setFont(normal);
        painter.setPen(QColor(palette.muted));
        const int wide = painter.fontMetrics().horizontalAdvance(axis);
        if (least + textInset + wide <= room.width()) {
            painter.drawText(room, Qt::AlignVCenter | Qt::AlignRight, axis);
            room.setRight(room.right() - wide - textInset);
        }
        painter.setFont(bold);
        painter.setPen(QColor(palette.text));
    }
    painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft, elidedOnce(title, painter.fontMetrics(), room.width()));
    painter.setFont(normal);
}

/// The largest value at the top of the row and the lowest at its bottom, as the curve shows them; returns their width.
int RowHeader::paintAxis(QPainter &painter, const LayoutSection &section, int y) const
{
    const Run &run = *m_state->data()->run;
    const CounterAxis axis = counterAxis(run, run.timeline.counters[section.id.index]);
    const QFont normal = painter.font();
    QFont small = normal;
    small.setPointSizeF(7.5);
    painter.setFont(small);
    const QFontMetrics metrics = painter.fontMetrics();
    const int wide = std::max(metrics.horizontalAdvance(axis.highText), metrics.horizontalAdvance(axis.lowText));
    const QRect room(width() - textInset - wide, y + 1, wide, section.height - 2);
    painter.setPen(QColor(Palette::current().muted));
    painter.drawText(room, Qt::AlignTop | Qt::AlignRight, axis.highText);
    if (room.height() >= 2 * metrics.height())
        painter.drawText(room, Qt::AlignBottom | Qt::AlignRight, axis.lowText);
    painter.setFont(normal);
    return wide;
}

void RowHeader::findTellingParts()
{
    m_hasParts = true;
    m_tellingParts.clear();
    std::map<SectionId::Kind, std::pair<std::vector<uint64_t>, std::vector<std::string>>> kinds;
    for (const LayoutSection &section : m_state->layout().sections) {
        auto &[keys, titles] = kinds[section.id.kind];
        keys.push_back(section.id.key());
        titles.push_back(shownTitle(*m_state->data(), section).toStdString());
    }
    for (const auto &[kind, rows] : kinds) {
        const auto &[keys, titles] = rows;
        const std::vector<QString> parts = tellingParts(std::vector<std::string_view>(titles.begin(), titles.end()));
        for (size_t i = 0; i < keys.size(); ++i)
            m_tellingParts.insert(keys[i], parts[i]);
    }
}

/// Two different rows never look alike where there is room for what tells them apart.
QString RowHeader::nameIn(const LayoutSection &section, const QFontMetrics &metrics, int room)
{
    if (!m_hasParts)
        findTellingParts();
    const QString title = shownTitle(*m_state->data(), section);
    const QString name = nameWithPart(title, m_tellingParts.value(section.id.key()), metrics, room);
    return name.isEmpty() ? elidedOnce(title, metrics, room) : name;
}

/// The name of a curve that is whole in two lines, not in one.
bool RowHeader::isInTwoLines(const LayoutSection &section, const QFontMetrics &metrics, int room) const
{
    if (section.id.kind != SectionId::Counter)
        return false;
    const QString title = shownTitle(*m_state->data(), section);
    const QRect text = metrics.boundingRect(QRect(0, 0, room, section.height), Qt::TextWordWrap, title);
    return metrics.horizontalAdvance(title) > room && text.width() <= room && text.height() <= section.height;
}

/// `top`: of what is visible; the name of a deep thread stays there while its first row is above it.
void RowHeader::paintSection(QPainter &painter, const LayoutSection &section, int y, int top)
{
    const Palette &palette = Palette::current();
    const int line = std::min(section.height, rowheight::gpuLane);
    if (section.id.kind == SectionId::Track)
        y = std::clamp(top, y, y + section.height - line);
    if (canFold(section))
        paintTriangle(painter, textInset + indent, y + line / 2, section.folded);
    const float busy = section.id.kind == SectionId::Track ? m_state->busyOfTrack(section.id.index) : -1;
    int right = width() - textInset;
    if (section.id.kind == SectionId::Counter)
        right -= paintAxis(painter, section, y) + textInset;
    if (busy >= 0) {
        const QString text = formatPercent(double(busy));
        const int room = painter.fontMetrics().horizontalAdvance(text);
        painter.setPen(QColor(palette.muted));
        painter.drawText(QRect(right - room, y, room, line), Qt::AlignVCenter | Qt::AlignRight, text);
        right -= room + textInset;
    }
    const int left = textInset + indent + triangle;
    painter.setPen(QColor(palette.text));
    if (const int room = right - left; !isInTwoLines(section, painter.fontMetrics(), room))
        painter.drawText(QRect(left, y, room, line), Qt::AlignVCenter | Qt::AlignLeft,
                         nameIn(section, painter.fontMetrics(), room));
    else
        painter.drawText(QRect(left, y, room, section.height), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextWordWrap,
                         shownTitle(*m_state->data(), section));
}

QString RowHeader::toolTipAt(int y) const
{
    const Place place = placeAt(y);
    if (place.group == SIZE_MAX)
        return {};
    const RowLayout &layout = m_state->layout();
    if (place.section == SIZE_MAX) {
        const LayoutGroup &group = layout.groups[place.group];
        const QString title = groupTitle(*m_state->data(), group);
        if (group.kind == LayoutGroup::Gpu && m_state->data()->deviceIndex(group.pid) != SIZE_MAX)
            return title + QLatin1Char('\n') +
                   tr("The curve is the share of the time in which one of its streams works.");
        QFont bold = font();
        bold.setPointSizeF(9);
        bold.setBold(true);
        const bool isWhole = QFontMetrics(bold).horizontalAdvance(title) <= width() - 2 * textInset - triangle;
        return isWhole ? QString() : title;
    }
    return sectionText(*m_state, layout.sections[place.section]);
}

QString RowHeader::sectionText(const TimelineState &state, const LayoutSection &section)
{
    const Run &run = *state.data()->run;
    QString text = shownTitle(*state.data(), section);
    const float busy = section.id.kind == SectionId::Track ? state.busyOfTrack(section.id.index) : -1;
    if (busy >= 0) {
        const QString length = formatDuration(state.busyRange().length());
        const QString sentence =
            state.context().range() ? tr("busy for %1 of the selected range (%2)")
            : state.data()->hasGpu()
                ? forDevice(tr("busy for %1 of the time from the first to the last GPU activity (%2)"), run)
                : tr("busy for %1 of the whole run (%2)");
        text += QLatin1Char('\n') + sentence.arg(formatPercent(double(busy)), length);
    }
    if (section.id.kind == SectionId::Track && isUncountedRow(run, run.timeline.tracks[section.id.index]))
        text +=
            QLatin1Char('\n') + forDevice(tr("Shown with its own busy time; in none of the sums of GPU work."), run);
    if (section.id.kind == SectionId::Path)
        text += QLatin1Char('\n') +
                (section.id.index == 0
                     ? tr("What decides the length, by the replay: each stretch could not begin "
                          "before the one in front of it was over.")
                     : tr("The replay does not reproduce the recording, so this may not be what decides the length. "
                          "The Replay tab says why."));
    if (section.id.kind == SectionId::Counter) {
        const CounterSeries &series = run.timeline.counters[section.id.index];
        const CounterAxis axis = counterAxis(run, series);
        text += QLatin1Char('\n') + tr("from %1 to %2").arg(axis.lowText, axis.highText);
    }
    return text;
}

bool RowHeader::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    auto *help = static_cast<QHelpEvent *>(event);
    QToolTip::showText(help->globalPos(), m_state->data() ? plainToolTip(toolTipAt(help->pos().y())) : QString(), this);
    return true;
}

void RowHeader::toggleFold(size_t group, size_t section)
{
    const RowLayout &layout = m_state->layout();
    if (group >= layout.groups.size())
        return;
    const bool whole = section == SIZE_MAX;
    const uint64_t key = whole ? layout.groups[group].key() : layout.sections[section].id.key();
    change([&](LayoutChoices &choices) {
        auto &folded = whole ? choices.foldedGroups : choices.foldedSections;
        if (!folded.erase(key))
            folded.insert(key);
    });
}

void RowHeader::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (event->position().x() >= width() - resizeEdge) {
        m_resizing = true;
        return;
    }
    const Place place = placeAt(static_cast<int>(event->position().y()));
    const bool onTriangle = event->position().x() < textInset + indent + triangle;
    if (place.section == SIZE_MAX || (onTriangle && canFold(m_state->layout().sections[place.section])))
        toggleFold(place.group, place.section);
}

void RowHeader::mouseMoveEvent(QMouseEvent *event)
{
    if (m_resizing)
        emit widthWanted(static_cast<int>(event->position().x()));
    else
        setCursor(event->position().x() >= width() - resizeEdge ? Qt::SplitHCursor : Qt::ArrowCursor);
}

void RowHeader::mouseReleaseEvent(QMouseEvent *)
{
    m_resizing = false;
}

void RowHeader::wheelEvent(QWheelEvent *event)
{
    event->accept();
    m_state->setScroll(m_state->view().scroll - event->angleDelta().y() / 2);
}

/// In a Chrome trace of a writer that is not known: whether the row is a stream of a GPU. Rows are known by their
/// names, in all files.
void RowHeader::addGpuChoice(QMenu &menu, const LayoutSection &section)
{
    if (section.id.kind != SectionId::Track || !m_state->data())
        return;
    const Run &run = *m_state->data()->run;
    const Track &track = run.timeline.tracks[section.id.index];
    const QString name = toText(run.text(track.label ? track.label : track.tid));
    const bool isChosen = gpuRows().contains(name);
    const auto isOfChoice = [&](const Track &one) {
        return one.kind == TrackKind::GpuStream &&
               gpuRows().contains(toText(run.text(one.label ? one.label : one.tid)));
    };
    const bool isRow = track.kind == TrackKind::CpuThread
                           ? rowsWithoutGpu(run) || std::ranges::any_of(run.timeline.tracks, isOfChoice)
                           : isChosen;
    const bool isTrace = run.info.format == "chrome" || run.info.format == "kineto";
    if (!isRow || !isTrace || name.isEmpty())
        return;
    QAction *action = menu.addAction(tr("This row is a &GPU stream"));
    action->setCheckable(true);
    action->setChecked(isChosen);
    connect(action, &QAction::triggered, this, [this, name](bool on) {
        QStringList rows = gpuRows();
        rows.removeAll(name);
        if (on)
            rows << name;
        setGpuRows(rows);
        QSettings().setValue(QLatin1String(gpuRowsSetting), rows);
        emit gpuRowsChanged();
    });
}

void RowHeader::fillMenu(QMenu &menu, size_t group, size_t section)
{
    const LayoutChoices &choices = m_state->choices();
    endWithData(menu, m_state);
    connect(m_state, &TimelineState::layoutChanged, &menu, &QMenu::close); // rows are identified by number
    if (section != SIZE_MAX) {
        const LayoutSection &here = m_state->layout().sections[section];
        const uint64_t key = here.id.key();
        if (canFold(here))
            menu.addAction(here.folded ? tr("&Unfold") : tr("&Fold to one row"), this,
                           [this, group, section] { toggleFold(group, section); });
        menu.addAction(here.pinned ? tr("Un&pin") : tr("&Pin to the top"), this, [this, key, here] {
            change([&](LayoutChoices &c) {
                if (here.pinned)
                    std::erase(c.pinned, key);
                else
                    c.pinned.push_back(key);
            });
        });
        menu.addAction(tr("&Hide"), this, [this, key] { change([&](LayoutChoices &c) { c.hidden.insert(key); }); });
        addGpuChoice(menu, here);
        if (here.id.kind == SectionId::Track)
            addRankWhatIfs(menu, m_state->context(), m_state->run()->timeline.tracks[here.id.index]);
    } else if (group != SIZE_MAX && m_state->layout().groups[group].kind != LayoutGroup::Pinned) {
        menu.addAction(m_state->layout().groups[group].folded ? tr("&Unfold") : tr("&Fold"), this,
                       [this, group] { toggleFold(group, SIZE_MAX); });
    }
    if (m_state->layout().hiddenCount > 0)
        menu.addAction(tr("&Show all rows (%n hidden)", nullptr, static_cast<int>(m_state->layout().hiddenCount)),
                       m_state, &TimelineState::showAllRows);
    menu.addSeparator();
    menu.addAction(tr("Fold all &groups"), this, [this] {
        change([this](LayoutChoices &c) {
            for (const LayoutGroup &g : m_state->layout().groups)
                c.foldedGroups.insert(g.key());
        });
    });
    menu.addAction(tr("Unfold &all"), this, [this] {
        change([](LayoutChoices &c) {
            c.foldedGroups.clear();
            c.foldedSections.clear();
        });
    });
    QAction *python = menu.addAction(tr("Python frames"));
    python->setCheckable(true);
    python->setChecked(choices.python);
    connect(python, &QAction::toggled, this, [this](bool on) { change([on](LayoutChoices &c) { c.python = on; }); });
}

void RowHeader::contextMenuEvent(QContextMenuEvent *event)
{
    const Place place = placeAt(event->pos().y());
    QMenu menu(this);
    fillMenu(menu, place.group, place.section);
    menu.exec(event->globalPos());
}

} // namespace ws
