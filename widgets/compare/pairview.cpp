#include "widgets/compare/pairview.h"

#include "widgets/compare/pairbar.h"
#include "widgets/compare/sidetitle.h"
#include "widgets/toolkit/palette.h"
#include "widgets/toolkit/plaintext.h"

#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

namespace ws {
namespace {

/// Not those of slower and faster, and far apart for every eye.
QRgb colourOfA()
{
    return Palette::current().stage("attention");
}

QRgb colourOfB()
{
    return Palette::current().stage("moe");
}

} // namespace

PairView::PairView(ComparePair *pair, QWidget *first, QWidget *parent)
    : QWidget(parent), m_bar(new PairBar(pair, this)), m_splitter(new QSplitter(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_splitter, 1);
    m_splitter->setHandleWidth(3);
    m_splitter->setChildrenCollapsible(false);
    addPlace(ComparePair::A, first);
    connect(m_bar, &PairBar::stackedWanted, this, &PairView::setStacked);
    setPaired(false);
}

void PairView::addPlace(Side side, QWidget *content)
{
    Place &place = m_places[side];
    place.frame = new QWidget(m_splitter);
    place.content = content;
    place.title = new SideTitle(side == ComparePair::A ? QStringLiteral("A") : QStringLiteral("B"),
                                side == ComparePair::A ? colourOfA : colourOfB, place.frame);
    place.notice = plainLabel(place.frame);
    place.notice->setWordWrap(true);
    place.notice->setContentsMargins(12, 8, 12, 8);
    place.notice->setBackgroundRole(QPalette::ToolTipBase);
    place.notice->setForegroundRole(QPalette::ToolTipText);
    place.notice->setAutoFillBackground(true);
    auto *layout = new QVBoxLayout(place.frame);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(place.title);
    layout->addWidget(place.notice);
    layout->addWidget(content, 1);
    place.notice->hide();
    place.title->setVisible(m_isPaired);
    m_splitter->addWidget(place.frame);
    m_splitter->setStretchFactor(m_splitter->count() - 1, 1);
    connect(place.title, &SideTitle::pressed, this, [this, side] { emit activationWanted(side); });
    connect(place.title, &SideTitle::closeWanted, this, [this, side] { emit closeWanted(side); });
    connect(place.title, &SideTitle::menuWanted, this, [this, side](const QPoint &at) { emit menuWanted(side, at); });
}

bool PairView::hasSecond() const
{
    return m_places[ComparePair::B].frame != nullptr;
}

void PairView::setSecond(QWidget *second)
{
    addPlace(ComparePair::B, second);
    m_places[ComparePair::B].frame->setVisible(m_isPaired);
}

void PairView::setPaired(bool paired)
{
    const bool isNew = paired && !m_isPaired;
    m_isPaired = paired;
    m_bar->setVisible(paired);
    for (const Side side : ComparePair::sides) {
        if (!m_places[side].frame)
            continue;
        m_places[side].title->setVisible(paired);
        m_places[side].frame->setVisible(paired || side == ComparePair::A);
        if (!paired)
            setNotice(side, {});
    }
    if (isNew)
        m_splitter->setSizes({10'000, 10'000});
}

void PairView::setTitle(Side side, const QString &title, const QString &toolTip)
{
    m_places[side].title->setText(title, toolTip);
}

void PairView::setActive(Side active)
{
    for (const Side side : ComparePair::sides)
        m_places[side].title->setActive(side == active);
}

void PairView::setNotice(Side side, const QString &text)
{
    m_places[side].notice->setText(text);
    m_places[side].notice->setVisible(!text.isEmpty());
}

QString PairView::notice(Side side) const
{
    return m_places[side].frame ? m_places[side].notice->text() : QString();
}

void PairView::setStacked(bool stacked)
{
    const bool isNew = stacked != isStacked();
    m_splitter->setOrientation(stacked ? Qt::Vertical : Qt::Horizontal);
    m_bar->setStacked(stacked);
    if (!isNew)
        return;
    m_splitter->setSizes({10'000, 10'000});
    emit stackedChanged(stacked);
}

bool PairView::isStacked() const
{
    return m_splitter->orientation() == Qt::Vertical;
}

std::optional<ComparePair::Side> PairView::sideOf(const QWidget *widget) const
{
    for (const Side side : ComparePair::sides)
        if (const QWidget *frame = m_places[side].frame;
            frame && widget && (frame == widget || frame->isAncestorOf(widget)))
            return side;
    return {};
}

} // namespace ws
