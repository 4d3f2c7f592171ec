#include "widgets/compare/pairbar.h"

#include "widgets/compare/steppick.h"
#include "widgets/session/runcontext.h"
#include "widgets/toolkit/plaintext.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QToolButton>

#include <utility>

namespace ws {

PairBar::PairBar(ComparePair *pair, QWidget *parent)
    : QWidget(parent), m_pair(pair), m_linked(new QCheckBox(tr("Linked"), this)),
      m_alignedText(new QLabel(tr("aligned at"), this)),
      m_aligned(new QComboBox(this)), m_steps{new StepPick(this), new StepPick(this)}, m_message(plainLabel(this)),
      m_arrangement(new QComboBox(this))
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(8);
    m_message->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // a long text does not widen the window
    m_linked->setToolTip(
        tr("Zooming and moving one run moves the other one by the same time; rows fold together (Ctrl+L)"));
    m_aligned->setAccessibleName(tr("Aligned at"));
    m_aligned->setToolTip(tr("What counts as the same moment in both runs"));
    m_aligned->addItems({tr("first GPU work"), tr("selected slices"), tr("steps")});
    m_steps[0]->setAccessibleName(tr("Step of A"));
    m_steps[1]->setAccessibleName(tr("Step of B"));
    m_arrangement->setAccessibleName(tr("Arrangement"));
    m_arrangement->addItems({tr("side by side"), tr("stacked")});
    layout->addWidget(m_linked);
    layout->addWidget(m_alignedText);
    layout->addWidget(m_aligned);
    for (StepPick *steps : m_steps)
        layout->addWidget(steps);
    layout->addWidget(m_message, 1);
    layout->addWidget(m_arrangement);
    m_swap = addButton(tr("Swap"), tr("A becomes B and B becomes A"));
    m_end = addButton(tr("End Comparison"), tr("Shows one run again; both stay open"));
    connect(m_linked, &QCheckBox::toggled, pair, &ComparePair::setLinked);
    connect(m_aligned, &QComboBox::activated, this,
            [this](int index) { chooseAlignment(static_cast<ComparePair::AlignAt>(index)); });
    connect(m_arrangement, &QComboBox::activated, this, [this](int index) { emit stackedWanted(index == 1); });
    connect(m_swap, &QToolButton::clicked, pair, &ComparePair::swap);
    connect(m_end, &QToolButton::clicked, pair, &ComparePair::end);
    for (StepPick *steps : m_steps) {
        connect(steps, &QComboBox::activated, this, &PairBar::takeSteps);
        connect(steps, &StepPick::ready, this, &PairBar::stepsReady);
    }
    connect(pair, &ComparePair::changed, this, &PairBar::refresh);
    connect(pair, &ComparePair::alignmentChanged, this, &PairBar::refresh);
    refresh();
}

QToolButton *PairBar::addButton(const QString &text, const QString &toolTip)
{
    auto *button = new QToolButton(this);
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAutoRaise(true);
    layout()->addWidget(button);
    return button;
}

void PairBar::setStacked(bool stacked)
{
    m_arrangement->setCurrentIndex(stacked ? 1 : 0);
}

void PairBar::setHasTimes(bool has)
{
    m_hasTimes = has;
    refresh();
}

void PairBar::say(const QString &text)
{
    m_message->setText(text);
    m_message->setToolTip(text);
}

void PairBar::refresh()
{
    const QSignalBlocker quietLink(m_linked), quietAlign(m_aligned);
    m_linked->setVisible(m_hasTimes);
    m_alignedText->setVisible(m_hasTimes);
    m_aligned->setVisible(m_hasTimes);
    m_linked->setChecked(m_pair->isLinked());
    m_aligned->setEnabled(m_pair->isLinked());
    m_aligned->setCurrentIndex(static_cast<int>(m_pair->alignedAt()));
    say({});
    refreshSteps();
}

void PairBar::refreshSteps()
{
    const QScopedValueRollback asking(m_isAsking, true);
    const bool isAtSteps = m_pair->alignedAt() == ComparePair::AlignAt::Step;
    const bool wanted = m_pair->isSet() && m_hasTimes && (isAtSteps || m_isChoosing);
    for (const ComparePair::Side side : ComparePair::sides) {
        m_steps[side]->setVisible(wanted);
        m_steps[side]->show(wanted ? m_pair->context(side) : nullptr);
        m_steps[side]->setEnabled(m_pair->isLinked() && m_steps[side]->begin());
        if (isAtSteps)
            m_steps[side]->choose(m_pair->alignedTime(side));
    }
}

/// Choosing steps asks for those of both runs first; until they are there the alignment stays.
void PairBar::chooseAlignment(ComparePair::AlignAt at)
{
    m_isChoosing = false;
    switch (at) {
    case ComparePair::AlignAt::FirstWork:
        m_pair->alignAtFirstWork();
        return;
    case ComparePair::AlignAt::Selection:
        if (m_pair->alignAtSelections())
            return;
        refresh();
        say(tr("Select a slice in each run first."));
        return;
    case ComparePair::AlignAt::Step:
        m_isChoosing = true;
        refreshSteps();
        stepsReady();
        return;
    }
}

/// Of both sides, or of one that has changed while they are aligned at steps.
void PairBar::stepsReady()
{
    if (m_isAsking || !m_pair->isSet() || m_steps[0]->isWaiting() || m_steps[1]->isWaiting())
        return;
    if (std::exchange(m_isChoosing, false))
        takeSteps();
    else
        refreshSteps();
}

void PairBar::takeSteps()
{
    const auto a = m_steps[ComparePair::A]->begin(), b = m_steps[ComparePair::B]->begin();
    if (m_pair->isSet() && a && b) {
        m_pair->alignAtSteps({*a, *b});
        return;
    }
    refresh();
    say(!a && !b ? tr("No steps are named in either run.")
        : !a     ? tr("No steps are named in A.")
                 : tr("No steps are named in B."));
}

} // namespace ws
