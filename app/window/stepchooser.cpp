#include "app/window/stepchooser.h"

#include "core/analysis/steps/phasetimes.h"
#include "core/analysis/steps/stepplaces.h"
#include "core/base/format.h"
#include "widgets/session/stepfocus.h"

#include <QAction>
#include <QSignalBlocker>

#include <utility>

namespace ws {

StepChooser::StepChooser(Pane *pane, QWidget *parent)
    : QComboBox(parent), m_pane(pane), m_focus(new StepFocus(pane, this))
{
    setObjectName(QStringLiteral("steps"));
    setAccessibleName(tr("Steps that all views show"));
    setToolTip(tr("Steps that all views show"));
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon); // to all contents takes a second for 500
    setIconSize({0, 0}); // there is none, and with room for one it is higher than its neighbour
    setNarrow(false);
    connect(pane, &Pane::runChanged, this, &StepChooser::ask);
    connect(pane, &Pane::stepSourceChanged, this, &StepChooser::ask);
    connect(pane, &Pane::focusChanged, this, &StepChooser::showFocus);
    connect(this, &QComboBox::activated, this, &StepChooser::choose);
}

void StepChooser::setPlace(QAction *place)
{
    m_place = place;
    ask();
}

void StepChooser::setOffered(bool offered)
{
    m_isOffered = offered;
    showPlace();
}

void StepChooser::showPlace()
{
    if (m_place)
        m_place->setVisible(m_isOffered && m_steps && !m_steps->steps.empty());
}

void StepChooser::ask()
{
    hidePopup();
    m_wanted.cancel();
    fill(nullptr);
    if (const RunPtr run = m_pane->run(); run && !run->timeline.lanes.empty())
        m_wanted.ask(
            m_pane->context().cache(), StepsKey{{}, m_pane->context().stepSource()},
            [this](const auto &steps) { fill(steps ? *steps : nullptr); }, JobPlace::Hidden);
}

void StepChooser::fill(std::shared_ptr<const Steps> steps)
{
    m_steps = std::move(steps);
    m_phases.clear();
    clear();
    m_isChosen = false;
    showPlace();
    if (!m_steps || m_steps->steps.empty())
        return;
    QStringList entries{tr("all steps")};
    for (const PhaseTimes &phase : phaseTimes(*m_steps)) {
        entries << tr("all: %1 (%2)").arg(phaseText(phase.phase), formatCount(int64_t(phase.steps)));
        m_phases.push_back(phase.phase);
    }
    const auto listed = static_cast<uint32_t>(std::min<size_t>(m_steps->steps.size(), maxListed));
    for (uint32_t step = 0; step < listed; ++step)
        entries << stepTitle(*m_pane->run(), *m_steps, step);
    addItems(entries);
    insertSeparator(static_cast<int>(m_phases.size()) + 1);
}

void StepChooser::choose(int index)
{
    if (!m_steps || index < 0)
        return;
    const auto phases = static_cast<int>(m_phases.size());
    const int step = index - phases - 2; // "all steps", the phases, the separator
    m_isChosen = index > 0;
    if (index == 0)
        m_pane->context().setFocus({});
    else if (index <= phases)
        m_focus->choosePhase(m_steps, m_phases[static_cast<size_t>(index - 1)]);
    else if (step >= 0 && static_cast<size_t>(step) < m_steps->steps.size()) {
        m_focus->chooseStep(m_steps, static_cast<uint32_t>(step));
        m_pane->context().showSpan(workRange(m_steps->steps[static_cast<size_t>(step)]));
    }
}

/// Another focus than the chosen one, or none any more.
void StepChooser::showFocus()
{
    if (std::exchange(m_isChosen, false) && m_pane->context().focus())
        return;
    const QSignalBlocker quiet(this);
    setCurrentIndex(count() ? 0 : -1);
}

} // namespace ws
