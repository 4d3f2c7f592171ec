#include "widgets/timeline/stagelegend.h"

#include "core/analysis/stages/stageclassifier.h"
#include "core/base/texts.h"
#include "core/report/replayreport.h"

#include <QMenu>
#include <QPainter>
#include <QPixmap>
#include <QStyleOptionToolButton>
#include <QStylePainter>

#include <map>
#include <utility>

namespace ws {
namespace {

/// A square with room at its left.
QIcon iconOf(QRgb colour)
{
    constexpr int size = 12, inset = 8;
    QPixmap pixmap(size + inset, size + inset);
    pixmap.fill(Qt::transparent);
    QPainter(&pixmap).fillRect(inset, inset / 2, size, size, QColor(colour));
    return QIcon(pixmap);
}

QString titleOf(const StageGroup &group)
{
    const QString stage = toText(group.stage), substage = toText(group.substage);
    return substage.isEmpty() || substage == stage ? stage : stage + QStringLiteral(" · ") + substage;
}

} // namespace

StageLegend::StageLegend(TimelineState *state, QWidget *parent)
    : QToolButton(parent), m_state(state), m_pane(&state->pane()), m_menu(new QMenu(this))
{
    setObjectName(QStringLiteral("legend"));
    setText(tr("Colours"));
    setToolTip(tr("What is shown and its colours; choose one to highlight it"));
    setPopupMode(QToolButton::InstantPopup);
    setAutoRaise(true);
    setFocusPolicy(Qt::TabFocus);
    setMenu(m_menu);
    connect(m_menu, &QMenu::aboutToShow, this, &StageLegend::fill);
    const auto update = [this] {
        m_menu->close(); // it is of the run before
        setEnabled(m_pane->context().classes() != nullptr || m_state->replay());
    };
    connect(m_pane, &Pane::runChanged, this, update);
    connect(m_pane, &Pane::classesChanged, this, update);
    connect(m_state, &TimelineState::replayChanged, this, update);
    update();
}

/// The text stands where the names of the rows below begin.
void StageLegend::paintEvent(QPaintEvent *)
{
    constexpr int inset = 8;
    QStyleOptionToolButton option;
    initStyleOption(&option);
    const QString text = std::exchange(option.text, {});
    QStylePainter painter(this);
    painter.drawComplexControl(QStyle::CC_ToolButton, option);
    painter.drawItemText(rect().adjusted(inset, 0, -inset, 0), Qt::AlignLeft | Qt::AlignVCenter, palette(), isEnabled(),
                         text, QPalette::ButtonText);
}

void StageLegend::fill()
{
    m_menu->clear();
    if (m_state->isBySlack())
        fillShades();
    else
        fillStages();
    if (m_state->layout().replay)
        fillPath();
}

/// GPU work of one shade is highlighted.
void StageLegend::fillShades()
{
    m_menu->addSection(tr("Slack"));
    for (size_t shade = 1; shade < slackShadeCount; ++shade)
        m_menu->addAction(iconOf(slackShadeColour(Palette::current(), SlackShade(shade))),
                          slackShadeText(SlackShade(shade)), this, [this, shade] { light(SlackShade(shade)); });
}

void StageLegend::light(SlackShade shade)
{
    const RunPtr run = m_pane->run();
    if (!m_state->isBySlack() || !run)
        return;
    if (m_pane->context().highlight().title == slackShadeText(shade))
        return m_pane->context().clearHighlight();
    m_lighting.start(
        [replay = m_state->replay(), run, shade](const Progress &progress) {
            return ActivitySet::ofRows(*run, replay->activitiesOf(shade), {0, 1}, {}, &progress);
        },
        [this, run, shade](const auto &set) {
            if (!set)
                return JobErrors::instance().report(set.error());
            if (m_pane->run() == run)
                m_pane->context().setHighlight({slackShadeText(shade), {}, run.get(), *set});
        });
}

/// The kinds of what is on the path; the longest of one is gone to.
void StageLegend::fillPath()
{
    m_menu->addSection(tr("Critical path: to the longest of"));
    std::array<bool, pathPartCount> has{};
    for (const PathPiece &piece : m_state->layout().replay->path())
        has[size_t(piece.part)] = true;
    for (size_t part = 0; part < pathPartCount; ++part)
        if (has[part])
            m_menu->addAction(iconOf(pathPartColour(Palette::current(), PathPart(part))), pathPartText(PathPart(part)),
                              this, [this, part] { showLongest(PathPart(part)); });
}

void StageLegend::showLongest(PathPart part)
{
    const auto &replay = m_state->layout().replay;
    const PathPiece *longest = nullptr;
    if (replay)
        for (const PathPiece &piece : replay->path())
            if (piece.part == part && (!longest || piece.endNs - piece.beginNs > longest->endNs - longest->beginNs))
                longest = &piece;
    if (!longest)
        return;
    RunContext &context = m_pane->context();
    context.select(longest->slice);
    context.showSpan({longest->beginNs, longest->endNs});
}

void StageLegend::fillStages()
{
    const auto &classes = m_pane->context().classes();
    if (!classes)
        return;
    const std::vector<uint32_t> &colours = m_pane->context().colourOfName();
    std::map<uint32_t, QRgb> colourOfGroup; // in the order of the rules
    for (size_t name = 0; name < classes->names->size(); ++name)
        if (const StringId slice = classes->names->sliceName(name); slice < colours.size())
            colourOfGroup.try_emplace(classes->group[name], colours[slice]);
    for (const auto &[group, colour] : colourOfGroup) {
        QString text = titleOf(classes->groups[group]);
        m_menu->addAction(iconOf(colour), text.replace(u'&', QStringLiteral("&&")), this,
                          [this, group = group, classes = std::weak_ptr(classes)] {
                              if (classes.lock() == m_pane->context().classes())
                                  choose(group);
                          });
    }
}

void StageLegend::choose(uint32_t group)
{
    RunContext &context = m_pane->context();
    const auto &classes = context.classes();
    if (!classes || !context.run())
        return;
    const QString title = titleOf(classes->groups[group]);
    if (context.highlight().title == title)
        return context.clearHighlight();
    Highlight highlight{title, std::vector<uint8_t>(context.run()->strings.size()), context.run().get()};
    for (size_t name = 0; name < classes->names->size(); ++name)
        if (classes->group[name] == group)
            highlight.names[classes->names->sliceName(name)] = 1;
    context.setHighlight(std::move(highlight));
}

} // namespace ws
